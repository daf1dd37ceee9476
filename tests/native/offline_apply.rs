//! Whatever is applied to posts in memory, in whatever order, they are what loading the outcome at once would give.

use crate::invented::{Asked, Invented, asked, post};
use postern::offline::{Form, Loaded, PostSet};
use postern::posts::shape::Shape;
use postern::router::route::Route;
use postern::time::Timestamp;
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeMap;

const NOW: Timestamp = Timestamp(1_772_400_000_000);
/// Few ids, so that posts are replaced, removed and come back. No two of them hash to the same key.
const IDS: usize = 12;
/// What the bytes of a set begin with, before its lines.
const HEAD: usize = 44;

/// The documents of a set in order, each with its key.
fn keyed(set: &PostSet) -> Vec<(i64, String)> {
    let bytes = set.to_bytes();
    let pair = |line: &str| {
        let (key, document) = line.split_once(' ').unwrap();
        (key.parse().unwrap(), document.to_owned())
    };
    core::str::from_utf8(&bytes[HEAD..]).unwrap().lines().map(pair).collect()
}

/// The document of a canonical line.
fn document(line: &str) -> String {
    let Loaded { set, rejected } = Loaded::parse(line, Form::Canonical, NOW);
    assert_eq!(rejected, []);
    keyed(&set).remove(0).1
}

/// One call: whose ids go, and which posts come.
#[derive(Debug, Clone)]
struct Step {
    removed: Vec<(Invented, usize)>,
    posts: Vec<(Invented, usize)>,
    are_stored: bool,
}

fn step() -> impl Strategy<Value = Step> {
    let posts = |most| vec((post(), 0..IDS), 0..most);
    (posts(5), posts(9), any::<bool>()).prop_map(|(removed, posts, are_stored)| Step {
        removed,
        posts,
        are_stored,
    })
}

/// The bodies of all pages of a query, or nothing if it is not valid.
fn bodies(set: &PostSet, asked: &Asked, limit: u16) -> Vec<String> {
    let (mut bodies, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let url = asked.url(limit, cursor.as_deref());
        let (path, query) = url.split_once('?').unwrap();
        let Ok(Route::Posts(query)) = Route::parse(path, query) else { return bodies };
        let answer = set.page(&query, &Shape::default()).unwrap();
        bodies.push(answer.body);
        if answer.next_cursor.is_none() {
            return bodies;
        }
        cursor = answer.next_cursor;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, max_shrink_iters: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_history_ends_as_its_outcome(
        steps in vec(step(), 1..14),
        queries in vec((asked(), 1..=20_u16), 12),
        wrong in any::<prop::sample::Index>(),
    ) {
        let mut set = PostSet::default();
        let mut posts = BTreeMap::new();
        for (number, Step { removed, posts: news, are_stored }) in steps.into_iter().enumerate() {
            let removed: Vec<_> = removed.iter().map(|(post, id)| post.id(&id.to_string())).collect();
            let mut lines: Vec<_> = news.iter().map(|(post, id)| document(&post.line(&id.to_string()))).collect();

            // One line that is no post, and nothing happens.
            let before = set.to_bytes();
            let at = wrong.index(lines.len() + 1);
            lines.insert(at, r#"{"id":"x:1"}"#.to_owned());
            prop_assert_eq!(set.apply(&lines.join("\n"), &removed, are_stored), Err(at + 1));
            prop_assert!(set.to_bytes() == before, "step {}", number);
            lines.remove(at);

            prop_assert_eq!(set.apply(&lines.join("\n"), &removed, are_stored), Ok(()));
            posts.retain(|id, _| !removed.contains(id));
            posts.extend(news.iter().zip(lines).map(|((post, id), line)| (post.id(&id.to_string()), line)));
            prop_assert_eq!(set.len(), posts.len());
            // What queries compare is computed when one needs it, or before, and not kept for a post that is replaced.
            bodies(&set, &queries[number % queries.len()].0, 20);
            let _ = set.prepare(None, number);
        }

        let mut fresh = PostSet::default();
        let lines: Vec<_> = posts.into_values().collect();
        fresh.apply(&lines.join("\n"), &[], false).unwrap();
        prop_assert_eq!(keyed(&set), keyed(&fresh));
        let saved = PostSet::from_bytes(&set.to_bytes()).unwrap();
        for (asked, limit) in &queries {
            let expected = bodies(&fresh, asked, *limit);
            prop_assert_eq!(&bodies(&set, asked, *limit), &expected);
            prop_assert_eq!(&bodies(&saved, asked, *limit), &expected);
        }
    }
}

fn line(id: usize, likes: usize, at: &str) -> String {
    document(&format!(
        r#"{{"platform":"x","platform_post_id":"{id}","author":{{"username":"a"}},"likes_count":{likes},"published_at":"2026-03-01T00:00:0{at}Z"}}"#
    ))
}

/// The keys of some posts of one author and time, in a set that has only these.
fn keys(set: &PostSet) -> Vec<i64> {
    keyed(set).into_iter().map(|(key, _)| key).collect()
}

#[test]
fn posts_are_prepared_once_each() {
    let mut set = PostSet::default();
    set.apply(&[0, 1, 2, 3, 4].map(|id| line(id, 0, "0")).join("\n"), &[], true).unwrap();
    let (mut after, mut parts) = (None, 0);
    while let Some(last) = set.prepare(after, 2) {
        (after, parts) = (Some(last), parts + 1);
    }
    assert_eq!((parts, after, set.prepare(None, 2)), (3, keys(&set).last().copied(), None));
}

#[test]
fn a_post_whose_key_another_one_had_keeps_its_own_as_long_as_it_can() {
    let apply = |set: &mut PostSet, line: &str, removed: &[String]| set.apply(line, removed, true).unwrap();
    // Of 1,000 posts some two hash to one key: together the second has the next one.
    let key = |id| {
        let mut set = PostSet::default();
        apply(&mut set, &line(id, 0, "0"), &[]);
        keys(&set)[0]
    };
    let mut seen = BTreeMap::new();
    let (one, other) = (0..1_000)
        .find_map(|id| seen.insert(key(id), id).map(|before| (before, id)))
        .expect("two ids with one hash");
    let mut set = PostSet::default();
    apply(&mut set, &format!("{}\n{}", line(one, 0, "0"), line(other, 0, "0")), &[]);
    assert_eq!(keys(&set), [key(one), key(one) + 1]);

    apply(&mut set, "", &[format!("x:{one}")]);
    apply(&mut set, &line(other, 5, "0"), &[]);
    assert_eq!(keys(&set), [key(one) + 1], "cursors that name it stay true");

    apply(&mut set, &line(other, 5, "1"), &[]);
    apply(&mut set, &line(other, 5, "0"), &[]);
    assert_eq!(keys(&set), [key(one)], "it went to another time and back");
}
