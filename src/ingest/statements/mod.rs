//! Statements that write posts.

pub mod erase;
pub mod fill;
pub mod import;
pub mod restore;
