//! Numbers of posts are those of a filter over all posts: in all and by group, whatever an answer may read, however they are added up.

use crate::api::load;
use crate::count_shards::span;
use crate::invented::{Asked, Invented, asked, post, primary};
use crate::meaning::{Loaded, answer};
use crate::sqlite::{NOW, Server};
use postern::http::cursor::Position;
use postern::offline::Form;
use postern::percent::encode;
use postern::posts::counts::{Answered, Budget, CountQuery, Counted, GroupBy, MoreParameters, Tally};
use postern::store::Storage as _;
use postern::text::fold_name;
use postern::time::Timestamp;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn loaded(server: &Server, posts: Vec<Invented>) -> Vec<Loaded> {
    let lines: String =
        posts.iter().enumerate().map(|(number, post)| post.line(&number.to_string())).collect();
    assert_eq!(load(server, &lines)["inserted"], posts.len());
    let keys: std::collections::BTreeMap<_, _> = server.keys().into_iter().collect();
    let post = |(number, post): (usize, Invented)| {
        let id = post.id(&number.to_string());
        Loaded { key: keys[&id], id, post }
    };
    posts.into_iter().enumerate().map(post).collect()
}

/// The query for numbers of what is asked for. `None` if it is refused.
fn query(asked: &Asked, group_by: Option<&str>, top: Option<&str>) -> Option<CountQuery> {
    let more = [("group_by", group_by), ("top", top)];
    let more = more.into_iter().filter_map(|(name, value)| Some((name, value?.to_owned())));
    let pairs =
        asked.filters().into_iter().chain(more).map(|(name, value)| format!("{name}={}", encode(&value)));
    CountQuery::parse(&pairs.collect::<Vec<_>>().join("&"), MoreParameters::default()).ok()
}

fn expected(asked: &Asked, query: &CountQuery, posts: &[&Loaded]) -> Counted {
    let mut counted = Counted::default();
    for loaded in posts {
        counted.add(Tally::of_post(loaded.post.counts), keys(asked, query.group_by, loaded));
    }
    counted
}

/// The groups of a post, in the plainest way.
fn keys(asked: &Asked, group_by: Option<GroupBy>, loaded: &Loaded) -> Vec<Option<String>> {
    let post = &loaded.post;
    let day = &post.at.to_string()[..10];
    let folded = |names: Vec<String>| {
        let distinct: BTreeSet<_> = names.iter().map(|name| fold_name(name)).collect();
        distinct.into_iter().map(Some).collect()
    };
    match group_by {
        None => vec![],
        Some(GroupBy::Day) => vec![Some(day.to_owned())],
        Some(GroupBy::Month) => vec![Some(day[..7].to_owned())],
        // 2026-02-23 is a Monday, and all posts are of that week or the next.
        Some(GroupBy::Week) => {
            vec![Some(if day < "2026-03-02" { "2026-02-23" } else { "2026-03-02" }.to_owned())]
        }
        Some(GroupBy::Platform) => vec![Some(loaded.platform(asked).to_owned())],
        Some(GroupBy::Username) => vec![Some(fold_name(post.username))],
        Some(GroupBy::Hashtag) => folded(loaded.hashtags()),
        Some(GroupBy::Mentions) => folded(loaded.mentions()),
        Some(GroupBy::MediaType) => vec![post.media_type.map(str::to_owned)],
        Some(GroupBy::Language) => {
            let known = post.language.filter(|tag| !tag.contains(' ')).map(primary);
            vec![known.filter(|subtag| subtag != "und")]
        }
        Some(GroupBy::Kind) => vec![Some(post.kind.to_owned())],
    }
}

/// Adds up all answers, each of which may read and count so much.
fn counted(server: &Server, query: &CountQuery, budget: Budget) -> Counted {
    let (mut all, mut query, mut answers) = (Counted::default(), query.clone(), 0);
    loop {
        let span = span(server, &query, budget);
        assert!(span.counted.total.posts <= budget.posts.max(64), "{:?}", span.counted.total);
        let furthest = span.furthest;
        all.add_all(span.counted);
        let Some(post_id) = furthest else { return all };
        let before = query.posts.position.replace(Position::Time { post_id });
        assert_ne!(before, query.posts.position, "an answer comes further than the one before");
        answers += 1;
        assert!(answers < 1_000, "the answers do not end");
    }
}

const PLENTY: Budget = Budget { rows: 60_000, posts: 20_000 };

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, max_shrink_iters: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn answers_add_up_to_what_a_filter_over_all_posts_counts(
        posts in vec(post(), 40..160),
        queries in vec((asked(), of(select(GroupBy::NAMES))), 40),
    ) {
        let server = Server::default();
        let spread = [2, 5].map(Server::with_shards);
        for server in &spread {
            loaded(server, posts.clone());
        }
        let posts = loaded(&server, posts);
        let lines: String = posts.iter().map(|loaded| loaded.post.line(loaded.id.split_once(':').unwrap().1)).collect();
        let set = postern::offline::Loaded::parse(&lines, Form::Canonical, NOW).set;
        for (asked, group_by) in &queries {
            let (Some(query), Ok(meant)) = (query(asked, *group_by, None), answer(asked, &posts)) else { continue };
            let span = span(&server, &query, PLENTY);
            prop_assert_eq!(set.counts(&query), Answered::new(&query, span).body(), "offline, {:?}", query);
            let expected = expected(asked, &query, &meant);
            // Fewer rows than some chunk takes: many answers, each a little further.
            let little = Budget { rows: 150, posts: 9 };
            for budget in [PLENTY, little] {
                prop_assert_eq!(&counted(&server, &query, budget), &expected, "{:?}, {:?}", budget, query);
            }
            // So few posts that databases have to meet, with rows for it.
            for budget in [little, Budget { posts: 30, ..PLENTY }] {
                for server in &spread {
                    prop_assert_eq!(&counted(server, &query, budget), &expected, "{} databases, {:?}, {:?}", server.shards(), budget, query);
                }
            }
        }
    }
}

