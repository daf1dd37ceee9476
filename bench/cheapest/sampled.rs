//! A sample of posts as queries see them, and random queries that meet it. The tests use it, too, on fewer posts.

use postern::http::cursor::Position;
use postern::platform::Network;
use postern::posts::filters::List;
use postern::posts::keyword::matches;
use postern::posts::param::{Count, Language, Order, Sort};
use postern::posts::plan::{Answer, Set};
use postern::posts::post::line::PostLine;
use postern::posts::post::tags;
use postern::posts::post::{Kind, MediaType};
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
    kind: Kind,
    language: Language,
    mentions: Vec<String>,
    refers_to: Option<String>,
    /// Likes, comments, views, shares.
    counts: [Option<u64>; 4],
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
            kind: line.kind.unwrap_or_default(),
            language: Language::of_post(line.language.as_deref()),
            mentions: tags::mentions(content.unwrap_or_default())
                .iter()
                .map(|name| fold_name(name))
                .collect(),
            refers_to: line.refers_to.clone(),
            counts: [line.likes_count, line.comments_count, line.views_count, line.shares_count],
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
        let network = filters.networks().contains(&self.network);
        match set {
            Set::Author | Set::Hashtag | Set::Mentions => network && self.times(set, query) > 0,
            Set::References => filters.refers_to().is_none_or(|id| self.refers_to.as_ref() == Some(&id.0)),
            Set::Keyword => filters.keyword().is_none_or(|keyword| matches(&keyword.parsed, &self.words)),
            Set::Type => {
                let types = filters.media_types();
                network
                    && types.is_none_or(|list| list.iter().any(|media_type| *media_type == self.media_type))
            }
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

impl Sampled {
    /// In how many ranges of a set it is: a post with two hashtags of a list is in two.
    pub(crate) fn times(&self, set: Set, query: &PostQuery) -> usize {
        let filters = &query.filters;
        match set {
            Set::Author => count(filters.usernames(), |name| name.0.key == self.username),
            Set::Hashtag => count(filters.hashtags(), |name| self.hashtags.contains(&name.0.key)),
            Set::Mentions => count(filters.mentions(), |name| self.mentions.contains(&name.0.key)),
            _ => 1,
        }
    }

    /// Whether it meets the conditions of a query on the narrow row that no set has.
    pub(crate) fn meets_row_conditions(&self, query: &PostQuery) -> bool {
        let filters = &query.filters;
        let shares = filters.minimum(Count::Shares).map_or(0, |minimum| minimum.0);
        filters.post_kinds().is_none_or(|list| list.iter().any(|kind| *kind == self.kind))
            && filters.languages().is_none_or(|list| list.iter().any(|language| *language == self.language))
            && self.counts[Count::Shares as usize].unwrap_or(0) >= shares
            && count(filters.excluded_usernames(), |name| name.0.key == self.username) == 0
    }

    /// Whether it has a hashtag or a mention that a query excludes.
    pub(crate) fn is_excluded(&self, query: &PostQuery) -> bool {
        let filters = &query.filters;
        count(filters.excluded_hashtags(), |name| self.hashtags.contains(&name.0.key)) > 0
            || count(filters.excluded_mentions(), |name| self.mentions.contains(&name.0.key)) > 0
    }
}

fn count<T>(list: Option<&List<T>>, is_meant: impl Fn(&T) -> bool) -> usize {
    list.into_iter().flatten().filter(|item| is_meant(item)).count()
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
        let names: Vec<_> = match set {
            Set::Author => query.filters.usernames().into_iter().flatten().map(|name| &name.0.key).collect(),
            Set::Hashtag => query.filters.hashtags().into_iter().flatten().map(|name| &name.0.key).collect(),
            _ => Vec::new(),
        };
        let of = if set == Set::Author { &self.authors } else { &self.hashtags };
        match (set, query.filters.keyword()) {
            (Set::Author | Set::Hashtag, _) => {
                names.into_iter().filter_map(|name| of.get(name)).flatten().for_each(check);
            }
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
        for (all, post) in all.iter_mut().zip(&self.all) {
            *all = *all && post.meets_row_conditions(query) && !post.is_excluded(query);
        }
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

/// A random query, most often one that some post meets. Half of them have only filters of version 1.0.
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
    let [likes, comments, ..] = post.counts;
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
    if dice.chance(50) {
        add_newer(&mut pairs, dice, posts, other);
    }
    let pairs = pairs.iter().map(|(name, value)| (*name, value.as_str()));
    PostQuery::from_pairs(Listing::Search, &[], pairs).unwrap()
}

/// Adds filters of version 1.1: lists in place of single values, and new ones, each now and then.
fn add_newer(pairs: &mut Vec<(&'static str, String)>, dice: &mut Dice, posts: &[Sampled], post: &Sampled) {
    for (name, value) in pairs.iter_mut() {
        let most = if dice.chance(80) { 3 } else { 19 };
        let count = 1 + dice.below(most);
        let more: Vec<&Sampled> = (0..count).map(|_| dice.pick(posts)).collect();
        let list: Vec<String> = match *name {
            "username" if dice.chance(40) => more.iter().map(|post| post.username.clone()).collect(),
            "hashtag" if dice.chance(40) => {
                more.iter().filter_map(|post| post.hashtags.first().cloned()).collect()
            }
            "platform" if dice.chance(40) => more.iter().map(|post| post.network.name().to_owned()).collect(),
            "media_type" if dice.chance(40) => vec!["none".to_owned(), "reel".to_owned()],
            _ => continue,
        };
        *value = distinct(list.into_iter().chain([value.clone()]));
    }
    let other = dice.pick(posts);
    let number = |count: Count| post.counts[count as usize].unwrap_or(3).to_string();
    let mention = post.mentions.first().or(other.mentions.first()).cloned();
    let excluded_tags = distinct(other.hashtags.iter().take(2).cloned());
    let is_asked = |pairs: &[(&str, String)], name: &str, value: &str| {
        pairs.iter().any(|(known, list)| {
            *known == name && list.split(',').any(|item| value.split(',').any(|other| item == other))
        })
    };
    let more = [
        (15, "kind", distinct([post.kind, other.kind].iter().map(|kind| kind.name().to_owned()))),
        (15, "language", post.language.name().to_owned()),
        (10, "mentions", mention.unwrap_or_else(|| "nobody".to_owned())),
        (5, "refers_to", post.refers_to.clone().unwrap_or_else(|| "x:1".to_owned())),
        (10, "min_views", number(Count::Views)),
        (10, "min_shares", number(Count::Shares)),
        (10, "exclude_username", other.username.clone()),
        (10, "exclude_hashtag", if excluded_tags.is_empty() { "none".to_owned() } else { excluded_tags }),
        (5, "exclude_mentions", other.username.clone()),
    ];
    for (percent, name, value) in more {
        let asked = name.strip_prefix("exclude_").is_some_and(|asked| is_asked(pairs, asked, &value));
        if dice.chance(percent) && !asked {
            pairs.push((name, value));
        }
    }
}

/// A list of up to 20 values, each once.
fn distinct(values: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = values.filter(|value| !value.contains(',')).collect();
    all.sort();
    all.dedup();
    all.truncate(20);
    all.join(",")
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
