//! Reading and repairing values, for all formats alike.

pub mod fill;
pub mod json;
pub mod number;
pub mod repair;
pub mod snowflake;
pub mod when;
pub mod written;
pub mod zone;
