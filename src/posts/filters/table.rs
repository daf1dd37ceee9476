//! The table of filters.

use super::Kind;
use crate::posts::param::Count;

/// A filter: a parameter that selects posts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filter {
    /// The name of the parameter.
    pub name: &'static str,
    /// Which values it has, and which posts pass.
    pub kind: Kind,
    /// Whether the pages of an author and of a hashtag have it. If not, only searches and exports do: in the others, it is in the
    /// path or replaced by the path.
    pub is_common: bool,
    /// Whether version 1.0 of the API had it. Fingerprints leave out the others if they have no value, so that cursors of 1.0 stay
    /// valid.
    pub is_in_1_0: bool,
    /// What it does, for help texts.
    pub help: &'static str,
}

/// A table of filters, in the order of the echo.
pub type Table = &'static [Filter];

/// Every filter.
pub const FILTERS: Table = &[
    Filter {
        name: "platform",
        kind: Kind::Platform,
        is_common: false,
        is_in_1_0: true,
        help: "Only posts of these networks",
    },
    Filter {
        name: "username",
        kind: Kind::Username,
        is_common: false,
        is_in_1_0: true,
        help: "Only posts of these authors",
    },
    Filter {
        name: "hashtag",
        kind: Kind::Hashtag,
        is_common: false,
        is_in_1_0: true,
        help: "Only posts with any of these hashtags",
    },
    Filter {
        name: "keyword",
        kind: Kind::Keyword,
        is_common: false,
        is_in_1_0: true,
        help: "Only posts with these words, as in a search",
    },
    Filter {
        name: "media_type",
        kind: Kind::MediaType,
        is_common: true,
        is_in_1_0: true,
        help: "Only posts of these types: image, video, carousel, reel, or none for posts without a type",
    },
    Filter {
        name: "kind",
        kind: Kind::PostKind,
        is_common: true,
        is_in_1_0: false,
        help: "Only posts of these kinds: original, reply, repost, quote",
    },
    Filter {
        name: "language",
        kind: Kind::Language,
        is_common: true,
        is_in_1_0: false,
        help: "Only posts in these languages, such as pt; und is an unknown one",
    },
    Filter {
        name: "mentions",
        kind: Kind::Mentions,
        is_common: true,
        is_in_1_0: false,
        help: "Only posts that mention any of these usernames",
    },
    Filter {
        name: "refers_to",
        kind: Kind::RefersTo,
        is_common: true,
        is_in_1_0: false,
        help: "Only replies, reposts and quotes of the post with this id",
    },
    Filter {
        name: "min_likes",
        kind: Kind::Minimum(Count::Likes),
        is_common: true,
        is_in_1_0: true,
        help: "Only posts with at least this many likes",
    },
    Filter {
        name: "min_comments",
        kind: Kind::Minimum(Count::Comments),
        is_common: true,
        is_in_1_0: true,
        help: "Only posts with at least this many comments",
    },
    Filter {
        name: "min_views",
        kind: Kind::Minimum(Count::Views),
        is_common: true,
        is_in_1_0: false,
        help: "Only posts with at least this many views",
    },
    Filter {
        name: "min_shares",
        kind: Kind::Minimum(Count::Shares),
        is_common: true,
        is_in_1_0: false,
        help: "Only posts with at least this many shares",
    },
    Filter {
        name: "exclude_username",
        kind: Kind::ExcludedUsername,
        is_common: true,
        is_in_1_0: false,
        help: "No posts of these authors",
    },
    Filter {
        name: "exclude_hashtag",
        kind: Kind::ExcludedHashtag,
        is_common: true,
        is_in_1_0: false,
        help: "No posts with any of these hashtags",
    },
    Filter {
        name: "exclude_mentions",
        kind: Kind::ExcludedMentions,
        is_common: true,
        is_in_1_0: false,
        help: "No posts that mention any of these usernames",
    },
];

/// The filter with this name.
pub fn find_filter(table: Table, name: &str) -> Option<&'static Filter> {
    table.iter().find(|filter| filter.name == name)
}
