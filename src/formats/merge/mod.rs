//! Merges what several elements of a run say about one post.
//!
//! The service itself merges lines with the same id. This module handles what the service can't see: posts with
//! several ids, with several versions, or split into pieces or days.

mod cross_id;
mod days;
mod pieces;
mod versions;
mod window;

use super::Found;
use crate::posts::post::line::PostLine;
pub use cross_id::Across;
use cross_id::CrossIdDedup;
use days::Days;
use pieces::Pieces;
use versions::Versions;

/// Merges posts on their way to the service, each with its origin.
#[derive(Debug)]
pub struct Merger<T> {
    versions: Versions<T>,
    pieces: Pieces<T>,
    days: Days<T>,
    cross_id: CrossIdDedup<T>,
}

impl<T> Merger<T> {
    /// Starts a run. `across` says for which networks posts may have several ids.
    pub fn new(across: Across) -> Self {
        Self {
            versions: Versions::default(),
            pieces: Pieces::default(),
            days: Days::default(),
            cross_id: CrossIdDedup::new(across),
        }
    }

    /// Adds a post. Returns the posts that are ready: this one, or others that were waiting.
    pub fn add(&mut self, found: Found, origin: T) -> Vec<(PostLine, T)> {
        if found.first_version.is_some() {
            self.versions.add(found, origin);
            return Vec::new();
        }
        if found.day.is_some() {
            let whole = self.days.add(found, origin);
            return whole
                .into_iter()
                .filter_map(|(found, origin)| self.cross_id.add(found, origin))
                .collect();
        }
        if found.piece.is_some() {
            let whole = self.pieces.add(found, origin);
            return whole
                .into_iter()
                .filter_map(|(found, origin)| self.cross_id.add(found, origin))
                .collect();
        }
        self.cross_id.add(found, origin).into_iter().collect()
    }

    /// The author of a post, if their stored posts should be added before it.
    pub(crate) fn new_author<'a>(&mut self, post: &'a PostLine) -> Option<&'a str> {
        self.cross_id.new_author(post)
    }

    /// Adds the id of a post that an earlier run stored.
    pub(crate) fn add_stored_id(&mut self, username: &str, id: &str) {
        self.cross_id.add_stored_id(username, id);
    }

    /// Returns the posts that had to wait for the end of the run.
    pub fn finish(&mut self) -> Vec<(PostLine, T)> {
        let waited = self.versions.finish().into_iter().chain(self.pieces.finish()).chain(self.days.finish());
        let mut ready: Vec<_> =
            waited.filter_map(|(found, origin)| self.cross_id.add(found, origin)).collect();
        ready.extend(self.cross_id.finish());
        ready
    }

    /// How many elements were merged here into a post from an earlier element.
    pub fn merged(&self) -> u64 {
        self.versions.merged + self.pieces.merged + self.days.merged
    }
}

#[cfg(test)]
mod tests;
