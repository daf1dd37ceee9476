//! The test token on the dashboard: always there, and replaced at will.

use super::{Browser, active};
use crate::api::{body, operator, outcome};
use crate::sqlite::Server;
use postern::store::Database::Accounts;
use serde_json::{Value, json};

const SEARCH: &str = "/api/v1/posts/search";

fn search(server: &Server, token: &Value) -> (u16, String) {
    outcome(&crate::api::get(server, token.as_str().unwrap(), SEARCH))
}

fn regenerate(server: &Server, browser: &Browser) -> Value {
    let (status, data) = browser.post(server, "test-token", &json!({"action": "regenerate"}));
    assert_eq!(status, 200, "{data}");
    data["test_token"].clone()
}

#[test]
fn a_new_account_has_a_test_token_before_any_payment_and_the_same_one_afterwards() {
    let (server, browser) = (Server::default(), Browser::default());
    browser.enter(&server, "sign-up", "reef@example.com");
    let shown = browser.get(&server, "account");
    assert_eq!((&shown["account"]["status"], &shown["token"]), (&json!("pending"), &Value::Null));
    assert!(shown["test_token"].as_str().unwrap().starts_with("postern_test_"), "{shown}");
    assert_eq!(search(&server, &shown["test_token"]), (200, String::new()));
    active(&server, "reef@example.com");
    assert_eq!(browser.get(&server, "account")["test_token"], shown["test_token"]);
    let changed = browser.call(&server, "PATCH", "account", &json!({"name": "Reef"}));
    assert_eq!(body(&changed)["data"]["test_token"], shown["test_token"]);
}

#[test]
fn a_replaced_test_token_is_refused_at_the_very_next_call_and_those_of_others_stay() {
    let (server, browser) = (Server::default(), Browser::default());
    browser.enter(&server, "sign-up", "reef@example.com");
    let other = Browser::default();
    other.enter(&server, "sign-up", "other@example.com");
    let others = other.get(&server, "account")["test_token"].clone();
    let mut token = browser.get(&server, "account")["test_token"].clone();
    for _ in 0..3 {
        let next = regenerate(&server, &browser);
        assert_eq!(search(&server, &token), (401, "INVALID_API_TOKEN".into()));
        assert_eq!(search(&server, &next), (200, String::new()));
        assert_eq!(browser.get(&server, "account")["test_token"], next);
        token = next;
    }
    assert_eq!(other.get(&server, "account")["test_token"], others);
    assert_eq!(search(&server, &others), (200, String::new()));
}

#[test]
fn replacing_it_is_a_change_in_the_log_and_takes_no_other_action() {
    let (server, browser) = (Server::default(), Browser::default());
    browser.enter(&server, "sign-up", "reef@example.com");
    let reply = browser.call(&server, "POST", "test-token", &json!({"action": "regenerate"}));
    assert_eq!(
        (reply.note.route, reply.note.change),
        ("dashboard/test-token", Some("regenerate test token"))
    );
    let changes = body(&operator(&server, "GET", "/operator/v1/changes", b""))["data"]["changes"].clone();
    assert_eq!(
        (&changes[0]["action"], &changes[0]["subject"]),
        (&json!("owner makes test token"), &json!("account 1"))
    );
    for action in [
        json!({}),
        json!({"action": "show"}),
        json!({"action": "revoke"}),
        json!({"action": "regenerate", "more": 1}),
    ] {
        let answer = browser.post(&server, "test-token", &action);
        assert_eq!(answer, (400, json!("INVALID_PARAMETER")), "{action}");
    }
    assert_eq!(browser.call(&server, "GET", "test-token", &Value::Null).status, 405);
}

#[test]
fn operators_get_it_with_a_new_account() {
    let (server, browser) = (Server::default(), Browser::default());
    let created = operator(&server, "POST", "/operator/v1/accounts", br#"{"email":"reef@example.com"}"#);
    let test_token = body(&created)["data"]["test_token"].clone();
    assert_eq!(search(&server, &test_token), (200, String::new()));
    browser.enter(&server, "sign-in", "reef@example.com");
    assert_eq!(browser.get(&server, "account")["test_token"], test_token);
    let list = body(&operator(&server, "GET", "/operator/v1/accounts", b""));
    assert_eq!(list["data"]["accounts"][0]["test_token"], test_token);
    let renewed = operator(
        &server,
        "POST",
        "/operator/v1/accounts/reef@example.com/token",
        br#"{"action":"regenerate"}"#,
    );
    assert_eq!(body(&renewed)["data"].get("test_token"), None, "it stays as it is");
    assert_eq!(search(&server, &test_token), (200, String::new()));
}

#[test]
fn without_a_key_there_is_none_and_replacing_it_fails() {
    let (mut server, browser) = (Server::default(), Browser::default());
    browser.enter(&server, "sign-up", "reef@example.com");
    server.settings.http.token_key = None;
    assert_eq!(browser.get(&server, "account")["test_token"], Value::Null);
    let (status, _) = browser.post(&server, "test-token", &json!({"action": "regenerate"}));
    assert_eq!(status, 500);
    let replaced = server.count(Accounts, "SELECT sum(test_tokens_replaced) FROM accounts");
    assert_eq!(replaced, 0, "the one that others may have by now still counts");
}
