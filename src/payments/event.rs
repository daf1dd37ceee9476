//! Stripe's events: the parts that matter here.
//!
//! Stripe reports refunds in two ways. `refund.*` and `charge.refund.updated` have one refund and its state, so they also
//! report its failure. `charge.refunded` has the sum of a payment's refunds at that moment, and is not sent when one of
//! them fails later.

use crate::numbers::MAX_COUNT;
use crate::time::Timestamp;
use serde_json::Value;

/// An event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its id, unique at Stripe.
    pub id: String,
    /// Whether it is about real money.
    pub live: bool,
    /// When it was created, if it says so. Events arrive in any order.
    pub created: Option<Timestamp>,
    /// What it reports.
    pub fact: Fact,
}

/// What an event reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// A checkout session is paid.
    Paid(Session),
    /// A checkout session is complete, but the money is still to come, by a delayed payment method.
    Waiting(String),
    /// The payment of this session failed.
    Failed(String),
    /// Nobody finished this session in time.
    Expired(String),
    /// The sum of a payment's refunds when the event was created.
    Refunded(Refunded),
    /// The current state of a refund.
    Refund(Refund),
    /// A card's bank took a payment back, or may do so.
    Disputed(Dispute),
    /// Nothing that is recorded.
    Other,
}

/// A paid checkout session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its id.
    pub session: String,
    /// What was paid, in the currency's smallest unit.
    pub amount: i64,
    /// The currency, in lower case.
    pub currency: String,
    /// The payment intent, which links refunds and disputes to the payment.
    pub intent: Option<String>,
    /// The invoice, which is the receipt.
    pub invoice: Option<String>,
    /// The payer's e-mail address.
    pub email: Option<String>,
    /// `client_reference_id`
    pub reference: Option<String>,
}

/// The sum of a payment's refunds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refunded {
    /// The payment intent.
    pub intent: String,
    /// The amount, in the currency's smallest unit.
    pub amount: i64,
    /// The currency, in lower case.
    pub currency: Option<String>,
}

/// A refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    /// Its id.
    pub refund: String,
    /// The payment intent.
    pub intent: String,
    /// The amount, in the currency's smallest unit.
    pub amount: i64,
    /// The currency, in lower case.
    pub currency: String,
    /// When it was created, if the event says so.
    pub created: Option<Timestamp>,
    /// Whether it failed or was cancelled, so that the money came back. Both are final.
    pub is_failed: bool,
}

/// A dispute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// Its id.
    pub dispute: String,
    /// The payment intent.
    pub intent: String,
    /// The disputed amount, in the currency's smallest unit.
    pub amount: i64,
    /// The currency, in lower case. It may differ from the payment's.
    pub currency: Option<String>,
    /// `open`, `won` or `lost`, as stored.
    pub state: &'static str,
}

/// Why a text is not an event: the field, and what was expected there.
pub type EventError = (&'static str, &'static str);

/// Parses an event.
///
/// # Errors
/// If the text is not an event, or is a thin event, which does not say what happened.
pub fn parse(json: &str) -> Result<Event, EventError> {
    let event: Value = serde_json::from_str(json).map_err(|_| ("body", "expected an event as JSON"))?;
    // A field of the wrong type counts as missing.
    let field = |name| event.get(name).unwrap_or(&Value::Null);
    if field("object") != "event" {
        return Err(("object", "expected \"event\": a snapshot of what happened, not a thin event"));
    }
    let live = field("livemode").as_bool().ok_or(("livemode", "expected true or false"))?;
    let id = text(field("id")).ok_or(("id", "expected the name of an event"))?;
    let kind = text(field("type")).ok_or(("type", "expected the type of an event"))?;
    let subject = Subject(field("data").get("object").unwrap_or(&Value::Null));
    Ok(Event {
        id,
        live,
        created: time(field("created")),
        fact: fact(&kind, &subject).unwrap_or(Fact::Other),
    })
}

