//! One shard or several: the same bytes for every query and every page, and the same outcome of every import.

use crate::api::{account, body, get, load, loaded, operator};
use crate::loading::{became, with};
use crate::sampled::{Dice, random};
use crate::sqlite::{Fault, Server};
use postern::posts::url::posts_url;
use postern::store::Database;
use serde_json::json;

const SHARDS: [u8; 3] = [1, 2, 5];
const QUERIES: usize = 60;

/// The bodies of up to five pages of a query, one after the other.
fn walk(server: &Server, token: &str, url: &str) -> Vec<(String, Option<String>)> {
    let mut pages = Vec::new();
    let mut next = Some(url.to_owned());
    while let Some(url) = next.filter(|_| pages.len() < 5) {
        let page = get(server, token, &url);
        assert_eq!(page.status, 200, "{url}: {}", page.body_text());
        let cursor = body(&page)["data"]["page"]["next_cursor"].as_str().map(ToOwned::to_owned);
        next = cursor.map(|cursor| {
            let url = url.split("&cursor=").next().unwrap().to_owned();
            format!("{url}&cursor={cursor}")
        });
        pages.push((page.body_text(), page.header("ETag").map(ToOwned::to_owned)));
    }
    pages
}

#[test]
fn one_two_and_five_shards_give_the_same_bytes_for_every_query_and_every_page() {
    let servers = SHARDS.map(Server::with_shards);
    let posts: Vec<_> = servers.iter().map(|server| loaded(server, 1_500)).collect();
    let tokens: Vec<_> = servers.iter().map(|server| account(server, 100_000)).collect();
    for server in &servers[1..] {
        let layout = server.layout();
        let with_posts = layout.shards().iter().filter(|shard| shard.version > 0);
        assert_eq!(with_posts.count(), layout.shards().len(), "every shard has posts");
    }
    let mut dice = Dice(11);
    for _ in 0..QUERIES {
        let query = random(&mut dice, &posts[0].all);
        let url = posts_url(&query);
        let url = if url.contains('?') { url } else { format!("{url}?limit=50") };
        let pages: Vec<_> =
            servers.iter().zip(&tokens).map(|(server, token)| walk(server, token, &url)).collect();
        assert_eq!(pages[0], pages[1], "{url}");
        assert_eq!(pages[0], pages[2], "{url}");
    }
}

#[test]
fn an_author_is_read_from_one_shard_and_the_stats_add_up() {
    let server = Server::with_shards(5);
    loaded(&server, 300);
    let token = account(&server, 9);
    server.reads.borrow_mut().clear();
    get(&server, &token, "/api/v1/posts/by-user/instagram/vumoluso");
    let asked: Vec<_> = server.reads.borrow().iter().map(|(shard, _)| *shard).collect();
    assert_eq!(asked.len(), 1);
    server.reads.borrow_mut().clear();
    get(&server, &token, "/api/v1/posts/by-hashtag/x/lowtide");
    assert_eq!(server.reads.borrow().len(), 5);
    let stats = body(&operator(&server, "GET", "/operator/v1/stats", b""));
    assert_eq!(stats["data"]["posts"]["total"], 300);
    let one = Server::default();
    loaded(&one, 300);
    let same = body(&operator(&one, "GET", "/operator/v1/stats", b""));
    assert_eq!(stats["data"]["posts"], same["data"]["posts"]);
}

/// Two usernames whose posts are on different shards.
fn strangers(server: &Server) -> (String, String) {
    let layout = server.layout();
    let shard = |name: &str| layout.shard_of_author(&format!("3:{name}")).unwrap().number;
    let name = |number| format!("kelp{number}");
    let other = (1..99).map(name).find(|other| shard(other) != shard("kelp0")).unwrap();
    (name(0), other)
}

/// How many rows each shard has of posts, documents, hashtags and words.
fn rows(server: &Server, shards: u8) -> Vec<[i64; 4]> {
    let tables = ["posts", "documents", "hashtags", "words"];
    let count = |shard, table| server.count(Database::Posts(shard), &format!("SELECT count(*) FROM {table}"));
    (0..shards).map(|shard| tables.map(|table| count(shard, table))).collect()
}

