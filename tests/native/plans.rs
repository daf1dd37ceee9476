//! How SQLite walks to a page: along an index that is in order already, and no further than the page is long.

use crate::api::load;
use crate::sqlite::Server;
use postern::cursor::Position;
use postern::param::Sort;
use postern::plan::Plan;
use postern::query::PostQuery;
use postern::route::Route;
use postern::sql::page::page;
use postern::store::{Database, Statement, Storage};

/// What each set is asked for by.
const SETS: [(&str, Plan); 8] = [
    ("username=reef", Plan::Author),
    ("platform=x&username=reef", Plan::Author),
    ("hashtag=reef", Plan::Hashtag),
    ("platform=x&hashtag=reef", Plan::Hashtag),
    ("keyword=coral", Plan::Keyword),
    ("platform=x&keyword=coral%20-kelp", Plan::Keyword),
    ("platform=x", Plan::Kind),
    ("", Plan::Time),
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

/// Every kind of page with this sort: first and further ones, in both orders.
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
                    let plan = Plan::choose(&query);
                    pages.push((text.clone(), query, plan));
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

/// The steps of a plan that look at every row of something, but for subqueries, which are as long as a page.
fn scans(plan: &str) -> impl Iterator<Item = &str> {
    plan.lines()
        .filter_map(|step| step.strip_prefix("SCAN "))
        .filter(|of| *of != "k" && !of.starts_with("(subquery"))
}

/// Whether a full-text step looks up words and takes the order from them, or looks up one post.
fn is_full_text_in_order(scan: &str, order: &str) -> bool {
    let in_order =
        if order == "desc" { "w VIRTUAL TABLE INDEX 192:M1" } else { "w VIRTUAL TABLE INDEX 64:M1" };
    scan.starts_with(in_order) || scan.starts_with("f VIRTUAL TABLE INDEX 0:=M1")
}

#[test]
fn the_set_that_drives_a_query_is_the_one_that_is_asked_for() {
    for (set, plan) in SETS {
        assert_eq!(Plan::choose(&query(set).unwrap()), plan, "{set}");
    }
    assert_eq!(Plan::choose(&query("sort_by=views_count&platform=x").unwrap()), Plan::Count);
}

#[test]
fn statements_are_held_to_the_limits_of_d1() {
    let server = Server::default();
    let run = |sql: String| pollster::block_on(server.rows(Database::Posts, Statement::new(sql, vec![])));
    let terms = |count: usize| vec!["SELECT 1"; count].join(" UNION ALL ");
    assert!(run(terms(5)).is_ok());
    assert!(run(terms(6)).is_err());
    assert!(run("SELECT ?101".into()).is_err());
}

#[test]
fn a_page_by_time_never_sorts_and_never_scans() {
    let server = Server::default();
    for (text, query, plan) in pages("published_at") {
        let steps = server.explain(Database::Posts, &page(&query, plan));
        assert!(!steps.contains("TEMP B-TREE"), "{text}\n{steps}");
        let bounded = query.position.is_some() || query.from.is_some() || query.to_exclusive.is_some();
        for scan in scans(&steps) {
            let whole = plan == Plan::Time && !bounded && scan == "p";
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
        let steps = server.explain(Database::Posts, &page(&query, plan));
        let sign = if query.order.name() == "desc" { '<' } else { '>' };
        let walked =
            |step: &&str| ["SEARCH p USING", "SEARCH h", "SCAN w"].iter().any(|walk| step.starts_with(walk));
        let walk = steps.lines().find(walked).unwrap();
        assert!(walk.contains(sign), "{text}\n{steps}");
    }
}

#[test]
fn a_page_by_a_count_sorts_no_more_than_its_set_or_walks_the_index_of_the_count() {
    let server = Server::default();
    for sort in ["likes_count", "comments_count", "views_count"] {
        for (text, query, plan) in pages(sort) {
            let steps = server.explain(Database::Posts, &page(&query, plan));
            assert!(steps.matches("TEMP B-TREE").count() <= 1, "{text}\n{steps}");
            for scan in scans(&steps) {
                let collected = plan == Plan::Keyword && scan.starts_with("w VIRTUAL TABLE INDEX 0:M1");
                assert!(collected || scan.starts_with("f VIRTUAL TABLE INDEX 0:=M1"), "{text}\n{steps}");
            }
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
fn steps(server: &Server, far: bool) -> Vec<i32> {
    let ends = ["SELECT min(post_id) FROM posts", "SELECT max(post_id) FROM posts"];
    let [first, last] = ends.map(|end| server.count(Database::Posts, end));
    let mut steps = Vec::new();
    for set in CHEAP {
        for (order, end) in [("desc", first), ("asc", last)] {
            let back = if order == "desc" { 20_i64 << 31 } else { -(20_i64 << 31) };
            let position = far.then_some(Position::Time { post_id: end + back });
            let query =
                PostQuery { position, ..query(&format!("{set}&sort_order={order}&limit=10")).unwrap() };
            steps.push(server.steps(Database::Posts, &page(&query, Plan::choose(&query))));
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
