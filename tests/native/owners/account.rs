//! What owners change about their account, and what must not change it.

use super::{Browser, link, mail, told};
use crate::api::{body, get, operator, outcome};
use crate::sqlite::Server;
use postern::http::call::{Call, PrivateHeaders};
use postern::store::Database::Accounts;
use serde_json::{Value, json};

#[test]
fn only_a_page_of_ours_may_change_anything_and_only_a_session_may_ask() {
    let (server, browser) = (Server::default(), Browser::default());
    browser.enter(&server, "sign-up", "reef@example.com");
    let call = |method: &'static str, place: &'static str, site: Option<&str>, with_cookie: bool| {
        let private = PrivateHeaders {
            cookie: with_cookie.then(|| browser.cookie()),
            fetch_site: site.map(str::to_owned),
            ..PrivateHeaders::default()
        };
        let content_type = Some("application/json".to_owned());
        let call = Call { method, path: place, content_type, private, ..Call::default() };
        outcome(&server.call(&call, b"{}"))
    };
    for place in [
        "sign-in",
        "sign-up",
        "confirm",
        "sign-out",
        "email",
        "token",
        "test-token",
        "browser-token",
        "checkouts",
        "test-payments",
    ] {
        let place: &'static str = format!("/dashboard/api/{place}").leak();
        for site in [Some("cross-site"), Some("same-site"), Some("none"), None] {
            assert_eq!(call("POST", place, site, true), (403, "WRONG_ORIGIN".into()), "{place} {site:?}");
        }
    }
    for (method, place) in [
        ("GET", "account"),
        ("PATCH", "account"),
        ("DELETE", "account"),
        ("GET", "usage"),
        ("GET", "usage.csv"),
        ("GET", "ledger"),
        ("GET", "ledger.csv"),
        ("GET", "payments"),
        ("GET", "payments/cs_1/receipt"),
        ("POST", "sign-out"),
        ("POST", "email"),
        ("POST", "token"),
        ("POST", "test-token"),
        ("POST", "browser-token"),
        ("POST", "checkouts"),
        ("POST", "test-payments"),
    ] {
        let place: &'static str = format!("/dashboard/api/{place}").leak();
        assert_eq!(call(method, place, Some("same-origin"), false), (401, "NOT_SIGNED_IN".into()), "{place}");
    }
    for place in ["", "none", "account/", "payments//receipt", "payments/a/b/receipt", "outbox"] {
        let place: &'static str = format!("/dashboard/api/{place}").leak();
        assert_eq!(call("GET", place, None, true), (404, "NOT_FOUND".into()), "{place}");
    }
    assert_eq!(call("PUT", "/dashboard/api/account", None, true), (405, "METHOD_NOT_ALLOWED".into()));
    let forged = Browser::default();
    for cookie in ["x".repeat(43), String::new(), "' OR 1=1 --".into()] {
        forged.cookies.borrow_mut().clear();
        forged.cookies.borrow_mut().push(("__Host-session".into(), cookie));
        assert_eq!(told(&forged.call(&server, "GET", "account", &Value::Null)).0, 401);
    }
}

#[test]
fn an_owner_changes_what_is_given_and_nothing_else() {
    let (server, browser) = (Server::default(), Browser::default());
    browser.enter(&server, "sign-up", "reef@example.com");
    let change = |change: Value| told(&browser.call(&server, "PATCH", "account", &change));
    let settings = |change: Value| {
        let account = change;
        (
            account["account"]["name"].clone(),
            account["account"]["company"].clone(),
            account["settings"]["browser_cap"].clone(),
        )
    };
    let (_, first) = change(json!({"name": "Reef", "browser_cap": 500}));
    assert_eq!(settings(first), (json!("Reef"), json!(""), json!(500)));
    let (_, second) = change(json!({"company": "Tide Ltd"}));
    assert_eq!(settings(second), (json!("Reef"), json!("Tide Ltd"), json!(500)));
    let (_, third) = change(json!({"browser_cap": null, "name": ""}));
    assert_eq!(settings(third), (json!(""), json!("Tide Ltd"), json!(null)));
    for bad in [
        json!({"browser_cap": -1}),
        json!({"browser_cap": 1.5}),
        json!({"email": "a@b.example"}),
        json!({"name": 1}),
        json!([]),
    ] {
        assert_eq!(change(bad.clone()), (400, json!("INVALID_PARAMETER")), "{bad}");
    }
}

