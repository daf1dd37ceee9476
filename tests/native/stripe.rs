//! Events as Stripe sends them, and a server that takes them.

use crate::sqlite::Server;
use postern::http::call::{Call, PrivateHeaders};
use postern::http::reply::ReplyOf;
use postern::payments::packs::Pack;
use postern::payments::signature::sign;
use postern::store::Database::Accounts;
use postern::time::Timestamp;
use serde_json::{Value, json};

/// What the native server's events are signed with.
pub(crate) const WEBHOOK_SECRET: &str = "whsec_native_of_24_characters_or_more";

/// A server with packs for sale, and the accounts 1 (pending), 2 (active, its token revoked) and 3 (suspended).
pub(crate) fn shop() -> Server {
    let mut server = Server::default();
    let pack =
        |name: &str, credits, price| Pack { name: name.into(), credits, price, currency: "usd".into() };
    server.settings.payments.credit_packs = vec![pack("Small", 1000, 900), pack("Odd", 7, 300)];
    for (email, status) in [("one", "pending"), ("two", "active"), ("three", "suspended")] {
        let sql = format!(
            "INSERT INTO accounts (email_key, email, name, company, status, balance, total_used, created_at) \
             VALUES ('{email}@example.com', '{email}@example.com', '', '', '{status}', 0, 0, 0)"
        );
        crate::api::run(&server, Accounts, &sql);
    }
    server
}

/// A checkout session that an account was given.
pub(crate) fn made(server: &Server, session: &str, account: i64, credits: i64, amount: i64) {
    let sql = format!(
        "INSERT INTO payments (session, account_id, at, state, amount, currency, credits) \
         VALUES ('{session}', {account}, 1, 'open', {amount}, 'usd', {credits})"
    );
    crate::api::run(server, Accounts, &sql);
}

/// An event about an object.
pub(crate) fn event(kind: &str, object: &Value) -> Value {
    let hash = postern::encoding::stamp(&format!("{kind}{object}"));
    json!({"id": format!("evt_{hash}"), "object": "event", "livemode": false, "type": kind, "data": {"object": object}})
}

/// The same, made so many seconds after 1970.
pub(crate) fn event_at(kind: &str, object: &Value, seconds: i64) -> Value {
    let mut event = event(kind, object);
    event["id"] = json!(format!("{}_{seconds}", event["id"].as_str().unwrap()));
    event["created"] = json!(seconds);
    event
}

/// A session whose intent is named after it.
pub(crate) fn session(name: &str, reference: Option<&str>, amount: i64, status: &str) -> Value {
    json!({
        "id": name, "object": "checkout.session", "payment_status": status, "amount_total": amount, "currency": "usd",
        "payment_intent": format!("pi_{name}"), "invoice": format!("in_{name}"), "client_reference_id": reference,
        "customer_details": {"email": "payer@example.com"},
    })
}

pub(crate) fn completed(name: &str, reference: Option<&str>, amount: i64) -> Value {
    event("checkout.session.completed", &session(name, reference, amount, "paid"))
}

/// A sum of refunds, which an event without a time tells.
pub(crate) fn refunded(name: &str, amount: i64) -> Value {
    event("charge.refunded", &charge(name, amount))
}

/// The same, told so many seconds after 1970.
pub(crate) fn refunded_at(name: &str, amount: i64, seconds: i64) -> Value {
    event_at("charge.refunded", &charge(name, amount), seconds)
}

fn charge(name: &str, amount: i64) -> Value {
    json!({"object": "charge", "payment_intent": format!("pi_{name}"), "amount_refunded": amount, "currency": "usd"})
}

/// A refund of a session's payment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Refund<'a> {
    pub(crate) of: &'a str,
    pub(crate) number: usize,
    pub(crate) amount: i64,
    pub(crate) currency: &'a str,
    /// Seconds after 1970.
    pub(crate) created: i64,
}

