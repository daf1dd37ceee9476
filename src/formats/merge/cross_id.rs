//! Posts that are one although their ids differ: a post of LinkedIn has several, and an Instagram export has none that
//! others know.
//!
//! What is known of a post here is some hundred bytes, of so many posts at most; what comes later than that stays a post
//! of its own. So it is only looked for where a run has files that may have it. What earlier runs brought, the service knows:
//! it is asked once for each author on LinkedIn.

use crate::formats::{Format, Found, canonical, snowflake};
use crate::platform::Network;
use crate::posts::post::line::PostLine;
use crate::text::fold_name;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// How many posts are known at most.
const MOST: usize = 200_000;
/// How many ids of posts on LinkedIn are known at most.
const MOST_IDS: usize = 200_000;
/// How much later than a post LinkedIn makes the activity that shows it.
const LINKEDIN: i64 = 5000;
/// How far apart an export and others may see the time of a post on Instagram.
const INSTAGRAM: i64 = 2000;
/// How many characters of a text have to be the same.
const START: usize = 40;

/// Whose posts may come under several ids in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Across {
    /// Those of LinkedIn: where files have some that are not canonical already.
    pub linkedin: bool,
    /// Those of Instagram: where an export and files of another format have some.
    pub instagram: bool,
}

impl Across {
    /// What the formats of a run's files, each once, make possible.
    pub fn of(formats: &[&Format]) -> Self {
        let of = |network| formats.iter().filter(|format| format.networks.contains(&network)).count() > 1;
        // Files of one format name them by other ids too: datasets of different scrapers, a page's and a creator's numbers.
        let raw = formats.iter().filter(|format| **format != &canonical::FORMAT);
        let linkedin = raw.flat_map(|format| format.networks).any(|network| *network == Network::Linkedin);
        Self { linkedin, instagram: of(Network::Instagram) }
    }
}

/// What is known of the posts that went out.
#[derive(Debug)]
pub(crate) struct CrossIdDedup<T> {
    across: Across,
    /// The id that a post went out by, by another of its ids.
    also: HashMap<String, String>,
    /// Posts of LinkedIn by their author and the time in their id, and of Instagram by their author and time.
    known: BTreeMap<(u8, u64, i64), Vec<Known>>,
    count: usize,
    /// Authors on LinkedIn whose stored posts are known.
    asked: HashSet<u64>,
    /// Posts of exports that may turn out to be others'.
    waiting: Vec<(PostLine, T)>,
}

#[derive(Debug)]
struct Known {
    id: String,
    /// A hash of its text's start.
    start: u64,
}

impl<T> CrossIdDedup<T> {
    pub(crate) fn new(across: Across) -> Self {
        Self {
            across,
            also: HashMap::new(),
            known: BTreeMap::new(),
            count: 0,
            asked: HashSet::new(),
            waiting: Vec::new(),
        }
    }

    /// Gives a post under the id that it is known by, unless it has to wait for others.
    pub(crate) fn take(&mut self, found: Found, origin: T) -> Option<(PostLine, T)> {
        let Found { mut post, also, .. } = found;
        match post.platform.network {
            Network::Linkedin if self.across.linkedin => self.linkedin(&mut post, &also),
            Network::Instagram if self.across.instagram && is_made_up(&post) => {
                self.waiting.push((post, origin));
                return None;
            }
            Network::Instagram if self.across.instagram => self.remember(&post, post.published_at.0),
            _ => {}
        }
        Some((post, origin))
    }

    /// The author of a post on LinkedIn, if it is the first one of theirs: the ids of their stored posts should be known first.
    pub(crate) fn new_author<'a>(&mut self, post: &'a PostLine) -> Option<&'a str> {
        let is_wanted = self.across.linkedin && post.platform.network == Network::Linkedin;
        (is_wanted && self.asked.insert(author(&post.author.username))).then_some(&post.author.username)
    }

    /// Takes in the id of a stored post on LinkedIn.
    pub(crate) fn know(&mut self, username: &str, id: &str) {
        if let Some(time) = time(id).filter(|_| self.also.len() < MOST_IDS) {
            self.also.insert(id.to_owned(), id.to_owned());
            self.insert((Network::Linkedin.number(), author(username), time), id, 0);
        }
    }

    /// Gives the posts that waited, each under the id of the one that it is, if that came.
    pub(crate) fn finish(&mut self) -> Vec<(PostLine, T)> {
        let mut waiting = core::mem::take(&mut self.waiting);
        for (post, _) in &mut waiting {
            let start = start(post);
            let near = self.near(post, post.published_at.0, INSTAGRAM, INSTAGRAM);
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
        let named = core::iter::once(&own).chain(also).find_map(|id| self.also.get(id).cloned());
        let known = named.or_else(|| self.by_time(post));
        if let Some(known) = known {
            post.platform_post_id = known;
        } else if let Some(time) = time(&own) {
            self.remember(post, time);
        }
        if self.also.len() < MOST_IDS {
            let id = &post.platform_post_id;
            self.also.extend(also.iter().chain(Some(&own)).map(|other| (other.clone(), id.clone())));
        }
    }

    /// The post that LinkedIn shows by an activity, or the activity that shows it.
    fn by_time(&self, post: &PostLine) -> Option<String> {
        let time = time(&post.platform_post_id)?;
        let is_activity = post.platform_post_id.starts_with("activity:");
        let (before, after) = if is_activity { (LINKEDIN, 0) } else { (0, LINKEDIN) };
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
        if self.count == MOST {
            return;
        }
        let known = self.known.entry(key).or_default();
        if known.iter().all(|known| known.id != id) {
            known.push(Known { id: id.to_owned(), start });
            self.count += 1;
        }
    }
}

/// Whether a post's id was made here, because its source gives none.
fn is_made_up(post: &PostLine) -> bool {
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
    let text: String = post.content.as_deref().unwrap_or_default().trim().chars().take(START).collect();
    hash(&text)
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
