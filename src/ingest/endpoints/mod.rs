//! The operators' endpoints about posts and their databases.

mod acknowledged;
pub mod counts;
pub mod erase;
pub mod export;
pub mod fill;
pub mod posts;
pub mod shards;
