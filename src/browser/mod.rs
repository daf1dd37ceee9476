//! What the npm package exports to JavaScript. Each of its entries is a feature and a WebAssembly module: the client
//! (`browser`), tokens for web pages (`browser-token`), queries of posts in memory (`offline`) and reading export files
//! (`browser-import`). They read options by the same code, and all fail with one kind of error.
//!
//! The JavaScript of an entry, `npm/ENTRY.js`, loads its module and adds what JavaScript says shorter: pages one after
//! the other.

#[cfg(feature = "browser-token")]
mod browser_token;
#[cfg(feature = "browser")]
mod client;
mod error;
#[cfg(feature = "browser-import")]
mod import;
mod js;
mod names;
#[cfg(feature = "offline")]
mod offline;
#[cfg(any(feature = "browser", feature = "offline"))]
mod options;
#[cfg(any(feature = "browser", feature = "browser-token"))]
mod random;
mod value;

#[cfg(feature = "browser-token")]
pub use browser_token::create_browser_token;
#[cfg(feature = "browser")]
pub use client::Postern;
pub use error::PosternError;
#[cfg(feature = "browser-import")]
pub use import::{Reading, formats};
#[cfg(feature = "offline")]
pub use offline::Posts;
