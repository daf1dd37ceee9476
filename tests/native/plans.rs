//! How SQLite walks to a page: along an index that is in order already, and no further than the page is long.

use crate::api::{account, body, get, load};
use crate::sqlite::{SHARD, Server};
use postern::cursor::Position;
use postern::param::Sort;
use postern::plan::{Choice, Plan, Set, Way, choose, run};
use postern::query::PostQuery;
use postern::route::Route;
use postern::sql::page::page;
use postern::store::{Statement, Storage};

/// What each set is asked for by.
const SETS: [(&str, Set); 8] = [
    ("username=reef", Set::Author),
    ("platform=x&username=reef", Set::Author),
    ("hashtag=reef", Set::Hashtag),
    ("platform=x&hashtag=reef", Set::Hashtag),
    ("keyword=coral", Set::Keyword),
    ("platform=x&keyword=coral%20-kelp", Set::Keyword),
    ("platform=x", Set::Kind),
    ("", Set::Time),
];
/// What else may be asked of the posts of a set.
const FILTERS: [&str; 8] = [
    "",
    "&media_type=reel",
    "&min_likes=1&min_comments=1",
    "&from_date=2026-01-01",
    "&to_date=2026-12-31",
    "&from_date=2026-01-01&to_date=2026-12-31&media_type=image&min_likes=1",
    "&hashtag=kelp",
    "&keyword=kelp&hashtag=kelp&media_type=video&min_comments=2&from_date=2026-01-01",
];

fn query(text: &str) -> Option<PostQuery> {
    match Route::parse("/api/v1/posts/search", text) {
        Ok(Route::Posts(query)) => Some(*query),
        // The set and the filter name the same parameter.
        Err(_) => None,
        Ok(other) => panic!("{other:?}"),
    }
}

/// Every kind of page with this sort: first and further ones, in both orders, by every plan that there is.
fn pages(sort: &str) -> Vec<(String, PostQuery, Plan)> {
    let mut pages = Vec::new();
    for (set, _) in SETS {
        for filter in FILTERS {
            for order in ["desc", "asc"] {
                let text = format!("{set}{filter}&sort_by={sort}&sort_order={order}");
                let Some(first) = query(&text) else { continue };
                for position in [None, Some(1_u64), Some(0)] {
                    let position = position.map(|count| further(&first, count));
                    let query = PostQuery { position, ..first.clone() };
                    for (way, most) in
                        Way::all(&query).into_iter().flat_map(|way| [(way, None), (way, Some(1_000))])
                    {
                        pages.push((format!("{text} {way:?} {most:?}"), query.clone(), Plan { way, most }));
                    }
                }
            }
        }
    }
    pages
}

/// A position after so many likes; unknown ones for none.
fn further(query: &PostQuery, count: u64) -> Position {
    let post_id = 3_716_967_552_778_881_900;
    match query.sort {
        Sort::PublishedAt => Position::Time { post_id },
        Sort::Count(_) => Position::Count { count: Some(count).filter(|count| *count > 0), post_id },
    }
}

/// The steps of a plan that look at every row of something, but for subqueries, which are as long as a page or as a
/// walk is allowed to be.
fn scans(plan: &str) -> impl Iterator<Item = &str> {
    plan.lines()
        .filter_map(|step| step.strip_prefix("SCAN "))
        .filter(|of| !["k", "h", "p", "w"].contains(of) || (*of == "p" && !plan.contains("CO-ROUTINE p")))
        .filter(|of| !of.starts_with("(subquery"))
}

/// Whether a full-text step looks up words and takes the order from them, or looks up one post.
fn is_full_text_in_order(scan: &str, order: &str) -> bool {
    let in_order =
        if order == "desc" { "w VIRTUAL TABLE INDEX 192:M1" } else { "w VIRTUAL TABLE INDEX 64:M1" };
    scan.starts_with(in_order) || is_probe(scan)
}

fn is_probe(scan: &str) -> bool {
    scan.starts_with("f VIRTUAL TABLE INDEX 0:=M1")
}

#[test]
fn a_query_by_time_that_names_one_set_leaves_no_choice() {
    for (text, set) in SETS.into_iter().filter(|(text, _)| !text.contains("-kelp")) {
        assert_eq!(Plan::certain(&query(text).unwrap()), Some(Way::Walk(set).into()), "{text}");
        let by_count = query(&format!("{text}&sort_by=views_count")).unwrap();
        let certain = text.is_empty().then_some(Way::Count.into());
        assert_eq!(Plan::certain(&by_count), certain, "{text}");
    }
}

