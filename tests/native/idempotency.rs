//! Calls under an `Idempotency-Key`: the same page is charged once, and another page is another charge.

use crate::api::{body, get, line, load, operator, request, run};
use crate::charging::{MINUTES, balance, calls, charged, fail, shop};
use crate::sqlite::{Fault, SHARD, Server};
use postern::accounts::statements::idempotency::is_paid;
use postern::http::call::Call;
use postern::http::reply::ReplyOf;
use postern::store::Database::Accounts;
use postern::time::Timestamp;

const SEARCH: &str = "/api/v1/posts/search";

/// A call under a key, so many minutes later.
fn keyed(server: &Server, token: &str, url: &str, key: &str, at: i64) -> ReplyOf<Server> {
    server.now.set(Timestamp(crate::sqlite::NOW.0 + at));
    server.call(&Call { idempotency_key: Some(key.into()), ..request("GET", token, url) }, b"")
}

#[test]
fn a_page_under_the_same_key_is_charged_once_in_ten_minutes() {
    let (server, token) = shop(9);
    assert_eq!(charged(&keyed(&server, &token, SEARCH, "k", 0)), (200, Some("1"), Some("8")));
    for at in [0, 1, 10 * MINUTES - 1] {
        assert_eq!(charged(&keyed(&server, &token, SEARCH, "k", at)), (200, Some("0"), Some("8")), "{at}");
    }
    assert_eq!(charged(&keyed(&server, &token, SEARCH, "k", 10 * MINUTES)), (200, Some("1"), Some("7")));
    assert_eq!(charged(&keyed(&server, &token, SEARCH, "k", 20 * MINUTES - 1)), (200, Some("0"), Some("7")));
    assert_eq!((balance(&server), calls(&server)), (7, 6));
}

#[test]
fn a_page_that_took_the_last_credit_is_answered_again() {
    for warm in [false, true] {
        let (server, token) = shop(1);
        let first = keyed(&server, &token, SEARCH, "k", 0);
        assert_eq!(charged(&first), (200, Some("1"), Some("0")));
        let later = if warm { 0 } else { 6 * MINUTES };
        for _ in 0..2 {
            let again = keyed(&server, &token, SEARCH, "k", later);
            assert_eq!(charged(&again), (200, Some("0"), Some("0")));
            assert_eq!(again.body_text(), first.body_text());
        }
        assert_eq!((balance(&server), calls(&server)), (0, 3));
        // Ten minutes later nothing is paid for any more.
        server.reads.borrow_mut().clear();
        assert_eq!(keyed(&server, &token, SEARCH, "k", 10 * MINUTES).status, 402);
        assert_eq!(*server.reads.borrow(), []);
    }
}

#[test]
fn a_page_that_changed_is_another_page_and_is_charged() {
    let (server, token) = shop(3);
    let mut bodies = Vec::new();
    for (id, left) in [("4", "2"), ("5", "1"), ("6", "0")] {
        load(&server, &line(id, "reef", "coral"));
        for charge in ["1", "0"] {
            let reply = keyed(&server, &token, SEARCH, "k", 0);
            assert_eq!(charged(&reply), (200, Some(charge), Some(left)), "{id}");
            bodies.push(reply.body_text());
        }
    }
    bodies.dedup();
    assert_eq!((bodies.len(), balance(&server), calls(&server)), (3, 0, 6));
    // Nothing is left for another one.
    load(&server, &line("7", "reef", "coral"));
    assert_eq!(charged(&keyed(&server, &token, SEARCH, "k", 0)), (402, Some("0"), Some("0")));
    assert_eq!(charged(&keyed(&server, &token, SEARCH, "k", 0)), (402, Some("0"), Some("0")));
}

#[test]
fn a_page_that_is_again_as_it_was_is_paid_for() {
    let (server, token) = shop(9);
    let stamp = |change: &str| {
        run(&server, SHARD, &format!("UPDATE documents SET stamp = {change} WHERE id = 'x:2'"));
    };
    assert_eq!(charged(&keyed(&server, &token, SEARCH, "k", 0)), (200, Some("1"), Some("8")));
    stamp("stamp || 'x'");
    assert_eq!(charged(&keyed(&server, &token, SEARCH, "k", 0)), (200, Some("1"), Some("7")));
    stamp("substr(stamp, 1, length(stamp) - 1)");
    assert_eq!(charged(&keyed(&server, &token, SEARCH, "k", 0)), (200, Some("0"), Some("7")));
}

#[test]
fn without_credits_no_other_key_and_no_other_query_has_a_page_read() {
    for warm in [false, true] {
        let (server, token) = shop(1);
        assert_eq!(keyed(&server, &token, SEARCH, "k", 0).status, 200);
        let later = if warm { 0 } else { 6 * MINUTES };
        if warm {
            // The isolate has only seen that it could pay: it learns otherwise once.
            assert_eq!(keyed(&server, &token, SEARCH, "first", later).status, 402);
        }
        server.reads.borrow_mut().clear();
        let by_user = "/api/v1/posts/by-user/x/reef";
        for (url, key) in [(SEARCH, "other"), (SEARCH, "K"), (by_user, "k"), (SEARCH, "k/"), (SEARCH, "l")] {
            assert_eq!(
                charged(&keyed(&server, &token, url, key, later)),
                (402, Some("0"), Some("0")),
                "{key}"
            );
        }
        assert_eq!(get(&server, &token, SEARCH).status, 402);
        assert_eq!(*server.reads.borrow(), [], "warm: {warm}");
        assert_eq!(keyed(&server, &token, SEARCH, "k", later).status, 200);
    }
}

