//! Posts that are the same although their ids differ. A LinkedIn post has several ids, and posts in an Instagram
//! export have none that other files know.
//!
//! Each known post takes some hundred bytes, and their number is limited. Posts beyond the limit are not remembered,
//! so later duplicates of them stay posts of their own. Posts are only matched if the files of a run can contain such
//! duplicates. Ids from earlier runs come from the service, which is asked once for each LinkedIn author.

use crate::formats::{Format, Found, canonical, snowflake};
use crate::platform::Network;
use crate::posts::post::line::PostLine;
use crate::text::fold_name;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The maximum number of known posts.
const MAX_POSTS: usize = 200_000;
/// The maximum number of known LinkedIn ids.
const MAX_IDS: usize = 200_000;
/// The longest delay, in milliseconds, between a LinkedIn post and the activity that shows it.
const MAX_ACTIVITY_DELAY: i64 = 5000;
/// The largest difference, in milliseconds, between an export and other sources in the time of an Instagram post.
const MAX_TIME_DIFFERENCE: i64 = 2000;
/// How many characters at the start of two texts have to be equal.
const COMPARED_CHARS: usize = 40;

/// The networks whose posts may have several ids in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Across {
    /// LinkedIn, if a format other than the canonical one has its posts.
    pub linkedin: bool,
    /// Instagram, if several formats have its posts.
    pub instagram: bool,
}

impl Across {
    /// What a run's formats, each listed once, make possible.
    pub fn of(formats: &[&Format]) -> Self {
        let in_several =
            |network| formats.iter().filter(|format| format.networks.contains(&network)).count() > 1;
        // Even files of one format may use different ids: datasets of several scrapers, or a page's and a creator's
        // statistics.
        let raw = formats.iter().filter(|format| **format != &canonical::FORMAT);
        let linkedin = raw.flat_map(|format| format.networks).any(|network| *network == Network::Linkedin);
        Self { linkedin, instagram: in_several(Network::Instagram) }
    }
}

/// What is known of the posts already passed on.
#[derive(Debug)]
pub(crate) struct CrossIdDedup<T> {
    across: Across,
    /// The id that each post was passed on under, by each of its ids.
    also: HashMap<String, String>,
    /// LinkedIn posts by author and the time in their id, and Instagram posts by author and publication time.
    known: BTreeMap<(u8, u64, i64), Vec<Known>>,
    count: usize,
    /// LinkedIn authors whose stored posts have been looked up.
    looked_up: HashSet<u64>,
    /// Posts from Instagram exports that may match posts from other files.
    waiting: Vec<(PostLine, T)>,
}

#[derive(Debug)]
struct Known {
    id: String,
    /// A hash of the start of its text.
    start: u64,
}

impl<T> CrossIdDedup<T> {
    pub(crate) fn new(across: Across) -> Self {
        Self {
            across,
            also: HashMap::new(),
            known: BTreeMap::new(),
            count: 0,
            looked_up: HashSet::new(),
            waiting: Vec::new(),
        }
    }

    /// Returns a post under the id it is known by, or `None` if it has to wait for other posts.
    pub(crate) fn add(&mut self, found: Found, origin: T) -> Option<(PostLine, T)> {
        let Found { mut post, also, .. } = found;
        match post.platform.network {
            Network::Linkedin if self.across.linkedin => self.linkedin(&mut post, &also),
            Network::Instagram if self.across.instagram && has_generated_id(&post) => {
                self.waiting.push((post, origin));
                return None;
            }
            Network::Instagram if self.across.instagram => self.remember(&post, post.published_at.0),
            _ => {}
        }
        Some((post, origin))
    }

