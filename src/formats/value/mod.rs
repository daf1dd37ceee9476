//! Parses and repairs values, for all formats.

pub mod date_order;
pub mod date_text;
pub mod date_votes;
pub mod fill;
pub mod ids;
pub mod json;
pub mod key_words;
pub(crate) mod months;
pub mod nothing;
pub mod number;
pub mod python;
pub mod repair;
pub mod snowflake;
pub mod timestamps;
pub mod zone;
