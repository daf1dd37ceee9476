//! Reading and repairing values, for all formats alike.

pub mod dates;
pub mod fill;
pub mod ids;
pub mod json;
pub(crate) mod months;
pub mod number;
pub mod repair;
pub mod snowflake;
pub mod when;
pub mod words;
pub mod written;
pub mod zone;
