//! What is rolled up, forgotten and counted by days.

use crate::api::{account, body, get, line, load, outcome, run};
use crate::jobs::{Watched, daily, daily_on, often, often_on};
use crate::sqlite::{NOW, SHARD, Server};
use postern::accounts::{IDEMPOTENCY_LIFETIME, SESSION_IDLE_LIFETIME, UNPAID_CHECKOUT_LIFETIME};
use postern::store::Database;
use postern::store::Database::Accounts;
use postern::store::budget::Plan;
use postern::time::{DAY, Timestamp};
use std::collections::BTreeMap;

#[test]
fn keys_are_forgotten_when_they_no_longer_count() {
    let server = Server::default();
    account(&server, 5);
    let before = NOW.0 - IDEMPOTENCY_LIFETIME;
    run(
        &server,
        Accounts,
        &format!(
            "INSERT INTO idempotency (account_id, key, at) VALUES (1, 'a', {}), (1, 'b', {before})",
            before - 1
        ),
    );
    often(&server, NOW);
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
    let again = postern::http::call::Call {
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
    let (report, failures) = daily(&server, server.now.get());
    assert_eq!((report.mismatched, failures, segments(&server)), (0, vec![], 1));
    assert_eq!(page(), found);
    let version = server.count(SHARD, "SELECT max(version) FROM versions");
    assert_eq!(version, 12, "nothing that a page depends on has changed");
}

#[test]
fn a_run_merges_in_a_hundred_steps_at_most() {
    let server = Server::default();
    load(&server, &line("1", "reef", "coral"));
    let watched = Watched::new(&server);
    daily(&watched, NOW);
    assert_eq!(watched.merges().len(), 100);
}

/// How often each shard was merged on a day.
fn merged(server: &Server, plan: Plan, day: i64) -> BTreeMap<String, usize> {
    let watched = Watched::new(server);
    let (report, failures) = daily_on(plan, &watched, Timestamp(NOW.0 + day * DAY));
    assert_eq!((report.partial, failures), (false, vec![]));
    let most = match plan {
        Plan::Paid => 970,
        Plan::Free => 28,
    };
    assert!(watched.1.borrow().len() <= most, "{}", watched.1.borrow().len());
    let mut merged = BTreeMap::new();
    for (shard, _) in watched.merges() {
        *merged.entry(format!("{shard:?}")).or_default() += 1;
    }
    merged
}

#[test]
fn a_run_keeps_within_the_statements_of_its_plan_for_64_shards_and_reaches_all_of_them() {
    let server = Server::with_shards(64);
    account(&server, 5);
    let each: Vec<_> = merged(&server, Plan::Paid, 0).into_values().collect();
    assert!(each.len() == 64 && each.iter().all(|steps| *steps >= 7), "{each:?}");
    let mut reached = BTreeMap::new();
    for day in 0..64 {
        let merged = merged(&server, Plan::Free, day);
        assert!(merged.values().sum::<usize>() >= 5, "{merged:?}");
        reached.extend(merged);
    }
    assert_eq!(reached.len(), 64);
    let watched = Watched::new(&server);
    often_on(Plan::Free, &watched, NOW);
    assert!(watched.1.borrow().len() <= 28);
}

#[test]
fn a_part_that_fails_is_told_and_keeps_none_of_the_others_from_being_done() {
    let server = Server::default();
    account(&server, 5);
    run(
        &server,
        Accounts,
        &format!(
            "UPDATE accounts SET balance = 4; DROP TABLE links; INSERT INTO hourly VALUES (1, 'a', 1); \
             INSERT INTO sessions VALUES ('a', 1, 0, {})",
            NOW.0
        ),
    );
    run(&server, SHARD, "DROP TABLE words");
    let (report, failures) = daily(&server, NOW);
    assert_eq!((report.accounts, report.mismatched), (1, 1));
    let told: Vec<_> = failures.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["forget links: no such table: links", "merge: no such table: words"]);
    for table in ["hourly", "sessions"] {
        assert_eq!(server.count(Accounts, &format!("SELECT count(*) FROM {table}")), 0, "{table}");
    }
}

#[test]
fn checkouts_that_nobody_paid_are_forgotten_after_thirty_days() {
    let server = Server::default();
    account(&server, 5);
    let of = |name: &str, state: &str, at: i64| {
        format!(
            "INSERT INTO payments (session, account_id, at, state, amount, currency, credits) \
             VALUES ('{name}', 1, {at}, '{state}', 900, 'usd', 10);"
        )
    };
    let old = NOW.0 - UNPAID_CHECKOUT_LIFETIME - 1;
    let states = ["open", "failed", "waiting", "paid", "unmatched"];
    let all: String = states.map(|state| of(state, state, old)).concat() + &of("young", "open", old + 1);
    run(&server, Accounts, &all);
    daily(&server, NOW);
    let left = "SELECT group_concat(session, ' ') FROM (SELECT session FROM payments ORDER BY session)";
    assert_eq!(crate::stripe::text(&server, left), "paid unmatched waiting young");
}

#[test]
fn keys_go_every_ten_minutes_fifty_thousand_at_once_until_none_is_left() {
    let server = Server::default();
    account(&server, 5);
    let numbers = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 50009)";
    let (old, good) = (NOW.0 - IDEMPOTENCY_LIFETIME - 1, NOW.0 - IDEMPOTENCY_LIFETIME);
    let insert = format!(
        "INSERT INTO idempotency (account_id, key, at) {numbers} SELECT 1, 'key ' || i, {old} FROM n; \
         INSERT INTO idempotency (account_id, key, at) VALUES (1, 'good', {good})"
    );
    run(&server, Accounts, &insert);
    let left = || server.count(Accounts, "SELECT count(*) FROM idempotency");
    let watched = Watched::new(&server);
    often(&watched, NOW);
    let forgets = |(_, sql): &&(Database, String)| sql.starts_with("DELETE FROM idempotency");
    assert_eq!((left(), watched.1.borrow().iter().filter(forgets).count()), (1, 2));
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
        NOW.0 - SESSION_IDLE_LIFETIME
    );
    run(&server, Accounts, &insert);
    let left = |table| server.count(Accounts, &format!("SELECT count(*) FROM {table}"));
    for expected in [10, 0] {
        daily(&server, NOW);
        assert_eq!([left("links"), left("sessions")], [expected; 2]);
        assert_eq!(left("tokens WHERE waiting IS NOT NULL"), 0);
    }
}
