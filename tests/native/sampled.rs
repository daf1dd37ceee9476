//! A sample of posts, whose authors, hashtags and words follow Zipf's law and whose counts follow their authors, and
//! random queries that meet it.

use crate::api::load;
use crate::sqlite::Server;
use postern::cursor::Position;
use postern::param::{Count, Order, Sort};
use postern::plan::{Set, Way};
use postern::post::line::PostLine;
use postern::post::tags;
use postern::query::{Listing, PostQuery};
use postern::sample::{HASHTAG, RIVALS, WORD, posts};
use postern::text::{fold_name, index_text, matches};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

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
    key: i64,
    line: PostLine,
    username: String,
    hashtags: Vec<String>,
    words: String,
}

impl Sampled {
    fn new(line: PostLine, keys: &BTreeMap<String, i64>) -> Self {
        let id = format!("{}:{}", line.platform.network.name(), line.platform_post_id);
        let content = line.content.as_deref();
        let hashtags = tags::hashtags(content.unwrap_or_default());
        Self {
            key: keys[&id],
            username: fold_name(&line.author.username),
            words: index_text(content, &hashtags),
            hashtags: hashtags.iter().map(|tag| fold_name(tag)).collect(),
            line,
        }
    }

    fn value(&self, sort: Sort) -> Option<u64> {
        match sort {
            Sort::PublishedAt => None,
            Sort::Count(Count::Likes) => self.line.likes_count,
            Sort::Count(Count::Comments) => self.line.comments_count,
            Sort::Count(Count::Views) => self.line.views_count,
        }
    }

    fn is_asked_for(&self, query: &PostQuery) -> bool {
        let (line, at) = (&self.line, self.line.published_at);
        query.platform.is_none_or(|platform| platform.network == line.platform.network)
            && query.username.as_ref().is_none_or(|name| name.0.key == self.username)
            && query.hashtag.as_ref().is_none_or(|name| self.hashtags.contains(&name.0.key))
            && query.media_type.is_none_or(|media_type| line.media_type == Some(media_type))
            && query.min_likes.is_none_or(|minimum| line.likes_count.unwrap_or(0) >= minimum.0)
            && query.min_comments.is_none_or(|minimum| line.comments_count.unwrap_or(0) >= minimum.0)
            && query.from.is_none_or(|from| at >= from)
            && query.to_exclusive.is_none_or(|to| at < to)
            && query.keyword.as_ref().is_none_or(|keyword| matches(&keyword.parsed, &self.words))
    }
}

/// How many rows storage would count for each post that a way looks at, and the posts that it looks at: those of a set,
/// or, where it walks, as far as the page needs.
pub(crate) fn rows(query: &PostQuery, way: Way, posts: &[Sampled]) -> usize {
    let need = usize::from(query.limit.0) + 1;
    let met: BTreeSet<i64> = expected(query, posts).into_iter().map(|(_, key)| key).collect();
    let walked = |walk: &PostQuery| {
        let order = |one: &(Option<u64>, i64), other: &(Option<u64>, i64)| compare(query.order, one, other);
        let rest = expected(walk, posts).into_iter();
        let mut rest = rest.filter(|post| is_after(query, *post, order));
        let (mut steps, mut found) = (0, 0);
        while found < need
            && let Some((_, key)) = rest.next()
        {
            steps += 1;
            found += usize::from(met.contains(&key));
        }
        steps
    };
    let by_count = PostQuery { sort: query.sort, ..only(query, None) };
    match way {
        Way::Walk(set) => walked(&only(query, Some(set))) * if set.is_of_posts() { 1 } else { 2 },
        Way::Collect(set) => {
            let all = expected(&only(query, Some(set)), posts).len();
            all * if set.is_of_posts() { 2 } else { 3 }
        }
        Way::Count => walked(&by_count),
        Way::Join => walked(&by_count) + expected(&only(query, Some(Set::Keyword)), posts).len(),
    }
}

/// How many rows asking for the sizes of sets takes at most: some from both ends of each.
pub(crate) fn asked_rows(query: &PostQuery, posts: &[Sampled]) -> usize {
    let sets: Vec<Set> = Set::of(query).into_iter().chain([Set::Time]).collect();
    let sample = (200 + 3 * (usize::from(query.limit.0) + 1)) / sets.len();
    sets.iter().map(|set| sample.min(2 * expected(&only(query, Some(*set)), posts).len())).sum()
}