#[test]
fn an_address_is_changed_by_a_link_to_the_new_one() {
    let (server, browser) = (Server::default(), Browser::default());
    browser.enter(&server, "sign-up", "reef@example.com");
    Browser::default().enter(&server, "sign-up", "taken@example.com");
    let ask = |email: &str| browser.post(&server, "email", &json!({"email": email})).0;
    assert_eq!(ask("Tide@example.com"), 202);
    assert_eq!(mail(&server).0, "Tide@example.com");
    let link_of_change = json!({"link": link(&server)});
    assert_eq!(Browser::default().post(&server, "confirm", &link_of_change), (403, json!("OTHER_BROWSER")));
    browser.post(&server, "sign-out", &json!({"everywhere": true}));
    assert_eq!(browser.post(&server, "confirm", &link_of_change), (401, json!("NOT_SIGNED_IN")));
    browser.enter(&server, "sign-in", "reef@example.com");
    assert_eq!(browser.post(&server, "confirm", &link_of_change), (200, json!({"did": "changed_email"})));
    assert_eq!(browser.get(&server, "account")["account"]["email"], "Tide@example.com");
    let (recipient, subject, text) = mail(&server);
    assert_eq!((recipient.as_str(), subject.as_str()), ("reef@example.com", "Your address was changed"));
    assert!(text.contains("Tide@example.com"), "{text}");
    assert_eq!(browser.post(&server, "confirm", &link_of_change), (401, json!("INVALID_LINK")));

    assert_eq!(ask("TAKEN@example.com"), 202, "nobody is told who has an account");
    let (recipient, subject, text) = mail(&server);
    assert_eq!((recipient.as_str(), subject.as_str()), ("taken@example.com", "This address has an account"));
    assert!(!text.contains("confirm#"), "{text}");
    assert_eq!(ask("soon@example.com"), 202);
    let late = json!({"link": link(&server)});
    Browser::default().enter(&server, "sign-up", "soon@example.com");
    assert_eq!(browser.post(&server, "confirm", &late), (409, json!("ACCOUNT_EXISTS")), "taken in between");
    assert_eq!(browser.get(&server, "account")["account"]["email"], "Tide@example.com");
    assert_eq!(Browser::default().enter(&server, "sign-in", "tide@example.com"), "signed_in");
}

#[test]
fn a_deleted_account_leaves_nothing_but_the_books() {
    let (server, browser) = (Server::default(), Browser::default());
    let made =
        operator(&server, "POST", "/operator/v1/accounts", br#"{"email":"reef@example.com","credits":10}"#);
    let token = body(&made)["data"]["token"].as_str().unwrap().to_owned();
    browser.enter(&server, "sign-in", "reef@example.com");
    Browser::default().enter(&server, "sign-up", "other@example.com");
    crate::api::load(&server, &crate::api::line("1", "reef", "coral"));
    assert_eq!(get(&server, &token, "/api/v1/posts/search").status, 200);
    crate::api::run(
        &server,
        Accounts,
        "INSERT INTO payments (session, account_id, at, state, amount, currency, credits) \
         SELECT 'cs_1', account_id, 0, 'paid', 900, 'usd', 10 FROM accounts WHERE email_key = 'reef@example.com'",
    );
    let delete = |email: &str| told(&browser.call(&server, "DELETE", "account", &json!({"email": email})));
    assert_eq!(delete("other@example.com"), (400, json!("INVALID_PARAMETER")));
    for owes in ["status = 'suspended'", "status = 'active', balance = balance - 100"] {
        crate::api::run(
            &server,
            Accounts,
            &format!("UPDATE accounts SET {owes} WHERE email_key = 'reef@example.com'"),
        );
        assert_eq!(delete("reef@example.com"), (403, json!("ACCOUNT_INACTIVE")));
    }
    assert_eq!(get(&server, &token, "/api/v1/account").status, 200, "nothing of it is gone");
    crate::api::run(
        &server,
        Accounts,
        "UPDATE accounts SET balance = balance + 100 WHERE email_key = 'reef@example.com'",
    );
    assert_eq!(delete("REEF@example.com"), (200, json!({"deleted": true})));
    assert_eq!(get(&server, &token, "/api/v1/account").status, 401);
    assert_eq!(browser.call(&server, "GET", "account", &Value::Null).status, 401);
    assert_eq!(mail(&server).0, "reef@example.com");
    for (table, rows) in [
        ("accounts", 1),
        ("sessions", 1),
        ("tokens", 0),
        ("ledger", 0),
        ("usage", 0),
        ("idempotency", 0),
        ("payments", 1),
    ] {
        assert_eq!(server.count(Accounts, &format!("SELECT count(*) FROM {table}")), rows, "{table}");
    }
    assert_eq!(server.count(Accounts, "SELECT account_id IS NULL FROM payments"), 1);
    let last = "SELECT max(account_id) FROM accounts";
    let before = server.count(Accounts, last);
    let newest = Browser::default();
    newest.enter(&server, "sign-up", "newest@example.com");
    assert_eq!(server.count(Accounts, last), before + 1);
    newest.call(&server, "DELETE", "account", &json!({"email": "newest@example.com"}));
    Browser::default().enter(&server, "sign-up", "next@example.com");
    assert_eq!(server.count(Accounts, last), before + 2, "a number is never used again");
    let made =
        operator(&server, "POST", "/operator/v1/accounts", br#"{"email":"more@example.com","credits":1}"#);
    assert_eq!((made.status, server.count(Accounts, last)), (201, before + 3));
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM links WHERE email_key = 'reef@example.com'"), 0);
}
