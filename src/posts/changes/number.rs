//! The numbers of changes.

use serde::Serialize;

/// How many changes a transaction can number.
const PLACES: i64 = 1 << 16;

/// The number of a change on one database of posts: the version that has it, and its place in that transaction. Numbers grow, and no
/// two changes have the same. They stay below 2^53, which JavaScript counts exactly, for 2^37 versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize)]
pub struct ChangeNumber(pub i64);

impl ChangeNumber {
    /// The numbers of the transaction that makes a version, in order. An import has at most a thousand changes in a transaction.
    pub fn of_transaction(version: i64) -> impl Iterator<Item = Self> {
        (0..PLACES).map(move |place| Self(version.saturating_mul(PLACES) + place))
    }

    /// The last number that a version can have: everything up to it is known to whoever knows that version.
    pub const fn end_of(version: i64) -> Self {
        Self(version.saturating_mul(PLACES).saturating_add(PLACES - 1))
    }

    /// The version that has the change.
    pub const fn version(self) -> i64 {
        self.0.div_euclid(PLACES)
    }

    /// The number before it.
    pub(super) const fn before(self) -> Self {
        Self(self.0 - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_version_lie_between_those_of_its_neighbours() {
        let numbers: Vec<_> = ChangeNumber::of_transaction(7).collect();
        assert_eq!(numbers.len(), 65_536);
        assert!(numbers.is_sorted() && numbers.iter().all(|number| number.version() == 7));
        assert!(numbers[0] > ChangeNumber::end_of(6));
        assert_eq!(numbers.last(), Some(&ChangeNumber::end_of(7)));
        assert_eq!(numbers[0].before(), ChangeNumber::end_of(6));
    }
}
