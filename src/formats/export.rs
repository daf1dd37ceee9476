//! The information in an export besides its posts.

use super::instagram::export::Insights;
use super::manifest::ManifestEntry;
use super::snapchat::export::Submitted;
use super::x::archive::Extras;
use crate::posts::post::line::AuthorLine;
use crate::time::Timestamp;

/// The information in the files of an export besides its posts: the owner, and details that the posts themselves lack.
#[derive(Debug, Clone, Default)]
pub struct Export {
    /// The owner of the export.
    pub owner: Option<AuthorLine>,
    /// The owner's display name, if the export has no username.
    pub shown_name: Option<String>,
    /// When the export was made, which is when its counts were read.
    pub made: Option<Timestamp>,
    /// The files of posts in the export's manifest, if it has one.
    pub manifest: Vec<ManifestEntry>,
    /// Only in exports of Instagram: the counts of posts.
    pub instagram: Insights,
    /// Only in exports of Snapchat: the ids of the owner's posts.
    pub snapchat: Submitted,
    /// Only in archives of X.
    pub x: Extras,
}
