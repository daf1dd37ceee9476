//! Statements that read posts.

pub mod fulltext;
pub mod page;
pub mod postings;
pub mod totals;
