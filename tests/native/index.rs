//! The full-text index: what imports leave of it, and how it is merged.

use crate::api::{account, body, get, line, load, operator, run};
use crate::jobs::daily;
use crate::sqlite::{NOW, SHARD, Server};
use postern::posts::statements::totals::{merge_words, segments};
use postern::store::{Database, Row as _, Storage as _};
use serde_json::json;

/// Counts segments by the table of their pages' first terms.
fn count_segments(server: &Server, at: Database) -> i64 {
    let counted = server.count(at, "SELECT count(DISTINCT segid) FROM words_idx");
    let rows = pollster::block_on(server.rows(at, segments())).unwrap();
    assert_eq!(rows.first().unwrap().integer("segments").unwrap(), Some(counted));
    counted
}

/// One call of the operator: how many databases are left.
fn merge(server: &Server) -> u64 {
    let reply = operator(server, "POST", "/operator/v1/index", b"{}");
    assert_eq!(reply.status, 200, "{}", reply.body_text());
    body(&reply)["data"]["shards_left"].as_u64().unwrap()
}

/// Makes pages so small that a step merges few posts. SQLite writes its next pages that small.
fn shrink_pages(server: &Server, at: Database) {
    run(server, at, "INSERT INTO words (words, rank) VALUES ('pgsz', 64)");
}

/// Posts with a text of many words, by which a segment gets many pages.
fn import_long_posts(server: &Server, batch: u32, posts: u32) {
    let text = |post: u32| {
        let words =
            (0..200).map(|word| format!("w{}", (batch * 7919 + post * 104_729 + word * 1_299_709) % 999_983));
        words.collect::<Vec<_>>().join(" ")
    };
    let lines =
        (0..posts).map(|post| line(&format!("{batch}-{post}"), "reef", &format!("coral {}", text(post))));
    load(server, &lines.collect::<String>());
}

#[test]
fn calls_after_an_import_leave_one_segment_in_every_database_and_change_no_page() {
    let server = Server::with_shards(3);
    let token = account(&server, 9);
    for batch in 0..14 {
        let authors = ["reef", "tide", "gull", "kelp", "sand", "foam"];
        let lines =
            authors.map(|author| line(&format!("{author}{batch}"), author, &format!("coral x{batch}")));
        load(&server, &lines.concat());
    }
    let shards = [0, 1, 2].map(Database::Posts);
    let page = || get(&server, &token, "/api/v1/posts/search?keyword=coral+-x3&limit=100").body_text();
    let versions = || shards.map(|shard| server.count(shard, "SELECT max(version) FROM versions"));
    let (before, found) = (versions(), page());
    assert!(shards.iter().any(|shard| count_segments(&server, *shard) > 2));
    while merge(&server) > 0 {}
    assert!(shards.iter().all(|shard| count_segments(&server, *shard) <= 1));
    assert_eq!((versions(), page()), (before, found));
    assert_eq!(merge(&server), 0);
}

#[test]
fn a_call_takes_bounded_steps_and_the_next_one_continues_even_between_imports() {
    let server = Server::default();
    shrink_pages(&server, SHARD);
    for batch in 0..3 {
        import_long_posts(&server, batch, 150);
    }
    let (mut calls, mut merges) = (1, Vec::new());
    while merge(&server) > 0 {
        calls += 1;
        merges.push(count_segments(&server, SHARD));
        if calls == 2 {
            load(&server, &line("between", "reef", "coral"));
        }
        assert!(calls < 50, "{merges:?}");
    }
    assert!(calls > 1, "the index was too small for this test");
    assert_eq!(count_segments(&server, SHARD), 1);
}

#[test]
fn a_merge_of_two_segments_goes_on_after_its_first_step() {
    let server = Server::default();
    shrink_pages(&server, SHARD);
    import_long_posts(&server, 0, 150);
    run(&server, SHARD, "INSERT INTO words (words) VALUES ('optimize')");
    load(&server, &line("last", "reef", "coral"));
    assert_eq!(count_segments(&server, SHARD), 2);
    let mut steps = 0;
    while count_segments(&server, SHARD) > 1 {
        pollster::block_on(server.rows(SHARD, merge_words())).unwrap();
        steps += 1;
        assert!(steps < 50);
    }
    assert!(steps > 1, "the index was too small for this test");
}

#[test]
fn the_daily_job_removes_the_words_of_erased_posts_from_an_index_of_many_pages() {
    let server = Server::default();
    shrink_pages(&server, SHARD);
    import_long_posts(&server, 0, 150);
    load(&server, &line("secret", "gull", "unmistakable"));
    daily(&server, NOW);
    let has_word = || {
        let sql = "SELECT count(*) FROM words_data WHERE instr(block, CAST('unmistakable' AS BLOB)) > 0";
        server.count(SHARD, sql) > 0
    };
    assert!(has_word());
    assert_eq!(operator(&server, "DELETE", "/operator/v1/authors/x/gull", b"").status, 200);
    daily(&server, NOW);
    assert!(!has_word());
    assert_eq!(count_segments(&server, SHARD), 1);
}

#[test]
fn the_call_takes_an_empty_object_only() {
    let server = Server::default();
    for (sent, status) in [(json!({}), 200), (json!({"pages": 1}), 400), (json!([]), 400)] {
        let reply = operator(&server, "POST", "/operator/v1/index", sent.to_string().as_bytes());
        assert_eq!(reply.status, status, "{sent}");
    }
}
