//! Statements that read posts.

mod any;
pub mod by_id;
pub mod changes;
mod document;
pub mod fulltext;
pub(super) mod names;
pub mod page;
pub mod postings;
pub mod totals;
pub mod vocabulary;
