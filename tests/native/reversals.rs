//! A debit of which nobody knows whether it was made, since its call was answered by an error: it is taken back.

use crate::api::{account, get, line, load, operator, request, run};
use crate::browser_tokens::{hour, made};
use crate::sqlite::{Fault, Server};
use postern::accounts::token::ApiToken;
use postern::http::call::Call;
use postern::http::reply::ReplyOf;
use postern::store::Database::Accounts;
use postern::store::Storage as _;

const SEARCH: &str = "/api/v1/posts/search";
const LOST: [Fault; 3] = [Fault::AnswerLost; 3];
const RESET: [Fault; 3] = [Fault::Reset; 3];

/// A server with a post, and a token with nine credits that has succeeded lately.
pub(crate) fn shop() -> (Server, String) {
    let server = Server::default();
    let token = account(&server, 9);
    load(&server, &line("1", "reef", "coral"));
    assert_eq!(get(&server, &token, "/api/v1/posts/by-user/x/nobody").status, 200);
    (server, token)
}

/// The balance, what was used of it, and the calls that were answered after the first: books that agree with each other.
pub(crate) fn books(server: &Server) -> (i64, i64, i64) {
    let of = |sql| server.count(Accounts, sql);
    let (balance, used) = (of("SELECT balance FROM accounts"), of("SELECT total_used FROM accounts"));
    assert_eq!(balance, of("SELECT sum(credits) FROM ledger"));
    assert_eq!(used, of("SELECT sum(credits) FROM usage"));
    (balance, used, of("SELECT sum(calls) FROM usage") - 1)
}

/// Runs the batches given to `background`; all of them pass.
fn run_background(server: &Server) {
    for (statements, _) in server.background.take() {
        pollster::block_on(server.batch(Accounts, statements)).unwrap();
    }
}

pub(crate) fn fail(server: &Server, faults: &[Fault]) {
    server.faults.borrow_mut().extend(faults.iter().map(|fault| (Accounts, *fault)));
}

fn keyed(server: &Server, token: &str) -> ReplyOf<Server> {
    server.call(&Call { idempotency_key: Some("k".into()), ..request("GET", token, SEARCH) }, b"")
}

#[test]
fn a_page_that_was_not_served_costs_nothing_whether_its_debit_was_made_or_not() {
    for (faults, meanwhile) in [(LOST, 8), (RESET, 9)] {
        let (server, token) = shop();
        fail(&server, &faults);
        assert_eq!(get(&server, &token, SEARCH).status, 503);
        assert_eq!(books(&server).0, meanwhile);
        let [(statements, about)] = &server.background.take()[..] else {
            panic!("expected one background batch")
        };
        assert!(about.starts_with("account 1, reference ") && about.ends_with(", credits 1"), "{about}");
        for _ in 0..3 {
            pollster::block_on(server.batch(Accounts, statements.clone())).unwrap();
            assert_eq!(books(&server), (9, 0, 0));
        }
        assert_eq!(get(&server, &token, SEARCH).header("X-Credits-Remaining"), Some("8"));
        assert_eq!(books(&server), (8, 1, 1));
    }
}

#[test]
fn the_background_batch_may_be_lost_on_its_way_too() {
    let (server, token) = shop();
    fail(&server, &LOST);
    assert_eq!(get(&server, &token, SEARCH).status, 503);
    fail(&server, &[Fault::Reset, Fault::AnswerLost]);
    run_background(&server);
    assert_eq!(books(&server), (9, 0, 0));
}

#[test]
fn nothing_is_taken_back_where_nothing_can_have_been_charged() {
    let (server, token) = shop();
    fail(&server, &[Fault::Overloaded]);
    assert_eq!(get(&server, &token, SEARCH).status, 503);
    run(&server, Accounts, "UPDATE accounts SET browser_cap = 0");
    assert_eq!(get(&server, &made(&ApiToken::parse(&token).unwrap(), &hour()), SEARCH).status, 402);
    assert!(server.background.borrow().is_empty());
    let spent = r#"{"credits": -9, "reference": "r"}"#;
    assert_eq!(
        operator(&server, "POST", "/operator/v1/accounts/reef@example.com/credits", spent.as_bytes()).status,
        200
    );
    assert_eq!(get(&server, &token, SEARCH).status, 402);
    assert!(server.background.borrow().is_empty());
}

#[test]
fn nor_where_the_first_try_was_heard_of() {
    for change in ["UPDATE accounts SET status = 'suspended'", "DELETE FROM tokens"] {
        let (server, token) = shop();
        run(&server, Accounts, change);
        assert!([401, 403].contains(&get(&server, &token, SEARCH).status));
        assert!(server.background.borrow().is_empty(), "{change}");
    }
    for faults in [&[Fault::None, Fault::Overloaded][..], &[Fault::None, Fault::None, Fault::Overloaded]] {
        let (server, token) = shop();
        assert_eq!(keyed(&server, &token).status, 200);
        fail(&server, faults);
        assert_eq!(keyed(&server, &token).status, 503);
        assert!(server.background.borrow().is_empty(), "{faults:?}");
    }
}

