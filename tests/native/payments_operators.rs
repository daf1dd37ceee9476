//! What operators see of payments, and payments that they give to accounts.

use crate::api::{body, operator};
use crate::sqlite::{Fault, SECRET, Server};
use crate::stripe::{completed, disputed, ledger, made, refunded, shop, state, tell, text};
use postern::http::call::Call;
use postern::payments::statements::for_operator;
use postern::store::Database::Accounts;
use serde_json::{Value, json};

fn assign(server: &Server, session: &str, body: &Value) -> (u16, Value) {
    let path = format!("/operator/v1/payments/{session}");
    let reply = operator(server, "POST", &path, body.to_string().as_bytes());
    let told = crate::api::body(&reply);
    let told = if reply.status == 200 { &told["data"]["balance"]["current"] } else { &told["error"]["code"] };
    (reply.status, told.clone())
}

/// A page of the list: its sessions, and the cursor of the next one.
pub(crate) fn list(server: &Server, query: &str) -> (Vec<Value>, Value) {
    let authorization = Some(format!("Bearer {SECRET}"));
    let call = Call { method: "GET", path: "/operator/v1/payments", query, authorization, ..Call::default() };
    let reply = body(&server.call(&call, b""));
    let data = reply.get("data").unwrap_or(&reply);
    let payments = data["payments"].as_array().cloned().unwrap_or_default();
    (
        payments,
        if data["page"].is_null() {
            data["error"]["details"][0].clone()
        } else {
            data["page"]["next_cursor"].clone()
        },
    )
}

#[test]
fn a_payment_that_fits_no_account_is_given_to_one_once() {
    let server = shop();
    tell(&server, &[completed("cs_a", None, 555)]);
    let whose = |email: &str, credits: i64| json!({"email": email, "credits": credits});
    assert_eq!(assign(&server, "cs_a", &whose("nobody@example.com", 40)), (404, json!("ACCOUNT_NOT_FOUND")));
    assert_eq!(assign(&server, "cs_b", &whose("two@example.com", 40)), (404, json!("NOT_FOUND")));
    for bad in [
        json!({"email": "two@example.com"}),
        whose("two@example.com", 0),
        whose("two", 5),
        whose("two@example.com", -5),
    ] {
        assert_eq!(assign(&server, "cs_a", &bad), (400, json!("INVALID_PARAMETER")), "{bad}");
    }
    server.faults.borrow_mut().extend([(Accounts, Fault::AnswerLost); 3]);
    assert_eq!(assign(&server, "cs_a", &whose("Two@example.com", 40)).0, 503);
    for _ in 0..2 {
        assert_eq!(assign(&server, "cs_a", &whose("two@example.com", 40)), (200, json!(40)));
    }
    assert_eq!(assign(&server, "cs_a", &whose("two@example.com", 41)), (409, json!("PAYMENT_ASSIGNED")));
    assert_eq!(assign(&server, "cs_a", &whose("one@example.com", 40)), (409, json!("PAYMENT_ASSIGNED")));
    tell(&server, &[completed("cs_a", None, 555)]);
    assert_eq!((state(&server, 2), ledger(&server, 2)), ((40, "active".into()), "purchase 40".into()));
    let changes = text(&server, "SELECT group_concat(action || ': ' || subject) FROM changes");
    assert_eq!(changes, "assign payment: account 2: 40 for cs_a");
    tell(&server, &[refunded("cs_a", 100)]);
    assert_eq!(state(&server, 2).0, 32);
}

#[test]
fn a_payment_that_is_given_away_counts_as_any_other() {
    let server = shop();
    tell(
        &server,
        &[completed("cs_a", None, 555), refunded("cs_a", 111), disputed("cs_a", 1, 111, "needs_response")],
    );
    let given = json!({"email": "one@example.com", "credits": 100});
    assert_eq!(assign(&server, "cs_a", &given), (200, json!(60)));
    assert_eq!(state(&server, 1), (60, "suspended".into()));
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM tokens WHERE waiting <> ''"), 1);
    tell(&server, &[disputed("cs_a", 1, 111, "won")]);
    assert_eq!(state(&server, 1), (80, "active".into()));
}