/// Posts of one network, each a day after the other.
fn days(count: u32) -> String {
    let post = |day: u32| {
        let at = Timestamp(1_772_323_200_000 - i64::from(day) * 86_400_000);
        let post = json!({
            "platform": "x", "platform_post_id": day.to_string(), "author": {"username": format!("reef{}", day % 3)},
            "published_at": at.to_string(), "likes_count": day, "content": format!("#a{} #A{} #b", day % 30, day % 30),
        });
        post.to_string() + "\n"
    };
    (0..count).map(post).collect()
}

fn data(query: &CountQuery, server: &Server, budget: Budget) -> Value {
    let span = span(server, query, budget);
    serde_json::from_str::<Value>(&Answered::new(query, span).body()).unwrap()["data"].clone()
}

#[test]
fn an_answer_says_what_it_covers_and_goes_on_from_there() {
    let server = Server::default();
    load(&server, &days(500));
    let first = query(&Asked::default(), Some("month"), None).unwrap();
    let budget = Budget { posts: 100, ..PLENTY };
    let answer = data(&first, &server, budget);
    assert_eq!(answer["total"]["posts"], 100);
    assert_eq!(answer["page"]["to_exclusive"], Value::Null);
    assert_eq!(answer["page"]["from"], "2025-11-22T00:00:00.000Z");
    assert_eq!(answer["page"]["has_more"], true);
    let months: Vec<_> =
        answer["groups"].as_array().unwrap().iter().map(|group| group["key"].as_str().unwrap()).collect();
    assert_eq!(months, ["2025-11", "2025-12", "2026-01", "2026-02", "2026-03"]);
    let cursor = answer["page"]["next_cursor"].as_str().unwrap();
    let next =
        CountQuery::parse(&format!("group_by=month&cursor={cursor}"), MoreParameters::default()).unwrap();
    assert!(CountQuery::parse(&format!("group_by=day&cursor={cursor}"), MoreParameters::default()).is_err());
    let answer = data(&next, &server, budget);
    assert_eq!(answer["page"]["to_exclusive"], "2025-11-22T00:00:00.001Z");
    assert_eq!(answer["groups"][3]["key"], "2025-11");
    assert_eq!(answer["groups"][3]["posts"], 21);
}

#[test]
fn the_largest_groups_come_first_and_the_others_are_added_up() {
    let server = Server::default();
    load(&server, &days(90));
    let tags = query(&Asked::default(), Some("hashtag"), Some("2")).unwrap();
    let answer = data(&tags, &server, PLENTY);
    let group =
        |index: usize| (answer["groups"][index]["key"].clone(), answer["groups"][index]["posts"].clone());
    assert_eq!((group(0), group(1)), ((json!("b"), json!(90)), (json!("a0"), json!(3))));
    assert_eq!(answer["others"]["posts"], 87, "a post counts once in each of its groups");
    assert_eq!(answer["query"]["top"], 2);
    let kinds = data(&query(&Asked::default(), Some("kind"), None).unwrap(), &server, PLENTY);
    assert_eq!((&kinds["others"], &kinds["query"]["top"]), (&Value::Null, &Value::Null));
    let none = data(&query(&Asked::default(), None, None).unwrap(), &server, PLENTY);
    assert_eq!(
        (&none["groups"], &none["total"]["likes_count"]),
        (&json!([]), &json!({"sum": 4005, "known": 90}))
    );
    assert!(
        query(&Asked::default(), Some("day"), Some("5")).is_none(),
        "no top without groups that have one"
    );
    assert!(query(&Asked::default(), None, Some("5")).is_none());
}

#[test]
fn a_count_reads_no_more_than_it_may_and_little_where_little_is_meant() {
    let server = Server::default();
    for part in 0..4 {
        load(
            &server,
            &days(4_000)
                .lines()
                .skip(part * 1_000)
                .take(1_000)
                .fold(String::new(), |all, line| all + line + "\n"),
        );
    }
    let counted = |text: &str, budget: Budget| {
        let query = CountQuery::parse(text, MoreParameters::default()).unwrap();
        let span = span(&server, &query, budget);
        (span.counted.total.posts, span.furthest.is_none())
    };
    assert_eq!(counted("", Budget { posts: 3_000, ..PLENTY }), (3_000, false));
    assert_eq!(counted("", PLENTY), (4_000, true));
    assert_eq!(
        counted("min_likes=3990", Budget { rows: 1_000, ..PLENTY }),
        (10, true),
        "few reach it: they are counted to their end"
    );
    assert!(counted("hashtag=a1,a2&username=reef1", PLENTY).1);
}
