//! Migrations of databases that are in use, while the Worker of before still writes to them.

use crate::stripe::{completed, refund, refunded, shop, state, tell, text};
use postern::store::Database::Accounts;
use rusqlite::Connection;
use std::path::Path;

/// The files of the accounts' migrations, in order.
fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/accounts");
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    files.iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap())).collect()
}

/// What the Worker wrote of refunds and disputes before they were known by name and currency.
const OF_BEFORE: [&str; 2] = [
    "INSERT INTO refunds (intent, amount) VALUES ('pi_cs_a', 600) \
     ON CONFLICT (intent) DO UPDATE SET amount = max(amount, excluded.amount)",
    "INSERT INTO disputes (dispute, intent, amount, state, at) VALUES ('dp_1', 'pi_cs_b', 9, 'open', 5) \
     ON CONFLICT DO NOTHING",
];

#[test]
fn refunds_and_disputes_of_before_are_taken_over_and_written_on() {
    let connection = Connection::open_in_memory().unwrap();
    let (before, after): (Vec<_>, Vec<_>) = files().into_iter().partition(|(name, _)| name.as_str() < "0006");
    let run = |files: &[(String, String)]| {
        for (name, sql) in files {
            connection.execute_batch(sql).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    };
    for files in [before, after] {
        run(&files);
        for sql in OF_BEFORE {
            connection.execute_batch(sql).unwrap();
        }
    }
    let row = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, String>(0)).unwrap();
    assert_eq!(row("SELECT amount || ' ' || (told_at IS NULL) || (currency IS NULL) FROM refunds"), "600 11");
    assert_eq!(row("SELECT amount || ' ' || (currency IS NULL) FROM disputes"), "9 1");
    let began = "SELECT CAST(value > 1700000000000 AS TEXT) FROM progress WHERE name = 'refunds by name'";
    assert_eq!(row(began), "1");
}

#[test]
fn what_the_worker_of_before_writes_down_counts() {
    let server = shop();
    tell(&server, &[completed("cs_a", Some("account_2"), 900)]);
    crate::api::run(&server, Accounts, OF_BEFORE[0]);
    tell(&server, &[refunded("cs_a", 500)]);
    assert_eq!(state(&server, 2).0, 333, "a sum without a time is the largest that was told");
    let back = refund("cs_a", 1, 600, 100);
    tell(&server, &[back.told("refund.failed", "failed", 200)]);
    assert_eq!(state(&server, 2).0, 1000);
    let kinds =
        "SELECT group_concat(kind, ' ') FROM (SELECT kind FROM ledger WHERE account_id = 2 ORDER BY at)";
    assert_eq!(text(&server, kinds), "purchase refund refund_failed");
}