#[test]
fn a_payment_is_given_for_no_more_than_can_be_counted() {
    let server = shop();
    tell(&server, &[completed("cs_a", None, 1 << 40)]);
    let of = |credits: i64| json!({"email": "two@example.com", "credits": credits});
    assert_eq!(assign(&server, "cs_a", &of((1 << 22) + 1)), (400, json!("INVALID_PARAMETER")));
    assert_eq!(assign(&server, "cs_a", &of(1 << 22)), (200, json!(1 << 22)));
    tell(&server, &[refunded("cs_a", (1 << 40) - 1)]);
    assert_eq!(state(&server, 2).0, 0);
}

#[test]
fn payments_are_listed_newest_first_with_what_became_of_them() {
    let server = shop();
    for name in ["cs_a", "cs_b", "cs_c", "cs_d", "cs_e"] {
        made(&server, name, 2, 1000, 900);
    }
    let paid = |name: &str| completed(name, Some("account_2"), 900);
    tell(
        &server,
        &[
            paid("cs_a"),
            paid("cs_b"),
            paid("cs_c"),
            paid("cs_d"),
            completed("cs_x", Some("me"), 1),
            completed("cs_y", None, 2),
        ],
    );
    tell(&server, &[refunded("cs_b", 100), refunded("cs_c", 1000), disputed("cs_d", 1, 900, "lost")]);
    let (unmatched, next) = list(&server, "");
    let names = |payments: &[Value]| {
        payments.iter().map(|one| one["session"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!((names(&unmatched), next), (vec!["cs_y".to_owned(), "cs_x".to_owned()], Value::Null));
    let expected = json!({
        "session": "cs_x", "at": "2026-03-01T18:04:05.005Z", "amount": 1, "currency": "usd", "credits": 0, "refunded": 0,
        "state": "unmatched", "email": "payer@example.com", "reference": "me", "reason": "it names no account", "account": null,
    });
    assert_eq!(unmatched[1], expected);
    let (mut all, mut query) = (Vec::new(), "state=all&limit=4".to_owned());
    for _ in 0..2 {
        let (page, next) = list(&server, &query);
        all.extend(page);
        query = format!("state=all&limit=4&cursor={}", next.as_str().unwrap_or_default());
    }
    assert_eq!(names(&all), ["cs_y", "cs_x", "cs_d", "cs_c", "cs_b", "cs_a"]);
    let states: Vec<_> =
        all.iter().map(|one| (one["state"].as_str().unwrap(), one["refunded"].as_i64().unwrap())).collect();
    let expected = [
        ("unmatched", 0),
        ("unmatched", 0),
        ("disputed", 0),
        ("refunded", 900),
        ("partly_refunded", 100),
        ("paid", 0),
    ];
    assert_eq!(states, expected);
    assert_eq!(all[2]["account"], "two@example.com");
    let cursor = list(&server, "state=all&limit=4").1;
    for (query, parameter, code) in [
        ("state=paid".to_owned(), "state", "INVALID_VALUE"),
        ("state=all&state=all".to_owned(), "state", "INVALID_VALUE"),
        ("states=all".to_owned(), "states", "UNKNOWN_PARAMETER"),
        (format!("cursor={}", cursor.as_str().unwrap()), "cursor", "INVALID_CURSOR"),
    ] {
        let fault = list(&server, &query).1;
        assert_eq!((&fault["parameter"], &fault["code"]), (&json!(parameter), &json!(code)), "{query}");
    }
    let figures = body(&operator(&server, "GET", "/operator/v1/stats", b""));
    assert_eq!(figures["data"]["payments"], json!({"unmatched": 2}));
}

#[test]
fn a_page_of_payments_reads_its_own_rows_however_many_there_are() {
    let server = shop();
    let add = |from: u32, to: u32| {
        let sql = format!(
            "INSERT INTO payments (session, account_id, at, state, amount, currency, credits) \
             WITH RECURSIVE n(i) AS (SELECT {from} UNION ALL SELECT i + 1 FROM n WHERE i < {to}) \
             SELECT 'cs_' || i, 1, i / 2, iif(i % 3 = 0, 'paid', 'unmatched'), 1, 'usd', 1 FROM n"
        );
        crate::api::run(&server, Accounts, &sql);
    };
    add(1, 300);
    let lists = [false, true].map(|unmatched| for_operator(unmatched, 100 * 1024, 11));
    let steps = || lists.each_ref().map(|list| server.steps(Accounts, list));
    let few = steps();
    add(301, 20_000);
    assert_eq!(steps(), few);
}