    /// The author of a LinkedIn post, if it is their first in this run. The ids of their stored posts should be added
    /// before it.
    pub(crate) fn new_author<'a>(&mut self, post: &'a PostLine) -> Option<&'a str> {
        let is_linkedin = self.across.linkedin && post.platform.network == Network::Linkedin;
        (is_linkedin && self.looked_up.insert(author(&post.author.username))).then_some(&post.author.username)
    }

    /// Adds the id of a stored LinkedIn post.
    pub(crate) fn add_stored_id(&mut self, username: &str, id: &str) {
        if let Some(time) = time(id).filter(|_| self.also.len() < MAX_IDS) {
            self.also.insert(id.to_owned(), id.to_owned());
            self.insert((Network::Linkedin.number(), author(username), time), id, 0);
        }
    }

    /// Returns the posts that waited, each under the id of its match if there was one.
    pub(crate) fn finish(&mut self) -> Vec<(PostLine, T)> {
        let mut waiting = core::mem::take(&mut self.waiting);
        for (post, _) in &mut waiting {
            let start = start(post);
            let near = self.near(post, post.published_at.0, MAX_TIME_DIFFERENCE, MAX_TIME_DIFFERENCE);
            let same =
                near.into_iter().filter(|(_, known)| known.start == start).min_by_key(|(apart, _)| *apart);
            if let Some((_, known)) = same {
                post.platform_post_id.clone_from(&known.id);
            }
        }
        waiting
    }

    fn linkedin(&mut self, post: &mut PostLine, also: &[String]) {
        let own = post.platform_post_id.clone();
        let by_id = core::iter::once(&own).chain(also).find_map(|id| self.also.get(id).cloned());
        let known = by_id.or_else(|| self.by_time(post));
        if let Some(known) = known {
            post.platform_post_id = known;
        } else if let Some(time) = time(&own) {
            self.remember(post, time);
        }
        if self.also.len() < MAX_IDS {
            let id = &post.platform_post_id;
            self.also.extend(also.iter().chain(Some(&own)).map(|other| (other.clone(), id.clone())));
        }
    }

    /// The matching post on the other side of a LinkedIn pair: the post shown by an activity, or the activity that
    /// shows a post.
    fn by_time(&self, post: &PostLine) -> Option<String> {
        let time = time(&post.platform_post_id)?;
        let is_activity = post.platform_post_id.starts_with("activity:");
        let (before, after) = if is_activity { (MAX_ACTIVITY_DELAY, 0) } else { (0, MAX_ACTIVITY_DELAY) };
        let near = self.near(post, time, before, after).into_iter();
        let other =
            near.filter(|(apart, known)| *apart > 0 && known.id.starts_with("activity:") != is_activity);
        other.min_by_key(|(apart, _)| *apart).map(|(_, known)| known.id.clone())
    }

    fn near(&self, post: &PostLine, time: i64, before: i64, after: i64) -> Vec<(i64, &Known)> {
        let (network, author) = (post.platform.network.number(), author(&post.author.username));
        let range = (network, author, time - before)..=(network, author, time + after);
        let near = self
            .known
            .range(range)
            .flat_map(|((_, _, at), known)| known.iter().map(move |known| ((at - time).abs(), known)));
        near.collect()
    }

    fn remember(&mut self, post: &PostLine, time: i64) {
        let key = (post.platform.network.number(), author(&post.author.username), time);
        self.insert(key, &post.platform_post_id, start(post));
    }

    fn insert(&mut self, key: (u8, u64, i64), id: &str, start: u64) {
        if self.count == MAX_POSTS {
            return;
        }
        let known = self.known.entry(key).or_default();
        if known.iter().all(|known| known.id != id) {
            known.push(Known { id: id.to_owned(), start });
            self.count += 1;
        }
    }
}

/// Whether a post's id was generated here because its source has none.
fn has_generated_id(post: &PostLine) -> bool {
    post.platform_post_id.starts_with("exp:")
}

fn time(id: &str) -> Option<i64> {
    let (_, number) = id.rsplit_once(':')?;
    snowflake::linkedin(number).map(|time| time.0)
}

fn author(username: &str) -> u64 {
    hash(&fold_name(username))
}

fn start(post: &PostLine) -> u64 {
    let text: String =
        post.content.as_deref().unwrap_or_default().trim().chars().take(COMPARED_CHARS).collect();
    hash(&text)
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
