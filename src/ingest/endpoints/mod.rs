//! The operators' endpoints about posts and their databases.

pub mod erase;
pub mod export;
pub mod fill;
pub mod posts;
pub mod shards;
