//! An expensive page that is requested again comes from the cache, and no other page ever does.

use crate::api::{account, get, line, load, run};
use crate::sqlite::{SHARD, Server};
use postern::http::reply::ReplyOf;
use postern::store::Database::{Accounts, Posts};
use std::collections::BTreeMap;

/// Reads every post: in SQLite's steps, far more than ten thousand.
const EXPENSIVE: &str = "/api/v1/posts/search?keyword=coral&sort_by=views_count&min_likes=1&limit=100";
const CHEAP: &str = "/api/v1/posts/search?limit=3";

fn server() -> (Server, String) {
    let server = Server::default();
    let token = account(&server, 100);
    for batch in 0..4 {
        let lines = (0..250).map(|number| {
            line(&(batch * 250 + number).to_string(), "reef", "coral")
                .replace("\"content\"", "\"likes_count\":7,\"content\"")
        });
        load(&server, &lines.collect::<String>());
    }
    (server, token)
}

fn page(server: &Server, token: &str, url: &str) -> ReplyOf<Server> {
    let page = get(server, token, url);
    assert_eq!((page.status, page.header("X-Credits-Charged")), (200, Some("1")), "{}", page.body_text());
    page
}

fn plan(reply: &ReplyOf<Server>) -> &str {
    reply.note.plan.as_deref().unwrap()
}

fn cached_pages(server: &Server) -> usize {
    server.page_cache.borrow().as_ref().unwrap().len()
}

#[test]
fn an_expensive_page_is_cached_the_second_time_and_served_from_the_cache_the_third_time() {
    let (server, token) = server();
    let first = page(&server, &token, EXPENSIVE);
    assert_eq!(cached_pages(&server), 0);
    let second = page(&server, &token, EXPENSIVE);
    assert_eq!((cached_pages(&server), plan(&second)), (1, plan(&first)));
    let third = page(&server, &token, EXPENSIVE);
    assert_eq!((cached_pages(&server), plan(&third)), (1, "cached"));
    for other in [&second, &third] {
        assert_eq!(other.body_text(), first.body_text());
        assert_eq!(
            (other.header("ETag"), other.header("Link")),
            (first.header("ETag"), first.header("Link"))
        );
    }
    let balance = server.count(Accounts, "SELECT balance FROM accounts");
    assert_eq!(balance, 97, "a page from there costs the same");
    let key = server.page_cache.borrow().as_ref().unwrap().keys().next().unwrap().clone();
    assert!(key.len() == 64 && key.bytes().all(|byte| byte.is_ascii_hexdigit()), "{key}");
}

#[test]
fn cheap_pages_are_never_cached() {
    let (server, token) = server();
    for _ in 0..3 {
        assert_ne!(plan(&page(&server, &token, CHEAP)), "cached");
    }
    assert_eq!(cached_pages(&server), 0);
}

