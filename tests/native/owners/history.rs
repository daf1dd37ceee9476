//! Tokens, usage and ledger as owners see them.

use super::{Browser, active, advance, mail};
use crate::api::{body, get, operator};
use crate::sqlite::{NOW, Server};
use postern::accounts::statements::owners::{ledger, ledger_file};
use postern::store::Database::Accounts;
use postern::time::DAY;
use serde_json::{Value, json};

#[test]
fn a_token_is_made_replaced_and_revoked_by_its_owner() {
    let (server, browser) = (Server::default(), Browser::default());
    browser.enter(&server, "sign-up", "reef@example.com");
    let act = |action: &str| browser.post(&server, "token", &json!({"action": action}));
    assert_eq!(act("regenerate"), (403, json!("ACCOUNT_INACTIVE")), "the first payment makes it");
    assert_eq!(act("show"), (409, json!("NOTHING_TO_SHOW")));
    active(&server, "reef@example.com");
    let works = |token: &Value| get(&server, token.as_str().unwrap(), "/api/v1/account").status;
    let (_, made) = act("regenerate");
    assert_eq!(works(&made["token"]), 200);
    assert_eq!(mail(&server).1, "A new API token");
    assert_eq!(act("show"), (409, json!("NOTHING_TO_SHOW")), "it was shown when it was made");
    let (_, other) = act("regenerate");
    assert_eq!((works(&made["token"]), works(&other["token"])), (401, 200));
    let token = browser.get(&server, "account")["token"].clone();
    assert_eq!(token["last_four"], other["token"].as_str().unwrap()[58..]);
    assert_eq!(token["waiting"], false);
    assert_eq!(act("revoke"), (200, json!({"token": null})));
    assert_eq!(works(&other["token"]), 401);
    assert_eq!(mail(&server).1, "Your API token was revoked");
    let mails = server.count(Accounts, "SELECT count(*) FROM mails");
    assert_eq!(act("revoke").0, 200, "again");
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM mails"), mails, "and nobody is told twice");
    assert_eq!(browser.get(&server, "account")["token"], json!(null));
    assert_eq!(act("burn"), (400, json!("INVALID_PARAMETER")));
}

