//! Posts in memory answer as the service does, byte for byte.

use crate::api::{account, body, get, load};
use crate::export;
use crate::invented::{Asked, Invented, asked, post};
use crate::sqlite::Server;
use postern::http::limit::Limit;
use postern::offline::{ExportFile, Form, Loaded, PostSet, SavedError};
use postern::percent::encode;
use postern::posts::address::parse_query;
use postern::posts::query::{Listing, PostQuery};
use postern::posts::shape::{Fields, Format, Shape};
use postern::router::route::Route;
use postern::time::Timestamp;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

const PLENTY: u32 = 1_000_000;
const NOW: Timestamp = Timestamp(1_772_400_000_000);

/// Lines with a time at which they were collected, so that they do not depend on when they are read. Some are about posts
/// that came before.
fn lines(posts: &[Invented], same: usize) -> String {
    let line = |(number, post): (usize, &Invented)| {
        let mut line: Value = serde_json::from_str(&post.line(&(number % same).to_string())).unwrap();
        line["collected_at"] = json!(Timestamp(NOW.0 + i64::try_from(number).unwrap()).to_string());
        format!("{line}\n")
    };
    posts.iter().enumerate().map(line).collect()
}

fn set(lines: &str, form: Form) -> PostSet {
    let Loaded { set, rejected } = Loaded::parse(lines, form, NOW);
    assert_eq!(rejected, []);
    set
}

/// Asks both for a page in other shapes.
fn same_shapes(server: &Server, token: &str, set: &PostSet, query: &PostQuery, url: &str) {
    let fields = Fields::parse("likes_count,author.username,content").ok();
    for (more, shape) in [
        ("fields=content,likes_count,author.username", Shape { fields, ..Shape::default() }),
        ("format=csv&mark=1", Shape { fields: None, format: Format::Csv, has_mark: true }),
    ] {
        let reply = get(server, token, &format!("{url}&{more}"));
        let answer = set.page(query, &shape).unwrap();
        assert_eq!(answer.body, reply.body_text(), "{url} {more}");
        if shape.format == Format::Csv {
            assert_eq!(answer.next_cursor.as_deref(), reply.header("X-Next-Cursor"), "{url}");
        }
    }
}

/// Asks all for all pages of a query, or for the faults in it; and for the first page in other shapes.
fn same_answers(server: &Server, token: &str, sets: &[&PostSet], asked: &Asked, limit: u16) {
    let mut cursor = None::<String>;
    loop {
        let url = asked.url(limit, cursor.as_deref());
        let reply = get(server, token, &url);
        let (path, query) = url.split_once('?').unwrap();
        match Route::parse(path, query) {
            Ok(Route::Posts(query)) => {
                for set in sets {
                    let answer = set.page(&query, &Shape::default()).unwrap();
                    assert_eq!(answer.body, reply.body_text(), "{url}");
                }
                if cursor.is_none() {
                    same_shapes(server, token, sets[0], &query, &url);
                }
            }
            other => {
                assert_eq!(reply.status, 400, "{url}: {other:?}");
                return;
            }
        }
        match body(&reply)["data"]["page"]["next_cursor"].as_str() {
            Some(next) => cursor = Some(next.to_owned()),
            None => return,
        }
    }
}

/// The service's export of all posts that the filters find, and that of posts in memory in parts of so many posts.
fn same_exports(server: &Server, set: &PostSet, asked: &Asked, at_once: u16) {
    let filters = asked.filters().into_iter().map(|(name, value)| format!("{name}={}", encode(&value)));
    let filters = filters.collect::<Vec<_>>().join("&");
    let Ok(query) = parse_query(Listing::Counts, ["", ""], &filters) else { return };
    let file = |file: ExportFile| {
        let (mut text, mut posts, mut parts) = (String::new(), 0, 0);
        let mut part = PostQuery { limit: Limit(at_once), ..query.clone() };
        loop {
            let exported = set.export(&part, file).unwrap();
            (text, posts, parts) = (text + &exported.text, posts + exported.posts, parts + 1);
            match exported.next {
                Some(position) => part.position = Some(position),
                None => return (text, posts, parts),
            }
        }
    };
    let (lines, posts, parts) = file(ExportFile::Lines);
    assert_eq!(lines, export::all(server, &filters), "{filters}");
    assert_eq!((lines.lines().count(), posts.div_ceil(at_once.into()).max(1)), (posts, parts));
    let table = ExportFile::Table { fields: Fields::parse("id").unwrap(), is_for_spreadsheets: false };
    let ids = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].as_str().unwrap().to_owned());
    assert_eq!(
        file(table).0,
        ["id".to_owned()].into_iter().chain(ids).map(|id| id + "\r\n").collect::<String>()
    );
}

