//! No statement on the accounts reads a table as a whole, unless the table is small or the list below says why. What the tests
//! run there is looked at where it is run, so that a new statement is, too.

use crate::rows::run;
use crate::sqlite::Server;
use postern::store::Database::Accounts;
use postern::store::{Row, Statement};
use rusqlite::Connection;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Tables with a bounded number of rows.
const SMALL: [(&str, &str); 3] = [
    ("shards", "a row for each database of posts, 64 at most"),
    ("moves", "the slot that is on its way, one at most"),
    ("progress", "a row for each job"),
];

/// Parts of statements that may read more than their own rows.
const ALLOWED: [(&str, &str); 11] = [
    (
        "DELETE FROM idempotency WHERE (account_id, key) IN",
        "an index by time would cost a row at every page with a key; keys are those of some ten minutes",
    ),
    ("DELETE FROM sessions WHERE true", "a restore empties the table"),
    ("DELETE FROM links WHERE true", "a restore empties the table"),
    ("AS mismatched", "adds up whole ledgers, of so many accounts that they have a bounded number of rows"),
    ("FROM ledger WHERE account_id = (SELECT account_id FROM accounts", "ends with a step's rows"),
    ("NOT EXISTS (SELECT 1 FROM ledger l WHERE l.account_id = CAST(?1 AS INTEGER))", "ends at the first row"),
    ("SELECT reference, credits FROM ledger WHERE kind = 'page' ORDER BY", "asked by a test only"),
    (
        "AS unmatched FROM payments",
        "counts the payments that wait for an operator, by an index that has no others",
    ),
    ("AS waiting FROM mails", "counts the mails that wait, by an index that has no others"),
    (
        "FROM mails INDEXED BY mails_waiting",
        "walks the mails that wait, in their order, until so many are due",
    ),
    ("FROM mails ORDER BY mail_id DESC LIMIT 100", "the newest hundred, on a developer's machine"),
];

thread_local! {
    /// Statements that were looked at.
    static SEEN: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
}

/// Fails if a statement reads a table of the accounts as a whole, or an account's whole ledger.
pub(crate) fn look(connection: &Connection, statement: &Statement) {
    let is_new = SEEN.with_borrow_mut(|seen| seen.insert(statement.sql.clone()));
    if is_new && let Some(scan) = scan(connection, statement) {
        panic!("{scan}, but expected a search by an index: {}", statement.sql);
    }
}

/// The first step that reads a table as a whole.
fn scan(connection: &Connection, statement: &Statement) -> Option<String> {
    if ALLOWED.iter().any(|(part, _)| statement.sql.contains(part)) {
        return None;
    }
    let explain = Statement::new(format!("EXPLAIN QUERY PLAN {}", statement.sql), statement.values.clone());
    // What can't run, where a test took its table away, reads nothing.
    let steps = run(connection, &explain).ok()?.rows;
    let tables = tables(connection);
    steps.iter().map(|step| step.text("detail").unwrap().unwrap()).find(|step| {
        let mut words = step.split(' ');
        let (Some(how), Some(name)) = (words.next(), words.next()) else { return false };
        let table = tables.iter().find(|table| is_of(&statement.sql, name, table));
        let is_small = table.is_some_and(|table| SMALL.iter().any(|(small, _)| small == table));
        let reads_a_ledger =
            table.is_some_and(|table| table == "ledger") && step.ends_with("PRIMARY KEY (account_id=?)");
        table.is_some() && !is_small && (how == "SCAN" || reads_a_ledger)
    })
}

/// Whether a name in a statement is a table, or stands for it there. What only foreign keys look at is not in the statement.
fn is_of(sql: &str, name: &str, table: &str) -> bool {
    let words: Vec<_> = sql.split([' ', '(', ')', ',']).collect();
    name == table && words.contains(&table) || words.windows(2).any(|pair| pair == [table, name])
}

fn tables(connection: &Connection) -> Vec<String> {
    let mut names = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").unwrap();
    names.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

#[test]
fn a_scan_is_found_and_a_search_is_none() {
    let server = Server::default();
    let connection = server.connection(Accounts);
    let found = |sql: &str| scan(&connection, &Statement::new(sql, vec![])).is_some();
    for scanned in [
        "SELECT * FROM accounts",
        "SELECT count(*) FROM sessions s WHERE s.seen_at + 1 > 5",
        "SELECT sum(l.credits) FROM accounts a JOIN ledger l ON l.account_id = a.account_id WHERE a.account_id = 1",
        "SELECT 1 FROM accounts WHERE EXISTS (SELECT 1 FROM ledger l WHERE l.account_id = accounts.account_id) AND account_id = 1",
        "DELETE FROM payments WHERE amount = 3",
        "UPDATE tokens SET waiting = NULL WHERE created_at < 5",
    ] {
        assert!(found(scanned), "{scanned}");
    }
    for searched in [
        "SELECT * FROM accounts a WHERE a.account_id = 1",
        "SELECT 1 FROM shards s",
        "SELECT value FROM json_each('[1]')",
        "SELECT credits FROM ledger WHERE account_id = 1 AND at > 5",
        "WITH RECURSIVE days (day) AS (SELECT 1 UNION ALL SELECT day + 1 FROM days WHERE day < 5) SELECT * FROM days",
    ] {
        assert!(!found(searched), "{searched}");
    }
}
