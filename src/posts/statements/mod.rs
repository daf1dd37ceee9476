//! Statements that read posts.

pub mod fulltext;
pub mod page;
pub mod totals;
pub mod vocabulary;