#[test]
fn usage_and_ledger_add_up_to_the_balance() {
    let (server, browser) = (Server::default(), Browser::default());
    let made =
        operator(&server, "POST", "/operator/v1/accounts", br#"{"email":"reef@example.com","credits":10}"#);
    let token = body(&made)["data"]["token"].as_str().unwrap().to_owned();
    crate::api::load(&server, &crate::api::line("1", "reef", "coral"));
    browser.enter(&server, "sign-in", "reef@example.com");
    for days in [0, 1, 40] {
        advance(&server, days * DAY);
        for _ in 0..2 {
            assert_eq!(get(&server, &token, "/api/v1/posts/search").status, 200);
        }
        browser.enter(&server, "sign-in", "reef@example.com");
    }
    let grant = br#"{"credits":-1,"reference":"=2+3","reason":"a \"slip\", sorry;=1+1"}"#;
    operator(&server, "POST", "/operator/v1/accounts/reef@example.com/credits", grant);
    let ledger = browser.get(&server, "ledger");
    let shown: Vec<_> = ledger["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            (
                entry["kind"].as_str().unwrap(),
                entry["credits"].as_i64().unwrap(),
                entry["balance"].as_i64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [("pages", -2, 3), ("grant", -1, 5), ("pages", -2, 6), ("pages", -2, 8), ("opening", 10, 10)]
    );
    assert_eq!(browser.get(&server, "account")["balance"]["current"], 3);
    let first = browser.get(&server, "ledger?limit=2");
    let cursor = first["page"]["next_cursor"].as_str().unwrap();
    let second = browser.get(&server, &format!("ledger?limit=100&cursor={cursor}"));
    let both: Vec<_> =
        [&first, &second].iter().flat_map(|page| page["entries"].as_array().unwrap().clone()).collect();
    assert_eq!(both, *ledger["entries"].as_array().unwrap());
    assert_eq!(
        (second["page"]["has_more"].clone(), first["page"]["has_more"].clone()),
        (json!(false), json!(true))
    );

    let file = browser.call(&server, "GET", "ledger.csv", &Value::Null);
    let text = file.body_text();
    let lines: Vec<_> = text.split("\r\n").collect();
    assert_eq!(lines[0], "at,kind,credits,balance,reference,reason");
    assert_eq!(lines[1], format!("{NOW},opening,10,10,\"opening\",\"\""));
    assert!(lines[4].ends_with(",grant,-1,5,\"grant:=2+3\",\"a \"\"slip\"\", sorry;'=1+1\""), "{}", lines[4]);
    assert_eq!(lines[6..], [""]);
    assert_eq!(file.header("Content-Disposition"), Some("attachment; filename=\"postern-ledger.csv\""));

    let days = browser.get(&server, "usage")["days"].as_array().unwrap().clone();
    assert_eq!(days.len(), 30);
    assert_eq!(days[29], json!({"day": "2026-04-11", "calls": 2, "credits": 2}));
    assert_eq!(days[0], json!({"day": "2026-03-13", "calls": 0, "credits": 0}));
    let file = browser.call(&server, "GET", "usage.csv", &Value::Null).body_text();
    assert!(
        file.starts_with("day,calls,credits\r\n2026-03-13,0,0\r\n")
            && file.ends_with("\r\n2026-04-11,2,2\r\n"),
        "{file}"
    );
}

#[test]
fn no_text_of_a_file_is_a_formula() {
    let (server, browser) = (Server::default(), Browser::default());
    operator(&server, "POST", "/operator/v1/accounts", br#"{"email":"reef@example.com","credits":1}"#);
    browser.enter(&server, "sign-in", "reef@example.com");
    let dangerous = ["=1+1", "+1", "-1", "@SUM(A1)", "＝1", "＋1", "－1", "＠1"];
    let harmless = ["1=1", "'=1", "a", "\"=1", ",=1", "é-", "]", "*"];
    for start in ["\t", "\r", "\n", "\u{202e}"] {
        let grant = json!({"credits": 1, "reference": "a", "reason": format!("{start}=1")}).to_string();
        let reply =
            operator(&server, "POST", "/operator/v1/accounts/reef@example.com/credits", grant.as_bytes());
        assert_eq!(reply.status, 400, "{start:?}");
    }
    for (number, reason) in dangerous.iter().chain(&harmless).enumerate() {
        let grant = json!({"credits": 1, "reference": number.to_string(), "reason": reason}).to_string();
        operator(&server, "POST", "/operator/v1/accounts/reef@example.com/credits", grant.as_bytes());
        let text = browser.call(&server, "GET", "ledger.csv", &Value::Null).body_text();
        let prefix = if dangerous.contains(reason) { "'" } else { "" };
        let cell = format!("\"{prefix}{}\"", reason.replace('"', "\"\""));
        assert!(text.contains(&format!(",\"grant:{number}\",{cell}\r\n")), "{reason:?}: {text:?}");
    }
}

#[test]
fn the_pages_of_a_ledger_cost_its_owner_nothing_to_look_at() {
    let server = Server::default();
    operator(&server, "POST", "/operator/v1/accounts", br#"{"email":"reef@example.com","credits":9}"#);
    let statements = [ledger(1, i64::MAX, 51, NOW), ledger_file(1, NOW)];
    let steps = || statements.each_ref().map(|statement| server.steps(Accounts, statement));
    for statement in &statements {
        let plan = server.explain(Accounts, statement);
        assert!(plan.contains("SEARCH ledger USING INDEX ledger_references (account_id=?)"), "{plan}");
    }
    let before = steps();
    let pages = "INSERT INTO ledger WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) \
         SELECT 1, i, i, 'page', -1, NULL FROM n";
    crate::api::run(&server, Accounts, pages);
    assert_eq!(steps(), before);
}