#[test]
fn a_post_whose_author_has_another_name_moves_to_the_shard_of_that() {
    let server = Server::with_shards(2);
    let token = account(&server, 99);
    let (one, other) = strangers(&server);
    let line = |name: &str, at: &str| with(&json!({"author": {"username": name}, "collected_at": at}));
    load(&server, &line(&one, "2026-03-02T00:00:00Z"));
    assert_eq!(became(&load(&server, &line(&other, "2026-03-03T00:00:00Z"))), [0, 1, 0, 0, 0]);
    let mut found = rows(&server, 2);
    found.sort_unstable();
    assert_eq!(found, [[0, 0, 0, 0], [1, 1, 2, 1]]);
    // An older reading, under the old name, changes nothing.
    assert_eq!(became(&load(&server, &line(&one, "2026-03-02T12:00:00Z"))), [0, 0, 1, 0, 0]);
    let found = |url: String| body(&get(&server, &token, &url))["data"]["posts"].as_array().unwrap().len();
    assert_eq!(found(format!("/api/v1/posts/by-user/x/{other}")), 1);
    assert_eq!(found(format!("/api/v1/posts/by-user/x/{one}")), 0);
    assert_eq!(found("/api/v1/posts/search".into()), 1);
    let stats = body(&operator(&server, "GET", "/operator/v1/stats", b""));
    assert_eq!(stats["data"]["posts"]["total"], 1);
}

#[test]
fn a_move_that_broke_off_is_finished_by_the_next_import_of_the_post() {
    for fault in [Fault::Refused, Fault::AnswerLost] {
        let server = Server::with_shards(2);
        let (one, other) = strangers(&server);
        let line = |name: &str| with(&json!({"author": {"username": name}}));
        load(&server, &line(&one));
        let old = server.layout().shard_of_author(&format!("3:{one}")).unwrap().number;
        // What is known, and then what is left behind.
        let posts = Database::Posts(old);
        server.faults.borrow_mut().extend([(posts, Fault::None), (posts, Fault::None), (posts, fault)]);
        let reply = operator(&server, "POST", "/operator/v1/posts", line(&other).as_bytes());
        assert_eq!(reply.status, 503);
        assert_eq!(became(&load(&server, &line(&other))), [0, 0, 1, 0, 0]);
        let mut found = rows(&server, 2);
        found.sort_unstable();
        assert_eq!(found, [[0, 0, 0, 0], [1, 1, 2, 1]], "{fault:?}");
    }
}

#[test]
fn an_import_that_is_overtaken_on_one_shard_counts_every_line_once() {
    let server = Server::with_shards(2);
    let (one, other) = strangers(&server);
    let line = |name: &str, id: &str| with(&json!({"author": {"username": name}, "platform_post_id": id}));
    let lines = line(&one, "1") + &line(&other, "2") + &line(&one, "3");
    server.faults.borrow_mut().push((Database::Posts(1), Fault::Overtaken));
    assert_eq!(became(&load(&server, &lines)), [3, 0, 0, 0, 0]);
    assert_eq!(became(&load(&server, &lines)), [0, 0, 3, 0, 0]);
    // One shard fails: what is on the other one is stored, and seen.
    let more = line(&one, "4") + &line(&other, "5");
    server
        .faults
        .borrow_mut()
        .extend([(Database::Posts(1), Fault::None), (Database::Posts(1), Fault::Refused)]);
    assert_eq!(operator(&server, "POST", "/operator/v1/posts", more.as_bytes()).status, 503);
    assert_eq!(became(&load(&server, &more)), [1, 0, 1, 0, 0]);
}

/// What is asked of the databases while posts move between them.
const PAGES: [&str; 4] = [
    "/api/v1/posts/search?limit=20",
    "/api/v1/posts/search?sort_by=likes_count&limit=20&keyword=coral",
    "/api/v1/posts/by-hashtag/x/lowtide?sort_order=asc",
    "/api/v1/posts/by-user/instagram/vumoluso?limit=7",
];

fn bodies(server: &Server, token: &str) -> Vec<String> {
    PAGES.iter().flat_map(|url| walk(server, token, url)).map(|(body, _)| body).collect()
}

/// A step towards so many shards: whether there is more to do.
fn step(server: &Server, shards: u8) -> Option<bool> {
    let reply =
        operator(server, "POST", "/operator/v1/shards", json!({"shards": shards}).to_string().as_bytes());
    if reply.status == 503 {
        return None;
    }
    assert_eq!(reply.status, 200, "{}", reply.body_text());
    let data = body(&reply)["data"].clone();
    Some(!data["move"].is_null() || data["slots_left"] != 0)
}

fn slots(server: &Server) -> Vec<u32> {
    server.layout().shards().iter().map(|shard| shard.slots.count_ones()).collect()
}

