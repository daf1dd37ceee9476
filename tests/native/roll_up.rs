//! Old pages of ledgers become one row a day.

use crate::api::{account, run};
use crate::jobs::{Watched, daily, often, often_on};
use crate::sqlite::{NOW, Server};
use postern::accounts::statements::roll_up::{detail_from, next_due};
use postern::store::Database::Accounts;
use postern::store::budget::Plan;
use postern::time::{DAY, Timestamp};

fn count(server: &Server, kind: &str) -> i64 {
    server.count(Accounts, &format!("SELECT count(*) FROM ledger WHERE {kind}"))
}

/// What was spent on each day.
fn days(server: &Server) -> Vec<(i64, i64)> {
    let connection = server.connection(Accounts);
    let sql = "SELECT at / 86400000, sum(credits) FROM ledger WHERE kind IN ('page', 'pages') GROUP BY 1 ORDER BY 1";
    let mut statement = connection.prepare(sql).unwrap();
    let days = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    days.map(Result::unwrap).collect()
}

/// Accounts up to a number, each with a page of a day that is due.
fn with_pages(last: u32) -> Server {
    let server = Server::default();
    account(&server, 0);
    let insert = format!(
        "INSERT INTO accounts (account_id, email_key, email, name, company, status, balance, total_used, created_at) \
         WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < {last}) \
         SELECT i, i, '', '', '', 'active', -1, 1, 0 FROM n; \
         INSERT INTO ledger SELECT account_id, {}, 'page', 'page', -1, NULL FROM accounts WHERE account_id > 1",
        detail_from(NOW).0 - 1
    );
    run(&server, Accounts, &insert);
    server
}

#[test]
fn pages_older_than_35_days_become_one_row_a_day_with_the_same_sum() {
    let server = Server::default();
    account(&server, 5);
    let before = detail_from(NOW);
    assert_eq!(before.0, (NOW.0 - 35 * DAY) / DAY * DAY);
    // 24,000 pages, two at a time: more than go in two transactions.
    let pages = format!(
        "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 23999) \
         INSERT INTO ledger SELECT 1, {from} - 1 - i / 2 * 10000, 'page ' || i, 'page', -1 - i % 3, NULL FROM n; \
         INSERT INTO usage (account_id, day, calls, credits) VALUES (1, {from} / {DAY} - 1, 24000, 0); \
         INSERT INTO ledger VALUES (1, {from}, 'kept', 'page', -7, NULL), (1, 1, 'old grant', 'grant', 9, NULL)",
        from = before.0
    );
    run(&server, Accounts, &pages);
    let days = days(&server);
    assert_eq!(days.len(), 3);
    let watched = Watched::new(&server);
    often(&watched, NOW);
    let removals = watched.1.borrow().iter().filter(|(_, sql)| sql.starts_with("DELETE FROM ledger")).count();
    assert_eq!((removals, self::days(&server)), (3, days));
    let rolled = "kind = 'pages' AND at % 86400000 = 0 AND reference = 'pages:' || (at / 86400000)";
    assert_eq!((count(&server, rolled), count(&server, "kind = 'page'"), count(&server, "true")), (2, 1, 5));
    let (report, _) = daily(&server, NOW);
    assert_eq!((report.detail_days, report.mismatched), (Some(35), 1), "the pages were never paid for");
}

#[test]
fn many_accounts_go_in_one_transaction_and_those_without_pages_cost_no_write() {
    let server = with_pages(2500);
    let watched = Watched::new(&server);
    often(&watched, NOW);
    assert_eq!((count(&server, "kind = 'page'"), count(&server, "kind = 'pages'")), (0, 2499));
    let statements = watched.1.take();
    let adds = statements.iter().filter(|(_, sql)| sql.starts_with("INSERT INTO ledger")).count();
    assert_eq!(adds, 3, "a thousand accounts at a time");
    assert_eq!(daily(&server, NOW).0.mismatched, 0);
    // The next day nothing is due, which is found by a look at each account.
    often(&watched, Timestamp(NOW.0 + DAY));
    let statements = watched.1.take();
    assert!(!statements.iter().any(|(_, sql)| sql.contains("INTO ledger")), "{statements:?}");
    // And once it is done, by none.
    often(&watched, Timestamp(NOW.0 + DAY + 1));
    assert!(!watched.1.take().iter().any(|(_, sql)| sql.starts_with("WITH due")));
}

#[test]
fn a_run_that_ends_early_is_gone_on_with_and_a_new_day_waits_for_it() {
    let server = with_pages(9_000);
    let mut runs = 0;
    while count(&server, "kind = 'page'") > 0 {
        // A day passes with each run, as if each took one.
        often_on(Plan::Free, &server, Timestamp(NOW.0 + runs * DAY));
        runs += 1;
        assert!(runs < 9, "{}", count(&server, "kind = 'page'"));
    }
    assert!(runs > 1);
    let of = |name: &str| {
        server.count(Accounts, &format!("SELECT coalesce(max(value), 0) FROM progress WHERE name = '{name}'"))
    };
    while of("rolled up") == 0 {
        often_on(Plan::Free, &server, NOW);
    }
    assert_eq!(of("rolled up"), detail_from(NOW).0, "the day that was begun with");
    let (now, after) = (Timestamp(NOW.0 + 2 * DAY), detail_from(Timestamp(NOW.0 + 2 * DAY)).0);
    (0..9).for_each(|_| often_on(Plan::Free, &server, now));
    assert_eq!(of("rolled up"), after);
    assert_eq!(daily(&server, now).0.detail_days, Some(35));
}

#[test]
fn a_page_is_rolled_up_although_its_day_counts_no_call() {
    let server = with_pages(3);
    let add =
        format!("INSERT INTO usage (account_id, day, calls, credits) VALUES (2, {}, 0, 0)", NOW.day() - 36);
    run(&server, Accounts, &add);
    often(&server, NOW);
    assert_eq!(count(&server, "kind = 'page'"), 0);
}

#[test]
fn accounts_without_due_pages_cost_a_few_steps_however_long_their_ledgers_are() {
    let server = with_pages(2);
    let (from, before) = (Timestamp(detail_from(NOW).0 - DAY), detail_from(NOW));
    let steps = || server.steps(Accounts, &next_due(2, from, before));
    run(
        &server,
        Accounts,
        "INSERT INTO accounts (account_id, email_key, email, name, company, status, balance, total_used, created_at) \
         VALUES (3, '3', '', '', '', 'active', 0, 0, 0)",
    );
    let few = steps();
    let many = format!(
        "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9999) \
         INSERT INTO ledger SELECT 3, {} + i, i, 'page', -1, NULL FROM n; \
         WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9999) \
         INSERT INTO ledger SELECT 3, i, i, 'pages', -1, NULL FROM n",
        before.0
    );
    run(&server, Accounts, &many);
    assert!(steps() < few + 20, "{} {few}", steps());
}
