//! Balances held against their ledgers.

use crate::api::{account, body, operator, run};
use crate::jobs::{Watched, daily, daily_on};
use crate::sqlite::{NOW, Server};
use postern::store::Database::Accounts;
use postern::store::budget::Plan;
use postern::time::Timestamp;
use serde_json::json;

/// A server with so many accounts, of which only the last has a balance that no ledger explains.
fn with_accounts(count: u32) -> Server {
    let server = Server::default();
    account(&server, 5);
    let insert = format!(
        "INSERT INTO accounts (account_id, email_key, email, name, company, status, balance, total_used, created_at) \
         WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) \
         SELECT i, i, '', '', '', 'active', i = {count}, 0, 0 FROM n"
    );
    run(&server, Accounts, &insert);
    server
}

/// How many statements checked ledgers.
fn checks(watched: &Watched<'_, Server>) -> usize {
    watched.1.borrow().iter().filter(|(_, sql)| sql.starts_with("WITH checked")).count()
}

#[test]
fn ledgers_are_checked_a_thousand_accounts_at_a_time_up_to_the_last() {
    let server = with_accounts(2500);
    let watched = Watched::new(&server);
    let (report, failures) = daily(&watched, NOW);
    assert_eq!((report.accounts, report.mismatched), (2500, 1));
    assert_eq!((report.partial, failures, checks(&watched)), (false, vec![], 4));
}

#[test]
fn a_statement_adds_up_half_a_million_rows_or_one_account() {
    let server = with_accounts(6);
    // Too many for one statement with any other; then two that fit in one.
    let usage = format!(
        "INSERT INTO usage (account_id, day, calls, credits) VALUES (2, {day}, 900000, 0), (3, {day}, 499000, 0), \
         (4, {day}, 300000, 0), (5, {day}, 199000, 0)",
        day = NOW.day()
    );
    run(&server, Accounts, &usage);
    let watched = Watched::new(&server);
    let (report, _) = daily(&watched, NOW);
    // 1; 2; 3; 4 to 6; and one that finds none.
    assert_eq!((report.accounts, report.mismatched, checks(&watched)), (6, 1, 5));
}

#[test]
fn a_check_that_ends_before_the_last_account_goes_on_there_the_next_day() {
    let server = with_accounts(20_000);
    let (first, _) = daily_on(Plan::Free, &server, NOW);
    assert!(first.partial && first.accounts < 20_000, "{first:?}");
    assert_eq!(first.mismatched, 0);
    let place = || server.count(Accounts, "SELECT value FROM progress WHERE name = 'checked'");
    assert_eq!(place(), first.accounts);
    let mut days = 1;
    let mut found = 0;
    while place() > 0 {
        let (report, _) = daily_on(Plan::Free, &server, Timestamp(NOW.0 + days * 86_400_000));
        found += report.mismatched;
        days += 1;
        assert!(days < 9);
    }
    assert!(found > 0);
    let (whole, _) = daily(&server, NOW);
    assert_eq!((whole.partial, whole.accounts), (false, 20_000));
}

#[test]
fn statistics_say_if_they_did_not_look_at_every_account() {
    let mut server = with_accounts(45_000);
    let ledger =
        |server: &Server| body(&operator(server, "GET", "/operator/v1/stats", b""))["data"]["ledger"].clone();
    assert_eq!(ledger(&server), json!({"accounts": 45_000, "mismatched": 1}));
    server.settings.plan = Plan::Free;
    assert_eq!(ledger(&server), json!({"accounts": 36_000, "mismatched": 0, "partial": true}));
}

#[test]
fn what_was_found_is_told_also_if_a_later_statement_fails() {
    let server = with_accounts(1500);
    run(&server, Accounts, "UPDATE accounts SET balance = 6 WHERE account_id = 1");
    let faults = [crate::sqlite::Fault::None, crate::sqlite::Fault::None, crate::sqlite::Fault::Refused];
    server.faults.borrow_mut().extend(faults.map(|fault| (Accounts, fault)));
    let (report, failures) = daily(&server, NOW);
    assert_eq!((report.accounts, report.mismatched, report.partial), (1000, 1, true));
    let told: Vec<_> = failures.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["check: disk on fire"]);
    let merges = server.batches.borrow().iter().filter(|database| **database != Accounts).count();
    assert_eq!(merges, 1, "nothing else is left out for it: an empty index is merged in one step");
}