#[test]
fn posts_move_between_databases_and_every_page_stays_the_same_at_every_step() {
    let server = Server::with_databases(3);
    loaded(&server, 400);
    let token = account(&server, 1_000_000);
    let before = bodies(&server, &token);
    for (shards, expected) in [(2, vec![32, 32]), (3, vec![22, 21, 21]), (1, vec![64, 0, 0])] {
        let mut steps = 0;
        while step(&server, shards).unwrap() {
            steps += 1;
            // Every seventh step: a slot takes more than that.
            if steps % 7 == 0 {
                assert!(bodies(&server, &token) == before, "{shards} shards, step {steps}");
            }
        }
        let mut found = slots(&server);
        found.sort_unstable_by(|one, other| other.cmp(one));
        assert_eq!(found, expected);
        assert!(bodies(&server, &token) == before, "{shards} shards");
        let total: i64 = rows(&server, 3).iter().map(|rows| rows[0]).sum();
        assert_eq!(total, 400);
        let stats = body(&operator(&server, "GET", "/operator/v1/stats", b""));
        assert_eq!(stats["data"]["posts"]["total"], 400);
    }
    let [one, _, _] = rows(&server, 3)[..] else { panic!() };
    let fresh = Server::default();
    loaded(&fresh, 400);
    assert_eq!(one, rows(&fresh, 1)[0], "words and hashtags came along");
}

#[test]
fn a_replica_that_lags_shows_no_gap_while_posts_move() {
    let server = Server::with_databases(2);
    server.has_blank_bookmarks.set(true);
    loaded(&server, 200);
    let token = account(&server, 1_000_000);
    let before = bodies(&server, &token);
    let mut steps = 0;
    while step(&server, 2).unwrap() {
        steps += 1;
        if steps % 11 == 5 {
            server.replicate(u8::from(steps % 2 == 0));
        }
        if steps % 11 == 0 {
            assert!(bodies(&server, &token) == before, "step {steps}");
        }
    }
    assert!(bodies(&server, &token) == before);
}

#[test]
fn a_move_that_breaks_off_anywhere_is_gone_on_with_and_loses_nothing() {
    for database in [Database::Accounts, Database::Posts(0), Database::Posts(1)] {
        for fault in [Fault::Refused, Fault::AnswerLost, Fault::Overtaken] {
            if (database, fault) == (Database::Accounts, Fault::Overtaken) {
                continue;
            }
            let server = Server::with_databases(2);
            loaded(&server, 60);
            let token = account(&server, 1_000_000);
            let before = bodies(&server, &token);
            let mut steps = 0_usize;
            loop {
                steps += 1;
                // A fault at every fifth batch on this database.
                let pause = (0..steps % 5).map(|_| (database, Fault::None));
                *server.faults.borrow_mut() = pause.chain([(database, fault)]).collect();
                let more = step(&server, 2);
                server.faults.borrow_mut().clear();
                if steps.is_multiple_of(13) {
                    assert!(bodies(&server, &token) == before, "{database:?} {fault:?} step {steps}");
                }
                if more == Some(false) {
                    break;
                }
                assert!(steps < 5_000, "it ends");
            }
            assert_eq!(slots(&server), [32, 32]);
            assert!(bodies(&server, &token) == before, "{database:?} {fault:?}");
            let stats = body(&operator(&server, "GET", "/operator/v1/stats", b""));
            assert_eq!(stats["data"]["posts"]["total"], 60, "{database:?} {fault:?}");
        }
    }
}

#[test]
fn an_import_leaves_a_slot_on_its_way_alone_and_stores_all_others() {
    let server = Server::with_databases(2);
    let line = |name: &str| with(&json!({"author": {"username": name}, "platform_post_id": name}));
    let names: Vec<_> = (0..200).map(|number| format!("kelp{number}")).collect();
    assert_eq!(step(&server, 2), Some(true));
    let moving = body(&operator(&server, "GET", "/operator/v1/shards", b""))["data"]["move"]["slot"].clone();
    let is_moving = |name: &&String| postern::key::author_slot(&format!("3:{name}")) == moving;
    let (one, other) =
        (names.iter().find(is_moving).unwrap(), names.iter().find(|name| !is_moving(name)).unwrap());
    let refused = operator(&server, "POST", "/operator/v1/posts", (line(other) + &line(one)).as_bytes());
    assert_eq!((refused.status, refused.header("Retry-After")), (503, Some("5")));
    assert!(refused.body_text().contains("on their way"), "{}", refused.body_text());
    assert_eq!(became(&load(&server, &line(other))), [0, 0, 1, 0, 0], "it was stored and is to be seen");
    while step(&server, 2).unwrap() {}
    assert_eq!(became(&load(&server, &(line(other) + &line(one)))), [1, 0, 1, 0, 0]);
    let new = server.layout().shard_of_author(&format!("3:{one}")).unwrap().number;
    assert_eq!((new, rows(&server, 2)[1][0]), (1, 1));
}

