//! Posts in memory that answer queries as the service does. The same code parses, merges and folds posts and builds pages, but a
//! look at every post takes the place of SQL.
//!
//! Cursors are those of the service. A property test (`tests/native/offline.rs`) goes through all pages of queries and compares
//! the bytes with the service's answers.

mod answers;
mod counts;
mod export;
mod load;
mod member;
mod saved;
mod test_posts;

pub use answers::Answered;
pub use export::{ExportFile, ExportParameters, ExportedPart};
pub use load::{Form, Loaded};
pub use saved::SavedError;
pub(crate) use test_posts::TestFile;
pub use test_posts::TestMemory;

use crate::encoding::stamp;
use crate::http::cursor::Position;
use crate::key::Range;
use crate::posts::page::{Item, Page, Place};
use crate::posts::param::{Order, Sort};
use crate::posts::post::line::PostLine;
use crate::posts::post::merge::{Change, merge};
use crate::posts::post::{Post, post_id};
use crate::posts::query::PostQuery;
use crate::time::Timestamp;
use core::ops::Bound;
use member::Member;
use std::collections::BTreeMap;

/// Posts in memory.
#[derive(Debug, Clone, Default)]
pub struct PostSet {
    /// The posts by their keys, which are in the order of time.
    members: BTreeMap<i64, Member>,
    /// The key of each post, by its id.
    keys: BTreeMap<String, i64>,
}

impl PostSet {
    /// How many posts there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are no posts.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Adds a line, which inserts a post or updates a known one. `now` is the `collected_at` of a line without one.
    pub fn add(&mut self, line: PostLine, now: Timestamp) {
        let known = self.keys.get(&post_id(line.platform.network, &line.platform_post_id)).copied();
        let before = known.and_then(|key| self.members.get(&key));
        match merge(before.and_then(Member::post).as_ref(), line, now) {
            Change::Unchanged => {}
            Change::Inserted(post) | Change::Updated(post) => {
                // The id of a merged post comes from its line, so it names a network.
                if let Some(member) = Member::new(&post) {
                    self.put(member, known);
                }
            }
        }
    }

    /// Removes posts by their ids, and then puts others in the place of those with their ids, if there are any. Each line is a post's
    /// document, as the API serves it, but without `platform`. Nothing is merged: it is the newest state of the post. Of `stored` lines,
    /// which were posts before, only what their places depend on is looked at, and the rest when a query needs it.
    ///
    /// # Errors
    /// The number of the first line that is no post, from 1. Then nothing is changed.
    pub fn apply(&mut self, lines: &str, removed: &[String], stored: bool) -> Result<(), usize> {
        let member = |line: &str| {
            if stored {
                Member::of_document(line.to_owned())
            } else {
                Member::new(&Post::parse_document(line).ok()?)
            }
        };
        let lines = lines.lines().filter(|line| !line.is_empty()).zip(1_usize..);
        let members: Vec<_> =
            lines.map(|(line, number)| member(line).ok_or(number)).collect::<Result<_, _>>()?;
        for id in removed {
            if let Some(key) = self.keys.remove(id) {
                self.members.remove(&key);
            }
        }
        for member in members {
            let known = self.keys.get(&member.id).copied();
            self.put(member, known);
        }
        Ok(())
    }

    /// Computes what queries compare of some posts, so that no query has to. Begins after a key, and returns that of the last post, or
    /// `None` if there was none left.
    pub fn prepare(&self, after: Option<i64>, most: usize) -> Option<i64> {
        let start = after.map_or(Bound::Unbounded, Bound::Excluded);
        let unprepared =
            self.members.range((start, Bound::Unbounded)).filter(|(_, member)| !member.is_prepared());
        unprepared.take(most).inspect(|(_, member)| member.prepare()).last().map(|(key, _)| *key)
    }

    /// Stores a post: under its `known` key if its time and author are still the same, otherwise under a free key of its range.
    fn put(&mut self, member: Member, known: Option<i64>) {
        let range = Range::new(member.published_at, &member.author_key());
        let before = known.and_then(|key| self.members.remove(&key));
        let fits = |key: &i64| {
            before.as_ref().is_some_and(|before| before.is_by(&member)) && Range::containing(*key) == range
        };
        let free = || range.free(&member.id, |key| self.members.contains_key(&key));
        // The 32,768 keys of one slot's millisecond are never all taken: no network has so many posts.
        let Some(key) = known.filter(fits).or_else(free) else { return };
        self.keys.insert(member.id.clone(), key);
        self.members.insert(key, member);
    }

    /// The page of a query.
    fn page_of(&self, query: &PostQuery) -> Page<String> {
        let most = usize::from(query.limit.0) + 1;
        let mut places = match query.sort {
            Sort::PublishedAt if query.order == Order::Desc => self.places(query).rev().take(most).collect(),
            Sort::PublishedAt => self.places(query).take(most).collect(),
            Sort::Count(_) => self.places(query).collect::<Vec<_>>(),
        };
        places.sort_by(|one, other| one.compare(*other, query.order));
        let has_more = places.len() >= most;
        places.truncate(query.limit.0.into());
        Page::new(places.into_iter().filter_map(|place| self.item(place)).collect(), has_more)
    }

    /// The places of all posts that match a query, after its position if it has one, in the order of time. By time, only the posts after
    /// the position are looked at.
    fn places<'a>(&'a self, query: &'a PostQuery) -> impl DoubleEndedIterator<Item = Place> + 'a {
        let after = query.position.map(Place::from);
        let place =
            |(key, member): (&i64, &Member)| Place { value: member.sorted_count(query.sort), post_id: *key };
        let is_after =
            move |place: Place| after.is_none_or(|after| place.compare(after, query.order).is_gt());
        let (start, end) = match (query.position, query.sort, query.order) {
            (Some(Position::Time { post_id }), Sort::PublishedAt, Order::Asc) => {
                (Bound::Excluded(post_id), Bound::Unbounded)
            }
            (Some(Position::Time { post_id }), Sort::PublishedAt, Order::Desc) => {
                (Bound::Unbounded, Bound::Excluded(post_id))
            }
            _ => (Bound::Unbounded, Bound::Unbounded),
        };
        self.members
            .range((start, end))
            .filter(move |(key, member)| is_after(place((key, member))) && member.matches_query(query))
            .map(place)
    }

    fn item(&self, place: Place) -> Option<Item<String>> {
        let member = self.members.get(&place.post_id)?;
        let document = member.document.clone();
        Some(Item::new(place, member.network, stamp(&document), document))
    }
}