#[test]
fn a_lost_debit_is_taken_back_though_what_came_after_it_was_too_much() {
    // What is too much is the second try, or what there is to know about the page, which that finds charged.
    for faults in
        [&[Fault::AnswerLost, Fault::Overloaded][..], &[Fault::AnswerLost, Fault::None, Fault::Overloaded]]
    {
        let (server, token) = shop();
        fail(&server, faults);
        assert_eq!(get(&server, &token, SEARCH).status, 503);
        assert_eq!(books(&server), (8, 1, 1), "{faults:?}");
        run_background(&server);
        assert_eq!(books(&server), (9, 0, 0), "{faults:?}");
    }
}

#[test]
fn a_lost_try_counts_though_the_page_was_outdated_by_the_next() {
    for (faults, undone) in [(&[Fault::Reset][..], 1), (&[], 0)] {
        let (server, token) = shop();
        // Nothing that can be read is as new as what was acknowledged.
        run(&server, Accounts, "UPDATE shards SET version = version + 1");
        fail(&server, faults);
        assert_eq!(get(&server, &token, SEARCH).status, 503);
        assert_eq!(server.background.borrow().len(), undone, "{faults:?}");
        run_background(&server);
        assert_eq!(books(&server), (9, 0, 0));
    }
}

#[test]
fn it_is_taken_back_from_an_account_whose_token_or_status_changed_meanwhile() {
    for change in ["DELETE FROM tokens", "UPDATE accounts SET status = 'suspended'"] {
        let (server, token) = shop();
        fail(&server, &LOST);
        assert_eq!(get(&server, &token, SEARCH).status, 503);
        run(&server, Accounts, change);
        run_background(&server);
        assert_eq!(books(&server), (9, 0, 0), "{change}");
    }
}

#[test]
fn nothing_comes_of_it_where_the_account_is_gone() {
    let (server, token) = shop();
    fail(&server, &RESET);
    assert_eq!(get(&server, &token, SEARCH).status, 503);
    for table in ["tokens", "ledger", "usage", "accounts"] {
        run(&server, Accounts, &format!("DELETE FROM {table}"));
    }
    run_background(&server);
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM ledger"), 0);
}

#[test]
fn a_browser_token_has_that_part_of_its_cap_back() {
    let (server, token) = shop();
    run(&server, Accounts, "UPDATE accounts SET browser_cap = 1");
    let browser = made(&ApiToken::parse(&token).unwrap(), &hour());
    fail(&server, &[&[Fault::None][..], &LOST].concat());
    assert_eq!(get(&server, &browser, SEARCH).status, 503);
    assert_eq!(get(&server, &browser, SEARCH).status, 402);
    run_background(&server);
    assert_eq!(server.count(Accounts, "SELECT sum(browser_credits) FROM usage"), 0);
    assert_eq!(get(&server, &browser, SEARCH).status, 200);
    assert_eq!(
        (books(&server), server.count(Accounts, "SELECT sum(browser_credits) FROM usage")),
        ((8, 1, 1), 1)
    );
}

#[test]
fn under_a_key_whoever_is_served_first_decides() {
    let (server, token) = shop();
    fail(&server, &LOST);
    assert_eq!(keyed(&server, &token).status, 503);
    assert_eq!(keyed(&server, &token).header("X-Credits-Charged"), Some("0"));
    run_background(&server);
    assert_eq!(books(&server), (8, 1, 1), "one of the two was answered");

    let (server, token) = shop();
    fail(&server, &LOST);
    assert_eq!(keyed(&server, &token).status, 503);
    run_background(&server);
    assert_eq!(books(&server), (9, 0, 0));
    assert_eq!(keyed(&server, &token).header("X-Credits-Charged"), Some("1"));
    assert_eq!(keyed(&server, &token).header("X-Credits-Charged"), Some("0"));
    assert_eq!(books(&server), (8, 1, 2));
}

/// What a call under a key meets that was paid for before: the debit, which is refused, what there is to know, and the count.
const REPEATED: [Fault; 2] = [Fault::None; 2];

#[test]
fn a_debit_is_taken_back_when_all_calls_that_it_stood_for_have_failed() {
    let (server, token) = shop();
    for faults in [&LOST[..], &[&REPEATED[..], &LOST].concat(), &[&REPEATED[..], &LOST].concat()] {
        fail(&server, faults);
        assert_eq!(keyed(&server, &token).status, 503);
    }
    assert_eq!((books(&server), server.background.borrow().len()), ((8, 1, 3), 3));
    run_background(&server);
    assert_eq!(books(&server), (9, 0, 0));
}

#[test]
fn a_repeated_call_whose_answer_is_lost_once_is_served() {
    let (server, token) = shop();
    assert_eq!(keyed(&server, &token).status, 200);
    fail(&server, &[&REPEATED[..], &[Fault::AnswerLost, Fault::AnswerLost]].concat());
    assert_eq!(keyed(&server, &token).header("X-Credits-Charged"), Some("0"));
    assert_eq!((books(&server), server.background.borrow().len()), ((8, 1, 2), 0));
}

#[test]
fn an_unchanged_page_under_the_key_is_free_and_leaves_the_debit_to_be_taken_back() {
    let (server, token) = shop();
    let etag = get(&server, &token, SEARCH).header("ETag").map(str::to_owned);
    fail(&server, &LOST);
    assert_eq!(keyed(&server, &token).status, 503);
    let call =
        Call { idempotency_key: Some("k".into()), if_none_match: etag, ..request("GET", &token, SEARCH) };
    assert_eq!(server.call(&call, b"").status, 304);
    run_background(&server);
    assert_eq!(books(&server), (8, 1, 2));
}
