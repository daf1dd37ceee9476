//! The sample of the site, `www/sample.ndjson`: posts that are written by hand, so nothing but these tests keeps them true.

use crate::api::load;
use crate::export::all;
use crate::loading::became;
use crate::sqlite::{SHARD, Server};
use postern::posts::post::tags::{hashtags, mentions};
use postern::posts::post::{Kind, MediaType, Post};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const SAMPLE: &str = include_str!("../../www/sample.ndjson");
const SIZE: usize = 300;

/// A service that holds just the sample.
pub(crate) fn server() -> Server {
    let server = Server::default();
    assert_eq!(became(&load(&server, SAMPLE)), [SIZE as u64, 0, 0, 0, 0]);
    server
}

/// The posts in the order of the file, as they are stored.
fn posts() -> Vec<Post> {
    let server = server();
    let connection = server.connection(SHARD);
    let stored = |line: &str| {
        let id: Value = serde_json::from_str(line).unwrap();
        let text: String = connection
            .query_row("SELECT json FROM documents WHERE id = ?1", [id["id"].as_str().unwrap()], |row| {
                row.get(0)
            })
            .unwrap();
        serde_json::from_str(&text).unwrap()
    };
    SAMPLE.lines().map(stored).collect()
}

fn by_id(posts: &[Post]) -> BTreeMap<&str, &Post> {
    posts.iter().map(|post| (post.id.as_str(), post)).collect()
}

#[test]
fn the_file_is_the_export_of_a_service_that_holds_just_these() {
    let server = server();
    assert_eq!(became(&load(&server, SAMPLE)), [0, 0, SIZE as u64, 0, 0]);
    let exported = all(&server, "");
    for (line, again) in SAMPLE.lines().zip(exported.lines()) {
        assert_eq!(line, again, "expected canonical lines, oldest first");
    }
    assert_eq!(exported.len(), SAMPLE.len());
    assert!(SAMPLE.len() < 300_000, "pages load it whole: {}", SAMPLE.len());
}

#[test]
fn ids_are_distinct_and_carry_the_time_where_the_network_has_it_in_them() {
    let posts = posts();
    assert_eq!(by_id(&posts).len(), SIZE);
    let number = |post: &Post, prefix| post.id.strip_prefix(prefix).map(|id| id.parse::<i64>().unwrap());
    for post in &posts {
        let time = post.published_at.0;
        let told = number(post, "x:").map(|id| (id >> 22) + 1_288_834_974_657);
        let told = told.or(number(post, "linkedin:activity:").map(|id| id >> 22));
        assert_eq!(
            told.or(number(post, "tiktok:").map(|id| (id >> 32) * 1000)).unwrap_or(time),
            time,
            "{}",
            post.id
        );
    }
    assert!(posts.iter().all(|post| post.collected_at > post.published_at));
    assert!(posts.iter().all(|post| post.edited_at.is_none_or(|edited| edited > post.published_at)));
}

#[test]
fn what_a_post_refers_to_is_older_and_on_the_same_network() {
    let posts = posts();
    let known = by_id(&posts);
    let (mut inside, mut outside, mut unknown) = (0, 0, 0);
    for post in &posts {
        match post.refers_to.as_deref().map(|id| known.get(id)) {
            Some(Some(other)) => {
                assert!(
                    other.published_at < post.published_at && other.network() == post.network(),
                    "{}",
                    post.id
                );
                assert_ne!(post.kind, Kind::Original);
                inside += 1;
            }
            Some(None) => outside += 1,
            None => unknown += usize::from(post.kind != Kind::Original),
        }
    }
    assert_eq!((inside, outside, unknown), (81, 4, 3));
}

/// How many posts of a thread there are up to this one: an author's post, their reply to it, their reply to that, and so on.
fn thread_length<'a>(known: &BTreeMap<&str, &'a Post>, mut post: &'a Post) -> usize {
    let mut length = 1;
    while let Some(&before) = post.refers_to.as_deref().and_then(|id| known.get(id)) {
        if post.kind != Kind::Reply || before.author.username != post.author.username {
            break;
        }
        (post, length) = (before, length + 1);
    }
    length
}

#[test]
fn some_authors_write_threads() {
    let posts = posts();
    let known = by_id(&posts);
    let mut lengths: Vec<_> =
        posts.iter().map(|post| thread_length(&known, post)).filter(|&length| length > 2).collect();
    lengths.sort_unstable();
    assert_eq!(lengths, [3, 3, 3, 3, 4, 4]);
}

