//! How SQLite walks to a page: along an index that is in order already, and no further than the page is long.

use crate::api::{account, body, get, load};
use crate::sqlite::{SHARD, Server};
use postern::http::cursor::Position;
use postern::key::first_at;
use postern::percent::encode as percent_encode;
use postern::posts::page::Place;
use postern::posts::param::{Count, Sort};
use postern::posts::plan::{AccessPath, Chunk, Set, run};
use postern::posts::query::PostQuery;
use postern::posts::statements::page;
use postern::router::route::Route;
use postern::store::{Statement, Storage};

/// What each set is asked for by.
const SETS: [(&str, Set); 8] = [
    ("username=reef", Set::Author),
    ("platform=x&username=reef", Set::Author),
    ("hashtag=reef", Set::Hashtag),
    ("platform=x&hashtag=reef", Set::Hashtag),
    ("keyword=coral", Set::Keyword),
    ("platform=x&keyword=coral%20-kelp", Set::Keyword),
    ("platform=x", Set::Type),
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

/// A chunk of so many steps, as a race makes it.
fn chunk(query: &PostQuery, path: AccessPath, steps: u64) -> Chunk {
    let is_in_order = path.is_in_order(query);
    Chunk {
        path,
        order: path.order(query),
        after: None,
        until: None,
        steps,
        rows: u64::from(query.limit.0) + 1,
        is_sorted: !is_in_order,
        reads_texts: false,
    }
}

/// Every kind of page with this sort: first and further ones, in both orders, by every access path that there is.
fn pages(sort: &str) -> Vec<(String, PostQuery, Chunk)> {
    let mut pages = Vec::new();
    for (set, _) in SETS {
        for filter in FILTERS {
            for order in ["desc", "asc"] {
                let text = format!("{set}{filter}&sort_by={sort}&sort_order={order}");
                let Some(first) = query(&text) else { continue };
                for position in [None, Some(1_u64), Some(0)] {
                    let position = position.map(|count| further(&first, count));
                    let query = PostQuery { position, ..first.clone() };
                    for path in AccessPath::all(&query) {
                        pages.push((format!("{text} {path:?}"), query.clone(), chunk(&query, path, 1_000)));
                    }
                }
            }
        }
    }
    pages
}

/// What SQLite does for a chunk that leads alone.
fn explain(server: &Server, query: &PostQuery, chunk: Chunk) -> String {
    server.explain(SHARD, &page::chunk(query, &chunk))
}

/// A position after so many likes; unknown ones for none.
fn further(query: &PostQuery, count: u64) -> Position {
    let post_id = 3_716_967_552_778_881_900;
    match query.sort {
        Sort::PublishedAt => Position::Time { post_id },
        Sort::Count(_) => Position::Count { count: Some(count).filter(|count| *count > 0), post_id },
    }
}

/// The steps of a plan that look at every row of something, but for subqueries, which are as long as a chunk is allowed to be.
fn scans(plan: &str) -> impl Iterator<Item = &str> {
    plan.lines()
        .filter_map(|step| step.strip_prefix("SCAN "))
        .filter(|of| {
            !["k", "h", "p", "w", "CONSTANT ROW"].contains(of)
                || (*of == "p" && !plan.contains("CO-ROUTINE p"))
        })
        .filter(|of| !of.starts_with("(subquery"))
}

/// Whether a full-text step looks up words and takes the order from them, or looks up one post.
fn is_full_text_in_order(scan: &str, order: &str) -> bool {
    let in_order =
        if order == "desc" { "w VIRTUAL TABLE INDEX 192:M1" } else { "w VIRTUAL TABLE INDEX 64:M1" };
    scan.starts_with(in_order) || scan.starts_with("f VIRTUAL TABLE INDEX 0:=M1")
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
fn a_chunk_walks_an_index_in_its_order_and_never_materializes_it() {
    let server = Server::default();
    for sort in ["published_at", "likes_count", "comments_count", "views_count"] {
        for (text, query, chunk) in pages(sort) {
            let steps = explain(&server, &query, chunk);
            let sorts = usize::from(chunk.is_sorted);
            assert_eq!(steps.matches("TEMP B-TREE").count(), sorts, "{text}\n{steps}");
            assert!(!steps.contains("MATERIALIZE"), "{text}\n{steps}");
            for scan in scans(&steps) {
                let is_whole = chunk.path == AccessPath::Set(Set::Time) && scan == "p";
                assert!(is_whole || is_full_text_in_order(scan, chunk.order.name()), "{text}\n{steps}");
            }
        }
    }
}

#[test]
fn a_further_page_by_time_starts_where_the_last_one_ended() {
    let server = Server::default();
    for (text, query, chunk) in
        pages("published_at").into_iter().filter(|(_, query, _)| query.position.is_some())
    {
        let AccessPath::Set(_) = chunk.path else { continue };
        let steps = explain(&server, &query, chunk);
        let sign = if query.order.name() == "desc" { '<' } else { '>' };
        let walked = |step: &&str| {
            ["SEARCH p USING", "SEARCH h", "SCAN w VIRTUAL"].iter().any(|walk| step.starts_with(walk))
        };
        let walk = steps.lines().find(walked).unwrap();
        assert!(walk.contains(sign), "{text}\n{steps}");
    }
}

#[test]
fn a_walk_by_a_count_only_searches_the_index_of_the_count() {
    let server = Server::default();
    for sort in ["likes_count", "comments_count", "views_count"] {
        for (text, query, chunk) in pages(sort) {
            let AccessPath::Count(count) = chunk.path else { continue };
            let steps = explain(&server, &query, chunk);
            let column = count.column();
            let walks: Vec<_> = steps.lines().filter(|step| step.starts_with("SEARCH p USING")).collect();
            let all = walks.iter().all(|step| step.contains(&format!("posts_by_{column} ({column}")));
            assert!(all && (1..=3).contains(&walks.len()), "{text}\n{steps}");
        }
    }
}

#[test]
fn a_chunk_makes_no_more_steps_than_it_may() {
    let server = two_thousand_posts();
    let none = "username=reef&hashtag=reef&keyword=coral&min_comments=1&limit=10";
    for sort in ["published_at", "likes_count", "views_count"] {
        let query = query(&format!("{none}&sort_by={sort}")).unwrap();
        for path in AccessPath::all(&query) {
            let taken = |steps| server.steps(SHARD, &page::chunk(&query, &chunk(&query, path, steps)));
            let (few, more) = (taken(50), taken(500));
            assert!(more < 12 * few && more < 60_000, "{path:?}: {few}, {more}");
        }
    }
}

/// Of two bounds at one end, SQLite may use the wider one, and look at all posts between them.
#[test]
fn a_chunk_among_equal_counts_looks_at_no_post_outside_of_its_range() {
    let server = two_thousand_posts();
    let [first, last] = ends(&server);
    for (order, range, far) in
        [("asc", "from_date=2026-03-01T00:33:10Z", first), ("desc", "to_date=2026-03-01T00:00:10Z", last)]
    {
        let query = query(&format!("{range}&sort_by=comments_count&sort_order={order}&limit=10")).unwrap();
        let near = query.from.or(query.to_exclusive).map(first_at).unwrap();
        let taken = |post_id| {
            let after = Some(Place { value: None, post_id });
            let chunk = chunk(&query, AccessPath::Count(Count::Comments), 50);
            server.steps(SHARD, &page::chunk(&query, &Chunk { after, ..chunk }))
        };
        let (few, more) = (taken(near), taken(far));
        assert!(more < 2 * few, "{order}: {few} from where the range begins, {more} from far before");
    }
}

/// The smallest and the largest key.
fn ends(server: &Server) -> [i64; 2] {
    ["min", "max"].map(|end| server.count(SHARD, &format!("SELECT {end}(post_id) FROM posts")))
}

fn two_thousand_posts() -> Server {
    let server = Server::default();
    load(&server, &lines(0, 1_000));
    load(&server, &lines(1_000, 2_000));
    server
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
    let [first, last] = ends(server);
    let mut steps = Vec::new();
    for set in CHEAP {
        for (order, end) in [("desc", first), ("asc", last)] {
            let back = if order == "desc" { 20_i64 << 31 } else { -(20_i64 << 31) };
            let position = far.then_some(Position::Time { post_id: end + back });
            let query =
                PostQuery { position, ..query(&format!("{set}&sort_order={order}&limit=10")).unwrap() };
            steps.push(taken(server, &query));
        }
    }
    steps
}

/// How many steps of the machine a page takes.
fn taken(server: &Server, query: &PostQuery) -> u64 {
    server.taken.set(0);
    pollster::block_on(run(server, query)).unwrap();
    server.taken.get().unsigned_abs()
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

/// Queries that would look at every post, were they walked as they stand.
fn bad() -> [String; 14] {
    let letters = |letter: char| {
        format!("keyword={}&sort_by=likes_count", percent_encode(&letter.to_string().repeat(256)))
    };
    let exclusions = (0..31).fold("kelp".to_owned(), |text, number| text + "%20-kelp" + &number.to_string());
    let prefixes = |joined: &str| {
        let prefixes: Vec<_> = ('a'..='p').map(|letter| format!("k{letter}l*")).collect();
        format!("keyword={}&sort_by=likes_count", prefixes.join(joined))
    };
    [
        "min_likes=9007199254740991".into(),
        "min_likes=9007199254740991&sort_by=likes_count".into(),
        "min_likes=9007199254740991&sort_by=views_count&sort_order=asc".into(),
        "min_comments=9007199254740991&hashtag=reef".into(),
        "from_date=2026-03-01&to_date=2026-03-01&min_likes=9007199254740991&sort_by=comments_count".into(),
        "keyword=kelp&sort_by=likes_count".into(),
        "from_date=2026-03-01T00:00:00.001Z&to_date=2026-03-01T00:00:00.001Z&sort_by=likes_count".into(),
        "username=reef&hashtag=kelp".into(),
        letters('a'),
        letters('\u{6d77}'),
        format!("keyword={exclusions}&sort_by=likes_count"),
        prefixes("%20"),
        prefixes("%20OR%20"),
        "keyword=kel*&username=reef".into(),
    ]
}

#[test]
fn a_query_that_no_post_meets_looks_at_next_to_none() {
    let server = Server::default();
    let token = account(&server, 100);
    load(&server, &lines(0, 1_000));
    load(&server, &lines(1_000, 2_000));
    for text in bad() {
        let query = query(&format!("{text}&limit=10")).unwrap();
        let steps = taken(&server, &query);
        assert!(steps < 40_000, "{text} {steps}");
        let reply = get(&server, &token, &format!("/api/v1/posts/search?{text}&limit=10"));
        assert_eq!(reply.status, 200, "{text}");
        assert_eq!(body(&reply)["data"]["page"]["returned"], 0, "{text}");
    }
}

/// Queries that are unusual and met by every post.
const WIDE: [&str; 5] = [
    "keyword=coral%20-a1%20-a2%20-a3%20-a4%20-a5%20-a6%20-a7%20-a8%20-a9%20-b1%20-b2%20-b3%20-b4%20-b5%20-b6%20-b7%20-b8\
     %20-b9%20-c1%20-c2%20-c3%20-c4%20-c5%20-c6%20-c7%20-c8%20-c9%20-d1%20-d2%20-d3%20-d4",
    "keyword=cor*%20ree*",
    "keyword=cor*%20OR%20cob*%20OR%20coc*%20OR%20cod*%20OR%20coe*%20OR%20cof*%20OR%20cog*%20OR%20coh*%20OR%20coi*%20OR\
     %20coj*%20OR%20cok*%20OR%20col*%20OR%20com*%20OR%20con*%20OR%20coo*%20OR%20cop*",
    "from_date=1970-01-01&to_date=2099-12-31",
    "min_likes=1&from_date=1970-01-01&to_date=2099-12-31&keyword=coral",
];

#[test]
fn an_unusual_query_that_every_post_meets_is_walked_no_further_than_its_page() {
    let server = two_thousand_posts();
    let far = Position::Count { count: Some(1), post_id: i64::MAX };
    for text in WIDE {
        for (sort, position) in [("published_at", None), ("likes_count", None), ("likes_count", Some(far))] {
            let query = query(&format!("{text}&limit=10&sort_by={sort}")).unwrap();
            let query = PostQuery { position, ..query };
            server.taken.set(0);
            let answer = pollster::block_on(run(&server, &query)).unwrap();
            assert!(
                answer.rows.rows.len() >= 11 && server.taken.get() < 30_000,
                "{text} {} {}",
                answer.plan,
                server.taken.get()
            );
        }
    }
}
