//! What a call costs: exactly its price, once, or nothing at all.

use crate::api::{account, body, get, line, load, outcome, request, run};
use crate::sqlite::{Fault, SHARD, Server};
use postern::http::call::Call;
use postern::http::reply::ReplyOf;
use postern::store::Database::Accounts;
use postern::time::Timestamp;

const SEARCH: &str = "/api/v1/posts/search";
const NOBODY: &str = "/api/v1/posts/by-user/x/nobody";
pub(crate) const MINUTES: i64 = 60_000;

/// A server with three posts, and a token with so many credits.
pub(crate) fn shop(credits: u32) -> (Server, String) {
    let server = Server::default();
    let token = account(&server, credits);
    load(&server, &["1", "2", "3"].map(|id| line(id, "reef", "coral")).concat());
    (server, token)
}

pub(crate) fn balance(server: &Server) -> i64 {
    let balance = server.count(Accounts, "SELECT balance FROM accounts");
    assert_eq!(balance, server.count(Accounts, "SELECT sum(credits) FROM ledger"));
    let used = server.count(Accounts, "SELECT total_used FROM accounts");
    assert_eq!(used, server.count(Accounts, "SELECT coalesce(sum(credits), 0) FROM usage"));
    balance
}

pub(crate) fn calls(server: &Server) -> i64 {
    server.count(Accounts, "SELECT coalesce(sum(calls), 0) FROM usage")
}

pub(crate) fn charged(reply: &ReplyOf<Server>) -> (u16, Option<&str>, Option<&str>) {
    (reply.status, reply.header("X-Credits-Charged"), reply.header("X-Credits-Remaining"))
}

pub(crate) fn fail(server: &Server, faults: &[Fault]) {
    server.faults.borrow_mut().extend(faults.iter().map(|fault| (Accounts, *fault)));
}

#[test]
fn a_hundred_calls_on_forty_credits_are_forty_pages() {
    let (server, token) = shop(40);
    let statuses: Vec<_> = (0..100).map(|_| get(&server, &token, SEARCH).status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 40);
    assert_eq!(statuses.iter().filter(|status| **status == 402).count(), 60);
    assert_eq!((balance(&server), calls(&server)), (0, 40));
}

#[test]
fn a_page_costs_what_the_operator_says_and_a_rest_below_it_buys_nothing() {
    let (mut server, token) = shop(7);
    server.settings.accounts.credits_per_page = 3;
    assert_eq!(charged(&get(&server, &token, SEARCH)), (200, Some("3"), Some("4")));
    assert_eq!(charged(&get(&server, &token, SEARCH)), (200, Some("3"), Some("1")));
    // A token that succeeded lately is refused by the transaction, any other by the check before it: in the same words.
    for later in [0, 6 * MINUTES] {
        server.now.set(Timestamp(server.now.get().0 + later));
        let refused = get(&server, &token, SEARCH);
        assert_eq!(charged(&refused), (402, Some("0"), Some("1")));
        let message = body(&refused)["error"]["message"].as_str().unwrap().to_owned();
        assert!(
            message.contains("at least 3") && message.contains("it is 1") && message.contains("/dashboard"),
            "{message}"
        );
        assert_eq!(balance(&server), 1);
    }
}

#[test]
fn an_empty_page_and_an_unchanged_one_are_free_and_counted() {
    let (server, token) = shop(2);
    let page = get(&server, &token, SEARCH);
    assert_eq!(charged(&page), (200, Some("1"), Some("1")));
    let etag = page.header("ETag").unwrap();
    assert_eq!(charged(&get(&server, &token, NOBODY)), (200, Some("0"), Some("1")));
    for tags in [etag.to_owned(), format!("W/{etag}"), format!("\"other\", {etag}"), "*".into()] {
        let again = server.call(&Call { if_none_match: Some(tags), ..request("GET", &token, SEARCH) }, b"");
        assert_eq!((charged(&again), again.body_text().as_str()), ((304, Some("0"), Some("1")), ""));
        assert_eq!(again.header("ETag"), Some(etag));
    }
    assert_eq!((balance(&server), calls(&server)), (1, 6));
}

#[test]
fn without_credits_a_call_that_would_be_free_is_refused_too() {
    let (server, token) = shop(1);
    let etag = get(&server, &token, SEARCH).header("ETag").unwrap().to_owned();
    for (url, tag) in [(NOBODY, None), (SEARCH, Some(etag))] {
        let reply = server.call(&Call { if_none_match: tag, ..request("GET", &token, url) }, b"");
        assert_eq!(charged(&reply), (402, Some("0"), Some("0")), "{url}");
    }
    assert_eq!(calls(&server), 1);
    let account = get(&server, &token, "/api/v1/account");
    assert_eq!(charged(&account), (200, Some("0"), Some("0")));
    assert_eq!(body(&account)["data"]["balance"], serde_json::json!({"current": 0, "total_used": 1}));
    assert_eq!(body(&account)["data"]["usage"]["api_calls_30_days"], 1);
}

