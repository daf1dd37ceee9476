//! What the webhook refuses, and what it takes without doing anything.

use crate::api::body;
use crate::sqlite::{NOW, Server};
use crate::stripe::{
    WEBHOOK_SECRET, completed, disputed, event, made, payment, post, session, shop, state, tell,
};
use postern::http::call::Call;
use postern::payments::signature::sign;
use postern::store::Database::Accounts;
use postern::time::Timestamp;
use serde_json::{Value, json};

/// Everything in the tables of money, for seeing that nothing changed.
fn contents(server: &Server) -> Vec<i64> {
    ["accounts", "payments", "ledger", "refunds", "refunds_by_name", "disputes", "mails", "tokens"]
        .map(|table| server.count(Accounts, &format!("SELECT count(*) FROM {table}")))
        .into()
}

#[test]
fn what_is_not_signed_or_not_for_us_is_refused_and_nothing_is_kept() {
    let server = shop();
    made(&server, "cs_a", 2, 1000, 900);
    let before = contents(&server);
    let good = completed("cs_a", Some("account_2"), 900);
    let with = |key: &str, value: Value| {
        let mut event = good.clone();
        event[key] = value;
        event.to_string()
    };
    let refuse = |body: &str, signature: Option<String>, field: &str| {
        let reply = post(&server, body.as_bytes(), signature);
        let error = &crate::api::body(&reply)["error"];
        let told = (reply.status, error["code"].as_str(), error["details"][0]["parameter"].as_str());
        assert_eq!(told, (400, Some("INVALID_PARAMETER"), Some(field)), "{body}");
    };
    let text = good.to_string();
    let at = |seconds: i64| Timestamp(NOW.0 + 1000 * seconds);
    refuse(&text, None, "Stripe-Signature");
    refuse(&text, sign("whsec_other_of_24_characters_or_more", text.as_bytes(), NOW), "Stripe-Signature");
    refuse(&text, sign(WEBHOOK_SECRET, b"{}", NOW), "Stripe-Signature");
    refuse(&text, sign(WEBHOOK_SECRET, text.as_bytes(), at(-301)), "Stripe-Signature");
    refuse(&text, sign(WEBHOOK_SECRET, text.as_bytes(), at(301)), "Stripe-Signature");
    let signed = |text: &str| sign(WEBHOOK_SECRET, text.as_bytes(), NOW);
    for (body, field) in [
        (with("livemode", json!(true)), "livemode"),
        (with("livemode", json!("false")), "livemode"),
        (with("object", json!("v2.core.event")), "object"),
        (with("object", Value::Null), "object"),
        (with("id", Value::Null), "id"),
        (with("type", json!(7)), "type"),
        ("{".into(), "body"),
        ("[]".into(), "object"),
    ] {
        refuse(&body, signed(&body), field);
    }
    let long = format!("{text}{}", " ".repeat(512 << 10));
    assert_eq!(post(&server, long.as_bytes(), signed(&long)).status, 413);
    assert_eq!(contents(&server), before);
    assert_eq!(
        (state(&server, 2), payment(&server, "cs_a")),
        ((0, "active".to_owned()), "open 2 900 usd 1000 - - -: -".into())
    );
}

#[test]
fn events_of_no_interest_are_taken_and_change_nothing() {
    let server = shop();
    made(&server, "cs_a", 2, 1000, 900);
    let before = contents(&server);
    let mut setup = session("cs_a", Some("account_2"), 900, "no_payment_required");
    setup["amount_total"] = Value::Null;
    let charge = json!({"object": "charge", "payment_intent": null, "amount_refunded": 900});
    let other = json!({"id": "re_1", "payment_intent": null, "amount": 900, "currency": "usd"});
    tell(
        &server,
        &[
            event("customer.created", &json!({"id": "cus_1"})),
            event("refund.created", &other),
            event("checkout.session.completed", &setup),
            event("charge.refunded", &charge),
            disputed("cs_a", 1, 900, "prevented"),
            disputed("cs_a", 1, 900, "warning_closed"),
            event("checkout.session.completed", &json!([])),
        ],
    );
    assert_eq!(contents(&server), before);
}

#[test]
fn only_a_post_to_the_one_address_is_taken() {
    let server = shop();
    let call = |method, path| {
        let reply = server.call(&Call { method, path, ..Call::default() }, b"");
        (reply.status, reply.header("Allow").map(str::to_owned))
    };
    assert_eq!(call("GET", "/payments/stripe/webhook"), (405, Some("POST".into())));
    assert_eq!(call("OPTIONS", "/payments/stripe/webhook").0, 405);
    for path in ["/payments", "/payments/", "/payments/stripe/webhook/", "/payments/stripe"] {
        assert_eq!(call("POST", path).0, 404, "{path}");
    }
    let mut server = shop();
    server.settings.payments.stripe_webhook_secrets.clear();
    let reply = post(&server, b"{}", sign(WEBHOOK_SECRET, b"{}", NOW));
    assert_eq!((reply.status, body(&reply)["error"]["code"].as_str()), (503, Some("PAYMENTS_UNAVAILABLE")));
    assert!(reply.header("Retry-After").is_some());
}
