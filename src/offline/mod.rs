//! Posts in memory that answer queries as the service does: read, merged, keyed, folded, filtered, sorted and cut by the
//! same code, with a look at each post in place of SQL.
//!
//! Cursors are those of the service. A property test (`tests/native/offline.rs`) compares whole walks over pages with the bytes
//! of the service's answers.

mod member;
mod reading;

pub use reading::{Form, Loaded};

use crate::http::reply::BodyPart;
use crate::key::Range;
use crate::posts::page::{Item, Page, Place};
use crate::posts::param::{Order, Sort};
use crate::posts::post::line::PostLine;
use crate::posts::post::merge::{Change, merge};
use crate::posts::post::{Post, post_id};
use crate::posts::query::PostQuery;
use crate::time::Timestamp;
use member::Member;
use std::collections::BTreeMap;

/// Posts in memory.
#[derive(Debug, Clone, Default)]
pub struct PostSet {
    /// By their keys, which are in the order of time.
    members: BTreeMap<i64, Member>,
    /// The key of each id.
    keys: BTreeMap<String, i64>,
}

impl PostSet {
    /// How many posts there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Takes in a line: a new post, or more about a known one. `now` is the `collected_at` of a line without one.
    pub fn add(&mut self, line: PostLine, now: Timestamp) {
        let known = self.keys.get(&post_id(line.platform.network, &line.platform_post_id)).copied();
        let before = known.and_then(|key| self.members.get(&key));
        match merge(before.map(|member| &member.post), line, now) {
            Change::Unchanged => {}
            Change::Inserted(post) | Change::Updated(post) => self.put(post, known),
        }
    }

    /// Places a post: under its known key if its time and author are the same, otherwise under a free one of its range.
    fn put(&mut self, post: Post, known: Option<i64>) {
        // A post that was merged has the id that its line gave it.
        let Some(member) = Member::new(post) else { return };
        let range = Range::new(member.post.published_at, &member.author_key());
        let before = known.and_then(|key| self.members.remove(&key));
        let is_at_home = |key: &i64| {
            before.as_ref().is_some_and(|before| before.is_by(&member)) && Range::of(*key) == range
        };
        let free = || range.free(&member.post.id, |key| self.members.contains_key(&key));
        // All 32,768 keys of one author's millisecond are never taken: a network gives no author so many posts.
        let Some(key) = known.filter(is_at_home).or_else(free) else { return };
        self.keys.insert(member.post.id.clone(), key);
        self.members.insert(key, member);
    }

    /// The body of the service's answer to a query.
    pub fn answer(&self, query: &PostQuery) -> String {
        let pieces = self.page(query).into_body(query).into_iter();
        let text = |piece: BodyPart<String>| match piece {
            BodyPart::Own(text) => text,
            BodyPart::Opened(document) => document.strip_prefix('{').map(str::to_owned).unwrap_or(document),
        };
        pieces.map(text).collect()
    }

    /// The page that a query asks for.
    fn page(&self, query: &PostQuery) -> Page<String> {
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

    /// The places of all posts that a query asks for, after the page that it goes on from, in the order of time.
    fn places<'a>(&'a self, query: &'a PostQuery) -> impl DoubleEndedIterator<Item = Place> + 'a {
        let after = query.position.map(Place::from);
        let place =
            |(key, member): (&i64, &Member)| Place { value: member.sorted_count(query.sort), post_id: *key };
        let is_further =
            move |place: Place| after.is_none_or(|after| place.compare(after, query.order).is_gt());
        self.members
            .iter()
            .filter(move |(key, member)| is_further(place((key, member))) && member.is_asked_for(query))
            .map(place)
    }

    fn item(&self, place: Place) -> Option<Item<String>> {
        let member = self.members.get(&place.post_id)?;
        let document = member.post.document();
        Some(Item::new(place, member.network, crate::encoding::stamp(&document), document))
    }
}
