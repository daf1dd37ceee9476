//! Erasure: gone from every table and every page, for good, whatever fails in between.

use crate::api::{account, body, get, line, load, operator, outcome};
use crate::loading::{became, rows, with};
use crate::sqlite::{Fault, SHARD, Server};
use postern::account::upkeep::daily;
use postern::answer::memory::Memory;
use postern::key::slot_of;
use postern::load::BATCH;
use postern::store::Database::{self, Accounts, Posts};
use serde_json::json;

fn erase(server: &Server, path: &str) -> (u16, String) {
    let reply = operator(server, "DELETE", &format!("/operator/v1/{path}"), b"");
    let data = body(&reply)["data"].to_string();
    if reply.status == 200 { (200, data) } else { outcome(&reply) }
}

fn erased(posts: usize) -> (u16, String) {
    (200, format!(r#"{{"erased":{posts}}}"#))
}

fn not_found() -> (u16, String) {
    (404, "NOT_FOUND".into())
}

/// How many posts a call for posts finds, on one page.
fn found(server: &Server, token: &str, url: &str) -> usize {
    let reply = get(server, token, &format!("/api/v1/posts/{url}"));
    assert_eq!(reply.status, 200, "{url}: {}", reply.body_text());
    body(&reply)["data"]["posts"].as_array().unwrap().len()
}

/// Lines of an author's posts with these numbers.
fn many(name: &str, numbers: core::ops::Range<usize>) -> String {
    numbers.map(|number| line(&format!("{name}{number}"), name, "coral #reef #sea")).collect()
}

/// Loads so many posts of an author.
fn load_many(server: &Server, name: &str, posts: usize) {
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
    pollster::block_on(daily(&server, server.now.get())).unwrap();
    assert_eq!(server.count(SHARD, pages), 0);
}

/// Two usernames whose posts are on the first and on the second shard.
fn neighbours(server: &Server) -> [String; 2] {
    let layout = server.layout();
    [0, 1].map(|shard| {
        let is_there = |name: &String| layout.of_author(&format!("3:{name}")).unwrap().number == shard;
        (0..99).map(|number| format!("kelp{number}")).find(is_there).unwrap()
    })
}

/// How many posts a database has, by its two tables of them.
fn posts(server: &Server, database: Database) -> [i64; 4] {
    ["posts", "documents", "hashtags", "words"]
        .map(|table| server.count(database, &format!("SELECT count(*) FROM {table}")))
}

#[test]
fn an_erasure_that_breaks_off_anywhere_is_gone_on_with() {
    let databases = [Accounts, Posts(0), Posts(1)];
    for (database, fault) in databases.into_iter().flat_map(|database| {
        [Fault::Refused, Fault::AnswerLost, Fault::Overtaken].map(|fault| (database, fault))
    }) {
        if (database, fault) == (Accounts, Fault::Overtaken) {
            continue;
        }
        for (place, whole) in (0..6).flat_map(|place| [(place, true), (place, false)]) {
            let server = Server::with_shards(2);
            let token = account(&server, 99);
            let [one, other] = neighbours(&server);
            let count = if whole { usize::from(BATCH) + 3 } else { 3 };
            load_many(&server, &one, count);
            load(&server, &many(&other, 0..2));
            let path = if whole { format!("authors/x/{one}") } else { format!("posts/x:{one}0") };
            let at = format!("{database:?} {fault:?} {place} {path}");
            let pause = (0..place).map(|_| (database, Fault::None));
            *server.faults.borrow_mut() = pause.chain([(database, fault)]).collect();
            let first = erase(&server, &path);
            server.faults.borrow_mut().clear();
            if first.0 != 200 {
                assert_eq!(first, (503, "STORAGE_UNAVAILABLE".into()), "{at}");
                assert_eq!(erase(&server, &path).0, 200, "{at}");
            }
            // The only 200 says that all is gone, now and for good.
            let left = if whole { 0 } else { 2 };
            assert_eq!(posts(&server, Posts(0)), [left, left, 2 * left, left], "{at}");
            assert_eq!(posts(&server, Posts(1)), [2, 2, 4, 2], "{at}");
            let url = format!("search?username={one}&limit=100");
            assert_eq!(found(&server, &token, &url), usize::try_from(left).unwrap(), "{at}");
            assert_eq!(became(&load(&server, &many(&one, 0..1))), [0, 0, 0, 1, 0], "{at}");
            let totals = "SELECT x FROM versions ORDER BY version DESC LIMIT 1";
            assert_eq!(server.count(Posts(0), totals), left, "{at}");
        }
    }
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
fn what_an_import_that_broke_off_has_left_elsewhere_goes_too() {
    for path in ["posts/x:1", "old", "new"] {
        let server = Server::with_shards(2);
        let token = account(&server, 99);
        let [old, new] = neighbours(&server);
        load(&server, &with(&json!({"author": {"username": old}})));
        // What is known, and then what is left behind.
        server
            .faults
            .borrow_mut()
            .extend([Fault::None, Fault::None, Fault::Refused].map(|fault| (Posts(0), fault)));
        let moved = with(&json!({"author": {"username": new}}));
        assert_eq!(operator(&server, "POST", "/operator/v1/posts", moved.as_bytes()).status, 503);
        assert_eq!(found(&server, &token, "search"), 2);
        let author = if path == "old" { &old } else { &new };
        let path = if path.starts_with("posts") { path.to_owned() } else { format!("authors/x/{author}") };
        assert_eq!(erase(&server, &path), erased(1), "{path}");
        assert_eq!(found(&server, &token, "search"), 0, "{path}");
        assert_eq!([posts(&server, Posts(0)), posts(&server, Posts(1))], [[0; 4]; 2], "{path}");
    }
}

/// A step towards so many databases: whether there is more to do.
fn step(server: &Server, shards: u8) -> bool {
    let reply =
        operator(server, "POST", "/operator/v1/shards", json!({ "shards": shards }).to_string().as_bytes());
    assert_eq!(reply.status, 200, "{}", reply.body_text());
    let data = body(&reply)["data"].clone();
    !data["move"].is_null() || data["slots_left"] != 0
}

#[test]
fn posts_on_their_way_are_not_erased_and_others_are() {
    let server = Server::with_databases(2);
    let names: Vec<_> = (0..200).map(|number| format!("kelp{number}")).collect();
    load(&server, &names.iter().map(|name| line(name, name, "coral #reef")).collect::<String>());
    assert!(step(&server, 2));
    let moving = body(&operator(&server, "GET", "/operator/v1/shards", b""))["data"]["move"]["slot"].clone();
    let is_moving = |name: &&String| slot_of(&format!("3:{name}")) == moving;
    let (on_its_way, other) =
        (names.iter().find(is_moving).unwrap(), names.iter().find(|name| !is_moving(name)).unwrap());
    for path in [format!("authors/x/{on_its_way}"), format!("posts/x:{on_its_way}")] {
        let reply = operator(&server, "DELETE", &format!("/operator/v1/{path}"), b"");
        assert_eq!((reply.status, reply.header("Retry-After")), (503, Some("5")), "{path}");
        assert!(reply.body_text().contains("on their way"), "{}", reply.body_text());
    }
    assert_eq!(erase(&server, &format!("authors/x/{other}")), erased(1));
}

#[test]
fn erasures_at_every_step_of_a_spread_leave_nothing_behind_and_hold_after_it() {
    let server = Server::with_databases(2);
    let token = account(&server, 999);
    let names: Vec<_> = (0..120).map(|number| format!("kelp{number}")).collect();
    load(&server, &names.iter().map(|name| line(name, name, "coral #reef")).collect::<String>());
    let mut waiting: Vec<_> = names.iter().take(80).collect();
    for shards in [2, 1, 2] {
        while step(&server, shards) {
            let Some(name) = waiting.pop() else { continue };
            let path =
                if name.len() % 2 == 0 { format!("posts/x:{name}") } else { format!("authors/x/{name}") };
            match erase(&server, &path).0 {
                200 => assert_eq!(found(&server, &token, &format!("by-user/x/{name}")), 0),
                _ => waiting.insert(0, name),
            }
        }
    }
    assert!(waiting.is_empty());
    let all = [posts(&server, Posts(0)), posts(&server, Posts(1))];
    assert_eq!([0, 1, 2, 3].map(|table| all[0][table] + all[1][table]), [40; 4]);
    let lines: String = names.iter().map(|name| line(name, name, "coral #reef")).collect();
    assert_eq!(became(&load(&server, &lines)), [0, 0, 40, 80, 0]);
}

#[test]
fn a_tombstone_holds_when_its_database_is_given_up() {
    let mut server = Server::with_databases(2);
    while step(&server, 2) {}
    let [_, name] = neighbours(&server);
    load(&server, &many(&name, 0..3));
    assert_eq!(erase(&server, &format!("posts/x:{name}0")), erased(1));
    assert_eq!(erase(&server, &format!("authors/x/{name}")), erased(2));
    while step(&server, 1) {}
    server.forget_last_database();
    server.memory = Memory::new();
    assert_eq!(became(&load(&server, &many(&name, 0..4))), [0, 0, 0, 4, 0]);
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