fn is_after(
    query: &PostQuery,
    post: (Option<u64>, i64),
    order: impl Fn(&(Option<u64>, i64), &(Option<u64>, i64)) -> Ordering,
) -> bool {
    match query.position {
        None => true,
        Some(Position::Time { post_id }) => order(&(None, post_id), &post) == Ordering::Less,
        Some(Position::Count { count, post_id }) => order(&(count, post_id), &post) == Ordering::Less,
    }
}

/// A query that asks for one set only; for none, for what the walk of a count's index meets.
fn only(query: &PostQuery, set: Option<Set>) -> PostQuery {
    let is = |wanted| set == Some(wanted);
    let by = |count| set.is_none() && query.sort == Sort::Count(count);
    let platform = [Set::Author, Set::Hashtag, Set::Kind].into_iter().any(is);
    let range = set.is_some_and(|set| !set.is_of_count());
    PostQuery {
        platform: query.platform.filter(|_| platform),
        username: query.username.clone().filter(|_| is(Set::Author)),
        hashtag: query.hashtag.clone().filter(|_| is(Set::Hashtag)),
        keyword: query.keyword.clone().filter(|_| is(Set::Keyword)),
        media_type: query.media_type.filter(|_| is(Set::Kind)),
        min_likes: query.min_likes.filter(|_| is(Set::Likes) || by(Count::Likes)),
        min_comments: query.min_comments.filter(|_| is(Set::Comments) || by(Count::Comments)),
        from: query.from.filter(|_| range),
        to_exclusive: query.to_exclusive.filter(|_| range),
        order: query.order,
        ..PostQuery::new(Listing::Search)
    }
}

/// Loads the first posts of the sample.
pub(crate) fn loaded(server: &Server, count: u64) -> Vec<Sampled> {
    let lines: Vec<_> = posts(7, count).collect();
    for lines in lines.chunks(500) {
        let text: String = lines.iter().map(|line| serde_json::to_string(line).unwrap() + "\n").collect();
        assert_eq!(load(server, &text)["inserted"], lines.len());
    }
    let keys: BTreeMap<String, i64> = server.keys().into_iter().collect();
    lines.into_iter().map(|line| Sampled::new(line, &keys)).collect()
}

/// All posts that a query asks for, in order: their counts and keys.
pub(crate) fn expected(query: &PostQuery, posts: &[Sampled]) -> Vec<(Option<u64>, i64)> {
    let found = posts.iter().filter(|post| post.is_asked_for(query));
    let mut found: Vec<_> = found.map(|post| (post.value(query.sort), post.key)).collect();
    found.sort_by(|one, other| compare(query.order, one, other));
    found
}

/// The unknown last, and everything else in the order that is asked for.
pub(crate) fn compare(order: Order, one: &(Option<u64>, i64), other: &(Option<u64>, i64)) -> Ordering {
    let rank = one.cmp(other);
    one.0.is_none().cmp(&other.0.is_none()).then(if order == Order::Desc { rank.reverse() } else { rank })
}

/// Where a page ended that these were the last of.
pub(crate) fn position(sort: Sort, (count, post_id): (Option<u64>, i64)) -> Position {
    match sort {
        Sort::PublishedAt => Position::Time { post_id },
        Sort::Count(_) => Position::Count { count, post_id },
    }
}

/// A random query, most often one that some post meets.
pub(crate) fn random(dice: &mut Dice, posts: &[Sampled]) -> PostQuery {
    let post = dice.pick(posts);
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
    add(dice.chance(25), "platform", post.line.platform.network.name().to_owned());
    add(dice.chance(20), "username", post.line.author.username.clone());
    let hashtag = post.hashtags.first().cloned().unwrap_or_else(|| HASHTAG.to_owned());
    let hashtag = if dice.chance(30) { HASHTAG.to_owned() } else { hashtag };
    add(dice.chance(20), "hashtag", hashtag);
    let keyword = keyword(dice, post);
    add(dice.chance(35), "keyword", keyword);
    let media_type = post.line.media_type.map_or("image", postern::post::MediaType::name);
    add(dice.chance(20), "media_type", media_type.to_owned());
    let (likes, comments) = (number(post.line.likes_count, dice), number(post.line.comments_count, dice));
    add(dice.chance(15), "min_likes", likes);
    add(dice.chance(15), "min_comments", comments);
    let day = |at: postern::time::Timestamp| at.to_string()[..10].to_owned();
    let other = dice.pick(posts).line.published_at;
    add(dice.chance(15), "from_date", day(other.min(post.line.published_at)));
    add(dice.chance(15), "to_date", day(other.max(post.line.published_at)));
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
