//! Loading posts: what a body changes, in every table, and what it leaves alone.

use crate::api::{account, body, get, line, load, operator, outcome, run};
use crate::sqlite::{Fault, NOW, SHARD, Server};
use postern::encoding::base64url;
use postern::key::{Range, author_key};
use postern::platform::Network;
use postern::store::Database::Accounts;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// What a post leaves rows in, and the networks that have any.
const ROWS: [&str; 5] = [
    "SELECT count(*) FROM posts",
    "SELECT count(*) FROM documents",
    "SELECT count(*) FROM hashtags",
    "SELECT count(*) FROM words",
    "SELECT (tiktok > 0) + (instagram > 0) + (x > 0) + (snapchat > 0) + (linkedin > 0) FROM versions \
     ORDER BY version DESC LIMIT 1",
];

/// Rows in the tables.
pub(crate) fn rows(server: &Server) -> [i64; 5] {
    ROWS.map(|sql| server.count(SHARD, sql))
}

/// What became of lines: inserted, updated, unchanged, erased, rejected.
pub(crate) fn became(loaded: &Value) -> [u64; 5] {
    let rejected = loaded["rejected"].as_array().unwrap().len() as u64;
    let [inserted, updated, unchanged, erased] =
        ["inserted", "updated", "unchanged", "erased"].map(|key| loaded[key].as_u64().unwrap());
    assert_eq!(loaded["received"], inserted + updated + unchanged + erased + rejected);
    [inserted, updated, unchanged, erased, rejected]
}

/// A line of the post 1 with some keys set or, by null, left out.
pub(crate) fn with(changes: &Value) -> String {
    let mut post = json!({
        "platform": "x", "platform_post_id": "1", "author": {"username": "reef"}, "content": "coral #Reef #Sea",
        "likes_count": 5, "published_at": "2026-03-01T18:04:05Z", "collected_at": "2026-03-02T00:00:00Z",
    });
    for (key, value) in changes.as_object().unwrap() {
        post[key] = value.clone();
    }
    post.to_string() + "\n"
}

pub(crate) fn stored(server: &Server, id: &str) -> Value {
    let sql = "SELECT json, stamp FROM documents WHERE id = ?1";
    let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let (text, stamp): (String, String) = server.connection(SHARD).query_row(sql, [id], row).unwrap();
    assert_eq!(stamp, base64url(&Sha256::digest(&text)[..12]), "the stamp is a hash of what is stored");
    serde_json::from_str(&text).unwrap()
}

/// How many posts a search finds.
fn found(server: &Server, token: &str, query: &str) -> usize {
    let reply = get(server, token, &format!("/api/v1/posts/search?{query}"));
    body(&reply)["data"]["posts"].as_array().unwrap().len()
}

#[test]
fn a_later_reading_replaces_what_it_says_and_keeps_the_rest() {
    let server = Server::default();
    assert_eq!(became(&load(&server, &with(&json!({"views_count": 9})))), [1, 0, 0, 0, 0]);
    let later =
        json!({"likes_count": 6, "content": null, "hashtags": null, "collected_at": "2026-03-03T00:00:00Z"});
    assert_eq!(became(&load(&server, &with(&later))), [0, 1, 0, 0, 0]);
    let post = stored(&server, "x:1");
    assert_eq!(
        (&post["likes_count"], &post["views_count"], &post["content"]),
        (&json!(6), &json!(9), &json!("coral #Reef #Sea"))
    );
    let earlier = json!({"likes_count": 1, "content": "old", "collected_at": "2026-03-02T12:00:00Z"});
    assert_eq!(became(&load(&server, &with(&earlier))), [0, 0, 1, 0, 0]);
    assert_eq!(stored(&server, "x:1"), post);
}

#[test]
fn a_time_of_collection_that_was_not_sent_never_makes_a_post_changed() {
    let server = Server::default();
    let unsent = with(&json!({"collected_at": null}));
    assert_eq!(became(&load(&server, &unsent)), [1, 0, 0, 0, 0]);
    server.now.set(postern::time::Timestamp(NOW.0 + 86_400_000));
    assert_eq!(became(&load(&server, &unsent)), [0, 0, 1, 0, 0]);
    assert_eq!(stored(&server, "x:1")["collected_at"], NOW.to_string());
}

