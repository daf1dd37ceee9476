//! Events of Stripe: what they say that matters here.
//!
//! Refunds are told in two ways. `refund.*` and `charge.refund.updated` bring one refund and its state, so they also say when it
//! fails. `charge.refunded` brings the sum of a payment's refunds at that moment, and is not sent when one of them fails later.

use crate::json::{self, Members, Value};
use crate::numbers::MAX_COUNT;
use crate::time::Timestamp;

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
pub fn read(text: &str) -> Result<Event, NoEvent> {
    let event = json::parse(text).map_err(|_| ("body", "expected an event as JSON"))?;
    if text_at(&event, "object").as_deref() != Some("event") {
        return Err(("object", "expected \"event\": a snapshot of what happened, not a thin event"));
    }
    let Value::Bool(live) = at(&event, "livemode") else {
        return Err(("livemode", "expected true or false"));
    };
    let id = text_at(&event, "id").ok_or(("id", "expected the name of an event"))?;
    let kind = text_at(&event, "type").ok_or(("type", "expected the type of an event"))?;
    let fact = fact(&kind, at(at(&event, "data"), "object")).unwrap_or(Fact::Other);
    Ok(Event { id, live: *live, created: time_at(&event, "created"), fact })
}

/// What an event of a kind tells of its object; none where the object lacks what it takes, such as a price.
fn fact(kind: &str, object: &Value<'_>) -> Option<Fact> {
    let id = || text_at(object, "id");
    Some(match kind {
        "checkout.session.completed" | "checkout.session.async_payment_succeeded" => {
            match text_at(object, "payment_status")?.as_str() {
                "unpaid" => Fact::Waiting(id()?),
                _ => Fact::Paid(session(object)?),
            }
        }
        "checkout.session.async_payment_failed" => Fact::Failed(id()?),
        "checkout.session.expired" => Fact::Expired(id()?),
        "charge.refunded" => Fact::Refunded(Refunded {
            intent: text_at(object, "payment_intent")?,
            amount: count_at(object, "amount_refunded")?,
            currency: currency_at(object),
        }),
        "charge.refund.updated" | "refund.created" | "refund.updated" | "refund.failed" => {
            Fact::Refund(refund(object)?)
        }
        _ if kind.starts_with("charge.dispute.") => Fact::Disputed(Dispute {
            state: dispute_state(&text_at(object, "status")?)?,
            dispute: id()?,
            intent: text_at(object, "payment_intent")?,
            amount: count_at(object, "amount")?,
            currency: currency_at(object),
        }),
        _ => return None,
    })
}

fn session(object: &Value<'_>) -> Option<Session> {
    let email =
        text_at(at(object, "customer_details"), "email").or_else(|| text_at(object, "customer_email"));
    Some(Session {
        session: text_at(object, "id")?,
        // What can't be read costs nothing, fits no pack, and is kept for the operator.
        amount: count_at(object, "amount_total").unwrap_or_default(),
        currency: currency_at(object).unwrap_or_default(),
        intent: text_at(object, "payment_intent"),
        invoice: text_at(object, "invoice"),
        email,
        reference: text_at(object, "client_reference_id"),
    })
}

/// A refund counts as soon as it is asked for, and until it fails: what is pending, or waits for the customer, mostly succeeds.
fn refund(object: &Value<'_>) -> Option<Refund> {
    Some(Refund {
        refund: text_at(object, "id")?,
        intent: text_at(object, "payment_intent")?,
        amount: count_at(object, "amount")?,
        currency: currency_at(object)?,
        created: time_at(object, "created"),
        is_failed: matches!(text_at(object, "status").as_deref(), Some("failed" | "canceled")),
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

const NULL: &Value<'static> = &Value::Null;

fn at<'v, 'a>(value: &'v Value<'a>, key: &str) -> &'v Value<'a>
where
    'static: 'a,
{
    let found =
        |members: &'v Members<'a>| members.iter().find(|(name, _)| name == key).map(|(_, value)| value);
    match value {
        Value::Object(members) => found(members).unwrap_or(NULL),
        _ => NULL,
    }
}

/// A text that is not empty.
pub(crate) fn text_at(value: &Value<'_>, key: &str) -> Option<String> {
    match at(value, key) {
        Value::Text(text) if !text.is_empty() => Some(text.to_string()),
        _ => None,
    }
}

/// A currency, in lower case.
fn currency_at(object: &Value<'_>) -> Option<String> {
    text_at(object, "currency").map(|currency| currency.to_ascii_lowercase())
}

/// A moment, which Stripe tells in seconds.
fn time_at(value: &Value<'_>, key: &str) -> Option<Timestamp> {
    count_at(value, key).and_then(|seconds| seconds.checked_mul(1000)).map(Timestamp)
}

/// A whole number from 0 on that JavaScript holds exactly.
fn count_at(value: &Value<'_>, key: &str) -> Option<i64> {
    match at(value, key) {
        Value::Number(number) => {
            number.parse().ok().filter(|count| (0..=MAX_COUNT.cast_signed()).contains(count))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
