//! Debits, what takes them back, and further calls, in whatever order they reach the database.

use crate::api::run;
use crate::reversals::{books, fail, shop};
use crate::rows::Columns;
use crate::sqlite::{Fault, NOW, Server};
use postern::account::settle::{Outcome, Refused, State, charge, free};
use postern::placement::Shard;
use postern::sql::ledger::Debit;
use postern::store::Database::Accounts;
use postern::store::{Row as _, Rows, Statement, Storage as _};
use postern::time::Timestamp;
use postern::token::ApiToken;
use serde_json::json;

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

    fn batch(&self, statements: Vec<Statement>) -> Vec<Rows<Columns>> {
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

/// Everything as it was before the first debit.
const ANEW: &str = "DELETE FROM idempotency; DELETE FROM ledger WHERE kind = 'page'; \
    UPDATE usage SET calls = 1, credits = 0; UPDATE accounts SET balance = 9, total_used = 0";

/// All orders of so many steps, each of so many kinds.
fn orders(kinds: u32, steps: u32) -> impl Iterator<Item = Vec<u32>> {
    (0..kinds.pow(steps)).map(move |order| (0..steps).map(|step| order / kinds.pow(step) % kinds).collect())
}

/// The debit of a failed call, as it comes late or again; its reversal; another call, and another one whose answer is lost, under the
/// same key or without one, and at the same time or later: in whatever order they reach the database, failed calls have cost
/// nothing in the end, and the others, under a key, one credit for all.
#[test]
fn whatever_the_order_failed_calls_are_free_and_a_key_pays_once() {
    let (server, token) = shop();
    for (key, apart) in [(Some("k"), 0), (Some("k"), 1), (None, 0)] {
        let calls = calls(&server, &token, key);
        for order in (0..5).flat_map(|steps| orders(4, steps)) {
            run(&server, Accounts, ANEW);
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
    let entries = calls.batch(vec![Statement::new(
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
