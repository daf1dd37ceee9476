//! A page of posts, from rows to the body of an answer. The stored texts are passed on unparsed.
//!
//! The rows' documents are joined as text, under the name of the network that the caller used. The alternatives cost more
//! processor time in workerd, as a multiple of this one (in brackets: quartiles):
//!
//! | newest page of | parse and write again | copy the documents through Rust as text |
//! | --- | --- | --- |
//! | 50 posts (58 KB) | 1.13 (1.09 to 1.19) | 1.05 (0.99 to 1.11) |
//! | 100 posts | 1.22 (1.19 to 1.26) | 1.06 (0.99 to 1.11) |
//! | 50 posts, rows in memory | 1.87 of 0.80 ms | 1.12 of 0.80 ms |
//! | 100 posts, rows in memory | 2.21 of 1.20 ms | 1.33 of 1.20 ms |
//!
//! "Rows in memory" leaves out D1's own work. Figures are medians of 16 interleaved rounds of 400 calls. The Worker encodes the
//! joined text by the platform's `TextEncoder`: copying the documents through Rust costs more than that.

mod cached;

use super::answer::{Answer, Next, Served};
use super::param::{Order, Sort};
use super::post::canonical;
use super::query::PostQuery;
use super::url::posts_url;
use crate::http::cursor::Position;
use crate::http::listing::PageInfo;
use crate::platform::Network;
use crate::shards::Shard;
use crate::store::{AsText, Row, Rows, StorageError, json, required};
use core::cmp::Ordering;

/// The body before the posts.
const OPENING: &str = r#"{"success":true,"data":{"posts":["#;

/// The place of a post in the order of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The count that posts are sorted by. `None` if it is unknown, or if posts are sorted by time.
    pub value: Option<u64>,
    /// The post's key.
    pub post_id: i64,
}

impl Place {
    /// Compares by count, then by key. Unknown counts come last in both orders.
    pub fn compare(self, other: Self, order: Order) -> Ordering {
        let known = self.value.is_none().cmp(&other.value.is_none());
        let rank = self.value.cmp(&other.value).then(self.post_id.cmp(&other.post_id));
        known.then(if order == Order::Desc { rank.reverse() } else { rank })
    }
}

impl From<Position> for Place {
    fn from(position: Position) -> Self {
        match position {
            Position::Time { post_id } => Self { value: None, post_id },
            Position::Count { count: value, post_id } => Self { value, post_id },
        }
    }
}

/// A post of a page.
#[derive(Debug, Clone)]
pub struct Item<T> {
    place: Place,
    network: Network,
    stamp: String,
    document: T,
}

/// A page: its posts in order, and whether there are more.
#[derive(Debug, Clone)]
pub struct Page<T> {
    items: Vec<Item<T>>,
    has_more: bool,
}

impl<T> Page<T> {
    /// A page of posts that are in order already.
    pub const fn new(items: Vec<Item<T>>, has_more: bool) -> Self {
        Self { items, has_more }
    }

    /// Builds the page from the rows of each shard, in any order. One row more than the limit means that there are more posts. A
    /// post that is being moved is on two shards, and counts only on the one that has it according to `shards`.
    ///
    /// # Errors
    /// When a row has other columns than [`super::statements::page`] selects.
    pub fn from_rows<'a, R: Row<Text = T> + 'a>(
        shards: impl Iterator<Item = (&'a Shard, &'a Rows<R>)>,
        query: &PostQuery,
    ) -> Result<Self, StorageError> {
        let mut items = Vec::new();
        for (shard, rows) in shards {
            for row in &rows.rows {
                let item = Item::from_row(row, query.sort)?;
                if shard.has(item.place.post_id) {
                    items.push(item);
                }
            }
        }
        items.sort_by(|one, other| one.place.compare(other.place, query.order));
        let has_more = items.len() > usize::from(query.limit.0);
        items.truncate(query.limit.0.into());
        Ok(Self { items, has_more })
    }

    /// Whether there are more posts after it.
    pub const fn has_more(&self) -> bool {
        self.has_more
    }

    /// How many posts it has.
    pub const fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether it has no posts.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Leaves the posts after so many to the next page.
    pub(crate) fn leave_after(&mut self, count: usize) {
        self.has_more |= count < self.items.len();
        self.items.truncate(count);
    }

    /// The posts, in order.
    pub(crate) fn posts(&self, query: &PostQuery) -> impl Iterator<Item = Served<T>>
    where
        T: Clone,
    {
        self.items.iter().cloned().map(|item| item.served(query))
    }

    /// The position after which the next page begins, if there is one.
    pub fn next(&self, query: &PostQuery) -> Option<Position> {
        let Place { value: count, post_id } = self.items.last().filter(|_| self.has_more)?.place;
        Some(match query.sort {
            Sort::PublishedAt => Position::Time { post_id },
            Sort::Count(_) => Position::Count { count, post_id },
        })
    }

    /// The answer to the query. Each post's `platform` is the query's name for the network.
    pub fn into_answer(self, query: &PostQuery) -> Answer<T> {
        let position = self.next(query);
        let cursor = position.map(|position| query.cursor(position).encode());
        let ending = self.ending_with(query, cursor.as_deref());
        let next = cursor.map(|cursor| Next {
            cursor,
            address: Some(posts_url(&PostQuery { position, ..query.clone() })),
        });
        Answer { next, ..Answer::of_posts(self.into_posts(query), OPENING, ending) }
    }

    fn into_posts(self, query: &PostQuery) -> Vec<Served<T>> {
        self.items.into_iter().map(|item| item.served(query)).collect()
    }

    fn ending_with(&self, query: &PostQuery, next_cursor: Option<&str>) -> String {
        format!("],{}}}}}", self.about(query, next_cursor))
    }

    /// What the answer says about the page and the query: members of an object.
    pub(crate) fn about(&self, query: &PostQuery, next_cursor: Option<&str>) -> String {
        let about = PageInfo {
            limit: query.limit.0,
            returned: self.items.len(),
            has_more: self.has_more,
            next_cursor: next_cursor.map(str::to_owned),
        };
        format!(r#""page":{},"query":{}"#, json(&about), json(&query.echo()))
    }
}

impl<T: AsText> Page<T> {
    /// The posts as canonical lines with the networks' own names, each with its position.
    pub fn into_lines(self) -> impl Iterator<Item = (Position, String)> {
        self.items.into_iter().map(|item| {
            let line = canonical(item.network, &item.document.to_text());
            (Position::Time { post_id: item.place.post_id }, line)
        })
    }
}

impl<T> Item<T> {
    /// A post at its place in the page.
    pub const fn new(place: Place, network: Network, stamp: String, document: T) -> Self {
        Self { place, network, stamp, document }
    }

    fn from_row<R: Row<Text = T>>(row: &R, sort: Sort) -> Result<Self, StorageError> {
        let key = required(row.text("post_id")?, "post_id")?;
        let network = required(row.integer("network")?, "network")?;
        let value = match sort {
            Sort::PublishedAt => None,
            Sort::Count(_) => row.integer("value")?.and_then(|value| u64::try_from(value).ok()),
        };
        let place = Place {
            post_id: key.parse().map_err(|_| StorageError::new("column post_id is no integer"))?,
            value,
        };
        Ok(Self {
            place,
            network: required(Network::from_number(network), "network")?,
            stamp: required(row.text("stamp")?, "stamp")?,
            document: row.stored("json")?,
        })
    }

    fn served(self, query: &PostQuery) -> Served<T> {
        let platform = query.filters.platform_name(self.network);
        Served { platform, stamp: self.stamp, document: self.document }
    }
}
