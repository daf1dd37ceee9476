//! What is rolled up, forgotten and counted by days.

use crate::api::{account, body, get, line, load, outcome, run};
use crate::sqlite::{Columns, NOW, SHARD, Server};
use postern::account::upkeep::{daily, often};
use postern::account::{IDEMPOTENCY, IDLE};
use postern::sql::upkeep::detail_from;
use postern::store::Database::Accounts;
use postern::store::{Database, Rows, Statement, Storage, StorageError};
use postern::time::{DAY, Timestamp};
use std::cell::RefCell;

/// Does the daily job. Gives how many transactions rolled up pages.
fn rolled_up(server: &Server) -> usize {
    let report = pollster::block_on(daily(server, NOW)).unwrap();
    assert_eq!((report.accounts, report.mismatched), (1, 1), "the pages of this test were never paid for");
    report.roll_ups
}

#[test]
fn pages_older_than_35_days_become_one_row_a_day_with_the_same_sum() {
    let server = Server::default();
    account(&server, 5);
    let before = detail_from(NOW);
    assert_eq!(before.0, (NOW.0 - 35 * DAY) / DAY * DAY);
    let pages = format!(
        "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11999) \
         INSERT INTO ledger SELECT 1, {} - 1 - i / 2 * 20000, 'page ' || i, 'page', -1 - i % 3, NULL FROM n; \
         INSERT INTO ledger VALUES (1, {}, 'kept', 'page', -7, NULL), (1, 1, 'old grant', 'grant', 9, NULL)",
        before.0, before.0
    );
    run(&server, Accounts, &pages);
    let days = days(&server);
    assert_eq!(days.len(), 3);
    assert!(rolled_up(&server) > 1);
    assert_eq!(self::days(&server), days);
    let count = |kind| server.count(Accounts, &format!("SELECT count(*) FROM ledger WHERE {kind}"));
    let rolled = "kind = 'pages' AND at % 86400000 = 0 AND reference = 'pages:' || (at / 86400000)";
    assert_eq!((count(rolled), count("kind = 'page'"), count("true")), (2, 1, 5));
    run(
        &server,
        Accounts,
        &format!("INSERT INTO ledger VALUES (1, {}, 'late', 'page', -4, NULL)", before.0 - 5),
    );
    assert_eq!(rolled_up(&server), 1);
    assert_eq!((count(rolled), self::days(&server)[1].1), (2, days[1].1 - 4));
}

/// What was spent on each day.
fn days(server: &Server) -> Vec<(i64, i64)> {
    let connection = server.connection(Accounts);
    let sql = "SELECT at / 86400000, sum(credits) FROM ledger WHERE kind IN ('page', 'pages') GROUP BY 1 ORDER BY 1";
    let mut statement = connection.prepare(sql).unwrap();
    let days = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    days.map(Result::unwrap).collect()
}

#[test]
fn keys_are_forgotten_when_they_no_longer_count() {
    let server = Server::default();
    account(&server, 5);
    let before = NOW.0 - IDEMPOTENCY;
    run(
        &server,
        Accounts,
        &format!(
            "INSERT INTO idempotency (account_id, key, at) VALUES (1, 'a', {}), (1, 'b', {before})",
            before - 1
        ),
    );
    pollster::block_on(daily(&server, NOW)).unwrap();
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM idempotency WHERE key = 'b'"), 1);
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM idempotency"), 1);
}

#[test]
fn usage_counts_today_and_the_29_days_before() {
    let server = Server::default();
    let token = account(&server, 99);
    load(&server, &line("1", "reef", "coral"));
    let at = |day: i64| server.now.set(Timestamp(NOW.day() * DAY + day * DAY));
    for (day, url) in [(-30, ""), (-29, ""), (-1, "?username=nobody"), (0, "")] {
        at(day);
        assert_eq!(get(&server, &token, &format!("/api/v1/posts/search{url}")).status, 200);
    }
    assert_eq!(get(&server, &token, "/api/v1/posts/search?limit=0").status, 400);
    let calls =
        || body(&get(&server, &token, "/api/v1/account"))["data"]["usage"]["api_calls_30_days"].clone();
    server.now.set(Timestamp((NOW.day() + 1) * DAY - 1));
    assert_eq!(calls(), 3);
    at(1);
    assert_eq!(calls(), 2);
    at(60);
    assert_eq!(calls(), 0);
}

#[test]
fn the_account_takes_no_parameters_and_answers_304_too() {
    let server = Server::default();
    let token = account(&server, 0);
    assert_eq!(outcome(&get(&server, &token, "/api/v1/account?limit=5")), (400, "INVALID_PARAMETER".into()));
    let reply = get(&server, &token, "/api/v1/account");
    assert_eq!(
        reply.body_text(),
        r#"{"success":true,"data":{"account":{"name":"","email":"Reef@example.com","company":"","status":"active"},"balance":{"current":0,"total_used":0},"usage":{"api_calls_30_days":0}}}"#
    );
    let again = postern::answer::Call {
        if_none_match: reply.header("ETag").map(str::to_owned),
        ..crate::api::request("GET", &token, "/api/v1/account")
    };
    assert_eq!(server.call(&again, b"").status, 304);
}

/// Segments of the full-text index: the pages of its structure begin with one row for each.
fn segments(server: &Server) -> i64 {
    server.count(SHARD, "SELECT count(DISTINCT segid) FROM words_idx")
}

