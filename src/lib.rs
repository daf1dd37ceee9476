//! Postern serves social media posts as JSON from the edge.
//!
//! Without features this crate is the core: posts, parameters, queries, cursors, text folding, tokens, import
//! formats, SQL and answers. It has no clock, randomness or I/O of its own. The features add what surrounds it:
//! `worker` the Cloudflare Worker, `browser` the npm package, `cli` the operator's command line.

pub mod account;
pub mod answer;
#[cfg(feature = "bindgen")]
pub mod browser;
#[cfg(feature = "cli")]
pub mod cli;
pub mod cursor;
pub mod encoding;
pub mod error;
#[cfg(feature = "import")]
pub mod import;
pub mod json;
pub mod key;
pub mod load;
pub mod mail;
mod nearest;
pub mod offline;
pub mod page;
pub mod param;
pub mod payment;
pub mod percent;
pub mod placement;
pub mod plan;
pub mod platform;
pub mod post;
pub mod query;
pub mod read;
pub mod route;
pub mod sample;
pub mod settings;
pub mod sql;
pub mod store;
pub mod text;
pub mod time;
pub mod token;
#[cfg(feature = "worker")]
pub mod worker;
