//! What is to be erased.

use super::contents::{PostToErase, ShardContents};
use crate::http::error::ApiError;
use crate::ingest::statements::erase::{post_by_id, posts_by_author};
use crate::ingest::statements::import::author_tombstone;
use crate::key::{author_key, author_slot, slot};
use crate::platform::Network;
use crate::posts::statements::changes::post_tombstone;
use crate::shards::Move;
use crate::store::Statement;

/// How many posts one transaction removes. D1's statements could take the rows of many times as many: each has a dozen, and
/// its hashtags.
pub const BATCH: u16 = 500;

/// What is to be erased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// The post of this id.
    Post(String),
    /// All posts of an author, by the folded username, including those that are not imported yet.
    Author(Network, String),
}

impl Target {
    /// What a row of the operators' log erased, by its action and subject; none if it is about something else.
    pub fn of_change(action: &str, subject: &str) -> Option<Self> {
        if action == Self::Post(String::new()).action() {
            return Some(Self::Post(subject.to_owned()));
        }
        let (name, username) = subject.split_once(' ')?;
        let network = Network::ALL.into_iter().find(|network| network.name() == name)?;
        Some(Self::Author(network, username.to_owned())).filter(|author| author.action() == action)
    }

    /// The key of its own tombstone.
    pub fn tombstone(&self) -> String {
        match self {
            Self::Post(id) => post_tombstone(id),
            Self::Author(network, name) => author_tombstone(&author_key(*network, name)),
        }
    }

    /// The tombstones that keep the target from coming back. For an author this includes each post, because a network may
    /// rename the author.
    pub(crate) fn tombstones(&self, found: &[ShardContents]) -> Vec<String> {
        let mut tombstones = vec![self.tombstone()];
        if let Self::Author(..) = self {
            tombstones.extend(
                found.iter().flat_map(|contents| &contents.posts).map(|post| post_tombstone(&post.id)),
            );
        }
        tombstones
    }

    pub(crate) const fn action(&self) -> &'static str {
        match self {
            Self::Post(_) => "erase post",
            Self::Author(..) => "erase author",
        }
    }

    pub(crate) fn subject(&self) -> String {
        match self {
            Self::Post(id) => id.clone(),
            Self::Author(network, name) => format!("{} {name}", network.name()),
        }
    }

    pub(crate) fn posts(&self) -> Statement {
        match self {
            Self::Post(id) => post_by_id(id),
            Self::Author(network, name) => posts_by_author(&author_key(*network, name), BATCH),
        }
    }

    pub(crate) const fn not_found(&self) -> ApiError {
        match self {
            Self::Post(_) => ApiError::PostNotFound,
            Self::Author(..) => ApiError::AuthorNotFound,
        }
    }

    /// Whether the slot that is being moved has, or would have, any of the target.
    pub(crate) fn is_moving(&self, moving: Move, found: &[ShardContents]) -> bool {
        let is_of_slot = |post: &PostToErase| slot(post.post_id) == moving.slot;
        match self {
            Self::Author(network, name) => author_slot(&author_key(*network, name)) == moving.slot,
            Self::Post(_) => found.iter().flat_map(|contents| &contents.posts).any(is_of_slot),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_erased_can_be_told_from_the_log() {
        for target in [Target::Post("x:1 2".into()), Target::Author(Network::Instagram, "reef.watch".into())]
        {
            assert_eq!(Target::of_change(target.action(), &target.subject()), Some(target));
        }
        for (action, subject) in
            [("grant credits", "x reef"), ("erase author", "reef"), ("erase author", "y reef")]
        {
            assert_eq!(Target::of_change(action, subject), None, "{action} {subject}");
        }
    }
}
