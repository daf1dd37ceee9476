//! Posts: the stored post, queries for posts, and how their pages are found.

pub mod address;
pub mod answer;
pub mod by_id;
pub mod changes;
pub mod counts;
pub mod endpoint;
pub mod filters;
pub mod keyword;
pub mod lines;
pub mod page;
pub mod param;
pub mod plan;
pub mod post;
pub mod query;
pub mod read;
pub mod scope;
pub(crate) mod serve;
pub mod shape;
pub mod slots;
pub mod statements;
pub mod url;
