//! What is known of an access path.

use super::chunk::AccessPath;
use crate::posts::query::PostQuery;

/// What a path of a lane has done.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Walked {
    /// How far in time it came, in milliseconds.
    pub(super) advance: u64,
    /// The steps that it was granted.
    pub(super) steps: u64,
    /// The rows that it was granted.
    pub(super) granted: u64,
    /// The rows of its set that it has surely passed.
    pub(super) passed: u64,
    /// The posts that its set has at most, if that is known.
    pub(super) size: Option<u64>,
    /// The posts that it likely has, if it has only those of some networks.
    pub(super) likely: Option<u64>,
}

impl Walked {
    /// The rows from the start to the end of its set, if its size is known.
    pub(super) fn all(&self, path: AccessPath, query: &PostQuery) -> Option<u64> {
        Some((self.size? + 1) * path.step_cost(query))
    }

    /// The rows to the end of its set, if its size is known.
    pub(super) fn left(&self, path: AccessPath, query: &PostQuery) -> Option<u64> {
        Some(self.all(path, query)?.saturating_sub(self.passed))
    }
}