#[test]
fn a_batch_that_meets_every_slot_is_taken_at_the_second_try_while_posts_are_spread() {
    let server = Server::with_databases(2);
    let names: Vec<_> = (0..400).map(|number| format!("kelp{number}")).collect();
    let line = |name: &String| with(&json!({"author": {"username": name}, "platform_post_id": name}));
    let lines: String = names.iter().map(line).collect();
    let moving =
        || body(&operator(&server, "GET", "/operator/v1/shards", b""))["data"]["move"]["slot"].as_u64();
    let in_slot = |slot: u64| {
        let is_there = |name: &&String| u64::from(postern::key::author_slot(&format!("3:{name}"))) == slot;
        names.iter().filter(is_there).count() as u64
    };
    assert_eq!(step(&server, 2), Some(true));
    let first = moving().unwrap();
    assert_eq!(operator(&server, "POST", "/operator/v1/posts", lines.as_bytes()).status, 503);
    let stats =
        || body(&operator(&server, "GET", "/operator/v1/stats", b""))["data"]["posts"]["total"].clone();
    assert_eq!(stats(), 400 - in_slot(first));
    while moving().is_none_or(|slot| slot == first) {
        assert_eq!(step(&server, 2), Some(true));
    }
    assert_eq!(became(&load(&server, &lines)), [in_slot(first), 0, 400 - in_slot(first), 0, 0]);
    while step(&server, 2).unwrap() {}
    assert_eq!(became(&load(&server, &lines)), [0, 0, 400, 0, 0]);
    assert_eq!(stats(), 400);
    let [one, other] = [0, 1].map(|shard| rows(&server, 2)[shard][0]);
    assert!(one + other == 400 && one > 100 && other > 100, "{one} and {other}");
}

#[test]
fn an_import_that_was_under_way_when_its_slot_was_locked_is_not_left_behind() {
    let server = Server::with_databases(2);
    let name = (0..2_000).map(|number| format!("kelp{number}"));
    // The slot that goes first is the first that the second database gets.
    let slot = postern::shards::rebalance(&server.layout(), 2)[0].0;
    let name = name.clone().find(|name| postern::key::author_slot(&format!("3:{name}")) == slot).unwrap();
    let line = with(&json!({"author": {"username": name}}));
    // It has asked what is known; then the lock comes, as an overtaking version does.
    assert_eq!(step(&server, 2), Some(true));
    assert_eq!(operator(&server, "POST", "/operator/v1/posts", line.as_bytes()).status, 503);
    let version = server.count(Database::Posts(0), "SELECT max(version) FROM versions");
    assert_eq!(step(&server, 2), Some(true));
    assert_eq!(server.count(Database::Posts(0), "SELECT max(version) FROM versions"), version + 1);
}

#[test]
fn databases_that_are_not_bound_can_not_be_spread_over() {
    let server = Server::with_databases(2);
    for bad in [json!(0), json!(3), json!(65), json!(-1), json!("2"), json!(null)] {
        let body = json!({"shards": bad}).to_string();
        let reply = operator(&server, "POST", "/operator/v1/shards", body.as_bytes());
        assert_eq!(reply.status, 400, "{bad}");
    }
    let list = body(&operator(&server, "GET", "/operator/v1/shards", b""));
    assert_eq!(list["data"]["shards"][0]["slots"].as_array().unwrap().len(), 64);
    assert_eq!((&list["data"]["shards"][0]["posts"], &list["data"]["move"]), (&json!(0), &json!(null)));
    let unused = json!({"shard": 1, "slots": [], "posts": 0, "bytes": null});
    assert_eq!(list["data"]["shards"][1], unused, "it is bound, and there to be spread over");
}

#[test]
fn a_database_that_has_given_all_its_slots_away_may_be_gone() {
    let mut server = Server::with_databases(2);
    let token = account(&server, 9);
    let line = |id: &str| with(&json!({"platform_post_id": id}));
    load(&server, &line("1"));
    for shards in [2, 1] {
        while step(&server, shards).unwrap() {}
    }
    server.forget_last_database();
    assert_eq!(get(&server, "", "/api/v1/health").status, 200);
    assert_eq!(became(&load(&server, &line("2"))), [1, 0, 0, 0, 0]);
    assert_eq!(body(&get(&server, &token, "/api/v1/posts/search"))["data"]["page"]["returned"], 2);
    assert_eq!(body(&operator(&server, "GET", "/operator/v1/stats", b""))["data"]["posts"]["total"], 2);
    let list = body(&operator(&server, "GET", "/operator/v1/shards", b""));
    assert_eq!(list["data"]["shards"].as_array().unwrap().len(), 1);
}