#[test]
fn another_text_brings_its_own_words_and_hashtags() {
    let server = Server::default();
    let token = account(&server, 99);
    load(&server, &with(&json!({})));
    assert_eq!(rows(&server), [1, 1, 2, 1, 1]);
    load(&server, &with(&json!({"content": "kelp #Sea #Tide #Tide"})));
    assert_eq!(rows(&server), [1, 1, 2, 1, 1]);
    for (query, count) in [
        ("keyword=coral", 0),
        ("keyword=kelp", 1),
        ("hashtag=reef", 0),
        ("hashtag=sea", 1),
        ("hashtag=tide", 1),
    ] {
        assert_eq!(found(&server, &token, query), count, "{query}");
    }
    load(&server, &with(&json!({"content": "", "hashtags": []})));
    assert_eq!(rows(&server), [1, 1, 0, 0, 1]);
}

/// Another username whose posts get keys from the same range.
fn neighbour_of(username: &str) -> String {
    let range = |name: &str| Range::new(NOW, &author_key(Network::X, name));
    (0..10_000).map(|number| format!("kelp{number}")).find(|name| range(name) == range(username)).unwrap()
}

#[test]
fn a_post_with_another_author_or_time_moves_in_every_table() {
    let server = Server::default();
    let token = account(&server, 99);
    load(&server, &with(&json!({})));
    let mut author = "reef".to_owned();
    for (name, at) in [
        ("tide", "2026-03-01T18:04:05Z"),
        ("tide", "2026-03-01T18:04:05.001Z"),
        ("TIDE", "2026-03-01T18:04:05.001Z"),
        ("reef", "2026-03-01T18:04:05Z"),
        (&neighbour_of("reef"), "2026-03-01T18:04:05Z"),
    ] {
        let changed = with(&json!({"author": {"username": name}, "published_at": at}));
        assert_eq!(became(&load(&server, &changed)), [0, 1, 0, 0, 0], "{name}");
        assert_eq!(rows(&server), [1, 1, 2, 1, 1], "{name}");
        let old = usize::from(author.eq_ignore_ascii_case(name));
        for (query, count) in [
            (format!("username={author}"), old),
            (format!("username={name}"), 1),
            ("keyword=coral".into(), 1),
            ("hashtag=sea".into(), 1),
            ("platform=x".into(), 1),
            ("sort_by=likes_count".into(), 1),
        ] {
            assert_eq!(found(&server, &token, &query), count, "{query} after {name}");
        }
        name.clone_into(&mut author);
    }
    assert_eq!(server.count(SHARD, "SELECT max(x) FROM versions"), 1);
}

#[test]
fn a_body_that_says_nothing_new_writes_nothing() {
    let server = Server::default();
    let lines = with(&json!({})) + &line("2", "reef", "coral \"quoted\"\n#sea") + &line("3", "tide", "");
    load(&server, &lines);
    let state = || {
        (
            server.count(SHARD, "SELECT total_changes()"),
            server.count(SHARD, "SELECT max(version) FROM versions"),
        )
    };
    let before = state();
    assert_eq!(before.1, 1);
    server.batches.borrow_mut().clear();
    assert_eq!(became(&load(&server, &lines)), [0, 0, 3, 0, 0]);
    assert_eq!(state(), before);
    assert_eq!(*server.batches.borrow(), [SHARD, Accounts], "what is known, and where posts are");
    assert_eq!(became(&load(&server, "\n \nnonsense\n")), [0, 0, 0, 0, 1]);
    assert_eq!(state(), before);
}

#[test]
fn lines_about_one_post_are_merged_in_their_order() {
    let server = Server::default();
    let lines = with(&json!({}))
        + &with(&json!({"likes_count": 6, "content": "kelp"}))
        + &with(&json!({"likes_count": 6, "content": null}));
    assert_eq!(became(&load(&server, &lines)), [1, 1, 1, 0, 0]);
    assert_eq!(rows(&server), [1, 1, 0, 1, 1]);
    assert_eq!(
        (&stored(&server, "x:1")["likes_count"], &stored(&server, "x:1")["content"]),
        (&json!(6), &json!("kelp"))
    );
}

