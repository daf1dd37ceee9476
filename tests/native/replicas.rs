//! Acknowledged is visible: a replica that lags is never what an answer is made of, and nothing is charged for it.

use crate::api::{account, body, get, line, load, operator, outcome, request};
use crate::sqlite::{Fault, SHARD, Server};
use postern::store::Database::Accounts;
use postern::store::PRIMARY;

const SEARCH: &str = "/api/v1/posts/search";
const BY_USER: &str = "/api/v1/posts/by-user/x/reef";

/// A server with a replica that knows the first post only, and a token.
fn lagging(warm: bool, blank: bool) -> (Server, String) {
    let server = Server::default();
    server.has_blank_bookmarks.set(blank);
    let token = account(&server, 10);
    load(&server, &line("1", "reef", "coral"));
    if warm {
        get(&server, &token, SEARCH);
    }
    server.replicate(0);
    load(&server, &line("2", "reef", "coral"));
    server.reads.borrow_mut().clear();
    (server, token)
}

fn ids(server: &Server, token: &str, url: &str) -> Vec<String> {
    let page = body(&get(server, token, url));
    let posts = page["data"]["posts"].as_array().unwrap();
    posts.iter().map(|post| post["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn what_was_acknowledged_is_in_the_very_next_answer_though_the_replica_lags() {
    for (warm, blank) in [(false, false), (false, true), (true, false), (true, true)] {
        for url in [SEARCH, BY_USER] {
            let (server, token) = lagging(warm, blank);
            let mut found = ids(&server, &token, url);
            found.sort();
            assert_eq!(found, ["x:1", "x:2"], "{url} warm {warm} blank {blank}");
            let charged = 1 + i64::from(warm);
            assert_eq!(server.count(Accounts, "SELECT balance FROM accounts"), 10 - charged);
            assert_eq!(server.count(Accounts, "SELECT sum(calls) FROM usage"), charged);
            assert_eq!(server.count(Accounts, "SELECT count(*) FROM ledger WHERE kind = 'page'"), charged);
        }
    }
}

#[test]
fn an_empty_page_an_unchanged_one_and_head_are_not_made_of_an_old_replica_either() {
    let (server, token) = lagging(true, true);
    load(&server, &line("3", "tide", "kelp"));
    assert_eq!(ids(&server, &token, "/api/v1/posts/by-user/x/tide"), ["x:3"]);
    let (server, token) = lagging(true, true);
    let old = {
        let (other, token) = lagging(true, true);
        let call = postern::http::call::Call { if_none_match: None, ..request("HEAD", &token, SEARCH) };
        other.call(&call, b"").header("ETag").unwrap().to_owned()
    };
    let head = server.call(&request("HEAD", &token, SEARCH), b"");
    assert_eq!(head.header("ETag"), Some(old.as_str()), "both saw two posts");
    let call = postern::http::call::Call { if_none_match: Some(old), ..request("GET", &token, SEARCH) };
    assert_eq!(server.call(&call, b"").status, 304);
}

#[test]
fn a_read_asks_for_the_bookmark_of_the_last_acknowledged_import() {
    let (server, token) = lagging(false, false);
    get(&server, &token, SEARCH);
    assert_eq!(*server.reads.borrow(), [(0, "00000002".to_owned())]);
    // Another isolate may have acknowledged more: this one learns of it when it charges.
    let (server, token) = lagging(true, false);
    let old = "0 ffffffffffffffff 1 00000001";
    server.memory.shards.remember(&postern::shards::ShardMap::parse(old).unwrap());
    assert_eq!(ids(&server, &token, SEARCH).len(), 2);
    let asked: Vec<_> = server.reads.borrow().iter().map(|(_, bookmark)| bookmark.clone()).collect();
    assert_eq!(asked, ["00000001", "00000002"]);
}

#[test]
fn without_bookmarks_that_tell_states_apart_the_primary_is_asked_in_the_end() {
    let (server, token) = lagging(true, true);
    assert_eq!(ids(&server, &token, SEARCH).len(), 2);
    let asked: Vec<_> = server.reads.borrow().iter().map(|(_, bookmark)| bookmark.clone()).collect();
    assert_eq!(asked, ["00000000", "00000000", PRIMARY]);
}

#[test]
fn a_replica_that_is_up_to_date_answers() {
    let server = Server::default();
    let token = account(&server, 10);
    load(&server, &line("1", "reef", "coral"));
    server.replicate(0);
    let primary = server.batches.borrow().len();
    assert_eq!(ids(&server, &token, SEARCH), ["x:1"]);
    assert_eq!(server.reads.borrow().len(), 1);
    assert_eq!(server.batches.borrow().len() - primary, 3, "token, page, charge");
}

#[test]
fn a_replica_that_is_ahead_of_what_was_acknowledged_is_as_good() {
    let server = Server::default();
    let token = account(&server, 10);
    // Stored, but never acknowledged: the accounts did not answer.
    let faults = [Fault::None, Fault::None, Fault::Refused];
    server.faults.borrow_mut().extend(faults.map(|fault| (Accounts, fault)));
    let reply = operator(&server, "POST", "/operator/v1/posts", line("1", "reef", "coral").as_bytes());
    assert_eq!(outcome(&reply), (503, "STORAGE_UNAVAILABLE".into()));
    assert_eq!(server.layout().shards()[0].version, 0);
    assert_eq!(ids(&server, &token, SEARCH), ["x:1"]);
    // Sent again, nothing changes, and it is acknowledged.
    assert_eq!(load(&server, &line("1", "reef", "coral"))["unchanged"], 1);
    assert_eq!(server.layout().shards()[0].version, 1);
    assert_eq!(server.count(SHARD, "SELECT max(version) FROM versions"), 1);
}