#[test]
fn head_is_free_and_uncounted_and_has_the_headers_of_get_but_for_the_next_page() {
    let (server, token) = shop(2);
    let url = format!("{SEARCH}?limit=2");
    let head = server.call(&request("HEAD", &token, &url), b"");
    assert_eq!((charged(&head), head.body_text().as_str()), ((200, Some("0"), Some("2")), ""));
    let get = get(&server, &token, &url);
    assert!(get.header("Link").is_some());
    let common = |reply: &ReplyOf<Server>| {
        let own = |name: &str| name.starts_with("X-Credits") || ["X-Request-Id", "Link"].contains(&name);
        reply.headers.iter().filter(|(name, _)| !own(name)).cloned().collect::<Vec<_>>()
    };
    assert_eq!(common(&head), common(&get));
    assert_eq!((balance(&server), calls(&server)), (1, 1));
    assert_eq!(server.call(&request("HEAD", &token, "/api/v1/posts/search?limit=0"), b"").status, 400);
}

/// A call with a fresh token is checked first: one more batch, to which nothing happens.
fn tries(warm: bool, faults: &[Fault]) -> Vec<Fault> {
    if warm { faults.to_vec() } else { [&[Fault::None], faults].concat() }
}

#[test]
fn a_debit_whose_answer_is_lost_is_made_once() {
    for warm in [false, true] {
        for lost in [
            &[Fault::AnswerLost][..],
            &[Fault::AnswerLost, Fault::AnswerLost],
            &[Fault::Reset, Fault::AnswerLost],
        ] {
            let (server, token) = shop(9);
            if warm {
                get(&server, &token, NOBODY);
            }
            fail(&server, &tries(warm, lost));
            assert_eq!(charged(&get(&server, &token, SEARCH)), (200, Some("1"), Some("8")), "{lost:?}");
            assert_eq!((balance(&server), calls(&server)), (8, 1 + i64::from(warm)));
            assert_eq!(server.count(Accounts, "SELECT count(*) FROM ledger WHERE kind = 'page'"), 1);
        }
    }
}

#[test]
fn the_last_credit_is_not_lost_with_the_answer() {
    let (server, token) = shop(1);
    fail(&server, &[Fault::None, Fault::AnswerLost]);
    assert_eq!(charged(&get(&server, &token, SEARCH)), (200, Some("1"), Some("0")));
}

#[test]
fn storage_that_does_not_answer_is_a_503_without_a_charge_and_without_a_cause() {
    for (database, check) in [(Accounts, false), (SHARD, false), (Accounts, true)] {
        let (server, token) = shop(9);
        server.faults.borrow_mut().extend(check.then_some((Accounts, Fault::None)));
        server.faults.borrow_mut().push((database, Fault::Refused));
        let reply = get(&server, &token, SEARCH);
        assert_eq!(outcome(&reply), (503, "STORAGE_UNAVAILABLE".into()));
        assert_eq!(reply.header("Retry-After"), Some("5"));
        assert!(!reply.body_text().contains("fire"), "{}", reply.body_text());
        assert_eq!(reply.note.cause.as_deref(), Some("disk on fire"));
        assert_eq!((balance(&server), calls(&server)), (9, 0));
    }
}

#[test]
fn the_same_request_id_is_charged_each_time() {
    let (server, token) = shop(200);
    let call = Call { request_id: Some("same_ID-1".into()), ..request("GET", &token, SEARCH) };
    for _ in 0..100 {
        assert_eq!(server.call(&call, b"").header("X-Request-Id"), Some("same_ID-1"));
    }
    assert_eq!(balance(&server), 100);
    for bad in ["", "a b", "é", "'; DROP TABLE ledger; --", &"x".repeat(65)] {
        let reply = server.call(&Call { request_id: Some(bad.into()), ..call.clone() }, b"");
        let id = reply.header("X-Request-Id").unwrap();
        assert!(id.len() == 32 && id != bad, "{id}");
    }
}

#[test]
fn the_same_query_gives_the_same_bytes_whoever_asks() {
    let (server, token) = shop(9);
    let (one, other) = (get(&server, &token, SEARCH), get(&server, &token, SEARCH));
    assert_eq!((one.body_text(), one.header("ETag")), (other.body_text(), other.header("ETag")));
    run(&server, SHARD, "UPDATE documents SET stamp = stamp || 'x' WHERE id = 'x:2'");
    assert_ne!(get(&server, &token, SEARCH).header("ETag"), one.header("ETag"));
}
