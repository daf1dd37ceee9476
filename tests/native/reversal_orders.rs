//! Debits, what takes them back, and further calls, in whatever order they reach the database.

use crate::api::run;
use crate::reversals::{books, fail, shop};
use crate::rows::Columns;
use crate::sqlite::{Fault, NOW, Server};
use postern::accounts::charge::transaction::{ChargeError, Outcome, State, charge, count_free_call};
use postern::accounts::statements::idempotency::page_key;
use postern::accounts::statements::ledger::Debit;
use postern::accounts::token::ApiToken;
use postern::shards::Shard;
use postern::store::Database::Accounts;
use postern::store::{Row as _, Rows, Statement, Storage as _};
use postern::time::Timestamp;
use serde_json::json;

/// The debit of a call, for one of the pages that were there while it went on, under a key or not.
struct Calls<'a> {
    server: &'a Server,
    token_key: String,
    reading: Vec<Shard>,
    /// Under a key: what each page is charged under.
    keys: Option<[String; 2]>,
}

impl Calls<'_> {
    fn debit<'a>(&'a self, reference: &'a str, at: i64, page: usize) -> Debit<'a> {
        Debit {
            token_key: &self.token_key,
            price: 1,
            at: Timestamp(NOW.0 + at),
            reference,
            idempotency: self.keys.as_ref().map(|keys| (&*keys[page], Timestamp(NOW.0 - 600_000))),
            read_from: &self.reading,
            browser: false,
        }
    }

    fn charge(&self, debit: Debit<'_>) -> Result<(State, Outcome), ChargeError> {
        pollster::block_on(charge(self.server, debit))
    }

    fn batch(&self, statements: Vec<Statement>) -> Vec<Rows<Columns>> {
        pollster::block_on(self.server.batch(Accounts, statements)).unwrap()
    }
}

fn calls<'a>(server: &'a Server, token: &str, key: Option<&str>) -> Calls<'a> {
    let token_key = ApiToken::parse(token).unwrap().hash().key();
    let keys = key.map(|key| [0, 1].map(|page| page_key(key, &[page; 32])));
    Calls { server, token_key, reading: server.layout().in_use().cloned().collect(), keys }
}

#[test]
fn a_call_that_was_to_be_served_for_a_debit_that_is_taken_back_pays_for_itself() {
    let (server, token) = shop();
    let calls = calls(&server, &token, Some("k"));
    let lost = calls.debit("lost", 0, 0);
    calls.batch(lost.statements());
    calls.batch(lost.reversal(1));
    // It was told that the page is paid for, right before.
    let (_, outcome) = pollster::block_on(count_free_call(&server, calls.debit("next", 1, 0))).unwrap();
    assert_eq!((outcome, books(&server)), (Outcome::Outdated { unsure: false }, (9, 0, 0)));
    assert_eq!(calls.charge(calls.debit("next", 1, 0)).unwrap().1, Outcome::Charged(1));
    assert_eq!(books(&server), (8, 1, 1));
}

#[test]
fn without_credits_a_repeat_that_is_outdated_by_then_is_read_again_and_not_refused() {
    let (server, token) = shop();
    let calls = calls(&server, &token, Some("k"));
    assert_eq!(calls.charge(calls.debit("first", 0, 0)).unwrap().1, Outcome::Charged(1));
    run(&server, Accounts, "UPDATE accounts SET balance = 0; UPDATE shards SET version = version + 1");
    let repeated = pollster::block_on(count_free_call(&server, calls.debit("again", 1, 0))).unwrap();
    assert_eq!(repeated.1, Outcome::Outdated { unsure: false });
}

/// Everything as it was before the first debit.
const ANEW: &str = "DELETE FROM idempotency; DELETE FROM ledger WHERE kind = 'page'; \
    UPDATE usage SET calls = 1, credits = 0; UPDATE accounts SET balance = 9, total_used = 0";

/// All orders of so many steps, each of so many kinds.
fn orders(kinds: u32, steps: u32) -> impl Iterator<Item = Vec<u32>> {
    (0..kinds.pow(steps)).map(move |order| (0..steps).map(|step| order / kinds.pow(step) % kinds).collect())
}

