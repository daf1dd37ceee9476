//! The methods of a client, and of posts in memory.

use crate::posts::query::Listing;

/// What a caller calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    /// A page of posts.
    Page(Listing),
    /// One post.
    Post,
    /// Posts by their ids.
    Posts,
    /// Numbers of posts.
    Counts,
    /// What changed.
    Changes,
    /// The token's account.
    Account,
    /// The health of the service. Its answer has no envelope, and is no error if the status is 503.
    Health,
}

impl Method {
    /// The method that JavaScript has under this name.
    pub(super) fn from_name(name: &str) -> Self {
        match name {
            "byUser" => Self::Page(Listing::ByUser),
            "byHashtag" => Self::Page(Listing::ByHashtag),
            "post" => Self::Post,
            "posts" => Self::Posts,
            "counts" => Self::Counts,
            "changes" => Self::Changes,
            "account" => Self::Account,
            "health" => Self::Health,
            _ => Self::Page(Listing::Search),
        }
    }

    /// Whether it is about posts, and may cost something.
    #[cfg(feature = "browser")]
    pub(super) const fn is_charged(self) -> bool {
        !matches!(self, Self::Account | Self::Health)
    }
}
