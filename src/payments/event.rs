//! Events of Stripe: what they say that matters here.
//!
//! Refunds are told in two ways. `refund.*` and `charge.refund.updated` bring one refund and its state, so they also say when it
//! fails. `charge.refunded` brings the sum of a payment's refunds at that moment, and is not sent when one of them fails later.

use crate::numbers::MAX_COUNT;
use crate::time::Timestamp;
use serde_json::Value;

/// An event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its name, unique at Stripe.
    pub id: String,
    /// Whether it is about real money.
    pub live: bool,
    /// When it was made, where it says so: events come in any order.
    pub created: Option<Timestamp>,
    /// What it tells.
    pub fact: Fact,
}

/// What an event tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// A checkout session is paid.
    Paid(Session),
    /// A checkout session is done, and the money is to come: by a delayed payment method.
    Waiting(String),
    /// The money of this session did not come.
    Failed(String),
    /// Nobody finished this session in time.
    Expired(String),
    /// So much of a payment was paid back in all, when the event was made.
    Refunded(Refunded),
    /// What a refund is now.
    Refund(Refund),
    /// The bank of a card took a payment back, or means to.
    Disputed(Dispute),
    /// Nothing that is kept.
    Other,
}

/// A paid checkout session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its name.
    pub session: String,
    /// What was paid, in the currency's smallest unit.
    pub amount: i64,
    /// The currency, in lower case.
    pub currency: String,
    /// The payment intent, which refunds and disputes go by.
    pub intent: Option<String>,
    /// The invoice, which is the receipt.
    pub invoice: Option<String>,
    /// Who paid.
    pub email: Option<String>,
    /// `client_reference_id`
    pub reference: Option<String>,
}

/// The sum of a payment's refunds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refunded {
    /// The payment intent.
    pub intent: String,
    /// How much, in the currency's smallest unit.
    pub amount: i64,
    /// The currency, in lower case.
    pub currency: Option<String>,
}

/// A refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    /// Its name.
    pub refund: String,
    /// The payment intent.
    pub intent: String,
    /// How much, in the currency's smallest unit.
    pub amount: i64,
    /// The currency, in lower case.
    pub currency: String,
    /// When it was made, where it says so.
    pub created: Option<Timestamp>,
    /// Whether its money came back: it failed, or was cancelled. Both are final.
    pub is_failed: bool,
}

/// A dispute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// Its name.
    pub dispute: String,
    /// The payment intent.
    pub intent: String,
    /// What is disputed, in the currency's smallest unit.
    pub amount: i64,
    /// The currency, in lower case. It need not be the payment's.
    pub currency: Option<String>,
    /// `open`, `won` or `lost`, as storage keeps it.
    pub state: &'static str,
}

/// Why a text is no event: the field, and what was expected.
pub type NoEvent = (&'static str, &'static str);

/// Reads an event.
///
/// # Errors
/// When the text is none, or a thin one, which says nothing of what happened.
pub fn read(json: &str) -> Result<Event, NoEvent> {
    let event: Value = serde_json::from_str(json).map_err(|_| ("body", "expected an event as JSON"))?;
    // A field of another kind than it should be is as good as absent.
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
    /// A field; null where there is none.
    fn field(&self, name: &str) -> &Value {
        self.0.get(name).unwrap_or(&Value::Null)
    }
}

/// What an event of a kind tells of its subject; none where that lacks what it takes, such as a price.
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
        // What can't be read costs nothing, fits no pack, and is kept for the operator.
        amount: count(subject.field("amount_total")).unwrap_or_default(),
        currency: currency(subject.field("currency")).unwrap_or_default(),
        intent: text(subject.field("payment_intent")),
        invoice: text(subject.field("invoice")),
        email: email.or_else(|| text(subject.field("customer_email"))),
        reference: text(subject.field("client_reference_id")),
    })
}

/// A refund counts as soon as it is asked for, and until it fails: what is pending, or waits for the customer, mostly succeeds.
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

/// What a dispute is to us: while it is open, or appealed, the money is away. Before one (`warning_...`), or where one is
/// prevented, no money moves.
fn dispute_state(status: &str) -> Option<&'static str> {
    match status {
        "needs_response" | "under_review" | "appeal_needs_response" | "appeal_under_review" => Some("open"),
        "lost" => Some("lost"),
        "won" => Some("won"),
        _ => None,
    }
}

/// A text that is not empty.
fn text(value: &Value) -> Option<String> {
    value.as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

/// A currency, in lower case.
fn currency(value: &Value) -> Option<String> {
    text(value).map(|currency| currency.to_ascii_lowercase())
}

/// A whole number from 0 on that JavaScript holds exactly.
fn count(value: &Value) -> Option<i64> {
    value.as_i64().filter(|count| (0..=MAX_COUNT.cast_signed()).contains(count))
}

/// A moment, which Stripe tells in seconds.
fn time(value: &Value) -> Option<Timestamp> {
    count(value).and_then(|seconds| seconds.checked_mul(1000)).map(Timestamp)
}

#[cfg(test)]
mod tests;
