//! Filling posts from before version 1.1 with what its filters compare, while posts are read and loaded.

use crate::api::{account, body, get, line, load, operator, outcome, run};
use crate::jobs::often;
use crate::sqlite::{NOW, SHARD, Server};
use postern::ingest::fill::STEP;
use postern::store::Database;
use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::Path;

/// What a Worker of version 1.0 leaves: rows without what was added, and no mentions.
const BEFORE: &str = "UPDATE posts SET kind = NULL, language = NULL, shares = NULL, refers_to = NULL, changed = NULL; DELETE FROM mentions";
/// Queries by what is filled.
const NEW: [&str; 7] = [
    "kind=reply",
    "language=pt",
    "language=und",
    "mentions=gull",
    "refers_to=x:1",
    "min_shares=5",
    "exclude_mentions=gull",
];

fn lines(ids: std::ops::Range<u32>) -> String {
    let post = |id: u32| {
        let post = json!({
            "platform": "x", "platform_post_id": id.to_string(), "author": {"username": format!("reef{}", id % 7)},
            "content": if id.is_multiple_of(2) { "coral @gull" } else { "coral" }, "published_at": "2026-03-01T18:04:05Z",
            "kind": if id.is_multiple_of(3) { "reply" } else { "original" }, "language": if id.is_multiple_of(5) { Some("pt-BR") } else { None },
            "refers_to": (id.is_multiple_of(3)).then_some("x:1"), "shares_count": id % 11,
        });
        post.to_string() + "\n"
    };
    ids.map(post).collect()
}

fn fill(server: &Server) -> Value {
    let reply = operator(server, "POST", "/operator/v1/fill", b"{}");
    assert_eq!(reply.status, 200, "{}", reply.body_text());
    body(&reply)["data"].clone()
}

/// The pages of the new filters. Their posts are in no doubt: `queries.rs` holds them against a filter over all posts.
fn pages(server: &Server, token: &str) -> Vec<String> {
    let page = |query| get(server, token, &format!("/api/v1/posts/search?{query}&limit=100"));
    NEW.map(page).iter().map(|reply| format!("{} {}", reply.status, reply.body_text())).collect()
}

#[test]
fn rows_of_before_are_filled_in_steps_and_give_the_same_pages_as_new_ones() {
    let server = Server::with_shards(2);
    let token = account(&server, 1_000);
    for part in 0..3 {
        load(&server, &lines(part * 900..part * 900 + 900));
    }
    let expected = pages(&server, &token);
    assert!(expected.iter().all(|page| page.starts_with("200 ") && page.contains("\"returned\":100")));
    let databases = [0, 1].map(Database::Posts);
    for database in databases {
        run(&server, database, BEFORE);
    }
    for query in NEW {
        let reply = get(&server, &token, &format!("/api/v1/posts/search?{query}"));
        assert_eq!(outcome(&reply), (503, "STORAGE_UNAVAILABLE".into()), "{query}");
        assert_eq!(reply.header("Retry-After"), Some("60"), "{query}");
    }
    for query in [
        "",
        "min_views=0",
        "username=reef1,reef2",
        "exclude_username=reef1",
        "exclude_hashtag=a",
        "media_type=none",
    ] {
        let reply = get(&server, &token, &format!("/api/v1/posts/search?{query}"));
        assert_eq!(reply.status, 200, "what needs no filling is answered: {query}");
    }
    let (mut filled, mut calls) = (0, 0);
    loop {
        let step = fill(&server);
        filled += step["posts"].as_u64().unwrap();
        calls += 1;
        if step["shards_left"] == 0 {
            break;
        }
        assert!(calls < 10, "the steps do not end");
        assert_eq!(get(&server, &token, "/api/v1/posts/search?kind=reply").status, 503);
    }
    assert_eq!((filled, fill(&server)), (2_700, json!({"posts": 0, "shards_left": 0})));
    assert_eq!(pages(&server, &token), expected);
    let mentions = |database| server.count(database, "SELECT count(*) FROM mentions");
    assert_eq!(databases.map(mentions).iter().sum::<i64>(), 1_350);
}

#[test]
fn the_job_of_every_ten_minutes_fills_too() {
    let server = Server::default();
    let token = account(&server, 9);
    load(&server, &lines(0..u32::from(STEP) + 9));
    run(&server, SHARD, BEFORE);
    often(&server, NOW);
    assert_eq!(fill(&server), json!({"posts": 0, "shards_left": 0}));
    assert_eq!(get(&server, &token, "/api/v1/posts/search?kind=reply").status, 200);
}

/// A row of before that an import writes again stays unfilled, because the import only writes the mentions that differ.
#[test]
fn imports_between_the_steps_leave_nothing_out() {
    let server = Server::default();
    let token = account(&server, 99);
    let post = |content: &str, likes: u32| {
        line("1", "reef", content).replace("\"content\"", &format!("\"likes_count\":{likes},\"content\""))
    };
    load(&server, &post("coral @gull @crab", 1));
    run(&server, SHARD, BEFORE);
    let change = load(&server, &post("coral @gull @tern", 2));
    assert_eq!(change["updated"], 1);
    assert_eq!(fill(&server)["posts"], 1);
    let found = |name: &str| {
        body(&get(&server, &token, &format!("/api/v1/posts/search?mentions={name}")))["data"]["page"]["returned"].clone()
    };
    assert_eq!(["gull", "tern", "crab"].map(found), [json!(1), json!(1), json!(0)]);
}

#[test]
fn a_database_of_before_is_migrated_in_a_moment_and_a_new_one_needs_no_filling() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/posts");
    let migrate = |connection: &Connection, is_wanted: fn(&str) -> bool| {
        let mut files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for file in files.iter().filter(|file| is_wanted(file.file_name().unwrap().to_str().unwrap())) {
            connection.execute_batch(&std::fs::read_to_string(file).unwrap()).unwrap();
        }
    };
    let unfilled = "SELECT count(*) FROM posts INDEXED BY posts_by_change WHERE changed IS NULL";
    let row = "INSERT INTO posts (post_id, network, author_key, media_type, likes, comments, views) VALUES (?1, 3, '3:a', 0, 1, NULL, NULL)";
    let connection = Connection::open_in_memory().unwrap();
    migrate(&connection, |name| name < "0003");
    connection.execute(row, [1]).unwrap();
    migrate(&connection, |name| name >= "0003");
    // The Worker of before still runs for a while.
    connection.execute(row, [2]).unwrap();
    let count =
        |connection: &Connection| connection.query_row(unfilled, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(count(&connection), 2);
    let server = Server::default();
    load(&server, &lines(0..9));
    assert_eq!(server.count(SHARD, unfilled), 0);
}
