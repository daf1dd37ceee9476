//! One post of what several elements of a run say about it.
//!
//! Most of this is the service's work: it merges lines of one id. Here is what it can't see: posts with several ids, in
//! several versions, or told in pieces.

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

/// Posts on their way, each with where it came from.
#[derive(Debug)]
pub struct Merger<T> {
    versions: Versions<T>,
    pieces: Pieces<T>,
    days: Days<T>,
    cross_id: CrossIdDedup<T>,
}

impl<T> Merger<T> {
    /// Begins a run in which posts of some networks may come under several ids.
    pub fn new(across: Across) -> Self {
        Self {
            versions: Versions::default(),
            pieces: Pieces::default(),
            days: Days::default(),
            cross_id: CrossIdDedup::new(across),
        }
    }

    /// Takes in a post. Gives those that are ready to go out, this one or others that waited.
    pub fn add(&mut self, found: Found, origin: T) -> Vec<(PostLine, T)> {
        if found.first_version.is_some() {
            self.versions.take(found, origin);
            return Vec::new();
        }
        if found.day.is_some() {
            let whole = self.days.take(found, origin);
            return whole
                .into_iter()
                .filter_map(|(found, origin)| self.cross_id.take(found, origin))
                .collect();
        }
        if found.piece.is_some() {
            let whole = self.pieces.take(found, origin);
            return whole
                .into_iter()
                .filter_map(|(found, origin)| self.cross_id.take(found, origin))
                .collect();
        }
        self.cross_id.take(found, origin).into_iter().collect()
    }

    /// The author of a post whose stored posts should be known before it is taken in.
    pub(crate) fn new_author<'a>(&mut self, post: &'a PostLine) -> Option<&'a str> {
        self.cross_id.new_author(post)
    }

    /// Takes in the id of a post of an author that an earlier run stored.
    pub(crate) fn add_stored_id(&mut self, username: &str, id: &str) {
        self.cross_id.know(username, id);
    }

    /// Gives the posts that waited for the end of the run.
    pub fn finish(&mut self) -> Vec<(PostLine, T)> {
        let waited = self.versions.finish().into_iter().chain(self.pieces.finish()).chain(self.days.finish());
        let mut ready: Vec<_> =
            waited.filter_map(|(found, origin)| self.cross_id.take(found, origin)).collect();
        ready.extend(self.cross_id.finish());
        ready
    }

    /// How many elements said more of a post that another had brought, and went into it here.
    pub fn merged(&self) -> u64 {
        self.versions.merged + self.pieces.merged + self.days.merged
    }
}

#[cfg(test)]
mod tests;
