//! How much may be read and counted.

/// How much may be read and counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The most rows that are read, as storage counts them.
    pub rows: u64,
    /// The most posts that are counted.
    pub posts: u64,
}

impl Budget {
    /// Nothing.
    pub(super) const NONE: Self = Self { rows: 0, posts: 0 };

    /// So many parts of a whole.
    pub(super) fn share(self, parts: u64, whole: u64) -> Self {
        let share = |of: u64| {
            let share = u128::from(of) * u128::from(parts) / u128::from(whole.max(1));
            u64::try_from(share).unwrap_or(u64::MAX)
        };
        Self { rows: share(self.rows), posts: share(self.posts) }
    }

    /// What is left after so much.
    pub(super) const fn without(self, rows: u64, posts: u64) -> Self {
        Self { rows: self.rows.saturating_sub(rows), posts: self.posts.saturating_sub(posts) }
    }

    /// The sum of two.
    pub(super) const fn plus(self, other: Self) -> Self {
        Self { rows: self.rows.saturating_add(other.rows), posts: self.posts.saturating_add(other.posts) }
    }

    /// Whether it is no more than another.
    pub(super) const fn is_within(self, other: Self) -> bool {
        self.rows <= other.rows && self.posts <= other.posts
    }
}
