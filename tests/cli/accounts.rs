//! `postern account` and `postern stats`.

use super::server::{Reply, Request, Server, data, error};
use super::shell::Shell;
use serde_json::{Value, json};

const TOKEN: &str = "postern_live_invented";

fn answer(request: &Request) -> Reply {
    let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
    let account =
        |status| json!({"name": "Ada", "email": "ada@example.com", "company": "Acme", "status": status});
    match (request.method.as_str(), request.path.as_str()) {
        ("POST", "/operator/v1/accounts") if body["email"] == "taken@example.com" => {
            error(409, "ACCOUNT_EXISTS", "there is an account of this address")
        }
        ("POST", "/operator/v1/accounts") => {
            let balance = json!({"current": body["credits"], "total_used": 0});
            let (_, headers, body) =
                data(json!({"account": account("active"), "balance": balance, "token": TOKEN}));
            (201, headers, body)
        }
        ("POST", "/operator/v1/accounts/ada%2B1@example.com/credits") => {
            data(json!({"balance": {"current": 100 + body["credits"].as_i64().unwrap(), "total_used": 7}}))
        }
        ("POST", "/operator/v1/accounts/ada@example.com/status") => {
            data(json!({"account": account(body["status"].as_str().unwrap())}))
        }
        ("POST", "/operator/v1/accounts/ada@example.com/token") => {
            let token = if body["action"] == "regenerate" { json!(TOKEN) } else { Value::Null };
            data(json!({"account": account("active"), "token": token}))
        }
        ("GET", "/operator/v1/accounts?limit=100") => page("ada@example.com", &json!("c/1")),
        ("GET", "/operator/v1/accounts?limit=100&cursor=c%2F1") => page("bob@example.com", &Value::Null),
        ("GET", "/operator/v1/stats") => data(json!({
            "posts": {"total": 3, "platforms": [{"platform": "x", "posts": 3, "oldest": "2026-01-01T00:00:00.000Z", "newest": "2026-02-01T00:00:00.000Z"}]},
            "storage": {"accounts_bytes": 4096, "posts_bytes": 1_048_576}, "ledger": {"accounts": 2, "mismatched": 1}})),
        _ => error(404, "ACCOUNT_NOT_FOUND", "there is no account of this address"),
    }
}

fn page(email: &str, next: &Value) -> Reply {
    let account = json!({"name": "N", "email": email, "company": "", "status": "active", "balance": {"current": 40, "total_used": 2}});
    data(
        json!({"accounts": [account], "page": {"limit": 100, "returned": 1, "has_more": !next.is_null(), "next_cursor": next}}),
    )
}

fn sent(server: &Server) -> Value {
    serde_json::from_str(&server.requests().last().unwrap().body).unwrap()
}

#[test]
fn a_new_account_shows_its_token_once() {
    let server = Server::answering(answer);
    let shell = Shell::of(&server);
    let run = shell.run("account create --name Ada --email ada@example.com --company Acme --credits 50");
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(
        sent(&server),
        json!({"name": "Ada", "email": "ada@example.com", "company": "Acme", "credits": 50})
    );
    assert_eq!(run.out.matches(TOKEN).count(), 1);
    assert!(
        run.out.contains("Created ada@example.com (active, 50 credits)")
            && run.out.contains("shown only once"),
        "{}",
        run.out
    );
    let raw = shell.run("account create --name Ada --email ada@example.com --json");
    assert_eq!(serde_json::from_str::<Value>(&raw.out).unwrap()["token"], TOKEN);
}

#[test]
fn a_refusal_of_the_service_is_code_1_with_its_reason() {
    let server = Server::answering(answer);
    let shell = Shell::of(&server);
    let run = shell.run("account create --name Ada --email taken@example.com");
    assert_eq!(run.code, 1);
    assert!(
        run.err.contains("ACCOUNT_EXISTS: there is an account of this address (request r1)"),
        "{}",
        run.err
    );
    assert_eq!(shell.run("account suspend nobody@example.com").code, 1);
}

#[test]
fn a_fault_of_the_service_is_code_2() {
    let server = Server::answering(|_| error(500, "INTERNAL_ERROR", "something is wrong on our side"));
    assert_eq!(Shell::of(&server).run("account list").code, 2);
}

#[test]
fn a_single_fault_is_said_once() {
    let fault = |parameter: &str, message: &str| json!({"parameter": parameter, "code": "INVALID_VALUE", "message": message});
    let refused = |message: &str, details: Value| -> Reply {
        let error = json!({"code": "INVALID_PARAMETER", "message": message, "details": details});
        (400, vec![], json!({"success": false, "error": error}))
    };
    let (one, two) = (fault("name", "expected text"), fault("email", "expected an address"));
    let both = json!([one, two]);
    let server = Server::answering(move |request| match request.path.as_str() {
        "/operator/v1/stats" => refused("2 parameters are at fault: see details", both.clone()),
        _ => refused("name: expected text", json!([one])),
    });
    let shell = Shell::of(&server);
    let run = shell.run("account create --name x --email y");
    assert_eq!(run.err, "error: the service refused: INVALID_PARAMETER: name: expected text\n");
    let run = shell.run("stats");
    assert!(
        run.err.ends_with("see details\n  name: expected text\n  email: expected an address\n"),
        "{}",
        run.err
    );
}

