//! HTTP as far as Postern needs it: calls, replies, errors, and what all endpoints share. Knows no resource.

pub mod accept;
pub mod body;
pub mod call;
pub mod cors;
pub mod csv_file;
pub mod cursor;
pub mod deprecation;
pub mod entity_tag;
pub mod entropy;
pub mod error;
pub mod limit;
pub(crate) mod list;
pub mod listing;
pub mod network;
pub mod origin;
pub mod parameters;
pub mod reply;
pub mod request_line;
pub mod runtime;
pub mod service;
pub mod settings;
pub mod token_in_address;
pub(crate) mod url;
