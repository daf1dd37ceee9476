//! Postern serves social media posts as JSON from the edge.
//!
//! Without features, this crate is the core: posts, parameters, queries, cursors, text folding, tokens, accounts, payments, SQL
//! and answers. It has no clock, randomness or I/O of its own. The features add the rest: `worker` the Cloudflare Worker,
//! `browser`, `browser-token`, `offline` and `browser-import` the npm package, `cli` the operator's command line, and `reading` and
//! `import` the import formats.

pub mod accounts;
#[cfg(feature = "bindgen")]
pub mod browser;
#[cfg(feature = "cli")]
pub mod cli;
pub mod email;
pub mod encoding;
#[cfg(feature = "reading")]
pub mod formats;
pub mod http;
pub mod ingest;
pub mod json;
pub mod key;
pub(crate) mod mac;
mod mcp;
mod nearest;
pub mod numbers;
pub mod offline;
pub mod payments;
pub mod percent;
pub mod platform;
pub mod posts;
pub mod registry;
pub mod router;
pub mod sample;
pub mod settings;
pub mod shards;
pub mod store;
pub mod text;
pub mod time;
pub mod upkeep;
#[cfg(feature = "worker")]
pub mod worker;
