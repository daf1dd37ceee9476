//! A sample of posts as queries see them, and random queries that meet it. The tests use it, too, on fewer posts.

use postern::http::cursor::Position;
use postern::platform::Network;
use postern::posts::keyword::matches;
use postern::posts::param::{Order, Sort};
use postern::posts::plan::{Answer, Set};
use postern::posts::post::MediaType;
use postern::posts::post::line::PostLine;
use postern::posts::post::tags;
use postern::posts::query::{Listing, PostQuery};
use postern::sample::{HASHTAG, RIVALS, WORD};
use postern::store::Row;
use postern::text::{fold_name, index_text};
use postern::time::Timestamp;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A count and a key, by which posts are in order.
pub(crate) type Place = (Option<u64>, i64);

/// Numbers that are the same each time.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// A post that was loaded, as a query sees it.
pub(crate) struct Sampled {
    pub(crate) key: i64,
    network: Network,
    username: String,
    hashtags: Vec<String>,
    words: String,
    media_type: Option<MediaType>,
    /// Likes, comments, views.
    counts: [Option<u64>; 3],
    at: Timestamp,
}

impl Sampled {
    fn new(line: &PostLine, keys: &BTreeMap<String, i64>) -> Self {
        let id = format!("{}:{}", line.platform.network.name(), line.platform_post_id);
        let content = line.content.as_deref();
        let hashtags = tags::hashtags(content.unwrap_or_default());
        Self {
            key: keys[&id],
            network: line.platform.network,
            username: fold_name(&line.author.username),
            words: index_text(content, &hashtags),
            hashtags: hashtags.iter().map(|tag| fold_name(tag)).collect(),
            media_type: line.media_type,
            counts: [line.likes_count, line.comments_count, line.views_count],
            at: line.published_at,
        }
    }

    fn value(&self, sort: Sort) -> Option<u64> {
        match sort {
            Sort::PublishedAt => None,
            Sort::Count(count) => self.counts[count as usize],
        }
    }

    pub(crate) fn place(&self, sort: Sort) -> Place {
        (self.value(sort), self.key)
    }

    /// Whether it is of a set that a query names.
    fn is_of(&self, set: Set, query: &PostQuery) -> bool {
        let filters = &query.filters;
        let network = filters.platform().is_none_or(|platform| platform.network == self.network);
        match set {
            Set::Author => network && filters.username().is_none_or(|name| name.0.key == self.username),
            Set::Hashtag => {
                network && filters.hashtag().is_none_or(|name| self.hashtags.contains(&name.0.key))
            }
            Set::Keyword => filters.keyword().is_none_or(|keyword| matches(&keyword.parsed, &self.words)),
            Set::Kind => network && filters.media_type().is_none_or(|kind| self.media_type == Some(kind)),
            Set::Reaching(count) => {
                let minimum = filters.minimum(count).map_or(0, |minimum| minimum.0);
                self.counts[count as usize].unwrap_or(0) >= minimum
            }
            Set::Time => {
                query.from.is_none_or(|from| self.at >= from)
                    && query.to_exclusive.is_none_or(|to| self.at < to)
            }
        }
    }
}

/// Posts in the order of their keys, with what finds them.
pub(crate) struct Posts {
    pub(crate) all: Vec<Sampled>,
    words: BTreeMap<String, Vec<usize>>,
    authors: BTreeMap<String, Vec<usize>>,
    hashtags: BTreeMap<String, Vec<usize>>,
    by_count: [Vec<usize>; 3],
}

impl Posts {
    /// Posts that were loaded under these keys.
    pub(crate) fn new(lines: impl Iterator<Item = PostLine>, keys: &BTreeMap<String, i64>) -> Self {
        Self::sorted(lines.map(|line| Sampled::new(&line, keys)).collect())
    }

    fn sorted(mut posts: Vec<Sampled>) -> Self {
        posts.sort_by_key(|post| post.key);
        let words = posts_by(&posts, |post| post.words.split(' '));
        let authors = posts_by(&posts, |post| std::iter::once(post.username.as_str()));
        let hashtags = posts_by(&posts, |post| post.hashtags.iter().map(String::as_str));
        let by_count = [0, 1, 2].map(|count| {
            let mut order: Vec<_> = (0..posts.len()).collect();
            order.sort_by_key(|index| (posts[*index].counts[count], posts[*index].key));
            order
        });
        Self { all: posts, words, authors, hashtags, by_count }
    }

