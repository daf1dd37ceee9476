//! Postern serves social media posts as JSON from the edge.
//!
//! Without features this crate is the core: posts, parameters, queries, cursors, text folding, tokens, import
//! formats, SQL and answers. It has no clock, randomness or I/O of its own. The features add what surrounds it:
//! `worker` the Cloudflare Worker, `browser` the npm package, `cli` the operator's command line.

#[cfg(feature = "cli")]
pub mod cli;
pub mod import;
pub mod json;
pub mod platform;
pub mod post;
pub mod text;
pub mod time;