#[test]
fn who_has_credits_again_is_served_at_once() {
    let (server, token) = shop(1);
    for (status, left) in [(200, "0"), (402, "0"), (402, "0")] {
        assert_eq!(charged(&get(&server, &token, SEARCH)).0, status, "{left}");
    }
    let grant = br#"{"credits": 2, "reference": "r"}"#;
    assert_eq!(
        operator(&server, "POST", "/operator/v1/accounts/reef@example.com/credits", grant).status,
        200
    );
    for left in ["1", "0"] {
        assert_eq!(charged(&get(&server, &token, SEARCH)), (200, Some("1"), Some(left)));
    }
}

#[test]
fn storage_that_fails_under_a_paid_key_is_said_so_and_not_called_a_want_of_credits() {
    let (server, token) = shop(1);
    assert_eq!(keyed(&server, &token, SEARCH, "k", 0).status, 200);
    server.faults.borrow_mut().push((SHARD, Fault::Refused));
    assert_eq!(keyed(&server, &token, SEARCH, "k", 0).status, 503);
    server.faults.borrow_mut().push((SHARD, Fault::Refused));
    assert_eq!(keyed(&server, &token, SEARCH, "other", 0).status, 402);
}

#[test]
fn a_page_under_a_paid_key_that_is_older_than_what_was_acknowledged_is_read_again() {
    let (server, token) = shop(1);
    assert_eq!(keyed(&server, &token, SEARCH, "k", 0).status, 200);
    server.has_blank_bookmarks.set(true);
    server.replicate(0);
    load(&server, &line("4", "reef", "coral"));
    run(&server, Accounts, "UPDATE accounts SET balance = 1, total_used = 1");
    run(&server, Accounts, "UPDATE ledger SET credits = 2 WHERE kind = 'opening'");
    let reply = keyed(&server, &token, SEARCH, "k", 0);
    assert_eq!(charged(&reply), (200, Some("1"), Some("0")));
    assert!(reply.body_text().contains(r#""id":"x:4""#));
}

#[test]
fn head_under_a_paid_key_needs_the_balance_as_any_other() {
    let (server, token) = shop(1);
    assert_eq!(keyed(&server, &token, SEARCH, "k", 0).status, 200);
    let call = Call { idempotency_key: Some("k".into()), ..request("HEAD", &token, SEARCH) };
    assert_eq!(server.call(&call, b"").status, 402);
}

#[test]
fn whether_a_key_has_paid_is_looked_up_by_the_primary_key() {
    let (server, _) = shop(1);
    let plan = server.explain(Accounts, &is_paid(1, "hash", Timestamp(0)));
    assert!(
        plan.contains("SEARCH idempotency USING PRIMARY KEY (account_id=? AND key>? AND key<?)"),
        "{plan}"
    );
}

#[test]
fn another_query_key_or_account_is_another_charge() {
    let (server, token) = shop(9);
    let cursor = body(&get(&server, &token, &format!("{SEARCH}?limit=1")))["data"]["page"]["next_cursor"]
        .as_str()
        .unwrap()
        .to_owned();
    let urls = ["", "?limit=1", &format!("?limit=1&cursor={cursor}"), "?username=reef"]
        .map(|query| format!("{SEARCH}{query}"));
    for (url, left) in urls.iter().zip(["7", "6", "5", "4"]) {
        assert_eq!(charged(&keyed(&server, &token, url, "k", 0)), (200, Some("1"), Some(left)), "{url}");
        assert_eq!(charged(&keyed(&server, &token, url, "k", 0)), (200, Some("0"), Some(left)), "{url}");
    }
    assert_eq!(charged(&keyed(&server, &token, SEARCH, "K", 0)), (200, Some("1"), Some("3")));
    assert_eq!(
        charged(&keyed(&server, &token, "/api/v1/posts/by-user/x/reef", "k", 0)),
        (200, Some("1"), Some("2"))
    );
    assert_eq!(charged(&get(&server, &token, SEARCH)), (200, Some("1"), Some("1")));
}

#[test]
fn a_key_pays_for_nothing_that_failed_and_a_lost_answer_keeps_it() {
    let (server, token) = shop(9);
    fail(&server, &[Fault::None, Fault::Refused]);
    assert_eq!(keyed(&server, &token, SEARCH, "k", 0).status, 503);
    fail(&server, &[Fault::Reset, Fault::Reset, Fault::Reset]);
    assert_eq!(keyed(&server, &token, SEARCH, "k", 0).status, 503);
    fail(&server, &[Fault::AnswerLost, Fault::AnswerLost, Fault::AnswerLost]);
    assert_eq!(keyed(&server, &token, SEARCH, "k", 0).status, 503);
    assert_eq!(charged(&keyed(&server, &token, SEARCH, "k", 0)), (200, Some("0"), Some("8")));
    assert_eq!(balance(&server), 8);
    for key in ["", "a b", "é", &"k".repeat(256)] {
        let reply = keyed(&server, &token, SEARCH, key, 0);
        assert_eq!(
            (reply.status, &body(&reply)["error"]["details"][0]["parameter"]),
            (400, &"Idempotency-Key".into()),
            "{key}"
        );
    }
}
