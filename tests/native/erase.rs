//! Erasure: gone from every table and every page, for good, whatever fails in between.

use crate::api::{account, body, get, line, load, operator, outcome};
use crate::loading::{became, rows, with};
use crate::sqlite::{Fault, SHARD, Server};
use postern::ingest::BATCH;
use postern::store::Database::Accounts;
use serde_json::json;

pub(crate) fn erase(server: &Server, path: &str) -> (u16, String) {
    let reply = operator(server, "DELETE", &format!("/operator/v1/{path}"), b"");
    let data = body(&reply)["data"].to_string();
    if reply.status == 200 { (200, data) } else { outcome(&reply) }
}

pub(crate) fn erased(posts: usize) -> (u16, String) {
    (200, format!(r#"{{"erased":{posts}}}"#))
}

fn not_found() -> (u16, String) {
    (404, "NOT_FOUND".into())
}

/// How many posts a call for posts finds, on one page.
pub(crate) fn found(server: &Server, token: &str, url: &str) -> usize {
    let reply = get(server, token, &format!("/api/v1/posts/{url}"));
    assert_eq!(reply.status, 200, "{url}: {}", reply.body_text());
    body(&reply)["data"]["posts"].as_array().unwrap().len()
}

/// Lines of an author's posts with these numbers.
pub(crate) fn many(name: &str, numbers: core::ops::Range<usize>) -> String {
    numbers.map(|number| line(&format!("{name}{number}"), name, "coral #reef #sea")).collect()
}

/// Loads so many posts of an author.
pub(crate) fn load_many(server: &Server, name: &str, posts: usize) {
    for start in (0..posts).step_by(1_000) {
        load(server, &many(name, start..posts.min(start + 1_000)));
    }
}

#[test]
fn an_erased_post_is_gone_from_every_table_and_stays_away() {
    let server = Server::default();
    let token = account(&server, 99);
    load(&server, &(with(&json!({})) + &line("2", "reef", "coral #Reef")));
    assert_eq!(rows(&server), [2, 2, 3, 2, 1]);
    assert_eq!(erase(&server, "posts/twitter%3A1"), erased(1));
    assert_eq!(rows(&server), [1, 1, 1, 1, 1]);
    for (url, posts) in [
        ("search", 1),
        ("search?keyword=coral", 1),
        ("search?sort_by=likes_count", 1),
        ("by-hashtag/x/reef", 1),
        ("by-hashtag/x/sea", 0),
        ("by-user/x/reef", 1),
    ] {
        assert_eq!(found(&server, &token, url), posts, "{url}");
    }
    for again in [json!({}), json!({"platform": "twitter", "author": {"username": "other"}})] {
        assert_eq!(became(&load(&server, &with(&again))), [0, 0, 0, 1, 0]);
    }
    assert_eq!(erase(&server, "posts/x:1"), erased(0));
    assert_eq!(rows(&server), [1, 1, 1, 1, 1]);
    let stats = body(&operator(&server, "GET", "/operator/v1/stats", b""));
    assert_eq!(stats["data"]["posts"]["total"], 1);
}

#[test]
fn what_was_never_there_can_not_be_erased() {
    let server = Server::default();
    load(&server, &with(&json!({})));
    for path in ["posts/x:2", "posts/tiktok:1", "authors/x/nobody", "authors/tiktok/reef"] {
        assert_eq!(erase(&server, path), not_found(), "{path}");
    }
    for path in ["posts/", "authors/x", "authors/x/", "authors//reef", "authors/x/reef/1", "posts/x:1/2"] {
        assert_eq!(erase(&server, path), not_found(), "{path}");
    }
    let long = format!("posts/x:{}", "1".repeat(257));
    for path in ["posts/1", "posts/x:", "posts/myspace:1", "posts/%ff", "posts/x:%00", &long] {
        assert_eq!(erase(&server, path), (400, "INVALID_PARAMETER".into()), "{path}");
    }
    let reply = operator(&server, "DELETE", "/operator/v1/authors/myspace/a%20b", b"");
    let faults = body(&reply)["error"]["details"].clone();
    assert_eq!(
        (&faults[0]["parameter"], &faults[0]["code"]),
        (&json!("platform"), &json!("UNSUPPORTED_PLATFORM"))
    );
    assert_eq!((&faults[1]["parameter"], &faults[1]["code"]), (&json!("username"), &json!("INVALID_VALUE")));
    for method in ["GET", "POST", "HEAD"] {
        let reply = operator(&server, method, "/operator/v1/posts/x:1", b"");
        assert_eq!((reply.status, reply.header("Allow")), (405, Some("DELETE")));
    }
    assert_eq!(rows(&server)[0], 1);
    assert_eq!(server.count(SHARD, "SELECT count(*) FROM tombstones"), 0);
}

#[test]
fn an_erased_author_has_no_posts_and_never_will() {
    let server = Server::default();
    let token = account(&server, 99);
    let posts = usize::from(BATCH) * 2 + 7;
    load_many(&server, "Straße", posts);
    load(&server, &(line("1", "reef", "coral") + &line("2", "STRASSE", "kelp #reef")));
    let on_tiktok = with(&json!({"platform": "tiktok", "author": {"username": "strasse"}}));
    load(&server, &on_tiktok);
    assert_eq!(erase(&server, "authors/Twitter/@ｓtrasse"), erased(posts + 1));
    assert_eq!(rows(&server), [2, 2, 2, 2, 2]);
    assert_eq!(found(&server, &token, "search?username=strasse"), 1);
    assert_eq!(found(&server, &token, "search?keyword=kelp"), 0);
    let lines =
        line("1", "straße", "now of the erased") + &line("new", "Strasse", "") + &line("3", "reef", "");
    assert_eq!(became(&load(&server, &lines)), [1, 0, 0, 2, 0]);
    assert_eq!(became(&load(&server, &on_tiktok)), [0, 0, 1, 0, 0]);
    assert_eq!(erase(&server, "authors/x/straße"), erased(0));
    let stats = body(&operator(&server, "GET", "/operator/v1/stats", b""));
    assert_eq!(stats["data"]["posts"]["total"], 3);
}

#[test]
fn an_erased_authors_posts_stay_away_under_another_name() {
    let server = Server::default();
    let posts = usize::from(BATCH) + 3;
    load_many(&server, "before", posts);
    load(&server, &line("1", "older", "kelp"));
    load(&server, &line("1", "before", "kelp"));
    assert_eq!(erase(&server, "authors/x/before"), erased(posts + 1));
    let again = line("1", "after", "kelp") + &line("1", "older", "kelp") + &line("2", "after", "another");
    assert_eq!(became(&load(&server, &again)), [1, 0, 0, 2, 0]);
    assert_eq!(server.count(SHARD, "SELECT count(*) FROM tombstones"), i64::try_from(posts).unwrap() + 2);
    assert_eq!(erase(&server, "posts/x:1"), erased(0));
}

#[test]
fn every_erasure_is_in_the_log() {
    let server = Server::default();
    load(&server, &(with(&json!({})) + &line("2", "Tide", "")));
    erase(&server, "posts/twitter:1");
    erase(&server, "authors/x/TIDE");
    erase(&server, "authors/x/nobody");
    let log = "SELECT group_concat(action || ' ' || subject, '; ' ORDER BY change_id) FROM changes";
    let text: String = server.connection(Accounts).query_row(log, [], |row| row.get(0)).unwrap();
    assert_eq!(text, "erase post x:1; erase author x tide");
    assert_eq!(server.count(SHARD, "SELECT count(*) FROM versions WHERE action LIKE 'erase %'"), 2);
}

#[test]
fn no_page_is_made_of_a_replica_that_still_has_what_was_erased() {
    for path in ["posts/x:1", "authors/x/reef"] {
        let server = Server::default();
        server.has_blank_bookmarks.set(true);
        let token = account(&server, 99);
        load(&server, &with(&json!({})));
        assert_eq!(found(&server, &token, "search"), 1);
        server.replicate(0);
        assert_eq!(erase(&server, path), erased(1));
        for url in ["search", "by-user/x/reef", "by-hashtag/x/sea", "search?keyword=coral"] {
            assert_eq!(found(&server, &token, url), 0, "{path} {url}");
        }
    }
}

#[test]
fn the_words_of_the_erased_leave_the_full_text_index_with_the_daily_job() {
    let server = Server::default();
    load(&server, &(line("1", "reef", "nudibranch") + &line("2", "tide", "coral")));
    let pages = "SELECT count(*) FROM words_data WHERE instr(block, CAST('nudibranch' AS BLOB)) > 0";
    assert_eq!(server.count(SHARD, pages), 1);
    erase(&server, "authors/x/reef");
    crate::jobs::daily(&server, server.now.get());
    assert_eq!(server.count(SHARD, pages), 0);
}

#[test]
fn an_erasure_that_is_always_overtaken_gives_up_and_leaves_all_as_it_was() {
    let server = Server::default();
    load(&server, &with(&json!({})));
    *server.faults.borrow_mut() =
        (0..5).flat_map(|_| [(SHARD, Fault::Overtaken), (SHARD, Fault::None)]).collect();
    assert_eq!(erase(&server, "posts/x:1"), (503, "STORAGE_UNAVAILABLE".into()));
    assert_eq!(rows(&server)[0], 1);
    assert_eq!(server.count(SHARD, "SELECT count(*) FROM tombstones"), 0);
    assert_eq!(erase(&server, "posts/x:1"), erased(1));
}

#[test]
fn more_posts_than_a_call_can_erase_go_on_with_the_next_call() {
    let server = Server::default();
    let most = 50 * usize::from(BATCH);
    load_many(&server, "reef", most + 1);
    let reply = operator(&server, "DELETE", "/operator/v1/authors/x/reef", b"");
    assert_eq!((reply.status, reply.header("Retry-After")), (503, Some("1")));
    assert!(reply.body_text().contains(&format!("{most} are erased")), "{}", reply.body_text());
    assert_eq!(became(&load(&server, &many("reef", most + 5..most + 6))), [0, 0, 0, 1, 0]);
    assert_eq!(erase(&server, "authors/x/reef"), erased(1));
}
