//! A debit of which nobody knows whether it was made, since its call was answered by an error: it is taken back.

use crate::api::{account, get, line, load, operator, request, run};
use crate::browser_tokens::{hour, made};
use crate::rows::Columns;
use crate::sqlite::{Fault, NOW, Server};
use postern::account::settle::{Outcome, Refused, State, charge, free};
use postern::answer::{Call, ReplyOf};
use postern::placement::Shard;
use postern::sql::ledger::Debit;
use postern::store::Database::Accounts;
use postern::store::{Row as _, Rows, Storage as _};
use postern::time::Timestamp;
use postern::token::ApiToken;
use serde_json::json;

const SEARCH: &str = "/api/v1/posts/search";
const LOST: [Fault; 3] = [Fault::AnswerLost; 3];
const RESET: [Fault; 3] = [Fault::Reset; 3];

/// A server with a post, and a token with nine credits that has succeeded lately.
fn shop() -> (Server, String) {
    let server = Server::default();
    let token = account(&server, 9);
    load(&server, &line("1", "reef", "coral"));
    assert_eq!(get(&server, &token, "/api/v1/posts/by-user/x/nobody").status, 200);
    (server, token)
}

/// The balance, what was used of it, and the calls that were answered after the first: books that agree with each other.
fn books(server: &Server) -> (i64, i64, i64) {
    let of = |sql| server.count(Accounts, sql);
    let (balance, used) = (of("SELECT balance FROM accounts"), of("SELECT total_used FROM accounts"));
    assert_eq!(balance, of("SELECT sum(credits) FROM ledger"));
    assert_eq!(used, of("SELECT sum(credits) FROM usage"));
    (balance, used, of("SELECT sum(calls) FROM usage") - 1)
}

/// Does what was left for later; all of it passes.
fn later(server: &Server) {
    for (statements, _) in server.later.take() {
        pollster::block_on(server.batch(Accounts, statements)).unwrap();
    }
}

fn fail(server: &Server, faults: &[Fault]) {
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
        let [(statements, about)] = &server.later.take()[..] else { panic!("expected one batch for later") };
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
fn the_batch_for_later_may_be_lost_on_its_way_too() {
    let (server, token) = shop();
    fail(&server, &LOST);
    assert_eq!(get(&server, &token, SEARCH).status, 503);
    fail(&server, &[Fault::Reset, Fault::AnswerLost]);
    later(&server);
    assert_eq!(books(&server), (9, 0, 0));
}

#[test]
fn nothing_is_taken_back_where_nothing_can_have_been_charged() {
    let (server, token) = shop();
    fail(&server, &[Fault::Overloaded]);
    assert_eq!(get(&server, &token, SEARCH).status, 503);
    run(&server, Accounts, "UPDATE accounts SET browser_cap = 0");
    assert_eq!(get(&server, &made(&ApiToken::parse(&token).unwrap(), &hour()), SEARCH).status, 402);
    assert!(server.later.borrow().is_empty());
    let spent = r#"{"credits": -9, "reference": "r"}"#;
    assert_eq!(
        operator(&server, "POST", "/operator/v1/accounts/reef@example.com/credits", spent.as_bytes()).status,
        200
    );
    assert_eq!(get(&server, &token, SEARCH).status, 402);
    assert!(server.later.borrow().is_empty());
}

#[test]
fn nor_where_the_first_try_was_heard_of() {
    for change in ["UPDATE accounts SET status = 'suspended'", "DELETE FROM tokens"] {
        let (server, token) = shop();
        run(&server, Accounts, change);
        assert!([401, 403].contains(&get(&server, &token, SEARCH).status));
        assert!(server.later.borrow().is_empty(), "{change}");
    }
    for faults in [&[Fault::None, Fault::Overloaded][..], &[Fault::None, Fault::None, Fault::Overloaded]] {
        let (server, token) = shop();
        assert_eq!(keyed(&server, &token).status, 200);
        fail(&server, faults);
        assert_eq!(keyed(&server, &token).status, 503);
        assert!(server.later.borrow().is_empty(), "{faults:?}");
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
        later(&server);
        assert_eq!(books(&server), (9, 0, 0), "{faults:?}");
    }
}

#[test]
fn it_is_taken_back_from_an_account_whose_token_or_status_changed_meanwhile() {
    for change in ["DELETE FROM tokens", "UPDATE accounts SET status = 'suspended'"] {
        let (server, token) = shop();
        fail(&server, &LOST);
        assert_eq!(get(&server, &token, SEARCH).status, 503);
        run(&server, Accounts, change);
        later(&server);
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
    later(&server);
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
    later(&server);
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
    later(&server);
    assert_eq!(books(&server), (8, 1, 1), "one of the two was answered");

    let (server, token) = shop();
    fail(&server, &LOST);
    assert_eq!(keyed(&server, &token).status, 503);
    later(&server);
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
    assert_eq!((books(&server), server.later.borrow().len()), ((8, 1, 3), 3));
    later(&server);
    assert_eq!(books(&server), (9, 0, 0));
}

#[test]
fn a_repeated_call_whose_answer_is_lost_once_is_served() {
    let (server, token) = shop();
    assert_eq!(keyed(&server, &token).status, 200);
    fail(&server, &[&REPEATED[..], &[Fault::AnswerLost, Fault::AnswerLost]].concat());
    assert_eq!(keyed(&server, &token).header("X-Credits-Charged"), Some("0"));
    assert_eq!((books(&server), server.later.borrow().len()), ((8, 1, 2), 0));
}

#[test]
fn a_balance_that_was_too_low_only_at_a_second_try_is_not_charged_later() {
    let (server, token) = shop();
    let calls = calls(&server, &token, None);
    let late = calls.debit("late", 0);
    run(&server, Accounts, "UPDATE accounts SET balance = 0; UPDATE ledger SET credits = 0");
    assert!(!calls.charge(calls.debit("other", 0)).unwrap_err().unsure);
    fail(&server, &[Fault::Reset]);
    assert!(calls.charge(late).unwrap_err().unsure, "the first try may be under way");
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
    later(&server);
    assert_eq!(books(&server), (8, 1, 2));
}

/// The debit of a call, under a key or not.
struct Calls<'a> {
    server: &'a Server,
    token_key: String,
    reading: Vec<Shard>,
    key: Option<&'a str>,
}

impl Calls<'_> {
    fn debit<'a>(&'a self, reference: &'a str, at: i64) -> Debit<'a> {
        Debit {
            token_key: &self.token_key,
            price: 1,
            at: Timestamp(NOW.0 + at),
            reference,
            idempotency: self.key.map(|key| (key, Timestamp(NOW.0 - 600_000))),
            reading: &self.reading,
            browser: false,
        }
    }

    fn charge(&self, debit: Debit<'_>) -> Result<(State, Outcome), Refused> {
        pollster::block_on(charge(self.server, debit))
    }

    fn batch(&self, statements: Vec<postern::store::Statement>) -> Vec<Rows<Columns>> {
        pollster::block_on(self.server.batch(Accounts, statements)).unwrap()
    }
}