    /// The posts in an order, the unknown last.
    pub(crate) fn in_order(&self, sort: Sort, order: Order) -> Vec<usize> {
        let mut all = match sort {
            Sort::PublishedAt => (0..self.all.len()).collect(),
            Sort::Count(count) => self.by_count[count as usize].clone(),
        };
        if order == Order::Desc {
            all.reverse();
        }
        if let Sort::Count(_) = sort {
            let is_unknown = |index: &usize| self.all[*index].value(sort).is_none();
            let unknown: Vec<_> = all.iter().copied().filter(is_unknown).collect();
            all.retain(|index| !is_unknown(index));
            all.extend(unknown);
        }
        all
    }

    /// How many words begin with a prefix.
    pub(crate) fn words_with(&self, prefix: &str) -> u64 {
        let found = self.words.range(prefix.to_owned()..);
        found.take_while(|(word, _)| word.starts_with(prefix)).count() as u64
    }

    /// Which posts are of a set.
    pub(crate) fn members(&self, set: Set, query: &PostQuery) -> Vec<bool> {
        let is_of = |index: &usize| self.all[*index].is_of(set, query);
        let mut members = vec![false; self.all.len()];
        let mut check = |index: &usize| members[*index] = members[*index] || is_of(index);
        let key = match set {
            Set::Author => query.filters.username().and_then(|name| self.authors.get(&name.0.key)),
            Set::Hashtag => query.filters.hashtag().and_then(|name| self.hashtags.get(&name.0.key)),
            _ => None,
        };
        match (set, query.filters.keyword()) {
            (Set::Author | Set::Hashtag, _) => key.into_iter().flatten().for_each(check),
            // One of the first words of the first clause must occur.
            (Set::Keyword, Some(keyword)) => {
                for phrase in &keyword.parsed.clauses()[0].any_of {
                    let (word, is_prefix) = (&phrase.words[0], phrase.prefix && phrase.words.len() == 1);
                    let found = self.words.range(word.clone()..);
                    let found =
                        found.take_while(|(key, _)| *key == word || is_prefix && key.starts_with(word));
                    found.flat_map(|(_, found)| found).for_each(&mut check);
                }
            }
            _ => (0..self.all.len()).for_each(|index| check(&index)),
        }
        members
    }

    /// Which posts a query asks for.
    pub(crate) fn matching(&self, query: &PostQuery) -> Vec<bool> {
        let mut all = self.members(Set::Time, query);
        for set in Set::all_of(query) {
            for (all, is_of) in all.iter_mut().zip(self.members(set, query)) {
                *all = *all && is_of;
            }
        }
        all
    }

    /// All posts that a query asks for, from its first page on, in order.
    pub(crate) fn expected(&self, query: &PostQuery) -> Vec<Place> {
        let matching = self.matching(query);
        let found = self.in_order(query.sort, query.order).into_iter().filter(|index| matching[*index]);
        found.map(|index| self.all[index].place(query.sort)).collect()
    }

    /// A random query, and the posts of one of its first five pages with the one after.
    pub(crate) fn ask(&self, dice: &mut Dice) -> (PostQuery, Vec<Place>) {
        let query = random(dice, &self.all);
        let all = self.expected(&query);
        let limit = usize::from(query.limit.0);
        let start = (dice.below(5) * limit).min(all.len().saturating_sub(1) / limit * limit);
        let position = start.checked_sub(1).map(|last| position(query.sort, all[last]));
        let page = all[start..].iter().take(limit + 1).copied().collect();
        (PostQuery { position, ..query }, page)
    }

    /// Whether a post is behind the place where an earlier page ended.
    pub(crate) fn is_after(&self, index: usize, query: &PostQuery) -> bool {
        let last = match query.position {
            None => return true,
            Some(Position::Time { post_id }) => (None, post_id),
            Some(Position::Count { count, post_id }) => (count, post_id),
        };
        compare(query.order, &last, &self.all[index].place(query.sort)) == Ordering::Less
    }
}

/// The counts and keys of a page that the planner found, in order.
pub(crate) fn found<R: Row>(answer: &Answer<R>, query: &PostQuery) -> Vec<Place> {
    let place = |row: &R| {
        let count = row.integer("value").unwrap().map(i64::unsigned_abs);
        (count, row.text("post_id").unwrap().unwrap().parse().unwrap())
    };
    let mut places: Vec<_> = answer.rows.rows.iter().map(place).collect();
    places.sort_by(|one, other| compare(query.order, one, other));
    places.truncate(usize::from(query.limit.0) + 1);
    places
}