#[test]
fn counts_make_sense() {
    let posts = posts();
    let counts = |post: &Post| {
        [post.likes_count, post.comments_count, post.views_count, post.shares_count, post.saves_count]
    };
    for post in &posts {
        let [likes, comments, views, shares, saves] = counts(post);
        for fewer in [likes, comments, shares, saves] {
            assert!(fewer.zip(views).is_none_or(|(fewer, views)| fewer <= views), "{}", post.id);
        }
        if post.kind == Kind::Repost {
            assert_eq!(counts(post), [None; 5], "{}: they belong to the original", post.id);
        }
    }
    let zeros = posts.iter().flat_map(counts).filter(|&count| count == Some(0)).count();
    let unknown = posts.iter().flat_map(counts).filter(Option::is_none).count();
    assert!(zeros > 20 && unknown > 300, "{zeros} {unknown}");
    let mut likes: Vec<_> = posts.iter().filter_map(|post| post.likes_count).collect();
    likes.sort_unstable_by(|one, other| other.cmp(one));
    let (most, all): (u64, u64) = (likes.iter().take(likes.len() / 10).sum(), likes.iter().sum());
    assert!(most * 10 > all * 6, "a tenth of the posts has most of the likes: {most} of {all}");
}

#[test]
fn no_text_is_there_twice_and_names_are_those_of_the_text() {
    let posts = posts();
    let known = by_id(&posts);
    let texts: Vec<_> = posts.iter().filter_map(|post| post.content.as_deref()).collect();
    assert_eq!((texts.len(), texts.iter().collect::<BTreeSet<_>>().len()), (290, 290));
    for post in &posts {
        let text = post.content.as_deref().unwrap_or_default();
        assert_eq!(
            (hashtags(text), mentions(text)),
            (post.hashtags.clone(), post.mentions.clone()),
            "{}",
            post.id
        );
        let other = post.refers_to.as_deref().and_then(|id| known.get(id));
        if let (Kind::Repost, Some(other), false) = (post.kind, other, text.is_empty()) {
            assert_eq!(text, format!("RT @{}: {}", other.author.username, other.content.as_deref().unwrap()));
        }
    }
}

/// `postern sample` makes most long words of its syllables. Real words may look like that.
#[test]
fn texts_are_not_those_of_a_generator() {
    let is_made = |word: &&str| {
        let letters = word.to_lowercase().into_bytes();
        let is_syllable = |pair: &[u8]| matches!(pair, [first, last] if b"lmnrstv".contains(first) && b"aeiou".contains(last));
        letters.chunks(2).all(is_syllable)
    };
    let is_long = |word: &&str| word.len() > 5;
    for post in posts() {
        let text = post.content.unwrap_or_default();
        let words = || text.split(|char: char| !char.is_alphanumeric()).filter(is_long);
        assert!(words().filter(is_made).count() * 2 <= words().count(), "{text}");
        assert!(!text.to_lowercase().contains("lorem"), "{text}");
    }
}

#[test]
fn a_table_of_them_has_everything_that_csv_has_to_escape() {
    let posts = posts();
    let texts = || posts.iter().filter_map(|post| post.content.as_deref());
    for sign in ['"', ',', '\n'] {
        assert!(texts().filter(|text| text.contains(sign)).count() > 5, "{sign:?}");
    }
    assert!(texts().filter(|text| text.contains(|char| char > '\u{1f000}')).count() > 10, "emoji");
    for (sign, times) in [('=', 3), ('+', 3), ('-', 1)] {
        assert_eq!(texts().filter(|text| text.starts_with(sign)).count(), times, "{sign}");
    }
}

#[test]
fn every_field_has_every_kind_of_value() {
    let posts = posts();
    let (mut nulls, mut values) = (BTreeMap::<String, u32>::new(), BTreeMap::<String, u32>::new());
    for post in &posts {
        let post = serde_json::to_value(post).unwrap();
        let media = post["media"].as_array().unwrap().iter().map(|file| ("media.", file));
        for (of, object) in media.chain([("author.", &post["author"]), ("", &post)]) {
            for (key, value) in object.as_object().unwrap() {
                let is_nothing = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
                *if is_nothing { &mut nulls } else { &mut values }
                    .entry(format!("{of}{key}"))
                    .or_default() += 1;
            }
        }
    }
    let required = [
        "id",
        "platform_post_id",
        "author",
        "kind",
        "published_at",
        "collected_at",
        "author.username",
        "media.type",
        "media.url",
    ];
    for (key, times) in &values {
        let nothing = nulls.get(key).copied().unwrap_or_default();
        assert!(
            *times >= 8
                && (required.contains(&key.as_str()) == (nothing == 0))
                && (nothing == 0 || nothing >= 3),
            "{key}: {times}, {nothing}"
        );
    }
    assert_eq!(values.len(), 22 - 1 + 7 + 7);
    let verified: Vec<_> = [Some(true), Some(false), None]
        .map(|state| posts.iter().filter(|post| post.author.verified == state).count())
        .into();
    assert_eq!(verified, [85, 177, 38]);
    let without_address = |post: &&Post| post.media_type == Some(MediaType::Video) && post.media.is_empty();
    assert_eq!(posts.iter().filter(without_address).count(), 4);
}
