//! Erasure where posts are on several databases, or on their way between them, and where it breaks off.

use crate::api::{account, body, line, load, operator};
use crate::erase::{erase, erased, found, load_many, many};
use crate::loading::{became, with};
use crate::sqlite::{Fault, Server};
use postern::ingest::BATCH;
use postern::key::author_slot;
use postern::router::memory::Memory;
use postern::store::Database::{self, Accounts, Posts};
use serde_json::json;

/// Two usernames whose posts are on the first and on the second shard.
pub(crate) fn neighbours(server: &Server) -> [String; 2] {
    let layout = server.layout();
    [0, 1].map(|shard| {
        let is_there = |name: &String| layout.shard_of_author(&format!("3:{name}")).unwrap().number == shard;
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
    let is_moving = |name: &&String| author_slot(&format!("3:{name}")) == moving;
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
