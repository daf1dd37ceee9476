//! Statements that write posts.

pub mod erase;
pub mod import;
pub mod restore;