/// Which posts have each word, or whatever it is.
fn posts_by<'a, I: Iterator<Item = &'a str>>(
    posts: &'a [Sampled],
    words: impl Fn(&'a Sampled) -> I,
) -> BTreeMap<String, Vec<usize>> {
    let mut found = BTreeMap::<String, Vec<usize>>::new();
    for (index, post) in posts.iter().enumerate() {
        for word in words(post) {
            match found.get_mut(word) {
                Some(posts) => posts.push(index),
                None => drop(found.insert(word.to_owned(), vec![index])),
            }
        }
    }
    found
}

/// The unknown last, and everything else in the order that is asked for.
pub(crate) fn compare(order: Order, one: &Place, other: &Place) -> Ordering {
    let rank = one.cmp(other);
    one.0.is_none().cmp(&other.0.is_none()).then(if order == Order::Desc { rank.reverse() } else { rank })
}

/// Where a page ended that these were the last of.
fn position(sort: Sort, (count, post_id): Place) -> Position {
    match sort {
        Sort::PublishedAt => Position::Time { post_id },
        Sort::Count(_) => Position::Count { count, post_id },
    }
}

/// A random query, most often one that some post meets.
pub(crate) fn random(dice: &mut Dice, posts: &[Sampled]) -> PostQuery {
    let post = dice.pick(posts);
    // Now and then, what is asked for together hardly meets.
    let other = if dice.chance(10) { dice.pick(posts) } else { post };
    let number = |count: Option<u64>, dice: &mut Dice| match dice.below(8) {
        0 => "9007199254740991".to_owned(),
        1 => "1".to_owned(),
        _ => count.unwrap_or(3).to_string(),
    };
    let mut pairs: Vec<(&str, String)> = Vec::new();
    let mut add = |is_wanted: bool, name: &'static str, value: String| {
        if is_wanted {
            pairs.push((name, value));
        }
    };
    add(dice.chance(25), "platform", post.network.name().to_owned());
    add(dice.chance(20), "username", post.username.clone());
    let hashtag = other.hashtags.first().cloned().unwrap_or_else(|| HASHTAG.to_owned());
    let hashtag = if dice.chance(30) { HASHTAG.to_owned() } else { hashtag };
    add(dice.chance(20), "hashtag", hashtag);
    let keyword = keyword(dice, post);
    add(dice.chance(35), "keyword", keyword);
    let media_type = post.media_type.map_or("image", MediaType::name);
    add(dice.chance(20), "media_type", media_type.to_owned());
    let [likes, comments, _] = post.counts;
    let (likes, comments) = (number(likes, dice), number(comments, dice));
    add(dice.chance(15), "min_likes", likes);
    add(dice.chance(15), "min_comments", comments);
    let day = |at: Timestamp| at.to_string()[..10].to_owned();
    let far = dice.pick(posts).at;
    add(dice.chance(15), "from_date", day(far.min(post.at)));
    add(dice.chance(15), "to_date", day(far.max(post.at)));
    let sorts = ["published_at", "likes_count", "comments_count", "views_count"];
    add(true, "sort_by", (*dice.pick(&sorts)).to_owned());
    add(true, "sort_order", (*dice.pick(&["desc", "asc"])).to_owned());
    add(true, "limit", dice.pick(&[1, 10, 50, 100]).to_string());
    let pairs = pairs.iter().map(|(name, value)| (*name, value.as_str()));
    PostQuery::from_pairs(Listing::Search, &[], pairs).unwrap()
}

/// A word of a post, a frequent one, or several.
fn keyword(dice: &mut Dice, post: &Sampled) -> String {
    let words: Vec<_> = post.words.split(' ').filter(|word| word.is_ascii() && word.len() > 2).collect();
    let word = if words.is_empty() { WORD } else { dice.pick(&words) };
    match dice.below(10) {
        0 | 1 => WORD.to_owned(),
        2 => RIVALS.join(" "),
        3 => format!("{word} {WORD}"),
        4 => format!("{word} OR {}", RIVALS[0]),
        5 => format!("{WORD} -{}", RIVALS[1]),
        6 => format!("{}*", &word[..3]),
        _ => word.to_owned(),
    }
}