#[test]
fn the_full_text_index_is_merged_and_finds_the_same() {
    let server = Server::default();
    let token = account(&server, 9);
    for batch in 0..12 {
        let lines = (0..20)
            .map(|number| line(&format!("{batch}-{number}"), "reef", &format!("coral word{batch}x{number}")));
        load(&server, &lines.collect::<String>());
    }
    let page = || get(&server, &token, "/api/v1/posts/search?keyword=coral+-word3x7&limit=100").body_text();
    let (before, found) = (segments(&server), page());
    assert!(before > 1, "{before}");
    let report = pollster::block_on(daily(&server, server.now.get())).unwrap();
    assert_eq!((report.mismatched, segments(&server)), (0, 1));
    assert_eq!(page(), found);
    let version = server.count(SHARD, "SELECT max(version) FROM versions");
    assert_eq!(version, 12, "nothing that a page depends on has changed");
}

/// A server, and the statements that it was given.
struct Watched<'a>(&'a Server, RefCell<Vec<String>>);

impl Storage for Watched<'_> {
    type Row = Columns;

    async fn batch(&self, at: Database, all: Vec<Statement>) -> Result<Vec<Rows<Columns>>, StorageError> {
        self.1.borrow_mut().extend(all.iter().map(|statement| statement.sql.clone()));
        self.0.batch(at, all).await
    }

    async fn read(
        &self,
        shard: u8,
        at: &str,
        all: Vec<Statement>,
    ) -> Result<Vec<Rows<Columns>>, StorageError> {
        self.0.read(shard, at, all).await
    }

    fn shards(&self) -> u8 {
        self.0.shards()
    }

    fn bookmark(&self, shard: u8) -> String {
        self.0.bookmark(shard)
    }
}

#[test]
fn a_run_merges_in_a_hundred_statements_of_which_the_first_begins_anew() {
    let server = Server::default();
    load(&server, &line("1", "reef", "coral"));
    let watched = Watched(&server, RefCell::default());
    pollster::block_on(daily(&watched, NOW)).unwrap();
    let statements = watched.1.into_inner();
    let merges: Vec<_> = statements.iter().filter(|sql| sql.contains("'merge'")).collect();
    let begins_anew: Vec<_> = merges.iter().map(|sql| sql.contains("-1000")).collect();
    assert_eq!((begins_anew.len(), begins_anew[0]), (100, true));
    assert_eq!(begins_anew[1..], [false; 99]);
}

#[test]
fn keys_go_every_ten_minutes_and_no_more_than_fifty_thousand_at_once() {
    let server = Server::default();
    account(&server, 5);
    let numbers = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 50009)";
    let (old, good) = (NOW.0 - IDEMPOTENCY - 1, NOW.0 - IDEMPOTENCY);
    let insert = format!(
        "INSERT INTO idempotency (account_id, key, at) {numbers} SELECT 1, 'key ' || i, {old} FROM n; \
         INSERT INTO idempotency (account_id, key, at) VALUES (1, 'good', {good})"
    );
    run(&server, Accounts, &insert);
    let left = || server.count(Accounts, "SELECT count(*) FROM idempotency");
    for expected in [11, 1, 1] {
        pollster::block_on(often(&server, NOW)).unwrap();
        assert_eq!(left(), expected);
    }
}

#[test]
fn links_sessions_and_waiting_tokens_go_in_bounded_statements() {
    let server = Server::default();
    account(&server, 5);
    let numbers = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 50009)";
    let insert = format!(
        "INSERT INTO links {numbers} SELECT i, 'sign in', '', '', '', '', NULL, '', '', 0, {}, NULL, '' FROM n; \
         INSERT INTO sessions {numbers} SELECT i, 1, {}, {} FROM n; UPDATE tokens SET waiting = 'x', created_at = 0",
        NOW.0 - DAY - 1,
        NOW.0,
        NOW.0 - IDLE
    );
    run(&server, Accounts, &insert);
    let left = |table| server.count(Accounts, &format!("SELECT count(*) FROM {table}"));
    for expected in [10, 0] {
        pollster::block_on(daily(&server, NOW)).unwrap();
        assert_eq!([left("links"), left("sessions")], [expected; 2]);
        assert_eq!(left("tokens WHERE waiting IS NOT NULL"), 0);
    }
}

#[test]
fn ledgers_are_checked_a_thousand_accounts_at_a_time_up_to_the_last() {
    let server = Server::default();
    account(&server, 5);
    let insert = "INSERT INTO accounts (account_id, email_key, email, name, company, status, balance, total_used, created_at) \
         WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) \
         SELECT i, i, '', '', '', 'active', i = 2500, 0, 0 FROM n";
    run(&server, Accounts, insert);
    let before = server.batches.borrow().len();
    let report = pollster::block_on(daily(&server, NOW)).unwrap();
    assert_eq!((report.accounts, report.mismatched), (2500, 1));
    // What is due, what is forgotten, four checks of which the last finds nobody, the layout, and ten merges.
    assert_eq!(server.batches.borrow().len() - before, 17);
}

#[test]
fn a_run_rolls_up_for_so_long_and_goes_on_the_next_day() {
    let server = Server::default();
    account(&server, 0);
    let before = detail_from(NOW);
    let insert = format!(
        "INSERT INTO accounts (account_id, email_key, email, name, company, status, balance, total_used, created_at) \
         WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 450) \
         SELECT i, i, '', '', '', 'active', -1, 1, 0 FROM n; \
         INSERT INTO ledger SELECT account_id, {}, 'page', 'page', -1, NULL FROM accounts WHERE account_id > 1",
        before.0 - 1
    );
    run(&server, Accounts, &insert);
    let pages = || server.count(Accounts, "SELECT count(*) FROM ledger WHERE kind = 'page'");
    for expected in [249, 49, 0] {
        let report = pollster::block_on(daily(&server, NOW)).unwrap();
        assert_eq!((pages(), report.mismatched), (expected, 0));
        assert!(report.roll_ups <= 200);
    }
}
