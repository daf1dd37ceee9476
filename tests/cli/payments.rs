//! `postern payments`.

use super::server::{Reply, Request, Server, data, error};
use super::shell::Shell;
use serde_json::{Value, json};

fn answer(request: &Request) -> Reply {
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/operator/v1/payments?state=unmatched&limit=100") => {
            page(&json!("c/1"), &payment("cs_1", "unmatched"))
        }
        ("GET", "/operator/v1/payments?state=unmatched&limit=100&cursor=c%2F1") => {
            page(&Value::Null, &payment("cs_2", "unmatched"))
        }
        ("GET", "/operator/v1/payments?state=all&limit=100") => page(&Value::Null, &payment("cs_3", "paid")),
        ("POST", "/operator/v1/payments/cs_1") => data(json!({"balance": {"current": 300, "total_used": 0}})),
        _ => error(409, "PAYMENT_ASSIGNED", "this one is another account's"),
    }
}

fn payment(session: &str, state: &str) -> Value {
    json!({
        "session": session, "at": "2026-11-28T12:00:00.000Z", "amount": 901, "currency": "usd", "credits": 0, "refunded": 0,
        "state": state, "email": "payer@example.com", "reference": "\u{1b}[2J", "reason": "it names no account", "account": null,
    })
}

fn page(next: &Value, payment: &Value) -> Reply {
    data(
        json!({"payments": [payment], "page": {"limit": 100, "returned": 1, "has_more": !next.is_null(), "next_cursor": next}}),
    )
}

#[test]
fn payments_that_fit_no_account_are_listed_to_the_end() {
    let server = Server::answering(answer);
    let shell = Shell::of(&server);
    let run = shell.run("payments");
    assert_eq!(run.code, 0, "{run:?}");
    let lines: Vec<_> = run.out.lines().collect();
    assert_eq!(lines.len(), 3, "{}", run.out);
    let head = ["session", "at", "amount", "currency", "refunded", "email", "reference", "reason"];
    assert_eq!(lines[0].split_whitespace().collect::<Vec<_>>(), head);
    assert!(lines[1].starts_with("cs_1") && lines[1].ends_with("it names no account"), "{}", lines[1]);
    assert!(lines[2].starts_with("cs_2") && !run.out.contains('\u{1b}'), "{}", run.out);
    let raw: Value = serde_json::from_str(&shell.run("payments --json").out).unwrap();
    assert_eq!(raw["payments"].as_array().unwrap().len(), 2);
}

#[test]
fn all_payments_are_listed_with_their_accounts() {
    let server = Server::answering(answer);
    let run = Shell::of(&server).run("payments --all");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("account") && run.out.contains("cs_3"), "{}", run.out);
}

#[test]
fn where_every_payment_fits_that_is_said() {
    let none = |_: &Request| data(json!({"payments": [], "page": {"next_cursor": null}}));
    let server = Server::answering(none);
    let shell = Shell::of(&server);
    assert_eq!(shell.run("payments").out, "Every payment is matched to an account.\n");
    assert_eq!(shell.run("payments --all").out, "There are no payments.\n");
}

#[test]
fn a_payment_is_given_to_an_account() {
    let server = Server::answering(answer);
    let shell = Shell::of(&server);
    let run = shell.run("payments assign cs_1 ada@example.com 300");
    assert_eq!((run.code, run.out.as_str()), (0, "ada@example.com now has 300 credits.\n"), "{run:?}");
    let sent: Value = serde_json::from_str(&server.requests().last().unwrap().body).unwrap();
    assert_eq!(sent, json!({"email": "ada@example.com", "credits": 300}));
    assert_eq!(shell.run("payments assign cs_9 ada@example.com 300").code, 1);
    for wrong in [
        "payments assign cs_1 ada@example.com",
        "payments assign cs_1 ada@example.com many",
        "payments --all assign a b 1",
    ] {
        assert_eq!(shell.run(wrong).code, 2, "{wrong}");
    }
}