#[test]
fn accounts_are_listed_page_by_page() {
    let server = Server::answering(answer);
    let shell = Shell::of(&server);
    let run = shell.run("account list");
    assert_eq!((run.code, run.out.lines().count()), (0, 3), "{run:?}");
    assert!(run.out.contains("ada@example.com  active       40     2"), "{}", run.out);
    let raw: Value = serde_json::from_str(&shell.run("account list --json").out).unwrap();
    assert_eq!(raw["accounts"][1]["email"], "bob@example.com");
}

#[test]
fn what_accounts_are_called_does_nothing_to_a_terminal() {
    let server = Server::answering(|request| {
        let evil = "E\u{1b}]0;owned\u{7}\nfake  active\u{9b}2J\u{202e}";
        let account = json!({"name": evil, "email": evil, "company": evil, "status": evil, "balance": {}});
        match request.method.as_str() {
            "GET" => data(json!({"accounts": [account]})),
            _ => error(409, "ACCOUNT_EXISTS", evil),
        }
    });
    let shell = Shell::of(&server);
    let list = shell.run("account list");
    assert_eq!(list.out.lines().count(), 2, "{}", list.out);
    let refused = shell.run("account create --name x --email \u{1b}[2J");
    let value = shell.run("account token a \u{1b}[2J");
    let option = shell.run("account list --nam\u{1b}[2J");
    let command = shell.run("acount\u{1b}[2J");
    let codes = [&refused, &value, &option, &command].map(|run| run.code);
    assert_eq!(codes, [1, 2, 2, 2], "{option:?}");
    for text in [&list.out, &refused.err, &value.err, &option.err, &command.err] {
        let active = |character: char| character.is_control() && character != '\n' || character == '\u{202e}';
        assert!(!text.contains(active), "{text:?}");
        assert!(text.contains(r"\u{1b}"), "{text}");
    }
    let raw = shell.run("account list --json").out;
    assert!(!raw.contains(['\u{1b}', '\u{9b}', '\u{202e}']), "{raw:?}");
    let value: Value = serde_json::from_str(&raw).unwrap();
    assert_eq!(value["accounts"][0]["name"], "E\u{1b}]0;owned\u{7}\nfake  active\u{9b}2J\u{202e}");
}

#[test]
fn credits_are_granted_and_taken_back_under_a_reference() {
    let server = Server::answering(answer);
    let shell = Shell::of(&server);
    let run = shell.run("account credits ada+1@example.com -30 --reference r-1 --reason refund");
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(sent(&server), json!({"credits": -30, "reference": "r-1", "reason": "refund"}));
    assert_eq!(run.out, "ada+1@example.com now has 70 credits.\n");
    assert_eq!(shell.run("account credits ada+1@example.com 30").code, 2);
}

#[test]
fn accounts_are_suspended_and_activated() {
    let server = Server::answering(answer);
    let shell = Shell::of(&server);
    for (command, status) in [("suspend", "suspended"), ("activate", "active")] {
        let run = shell.run(&format!("account {command} ada@example.com"));
        assert_eq!(run.out, format!("ada@example.com is now {status}.\n"));
        assert_eq!(sent(&server), json!({"status": status}));
    }
}

#[test]
fn tokens_are_replaced_and_revoked() {
    let server = Server::answering(answer);
    let shell = Shell::of(&server);
    let new = shell.run("account token ada@example.com regenerate");
    assert_eq!((new.code, new.out.matches(TOKEN).count()), (0, 1), "{new:?}");
    let gone = shell.run("account token ada@example.com revoke");
    assert_eq!(gone.out, "The token of ada@example.com no longer works.\n");
    assert_eq!(sent(&server), json!({"action": "revoke"}));
    assert_eq!(shell.run("account token ada@example.com polish").code, 2);
}

#[test]
fn figures_are_shown_to_people_and_scripts() {
    let server = Server::answering(answer);
    let shell = Shell::of(&server);
    let run = shell.run("stats");
    assert_eq!(run.code, 2, "money that does not add up is a failure: {run:?}");
    assert!(
        run.err.contains("balances that are not the sum of their ledger: 1. Calls still work"),
        "{}",
        run.err
    );
    assert!(run.out.contains("posts 1.00 MiB, accounts 4.00 KiB"), "{}", run.out);
    assert!(run.out.contains("1 balance is not the sum of its ledger"), "{}", run.out);
    let raw: Value = serde_json::from_str(&shell.run("stats --json").out).unwrap();
    assert_eq!(raw["posts"]["total"], 3);
}
