//! The tables of postings: a key, and the posts that have it.

/// A table of postings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Postings {
    /// The posts with a hashtag.
    Hashtags,
    /// The posts that mention a username.
    Mentions,
}

impl Postings {
    /// The name of the table.
    pub const fn table(self) -> &'static str {
        match self {
            Self::Hashtags => "hashtags",
            Self::Mentions => "mentions",
        }
    }

    /// The column of the key: the number of the network, a colon, and the folded name.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Hashtags => "tag_key",
            Self::Mentions => "name_key",
        }
    }
}
