//! What the files of an export say beside its posts.

use super::x::archive::Extras;
use crate::post::line::AuthorLine;
use crate::time::Timestamp;

/// What the files of an export say beside its posts: whose it is, and what is missing in the posts themselves.
#[derive(Debug, Clone, Default)]
pub struct Export {
    /// Whose export it is.
    pub owner: Option<AuthorLine>,
    /// When it was made: when its counts were read.
    pub made: Option<Timestamp>,
    /// How many posts each file should have, where the export lists its files.
    pub listed: Vec<Listed>,
    /// What only archives of X say.
    pub x: Extras,
}

/// A file of posts in an export's own list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its path in the export.
    pub file: String,
    /// The name that its script assigns to.
    pub global: String,
    /// How many posts it should have.
    pub posts: u64,
}

impl Export {
    /// When counts were read: when the export was made, else the file's time; unless that is before the post.
    pub fn collected(&self, published: Timestamp, file_time: Option<Timestamp>) -> Option<Timestamp> {
        self.made.into_iter().chain(file_time).find(|time| *time >= published)
    }
}
