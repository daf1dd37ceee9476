//! The tables of postings: a key, and the posts that have it.

use crate::store::builder::Builder;

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

    /// The condition that a post has any of some keys. The keys and that of the post are expressions. Each key is probed by itself: D1
    /// would count the values of an `IN` as rows, for each post.
    pub(super) fn any_of(self, keys: impl IntoIterator<Item = String>, post_id: &str) -> String {
        let (table, column) = (self.table(), self.key());
        let probe = |key| {
            format!("EXISTS (SELECT 1 FROM {table} t WHERE t.{column} = {key} AND t.post_id = {post_id})")
        };
        let probes: Vec<_> = keys.into_iter().map(probe).collect();
        format!("({})", probes.join(" OR "))
    }

    /// The condition that a post has any of some names on its own network, whose number is in a column of its narrow row.
    pub(super) fn any_name(
        self,
        names: &[String],
        network: &str,
        post_id: &str,
        bind: &mut Builder,
    ) -> String {
        let names = bind.texts(names).into_iter();
        self.any_of(names.map(|name| format!("{network} || ':' || {name}")), post_id)
    }
}
