//! What an export says besides its posts.

use super::instagram::export::Insights;
use super::manifest::ManifestEntry;
use super::snapchat::export::Submitted;
use super::x::archive::Extras;
use crate::posts::post::line::AuthorLine;
use crate::time::Timestamp;

/// What the files of an export say besides its posts: its owner, and details that the posts themselves lack.
#[derive(Debug, Clone, Default)]
pub struct Export {
    /// Whose export it is.
    pub owner: Option<AuthorLine>,
    /// The owner's name as it is shown, where the export names no username.
    pub shown_name: Option<String>,
    /// When it was made: when its counts were read.
    pub made: Option<Timestamp>,
    /// How many posts each file should have, where the export lists its files.
    pub listed: Vec<ManifestEntry>,
    /// What only exports of Instagram say: how posts did.
    pub instagram: Insights,
    /// What only exports of Snapchat say: the ids of the owner's own posts.
    pub snapchat: Submitted,
    /// What only archives of X say.
    pub x: Extras,
}
