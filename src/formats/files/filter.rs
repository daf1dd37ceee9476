//! Which posts to import.

use crate::formats::Found;
use crate::platform::Network;
use crate::posts::post::Kind;
use crate::time::Timestamp;

/// Which posts to import.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter {
    /// Only those from this instant on.
    pub since: Option<Timestamp>,
    /// Only those before this instant.
    pub until: Option<Timestamp>,
    /// Only those of this network.
    pub network: Option<Network>,
    /// What else is left out.
    pub exclude: Exclude,
}

/// What to leave out although it is imported by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Exclude {
    /// Reposts of another post.
    pub reposts: bool,
    /// Replies to another post.
    pub replies: bool,
    /// Posts that are visible for a day.
    pub stories: bool,
}

/// Why a post is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeftOut {
    /// It is too old.
    Before,
    /// It is too new.
    After,
    /// It is of another network.
    Elsewhere,
    /// It is a repost of another post.
    Repost,
    /// It is a reply to another post.
    Reply,
    /// It is visible for a day.
    Story,
}

impl Filter {
    /// Why a post is left out, or `None` if it is imported.
    pub fn leaves_out(&self, found: &Found) -> Option<LeftOut> {
        let Found { post, story, .. } = found;
        let Exclude { reposts, replies, stories } = self.exclude;
        if self.since.is_some_and(|since| post.published_at < since) {
            return Some(LeftOut::Before);
        }
        if self.until.is_some_and(|until| post.published_at >= until) {
            return Some(LeftOut::After);
        }
        match post.kind {
            _ if self.network.is_some_and(|network| post.platform.network != network) => {
                Some(LeftOut::Elsewhere)
            }
            Some(Kind::Repost) if reposts => Some(LeftOut::Repost),
            Some(Kind::Reply) if replies => Some(LeftOut::Reply),
            _ if *story && stories => Some(LeftOut::Story),
            _ => None,
        }
    }
}