#[test]
fn statements_are_held_to_the_limits_of_d1() {
    let server = Server::default();
    let run = |sql: String| pollster::block_on(server.rows(SHARD, Statement::new(sql, vec![])));
    let terms = |count: usize| vec!["SELECT 1"; count].join(" UNION ALL ");
    assert!(run(terms(5)).is_ok());
    assert!(run(terms(6)).is_err());
    assert!(run("SELECT ?101".into()).is_err());
}

#[test]
fn a_walk_by_time_never_sorts_and_never_scans() {
    let server = Server::default();
    for (text, query, plan) in pages("published_at") {
        let Way::Walk(set) = plan.way else { continue };
        let steps = server.explain(SHARD, &page(&query, plan));
        assert!(!steps.contains("TEMP B-TREE") && !steps.contains("MATERIALIZE"), "{text}\n{steps}");
        let bounded = query.position.is_some() || query.from.is_some() || query.to_exclusive.is_some();
        for scan in scans(&steps) {
            let whole = set == Set::Time && !bounded && scan == "p";
            assert!(whole || is_full_text_in_order(scan, query.order.name()), "{text}\n{steps}");
        }
    }
}

#[test]
fn a_further_page_by_time_starts_where_the_last_one_ended() {
    let server = Server::default();
    for (text, query, plan) in
        pages("published_at").into_iter().filter(|(_, query, _)| query.position.is_some())
    {
        let Way::Walk(_) = plan.way else { continue };
        let steps = server.explain(SHARD, &page(&query, plan));
        let sign = if query.order.name() == "desc" { '<' } else { '>' };
        let walked = |step: &&str| {
            ["SEARCH p USING", "SEARCH h", "SCAN w VIRTUAL"].iter().any(|walk| step.starts_with(walk))
        };
        let walk = steps.lines().find(walked).unwrap();
        assert!(walk.contains(sign), "{text}\n{steps}");
    }
}

#[test]
fn a_collected_set_is_sorted_once_and_nothing_else_is_read_as_a_whole() {
    let server = Server::default();
    for sort in ["published_at", "likes_count", "comments_count", "views_count"] {
        for (text, query, plan) in pages(sort) {
            let Way::Collect(set) = plan.way else { continue };
            let steps = server.explain(SHARD, &page(&query, plan));
            assert_eq!(steps.matches("TEMP B-TREE").count(), 1, "{text}\n{steps}");
            for scan in scans(&steps) {
                let collected = set == Set::Keyword && scan.starts_with("w VIRTUAL TABLE INDEX 0:M1");
                assert!(collected || is_probe(scan), "{text}\n{steps}");
            }
        }
    }
}

#[test]
fn a_walk_by_a_count_never_sorts_and_starts_where_the_last_page_ended() {
    let server = Server::default();
    for sort in ["likes_count", "comments_count", "views_count"] {
        for (text, query, plan) in pages(sort) {
            let (Way::Count | Way::Join) = plan.way else { continue };
            let steps = server.explain(SHARD, &page(&query, plan));
            assert!(!steps.contains("TEMP B-TREE") && !steps.contains("MATERIALIZE"), "{text}\n{steps}");
            for scan in scans(&steps) {
                let joined = plan.way == Way::Join && scan.starts_with("w VIRTUAL TABLE INDEX 0:M1");
                assert!(joined || is_probe(scan), "{text}\n{steps}");
            }
            let column = sort.trim_end_matches("_count");
            let walks: Vec<_> = steps.lines().filter(|step| step.starts_with("SEARCH p USING")).collect();
            let all = walks.iter().all(|step| step.contains(&format!("posts_by_{column} ({column}")));
            assert!(all && (1..=3).contains(&walks.len()), "{text}\n{steps}");
        }
    }
}

fn lines(from: usize, to: usize) -> String {
    let line = |number: usize| {
        format!(
            "{{\"platform\":\"x\",\"platform_post_id\":\"{number}\",\"author\":{{\"username\":\"reef\"}},\
             \"content\":\"coral #reef\",\"likes_count\":{},\"published_at\":\"2026-03-01T00:{:02}:{:02}Z\"}}\n",
            number / 100,
            number / 60,
            number % 60
        )
    };
    (from..to).map(line).collect()
}