/// What an event is about: a checkout session, a charge, a refund or a dispute.
struct Subject<'a>(&'a Value);

impl Subject<'_> {
    /// A field; null if it is missing.
    fn field(&self, name: &str) -> &Value {
        self.0.get(name).unwrap_or(&Value::Null)
    }
}

/// What an event of this type reports about its subject; none if a required field is missing, such as the amount.
fn fact(kind: &str, subject: &Subject<'_>) -> Option<Fact> {
    let id = || text(subject.field("id"));
    Some(match kind {
        "checkout.session.completed" | "checkout.session.async_payment_succeeded" => {
            match text(subject.field("payment_status"))?.as_str() {
                "unpaid" => Fact::Waiting(id()?),
                _ => Fact::Paid(session(subject)?),
            }
        }
        "checkout.session.async_payment_failed" => Fact::Failed(id()?),
        "checkout.session.expired" => Fact::Expired(id()?),
        "charge.refunded" => Fact::Refunded(Refunded {
            intent: text(subject.field("payment_intent"))?,
            amount: count(subject.field("amount_refunded"))?,
            currency: currency(subject.field("currency")),
        }),
        "charge.refund.updated" | "refund.created" | "refund.updated" | "refund.failed" => {
            Fact::Refund(refund(subject)?)
        }
        _ if kind.starts_with("charge.dispute.") => Fact::Disputed(Dispute {
            state: dispute_state(&text(subject.field("status"))?)?,
            dispute: id()?,
            intent: text(subject.field("payment_intent"))?,
            amount: count(subject.field("amount"))?,
            currency: currency(subject.field("currency")),
        }),
        _ => return None,
    })
}

fn session(subject: &Subject<'_>) -> Option<Session> {
    let email = subject.field("customer_details").get("email").and_then(text);
    Some(Session {
        session: text(subject.field("id"))?,
        // An unreadable amount counts as 0, matches no pack, and is kept for the operator.
        amount: count(subject.field("amount_total")).unwrap_or_default(),
        currency: currency(subject.field("currency")).unwrap_or_default(),
        intent: text(subject.field("payment_intent")),
        invoice: text(subject.field("invoice")),
        email: email.or_else(|| text(subject.field("customer_email"))),
        reference: text(subject.field("client_reference_id")),
    })
}

/// A refund counts from its request until it fails: pending refunds, and those that wait for the customer, mostly succeed.
fn refund(subject: &Subject<'_>) -> Option<Refund> {
    Some(Refund {
        refund: text(subject.field("id"))?,
        intent: text(subject.field("payment_intent"))?,
        amount: count(subject.field("amount"))?,
        currency: currency(subject.field("currency"))?,
        created: time(subject.field("created")),
        is_failed: matches!(subject.field("status").as_str(), Some("failed" | "canceled")),
    })
}

/// The state of a dispute as it is recorded. While it is open or appealed, the money is gone. No money moves for a warning
/// (`warning_...`) or a prevented dispute, so these have none.
fn dispute_state(status: &str) -> Option<&'static str> {
    match status {
        "needs_response" | "under_review" | "appeal_needs_response" | "appeal_under_review" => Some("open"),
        "lost" => Some("lost"),
        "won" => Some("won"),
        _ => None,
    }
}

/// A non-empty text.
fn text(value: &Value) -> Option<String> {
    value.as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

/// A currency, in lower case.
fn currency(value: &Value) -> Option<String> {
    text(value).map(|currency| currency.to_ascii_lowercase())
}

/// A whole number from 0 that JavaScript can hold exactly.
fn count(value: &Value) -> Option<i64> {
    value.as_i64().filter(|count| (0..=MAX_COUNT.cast_signed()).contains(count))
}

/// A time, which Stripe gives in seconds.
fn time(value: &Value) -> Option<Timestamp> {
    count(value).and_then(|seconds| seconds.checked_mul(1000)).map(Timestamp)
}

#[cfg(test)]
mod tests;