fn calls<'a>(server: &'a Server, token: &str, key: Option<&'a str>) -> Calls<'a> {
    let token_key = ApiToken::parse(token).unwrap().hash().key();
    Calls { server, token_key, reading: server.layout().in_use().cloned().collect(), key }
}

#[test]
fn a_call_that_was_to_be_served_for_a_debit_that_is_taken_back_pays_for_itself() {
    let (server, token) = shop();
    let calls = calls(&server, &token, Some("k"));
    let lost = calls.debit("lost", 0);
    calls.batch(lost.statements());
    calls.batch(lost.reversal(1));
    // It was told that the page is paid for, right before.
    let (_, outcome) = pollster::block_on(free(&server, calls.debit("next", 1))).unwrap();
    assert_eq!((outcome, books(&server)), (Outcome::Outdated { unsure: false }, (9, 0, 0)));
    assert_eq!(calls.charge(calls.debit("next", 1)).unwrap().1, Outcome::Settled(1));
    assert_eq!(books(&server), (8, 1, 1));
}

/// All orders of so many steps, each of so many kinds.
fn orders(kinds: u32, steps: u32) -> impl Iterator<Item = Vec<u32>> {
    (0..kinds.pow(steps)).map(move |order| (0..steps).map(|step| order / kinds.pow(step) % kinds).collect())
}

/// The debit of a failed call, as it comes late or again; its reversal; another call, and another one whose answer is lost, under the
/// same key or without one, and at the same time or later: in whatever order they reach the database, failed calls have cost
/// nothing in the end, and the others, under a key, one credit for all.
#[test]
fn whatever_the_order_failed_calls_are_free_and_a_key_pays_once() {
    for (key, apart) in [(Some("k"), 0), (Some("k"), 1), (None, 0)] {
        for order in (0..5).flat_map(|steps| orders(4, steps)) {
            let (server, token) = shop();
            let calls = calls(&server, &token, key);
            let references: Vec<_> = (0..order.len()).map(|number| number.to_string()).collect();
            let mut failed = vec![calls.debit("failed", 0)];
            let mut pages = 0;
            for (number, step) in order.iter().enumerate() {
                let other = calls.debit(&references[number], i64::try_from(number).unwrap() * apart);
                match step {
                    0 => drop(calls.batch(failed[0].statements())),
                    1 => drop(calls.batch(failed[0].reversal(1))),
                    _ => assert!(matches!(calls.charge(other).unwrap().1, Outcome::Settled(_)), "{order:?}"),
                }
                pages += i64::from(*step == 2);
                failed.extend((*step == 3).then_some(other));
            }
            for debit in failed.iter().rev().chain(&failed) {
                calls.batch(debit.reversal(1));
            }
            let paid = if key.is_some() { pages.min(1) } else { pages };
            assert_eq!(books(&server), (9 - paid, paid, pages), "{key:?} {apart} {order:?}");
        }
    }
}

#[test]
fn the_entries_of_a_debit_and_its_reversal_tell_what_happened() {
    let (server, token) = shop();
    let calls = calls(&server, &token, None);
    let (made, never) = (calls.debit("made", 0), calls.debit("never", 0));
    calls.batch(made.statements());
    for debit in [made, never] {
        calls.batch(debit.reversal(1));
    }
    let entries = calls.batch(vec![postern::store::Statement::new(
        "SELECT reference, credits FROM ledger WHERE kind = 'page' ORDER BY reference",
        [],
    )]);
    let entries: Vec<_> = entries[0]
        .rows
        .iter()
        .map(|row| json!([row.text("reference").unwrap(), row.integer("credits").unwrap()]))
        .collect();
    assert_eq!(json!(entries), json!([["made", -1], ["made-", 1], ["never", 0], ["never-", 0]]));
}
