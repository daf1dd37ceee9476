//! Sums over posts.

use crate::numbers::MAX_COUNT;
use crate::posts::param::Count;
use core::ops::AddAssign;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// The sum of a count, and how many posts it is known of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sum {
    /// The sum.
    pub sum: u128,
    /// How many posts it is known of.
    pub known: u64,
}

impl AddAssign for Sum {
    fn add_assign(&mut self, other: Self) {
        self.sum += other.sum;
        self.known += other.known;
    }
}

/// A sum that JavaScript can't represent exactly is null.
impl Serialize for Sum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sum = u64::try_from(self.sum).ok().filter(|sum| *sum <= MAX_COUNT);
        let mut object = serializer.serialize_struct("Sum", 2)?;
        object.serialize_field("sum", &sum)?;
        object.serialize_field("known", &self.known)?;
        object.end()
    }
}

/// The counts that are added up, with their names on the wire.
pub const SUMMED: [(Count, &str); 4] = [
    (Count::Likes, "likes_count"),
    (Count::Comments, "comments_count"),
    (Count::Views, "views_count"),
    (Count::Shares, "shares_count"),
];

/// A number of posts, and the sums of their counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// How many posts.
    pub posts: u64,
    /// The sums, in the order of [`SUMMED`].
    pub sums: [Sum; SUMMED.len()],
}

impl Tally {
    /// One post with these counts, in the order of [`SUMMED`].
    pub fn of_post(counts: [Option<u64>; SUMMED.len()]) -> Self {
        let sum = |count: Option<u64>| Sum { sum: count.unwrap_or(0).into(), known: count.is_some().into() };
        Self { posts: 1, sums: counts.map(sum) }
    }

    /// Adds the fields of an object.
    pub(super) fn serialize_into<S: serde::ser::SerializeMap>(&self, map: &mut S) -> Result<(), S::Error> {
        map.serialize_entry("posts", &self.posts)?;
        SUMMED.iter().zip(&self.sums).try_for_each(|((_, name), sum)| map.serialize_entry(name, sum))
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.posts += other.posts;
        for (sum, other) in self.sums.iter_mut().zip(other.sums) {
            *sum += other;
        }
    }
}

impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap as _;
        let mut map = serializer.serialize_map(Some(SUMMED.len() + 1))?;
        self.serialize_into(&mut map)?;
        map.end()
    }
}

/// What was counted: all posts, and those of each group. The key of posts whose value is unknown is `None`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Counted {
    /// All posts.
    pub total: Tally,
    /// The groups, by their keys.
    pub groups: BTreeMap<Option<String>, Tally>,
}

impl Counted {
    /// Adds posts that have these groups, each key once.
    pub fn add(&mut self, tally: Tally, keys: impl IntoIterator<Item = Option<String>>) {
        self.total += tally;
        for key in keys {
            *self.groups.entry(key).or_default() += tally;
        }
    }

    /// Adds what was counted elsewhere.
    pub fn add_all(&mut self, other: Self) {
        self.total += other.total;
        for (key, tally) in other.groups {
            *self.groups.entry(key).or_default() += tally;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_that_is_not_exact_in_javascript_is_null() {
        let mut tally = Tally::of_post([Some(MAX_COUNT), None, Some(0), Some(1)]);
        let text = |tally: &Tally| serde_json::to_string(tally).unwrap();
        assert_eq!(
            text(&tally),
            r#"{"posts":1,"likes_count":{"sum":9007199254740991,"known":1},"comments_count":{"sum":0,"known":0},"views_count":{"sum":0,"known":1},"shares_count":{"sum":1,"known":1}}"#
        );
        tally += Tally::of_post([Some(1), None, None, None]);
        assert!(text(&tally).contains(r#""likes_count":{"sum":null,"known":2}"#));
        assert_eq!(tally.sums[0].sum, u128::from(MAX_COUNT) + 1, "and is exact inside");
    }
}
