//! Adds up the answers of a count.

use super::COUNTS;
use crate::cli::error::CliError;
use crate::posts::counts::GroupBy;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A number of posts, and the sums of their counts: `None` if one is larger than the service writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) posts: u64,
    sums: [(Option<u128>, u64); COUNTS.len()],
}

impl Default for Counts {
    fn default() -> Self {
        Self { posts: 0, sums: [(Some(0), 0); COUNTS.len()] }
    }
}

impl Counts {
    fn parse(value: &Value) -> Option<Self> {
        let mut counts = Self { posts: value.get("posts")?.as_u64()?, ..Self::default() };
        for ((name, _), (sum, known)) in COUNTS.iter().zip(&mut counts.sums) {
            let part = value.get(name)?;
            (*sum, *known) = (part.get("sum")?.as_u64().map(u128::from), part.get("known")?.as_u64()?);
        }
        Some(counts)
    }

    fn add(&mut self, other: &Self) {
        self.posts += other.posts;
        for ((sum, known), (other_sum, other_known)) in self.sums.iter_mut().zip(&other.sums) {
            *sum = sum.zip(*other_sum).map(|(sum, other)| sum + other);
            *known += other_known;
        }
    }

    /// The row of a table.
    pub(super) fn row(&self, name: &str) -> Vec<String> {
        let sums = self.sums.iter().map(|(sum, known)| match (sum, known) {
            (_, 0) => "-".to_owned(),
            (Some(sum), _) => sum.to_string(),
            (None, _) => "too large".to_owned(),
        });
        [name.to_owned(), self.posts.to_string()].into_iter().chain(sums).collect()
    }

    /// The counts as JSON, with a key if they are those of a group.
    pub(super) fn to_json(&self, key: Option<&Option<String>>) -> Value {
        let mut object = Map::new();
        if let Some(key) = key {
            object.insert("key".to_owned(), json!(key));
        }
        object.insert("posts".to_owned(), json!(self.posts));
        for ((name, _), (sum, known)) in COUNTS.iter().zip(&self.sums) {
            let sum = sum.and_then(|sum| u64::try_from(sum).ok());
            object.insert((*name).to_owned(), json!({ "sum": sum, "known": known }));
        }
        Value::Object(object)
    }
}

/// All posts, and those of each group.
#[derive(Debug, Default)]
pub(super) struct Sum {
    pub(super) total: Counts,
    groups: BTreeMap<Option<String>, Counts>,
}

impl Sum {
    /// Adds an answer.
    pub(super) fn add(&mut self, answer: &Value) -> Result<(), CliError> {
        let parse = |value: Option<&Value>| {
            value.and_then(Counts::parse).ok_or(CliError::Answer("/operator/v1/counts"))
        };
        self.total.add(&parse(answer.get("total"))?);
        for group in answer.get("groups").and_then(Value::as_array).into_iter().flatten() {
            let key = group.get("key").and_then(Value::as_str).map(str::to_owned);
            self.groups.entry(key).or_default().add(&parse(Some(group))?);
        }
        Ok(())
    }

    /// The groups in their order, at most so many unless they are spans of time, and the sum of the others.
    pub(super) fn top(
        &self,
        group_by: Option<GroupBy>,
        most: usize,
    ) -> (Vec<(Option<String>, Counts)>, Option<Counts>) {
        let mut groups: Vec<_> =
            self.groups.iter().map(|(key, counts)| (key.clone(), counts.clone())).collect();
        if group_by.is_some_and(GroupBy::is_time) {
            return (groups, None);
        }
        groups.sort_by_key(|(key, counts)| (std::cmp::Reverse(counts.posts), key.is_none(), key.clone()));
        let rest = groups.split_off(most.min(groups.len()));
        let others = rest.into_iter().map(|(_, counts)| counts).reduce(|mut sum, counts| {
            sum.add(&counts);
            sum
        });
        (groups, others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(groups: &[(&str, u64)]) -> Value {
        let counts = |posts: u64, key: Option<&str>| {
            let mut value = json!({"posts": posts, "likes_count": {"sum": posts * 2, "known": posts}, "comments_count": {"sum": 0, "known": 0},
                "views_count": {"sum": null, "known": 1}, "shares_count": {"sum": 1, "known": 1}});
            if let Some(key) = key {
                value["key"] = json!(key);
            }
            value
        };
        let total = groups.iter().map(|(_, posts)| posts).sum();
        json!({"total": counts(total, None), "groups": groups.iter().map(|(key, posts)| counts(*posts, Some(key))).collect::<Vec<_>>()})
    }

    #[test]
    fn answers_add_up_and_the_largest_groups_come_first() {
        let mut sum = Sum::default();
        sum.add(&answer(&[("a", 3), ("b", 2)])).unwrap();
        sum.add(&answer(&[("b", 2), ("c", 1)])).unwrap();
        assert_eq!(sum.total.row("all"), ["all", "8", "16", "-", "too large", "2"]);
        let (groups, others) = sum.top(Some(GroupBy::Hashtag), 2);
        let named: Vec<_> = groups.iter().map(|(key, counts)| (key.clone().unwrap(), counts.posts)).collect();
        assert_eq!(named, [("b".to_owned(), 4), ("a".to_owned(), 3)]);
        assert_eq!(others.unwrap().posts, 1);
        let (days, others) = sum.top(Some(GroupBy::Day), 1);
        assert_eq!((days.len(), others), (3, None));
    }

    #[test]
    fn an_answer_of_another_form_is_an_error() {
        assert!(Sum::default().add(&json!({"total": {"posts": "many"}})).is_err());
    }
}
