//! Posts of TikTok.

pub mod item;
