//! What the npm package exports to JavaScript.
//!
//! Each entry of the package is a feature and a WebAssembly module, so an entry costs only those who load it: the client
//! (`browser`), tokens for web pages (`browser-token`), queries of posts in memory (`offline`) and reading export files
//! (`browser-import`). They read options by the same code, and all fail with one kind of error.
//!
//! `npm run package` builds the crate with cargo and wasm-bindgen, joins what wasm-bindgen wrote with the JavaScript in `npm/`,
//! and packs it. `ENTRIES` in `scripts/lib/package.mjs` lists the entries. The JavaScript of an entry, `npm/ENTRY.js`, loads its
//! module and adds what is shorter to say in JavaScript. Errors, pages and loading are in one `shared.js`, so an error of one
//! entry is an `instanceof` of the others' class.
//!
//! # Where things are
//!
//! - `client` has addresses, time-outs, retries, tokens and the reading of answers. `npm/core.js` loads it when it is first
//!   needed, and `npm/pages.js` walks pages. JavaScript's `JSON.parse` parses a page, and only the envelope around the posts is
//!   looked at. A whole call for 100 posts (80 KB) takes 1.4 to 1.6 times as long as reading and parsing the bytes by hand in
//!   Chromium, and 1.3 to 1.4 times in Firefox. `search()` asks for its page only when it is awaited. If it asked at once, a
//!   walk over pages would pay for a page that it did not want.
//! - `offline.rs` exports [`crate::offline`]. Posts that are given as objects are read in the form that the API serves, text as
//!   canonical lines.
//! - `import` exports `src/formats`. The entry is 0.7 MB compressed, most of it formats and workbooks. The module says which
//!   bytes of a file it needs: of a zip its list, and then what is no picture or video. Each call starts the module anew,
//!   because WebAssembly memory never shrinks, and a file that breaks the module must not end the page.
//! - `value.rs` reads and writes JavaScript values with serde-wasm-bindgen. What a property throws is caught before.
//!
//! # Checking, and size
//!
//! Options become pairs of a name and a value. The client checks them with `PostQuery::check`, which shares the reader, its
//! errors and its words with `PostQuery::read`, by which the Worker and the offline entry read. It names every error that it
//! finds before anything is sent, and refuses nothing that is right. It does not fold names and keywords and does not hash, so
//! what only folding shows, and whether a cursor belongs to the query, is left to the service. Folding, the keyword's grammar
//! and SHA-256 would be 57 KiB of the 100 KiB (compressed) that the main entry may have.
//!
//! `jiff` is left out for its size: 35 KiB compressed in each entry, and 80 more for the IANA database with what reads it. Only the
//! feature `import` has it, which the command line uses. The import entry takes time zones from the page: `npm/zone.js` finds
//! when a zone's clocks are set. All other times are read by [`crate::time`].

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