/// Pages whose cost must not depend on where they are or on how many posts there are.
const CHEAP: [&str; 8] = [
    "username=reef",
    "hashtag=reef",
    "platform=x&hashtag=reef",
    "keyword=coral",
    "platform=x",
    "",
    "keyword=coral&from_date=2026-02-28&to_date=2026-03-02",
    "username=reef&from_date=2026-02-28&to_date=2026-03-02",
];

/// The most steps of the machine that a page of any of them takes: of every first page, or of one near the end.
fn steps(server: &Server, far: bool) -> Vec<u64> {
    let ends = ["SELECT min(post_id) FROM posts", "SELECT max(post_id) FROM posts"];
    let [first, last] = ends.map(|end| server.count(SHARD, end));
    let mut steps = Vec::new();
    for set in CHEAP {
        for (order, end) in [("desc", first), ("asc", last)] {
            let back = if order == "desc" { 20_i64 << 31 } else { -(20_i64 << 31) };
            let position = far.then_some(Position::Time { post_id: end + back });
            let query =
                PostQuery { position, ..query(&format!("{set}&sort_order={order}&limit=10")).unwrap() };
            steps.push(server.steps(SHARD, &page(&query, Plan::certain(&query).unwrap())));
        }
    }
    steps
}

#[test]
fn a_page_costs_the_same_anywhere_in_a_walk_and_among_any_number_of_posts() {
    let server = Server::default();
    load(&server, &lines(0, 200));
    let few = steps(&server, false);
    load(&server, &lines(200, 1_200));
    load(&server, &lines(1_200, 2_000));
    let (many, far) = (steps(&server, false), steps(&server, true));
    for (index, few) in few.iter().enumerate() {
        let (set, most) = (CHEAP[index / 2], few + few / 5);
        assert!(many[index] <= most && far[index] <= most, "{set}: {few}, {}, {}", many[index], far[index]);
    }
}

/// Queries that would look at every post, were they walked as they stand, and what is done instead.
const BAD: [(&str, &str); 7] = [
    ("min_likes=9007199254740991", "collect:likes"),
    ("min_likes=9007199254740991&sort_by=likes_count", "walk:likes"),
    ("min_likes=9007199254740991&sort_by=views_count&sort_order=asc", "collect:likes"),
    ("min_comments=9007199254740991&hashtag=reef", "collect:comments+hashtag"),
    ("keyword=kelp&sort_by=likes_count", "collect:keyword"),
    (
        "from_date=2026-03-01T00:00:00.001Z&to_date=2026-03-01T00:00:00.001Z&sort_by=likes_count",
        "collect:time",
    ),
    ("username=reef&hashtag=kelp", "hashtag+author"),
];

#[test]
fn a_query_that_no_post_meets_looks_at_next_to_none() {
    let server = Server::default();
    let token = account(&server, 100);
    load(&server, &lines(0, 1_000));
    load(&server, &lines(1_000, 2_000));
    for (text, plan) in BAD {
        let query = query(&format!("{text}&limit=10")).unwrap();
        let choice = pollster::block_on(choose(&server, &query)).unwrap();
        assert!(server.steps(SHARD, &page(&query, choice.first)) < 500, "{text} {choice:?}");
        let reply = get(&server, &token, &format!("/api/v1/posts/search?{text}&limit=10"));
        assert_eq!((reply.status, reply.note.plan.as_deref()), (200, Some(plan)), "{text}");
        assert_eq!(body(&reply)["data"]["page"]["returned"], 0, "{text}");
    }
}

#[test]
fn a_plan_that_comes_back_short_is_named_with_the_one_that_took_its_place() {
    let server = Server::default();
    load(&server, &lines(0, 100));
    let query = query("keyword=coral&username=reef&limit=10").unwrap();
    let way = |set| Plan::from(Way::Walk(set));
    for (most, name) in [(10, "keyword+author>author+keyword"), (11, "keyword+author")] {
        let first = Plan { most: Some(most), ..way(Set::Keyword) };
        let choice = Choice { first, then: Some(way(Set::Author)) };
        let (rows, taken) = pollster::block_on(run(&server, &query, choice)).unwrap();
        assert_eq!((rows.rows.len(), taken.as_str()), (11, name));
    }
}