/// The debit of a failed call, as it comes late or again; its reversal; another call, and another one whose answer is lost, of the
/// same page or of another one, under the same key or without one, and at the same time or later: in whatever order they reach the
/// database, failed calls have cost nothing in the end, and the others, under a key, one credit for all of the same page.
#[test]
fn whatever_the_order_failed_calls_are_free_and_a_key_pays_once_for_each_page() {
    let (server, token) = shop();
    // Four kinds are those of one page. Without a key, pages make no difference.
    let (one_page, two_pages) = ((4, 4), (6, 3));
    let key = Some("k");
    for (key, apart, (kinds, most)) in [
        (key, 0, one_page),
        (key, 1, one_page),
        (key, 0, two_pages),
        (key, 1, two_pages),
        (None, 0, one_page),
    ] {
        let calls = calls(&server, &token, key);
        for order in (0..=most).flat_map(|steps| orders(kinds, steps)) {
            run(&server, Accounts, ANEW);
            let references: Vec<_> = (0..order.len()).map(|number| number.to_string()).collect();
            let mut failed = vec![calls.debit("failed", 0, 0)];
            let mut answered = [0; 2];
            for (number, step) in order.iter().enumerate() {
                let page = usize::from(*step > 3);
                let other = calls.debit(&references[number], i64::try_from(number).unwrap() * apart, page);
                match step {
                    0 => drop(calls.batch(failed[0].statements())),
                    1 => drop(calls.batch(failed[0].reversal(1))),
                    _ => assert!(matches!(calls.charge(other).unwrap().1, Outcome::Charged(_)), "{order:?}"),
                }
                answered[page] += i64::from([2, 4].contains(step));
                failed.extend([3, 5].contains(step).then_some(other));
            }
            for debit in failed.iter().rev().chain(&failed) {
                calls.batch(debit.reversal(1));
            }
            let all: i64 = answered.iter().sum();
            let paid = if key.is_some() { answered.iter().map(|calls| calls.min(&1)).sum() } else { all };
            assert_eq!(books(&server), (9 - paid, paid, all), "{key:?} {apart} {order:?}");
        }
    }
}

#[test]
fn the_entries_of_a_debit_and_its_reversal_tell_what_happened() {
    let (server, token) = shop();
    let calls = calls(&server, &token, None);
    let (made, never) = (calls.debit("made", 0, 0), calls.debit("never", 0, 0));
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
    let late = calls.debit("late", 0, 0);
    run(&server, Accounts, "UPDATE accounts SET balance = 0; UPDATE ledger SET credits = 0");
    assert!(!calls.charge(calls.debit("other", 0, 0)).unwrap_err().unsure);
    fail(&server, &[Fault::Reset]);
    assert!(calls.charge(late).unwrap_err().unsure, "the first try may be under way");
}

/// Calls of two pages under a key with a single credit, some of which fail and are taken back at the end: the first call's page
/// has the credit, all calls of that page are served, and those of the other page are refused.
#[test]
fn whatever_the_order_the_last_credit_pays_for_one_page_and_all_calls_for_it() {
    let (server, token) = shop();
    let calls = calls(&server, &token, Some("k"));
    for order in (0..5).flat_map(|steps| orders(4, steps)) {
        run(&server, Accounts, ANEW);
        run(&server, Accounts, "UPDATE accounts SET balance = 1");
        let references: Vec<_> = (0..order.len()).map(|number| number.to_string()).collect();
        let (mut failed, mut answered, mut holder) = (Vec::new(), 0, None);
        for (number, step) in order.iter().enumerate() {
            let page = usize::from(*step % 2 == 1);
            let debit = calls.debit(&references[number], 0, page);
            let charged = calls.charge(debit);
            // Nobody was refused, or taken back, so far: the first call's page has the credit.
            let is_served = *holder.get_or_insert(page) == page;
            assert_eq!(charged.is_ok(), is_served, "{order:?}");
            let is_lost = *step > 1;
            failed.extend((is_served && is_lost).then_some(debit));
            answered += i64::from(is_served && !is_lost);
        }
        for debit in failed.iter().rev().chain(&failed) {
            calls.batch(debit.reversal(1));
        }
        let paid = answered.min(1);
        let of = |sql| server.count(Accounts, sql);
        let left = [of("SELECT balance FROM accounts"), of("SELECT sum(calls) FROM usage") - 1];
        assert_eq!(left, [1 - paid, answered], "{order:?}");
    }
}

#[test]
fn a_hundred_debits_of_two_pages_under_one_key_are_two_charges() {
    let (server, token) = shop();
    let calls = calls(&server, &token, Some("k"));
    let references: Vec<_> = (0..100).map(|number| number.to_string()).collect();
    let mut charges = [0; 2];
    for (number, reference) in references.iter().enumerate() {
        let Outcome::Charged(charge) = calls.charge(calls.debit(reference, 0, number % 2)).unwrap().1 else {
            panic!("expected all to be served")
        };
        charges[number % 2] += charge;
    }
    assert_eq!((charges, books(&server)), ([1, 1], (7, 2, 100)));
}