#[test]
fn a_post_of_twitter_and_one_of_x_are_one() {
    let server = Server::default();
    assert_eq!(became(&load(&server, &with(&json!({"platform": "twitter"})))), [1, 0, 0, 0, 0]);
    assert_eq!(became(&load(&server, &with(&json!({"platform": "X"})))), [0, 0, 1, 0, 0]);
    assert_eq!(became(&load(&server, &with(&json!({"platform": "tiktok"})))), [1, 0, 0, 0, 0]);
    assert_eq!(rows(&server), [2, 2, 4, 2, 2]);
}

#[test]
fn an_erased_post_and_all_posts_of_an_erased_author_stay_erased() {
    let server = Server::default();
    run(
        &server,
        SHARD,
        "INSERT INTO tombstones (key, erased_at) VALUES ('post x:1', 0), ('author 3:straße', 0), ('author 3:strasse', 0)",
    );
    let lines =
        with(&json!({"platform": "twitter"})) + &line("2", "STRAẞE", "coral") + &line("3", "reef", "coral");
    assert_eq!(became(&load(&server, &lines)), [1, 0, 0, 2, 0]);
    assert_eq!(rows(&server)[..2], [1, 1]);
}

#[test]
fn keys_beyond_what_javascript_holds_are_exact_in_every_table() {
    let server = Server::default();
    load(
        &server,
        &with(&json!({"platform_post_id": "123", "author": {"username": "Reef.Watch"}, "hashtags": ["a"]})),
    );
    for (table, key) in
        [("posts", "post_id"), ("documents", "post_id"), ("hashtags", "post_id"), ("words", "rowid")]
    {
        assert_eq!(
            server.count(SHARD, &format!("SELECT {key} FROM {table}")),
            3_716_967_552_778_881_900,
            "{table}"
        );
    }
}

#[test]
fn an_import_that_another_one_overtook_is_made_again() {
    let server = Server::default();
    for overtaken in [1, 4] {
        let faults = (0..overtaken).flat_map(|_| [(SHARD, Fault::Overtaken), (SHARD, Fault::None)]);
        *server.faults.borrow_mut() = faults.collect();
        let line = line(&overtaken.to_string(), "reef", "coral");
        assert_eq!(became(&load(&server, &line)), [1, 0, 0, 0, 0], "{overtaken}");
    }
    assert_eq!(server.count(SHARD, "SELECT max(version) FROM versions"), 1 + 1 + 4 + 1);
    *server.faults.borrow_mut() =
        (0..5).flat_map(|_| [(SHARD, Fault::Overtaken), (SHARD, Fault::None)]).collect();
    let reply = operator(&server, "POST", "/operator/v1/posts", line("9", "reef", "coral").as_bytes());
    assert_eq!(outcome(&reply), (503, "STORAGE_UNAVAILABLE".into()));
    assert_eq!(rows(&server)[0], 2);
}

#[test]
fn an_import_that_failed_leaves_nothing_half_done_and_can_be_sent_again() {
    let server = Server::default();
    let lines = with(&json!({})) + &line("2", "reef", "coral");
    for (faults, again) in [
        (&[Fault::Refused][..], [2, 0, 0, 0, 0]),
        (&[Fault::None, Fault::Refused], [2, 0, 0, 0, 0]),
        (&[Fault::None, Fault::AnswerLost], [0, 0, 2, 0, 0]),
    ] {
        run(
            &server,
            SHARD,
            "DELETE FROM posts; DELETE FROM documents; DELETE FROM hashtags; DELETE FROM words; \
             DELETE FROM versions WHERE version > 0",
        );
        server.faults.borrow_mut().extend(faults.iter().map(|fault| (SHARD, *fault)));
        let reply = operator(&server, "POST", "/operator/v1/posts", lines.as_bytes());
        assert_eq!((reply.status, reply.body_text().contains("fire")), (503, false));
        assert_eq!(became(&load(&server, &lines)), again);
        assert_eq!(rows(&server), [2, 2, 2, 2, 1]);
    }
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM changes"), 0);
    assert!(server.count(SHARD, "SELECT count(*) FROM versions WHERE action = 'import posts'") >= 1);
}
