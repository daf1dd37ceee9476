//! Deleting an account with a long ledger.

use crate::api::{body, operator, run};
use crate::jobs::{Watched, daily, often};
use crate::owners::Browser;
use crate::sqlite::{NOW, Server};
use crate::stripe::{completed, payment, tell, text};
use postern::accounts::statements::deletion::STEP;
use postern::store::Database::Accounts;
use serde_json::{Value, json};

const EMAIL: &str = "reef@example.com";

/// A server, and a browser in which an account with so many pages in its ledger is signed in, beside another account.
fn with_pages(pages: u32) -> (Server, Browser) {
    let server = Server::default();
    let browser = Browser::default();
    browser.enter(&server, "sign-up", EMAIL);
    Browser::default().enter(&server, "sign-up", "other@example.com");
    let fill = format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {pages}) \
         INSERT INTO ledger SELECT 1, i, 'page ' || i, 'page', -1, NULL FROM n; \
         INSERT INTO ledger VALUES (1, 0, 'opening', 'opening', {pages} + 7, NULL); \
         INSERT INTO usage (account_id, day, calls, credits) VALUES (1, 1, {pages}, {pages}); \
         UPDATE accounts SET balance = 7, name = 'Mara', company = 'Tide', status = 'active' WHERE account_id = 1"
    );
    run(&server, Accounts, &fill);
    (server, browser)
}

fn delete(server: &Server, browser: &Browser) {
    let reply = browser.call(server, "DELETE", "account", &json!({"email": EMAIL}));
    assert_eq!(reply.status, 200, "{}", reply.body_text());
}

fn count(server: &Server, table: &str) -> i64 {
    server.count(Accounts, &format!("SELECT count(*) FROM {table}"))
}

#[test]
fn a_long_ledger_goes_in_steps_and_the_account_is_nobodys_from_the_first_on() {
    let step = u32::from(STEP);
    let (server, browser) = with_pages(2 * step + 10);
    delete(&server, &browser);
    assert_eq!(count(&server, "ledger"), i64::from(step) + 11);
    let row = text(
        &server,
        "SELECT email_key || '|' || email || name || company || status FROM accounts WHERE account_id = 1",
    );
    assert_eq!(row, "DELETED:1|suspended");
    for table in ["sessions WHERE account_id = 1", "links WHERE email_key = 'reef@example.com'", "usage"] {
        assert_eq!(count(&server, table), 0, "{table}");
    }
    assert_eq!(browser.call(&server, "GET", "account", &Value::Null).status, 401);

    let accounts = body(&operator(&server, "GET", "/operator/v1/accounts", b""));
    assert_eq!(accounts["data"]["accounts"].as_array().unwrap().len(), 1);
    let stats = body(&operator(&server, "GET", "/operator/v1/stats", b""));
    assert_eq!(stats["data"]["ledger"], json!({"accounts": 1, "mismatched": 0}));
    assert_eq!(daily(&server, NOW).0.accounts, 1);
    let agrees = "SELECT balance = (SELECT sum(credits) FROM ledger WHERE account_id = 1) FROM accounts WHERE account_id = 1";
    assert_eq!(server.count(Accounts, agrees), 1, "at every moment");
    for email in ["DELETED:1", "deleted:1"] {
        let path = format!("/operator/v1/accounts/{email}/status");
        assert_ne!(operator(&server, "POST", &path, br#"{"status":"active"}"#).status, 200);
    }
    tell(&server, &[completed("cs_late", Some("account_1"), 900)]);
    assert!(payment(&server, "cs_late").ends_with("account_1: it names no account"));
    assert_eq!(Browser::default().enter(&server, "sign-up", EMAIL), "signed_up", "the address is free");

    often(&server, NOW);
    assert_eq!(count(&server, "ledger") + count(&server, "accounts WHERE account_id = 1"), 0);
    assert_eq!(count(&server, "deleted_accounts"), 1);
    assert_eq!(
        server.count(Accounts, "SELECT max(account_id) FROM accounts"),
        3,
        "numbers are not used again"
    );
}

#[test]
fn an_account_with_a_short_ledger_is_gone_with_the_call() {
    let (server, browser) = with_pages(3);
    delete(&server, &browser);
    assert_eq!(
        (count(&server, "ledger"), count(&server, "accounts"), count(&server, "deleted_accounts")),
        (0, 1, 1)
    );
}

#[test]
fn a_run_removes_so_much_and_no_more() {
    let (server, browser) = with_pages(3 * u32::from(STEP));
    delete(&server, &browser);
    let watched = Watched::new(&server);
    often(&watched, NOW);
    let removes = |sql: &str| {
        sql.starts_with("DELETE FROM ledger WHERE (account_id, at, reference) IN (SELECT account_id")
    };
    assert_eq!(watched.1.borrow().iter().filter(|(_, sql)| removes(sql)).count(), 3);
    often(&watched, NOW);
    assert_eq!(watched.1.borrow().iter().filter(|(_, sql)| removes(sql)).count(), 3, "nothing is left");
}