#[test]
fn an_import_is_in_the_very_next_answer() {
    let (server, token) = server();
    for _ in 0..3 {
        page(&server, &token, EXPENSIVE);
    }
    load(
        &server,
        &line("new", "reef", "coral")
            .replace("\"content\"", "\"likes_count\":9,\"views_count\":5,\"content\""),
    );
    for _ in 0..3 {
        let page = page(&server, &token, EXPENSIVE);
        assert!(page.body_text().contains(r#""id":"x:new""#), "{}", plan(&page));
    }
    assert_eq!(cached_pages(&server), 2);
}

#[test]
fn a_page_that_is_broken_or_stale_or_anothers_never_surfaces() {
    let (server, token) = server();
    let good = page(&server, &token, EXPENSIVE).body_text();
    page(&server, &token, EXPENSIVE);
    let mine = server.page_cache.borrow().as_ref().unwrap().values().next().unwrap().clone();
    let other = EXPENSIVE.replace("min_likes=1", "min_likes=2");
    page(&server, &token, &other);
    page(&server, &token, &other);
    let entries: BTreeMap<String, String> = server.page_cache.borrow().clone().unwrap();
    let others = entries.values().find(|page| **page != mine).unwrap().clone();
    for broken in [String::new(), "nonsense".into(), mine[..mine.len() / 2].into(), others] {
        let all = entries.keys().map(|key| (key.clone(), broken.clone())).collect();
        *server.page_cache.borrow_mut() = Some(all);
        let page = page(&server, &token, EXPENSIVE);
        assert_eq!(page.body_text(), good);
        assert_ne!(plan(&page), "cached");
    }
    // A page of another version, under the key of this one.
    run(
        &server,
        SHARD,
        "UPDATE versions SET version = version + 1 WHERE version = (SELECT max(version) FROM versions)",
    );
    page(&server, &token, EXPENSIVE);
    page(&server, &token, EXPENSIVE);
    let keys: Vec<_> = server.page_cache.borrow().as_ref().unwrap().keys().cloned().collect();
    let newer: Vec<_> = keys.into_iter().filter(|key| !entries.contains_key(key)).collect();
    assert_eq!(newer.len(), 1);
    *server.page_cache.borrow_mut() = Some(BTreeMap::from([(newer[0].clone(), mine)]));
    assert_ne!(plan(&page(&server, &token, EXPENSIVE)), "cached");
}

#[test]
fn a_store_that_is_down_fails_no_call() {
    let (server, token) = server();
    *server.page_cache.borrow_mut() = None;
    let bodies: Vec<_> = (0..4).map(|_| page(&server, &token, EXPENSIVE).body_text()).collect();
    assert!(bodies.iter().all(|body| *body == bodies[0]));
}

#[test]
fn a_cached_page_is_refused_to_whoever_would_be_refused_the_page() {
    let (server, token) = server();
    for _ in 0..3 {
        page(&server, &token, EXPENSIVE);
    }
    run(&server, Accounts, "UPDATE accounts SET status = 'suspended'");
    assert_eq!(get(&server, &token, EXPENSIVE).status, 403);
    run(&server, Accounts, "DELETE FROM tokens");
    assert_eq!(get(&server, &token, EXPENSIVE).status, 401);
}

/// What KV takes.
const LONGEST_KEY: usize = 512;

#[test]
fn the_key_of_a_page_from_all_shards_is_short_enough() {
    let server = Server::with_shards(64);
    let token = account(&server, 100);
    for shard in 0..64 {
        run(&server, Posts(shard), "UPDATE versions SET version = 123456789");
    }
    for batch in 0..2 {
        let lines = (0..500).map(|number| {
            let number = batch * 500 + number;
            line(&number.to_string(), &format!("reef{number}"), "coral")
                .replace("\"content\"", "\"likes_count\":7,\"content\"")
        });
        load(&server, &lines.collect::<String>());
    }
    let pages: Vec<_> = (0..3).map(|_| page(&server, &token, EXPENSIVE)).collect();
    assert_eq!(plan(&pages[2]), "cached");
    assert_eq!(pages[2].body_text(), pages[0].body_text());
    let cached = server.page_cache.borrow();
    let key = cached.as_ref().unwrap().keys().next().unwrap();
    assert!(key.len() <= LONGEST_KEY, "{key}");
}

#[test]
fn a_cached_page_of_some_fields_is_not_that_of_others() {
    let (server, token) = server();
    let shapes =
        ["", "&fields=likes_count", "&fields=content", "&fields=content&format=ndjson", "&format=csv"];
    let pages = || shapes.map(|shape| page(&server, &token, &format!("{EXPENSIVE}{shape}")));
    let first = pages().map(|page| page.body_text());
    for _ in 0..2 {
        assert_eq!(pages().map(|page| page.body_text()), first);
    }
    assert!(pages().iter().all(|page| plan(page) == "cached"));
    assert_eq!(cached_pages(&server), 3, "whole posts, and those of each list of fields");
}