/// The posts of a service as it serves them, a line each.
fn served(server: &Server, token: &str) -> String {
    let (mut lines, mut cursor) = (String::new(), String::new());
    loop {
        let page =
            body(&get(server, token, &format!("/api/v1/posts/search?limit=100{cursor}")))["data"].clone();
        for post in page["posts"].as_array().unwrap() {
            lines += &post.to_string();
            lines.push('\n');
        }
        match page["page"]["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return lines,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, max_shrink_iters: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn posts_in_memory_answer_as_the_service_does(
        posts in vec(post(), 40..160),
        same in 20..160_usize,
        queries in vec((asked(), prop_oneof![1..=6_u16, 7..=100_u16]), 50),
        flips in vec((any::<prop::sample::Index>(), 1..=255_u8), 20),
    ) {
        let server = Server::default();
        let token = account(&server, PLENTY);
        let lines = lines(&posts, same);
        // One by one, since the lines of a body that are about one post are written once.
        lines.lines().for_each(|line| _ = load(&server, line));
        let set = set(&lines, Form::Canonical);
        let again = self::set(&served(&server, &token), Form::Served);
        prop_assert_eq!(set.len(), again.len());
        let bytes = set.to_bytes();
        let saved = PostSet::from_bytes(&bytes).unwrap();
        prop_assert!(saved.to_bytes() == bytes);
        for (asked, limit) in &queries {
            same_answers(&server, &token, &[&set, &again, &saved], asked, *limit);
            same_exports(&server, &set, asked, *limit);
        }
        for (place, flip) in &flips {
            let mut changed = bytes.clone();
            *place.get_mut(&mut changed) ^= flip;
            prop_assert!(PostSet::from_bytes(&changed).is_err());
            let cut = PostSet::from_bytes(&bytes[..place.index(bytes.len())]).unwrap_err();
            prop_assert!(matches!(cut, SavedError::Other | SavedError::Damaged));
        }
    }
}

const LINE: &str = r#"{"platform":"x","platform_post_id":"1","author":{"username":"a"},"published_at":"2026-03-01T00:00:00Z"}"#;

fn newest(set: &PostSet) -> Value {
    let Ok(Route::Posts(query)) = Route::parse("/api/v1/posts/search", "") else { panic!("no query") };
    serde_json::from_str::<Value>(&set.page(&query, &Shape::default()).unwrap().body).unwrap()["data"]["posts"][0].clone()
}

#[test]
fn what_is_no_post_is_refused_by_its_line() {
    let text = format!("\u{feff}{LINE}\r\n\n  \n{{}}\nnonsense\n{LINE}");
    for form in [Form::Canonical, Form::Served] {
        let Loaded { set, rejected } = Loaded::parse(&text, form, NOW);
        assert_eq!(set.len(), 1);
        let codes: Vec<_> = rejected.iter().map(|rejected| (rejected.line, rejected.code)).collect();
        assert_eq!(codes, [(4, "MISSING_PLATFORM"), (5, "INVALID_JSON")]);
    }
    assert!(Loaded::parse("", Form::Canonical, NOW).set.is_empty());
}

#[test]
fn a_served_post_keeps_names_that_begin_with_a_mark() {
    let line = LINE.replace(r#""username":"a""#, r#""username":"@@a""#);
    let post = newest(&set(&line, Form::Canonical));
    assert_eq!(post["author"]["username"], "@a");
    assert_eq!(newest(&set(&post.to_string(), Form::Served)), post);
}

#[test]
fn a_post_moves_with_its_time_and_its_author() {
    let later = LINE.replace("2026-03-01", "2026-03-02").replace(r#""a""#, r#""b""#);
    let set = set(&format!("{LINE}\n{later}"), Form::Canonical);
    assert_eq!(set.len(), 1);
    let post = newest(&set);
    assert_eq!(
        (&post["published_at"], &post["author"]["username"]),
        (&json!("2026-03-02T00:00:00.000Z"), &json!("b"))
    );
    assert_eq!(post["collected_at"], NOW.to_string());
}