impl Refund<'_> {
    /// An event that says what it is, so many seconds after 1970.
    pub(crate) fn told(&self, kind: &str, status: &str, seconds: i64) -> Value {
        let Refund { of, number, amount, currency, created } = self;
        let refund = json!({
            "id": format!("re_{of}_{number}"), "object": "refund", "payment_intent": format!("pi_{of}"),
            "amount": amount, "currency": currency, "created": created, "status": status,
        });
        event_at(kind, &refund, seconds)
    }
}

/// A refund of dollars, made at a time.
pub(crate) const fn refund(of: &str, number: usize, amount: i64, created: i64) -> Refund<'_> {
    Refund { of, number, amount, currency: "usd", created }
}

pub(crate) fn disputed(name: &str, number: usize, amount: i64, status: &str) -> Value {
    disputed_in("usd", name, number, amount, status)
}

pub(crate) fn disputed_in(currency: &str, name: &str, number: usize, amount: i64, status: &str) -> Value {
    let kind = match status {
        "won" | "lost" => "charge.dispute.closed",
        "under_review" => "charge.dispute.updated",
        _ => "charge.dispute.created",
    };
    let dispute = json!({
        "id": format!("dp_{name}_{number}"), "object": "dispute", "payment_intent": format!("pi_{name}"),
        "amount": amount, "currency": currency, "status": status,
    });
    event(kind, &dispute)
}

/// Sends a body under a signature.
pub(crate) fn post(server: &Server, body: &[u8], signature: Option<String>) -> ReplyOf<Server> {
    let private = PrivateHeaders { stripe_signature: signature, ..PrivateHeaders::default() };
    server.call(&Call { method: "POST", path: "/payments/stripe/webhook", private, ..Call::default() }, body)
}

/// Sends an event a millisecond after the last one: the status of the answer.
pub(crate) fn send(server: &Server, event: &Value) -> u16 {
    let now = Timestamp(server.now.get().0 + 1);
    server.now.set(now);
    let body = event.to_string();
    post(server, body.as_bytes(), sign(WEBHOOK_SECRET, body.as_bytes(), now)).status
}

/// Sends events that are all taken.
pub(crate) fn tell(server: &Server, events: &[Value]) {
    for event in events {
        assert_eq!(send(server, event), 200, "{event}");
    }
}

/// One text of the accounts.
pub(crate) fn text(server: &Server, sql: &str) -> String {
    server.connection(Accounts).query_row(sql, [], |row| row.get(0)).unwrap()
}

/// An account's balance and status; its ledger has to have that sum.
pub(crate) fn state(server: &Server, account: i64) -> (i64, String) {
    let of = |sql: &str| server.count(Accounts, &sql.replace('#', &account.to_string()));
    let balance = of("SELECT balance FROM accounts WHERE account_id = #");
    assert_eq!(balance, of("SELECT coalesce(sum(credits), 0) FROM ledger WHERE account_id = #"));
    (balance, text(server, &format!("SELECT status FROM accounts WHERE account_id = {account}")))
}

/// The kinds and credits of an account's ledger, in order.
pub(crate) fn ledger(server: &Server, account: i64) -> String {
    text(
        server,
        &format!(
            "SELECT coalesce(group_concat(kind || ' ' || credits, ', '), '') FROM \
             (SELECT * FROM ledger WHERE account_id = {account} ORDER BY at, reference)"
        ),
    )
}

/// The columns of a payment.
pub(crate) fn payment(server: &Server, session: &str) -> String {
    text(
        server,
        &format!(
            "SELECT state || ' ' || coalesce(account_id, '-') || ' ' || amount || ' ' || currency || ' ' || credits || ' ' \
             || coalesce(intent, '-') || ' ' || coalesce(email, '-') || ' ' || coalesce(reference, '-') || ': ' \
             || coalesce(reason, '-') FROM payments WHERE session = '{session}'"
        ),
    )
}
