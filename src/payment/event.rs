//! Events of Stripe: what they say that matters here.
//!
//! `refund.*` and `charge.refund.*` are not read: whatever they tell, `charge.refunded` tells it as a sum.

use crate::json::{self, Members, Value};
use crate::post::MAX_COUNT;

/// An event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its name, unique at Stripe.
    pub id: String,
    /// Whether it is about real money.
    pub live: bool,
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
    /// So much of a payment was paid back, in all.
    Refunded {
        /// The payment intent.
        intent: String,
        /// How much, in the currency's smallest unit.
        amount: i64,
    },
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

/// A dispute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// Its name.
    pub dispute: String,
    /// The payment intent.
    pub intent: String,
    /// What is disputed, in the currency's smallest unit.
    pub amount: i64,
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
    Ok(Event { id, live: *live, fact })
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
        "charge.refunded" => Fact::Refunded {
            intent: text_at(object, "payment_intent")?,
            amount: count_at(object, "amount_refunded")?,
        },
        _ if kind.starts_with("charge.dispute.") => Fact::Disputed(Dispute {
            state: dispute_state(&text_at(object, "status")?)?,
            dispute: id()?,
            intent: text_at(object, "payment_intent")?,
            amount: count_at(object, "amount")?,
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
        currency: text_at(object, "currency").unwrap_or_default().to_ascii_lowercase(),
        intent: text_at(object, "payment_intent"),
        invoice: text_at(object, "invoice"),
        email,
        reference: text_at(object, "client_reference_id"),
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
mod tests {
    use super::*;

    fn of(kind: &str, object: &str) -> Result<Event, NoEvent> {
        read(&format!(
            r#"{{"object":"event","id":"evt_1","livemode":true,"type":"{kind}","data":{{"object":{object}}}}}"#
        ))
    }

    fn fact_of(kind: &str, object: &str) -> Fact {
        of(kind, object).unwrap().fact
    }

    #[test]
    fn a_text_that_is_no_snapshot_of_an_event_is_refused_by_its_field() {
        for (text, field) in [
            ("", "body"),
            ("[]", "object"),
            (r#"{"object":"v2.core.event","livemode":true,"id":"a","type":"b"}"#, "object"),
            (r#"{"object":"event","livemode":"true","id":"a","type":"b"}"#, "livemode"),
            (r#"{"object":"event","livemode":true,"id":"","type":"b"}"#, "id"),
            (r#"{"object":"event","livemode":true,"id":"a","type":7}"#, "type"),
        ] {
            assert_eq!(read(text).unwrap_err().0, field, "{text}");
        }
        let other = Event { id: "evt_1".into(), live: true, fact: Fact::Other };
        assert_eq!(of("customer.created", "{}"), Ok(other));
    }

    #[test]
    fn a_session_is_paid_or_waits_or_failed_or_expired() {
        let done = "checkout.session.completed";
        let (waiting, failed) = (Fact::Waiting("cs_1".into()), Fact::Failed("cs_1".into()));
        assert_eq!(fact_of(done, r#"{"id":"cs_1","payment_status":"unpaid"}"#), waiting);
        assert_eq!(fact_of("checkout.session.async_payment_failed", r#"{"id":"cs_1"}"#), failed);
        assert_eq!(fact_of("checkout.session.expired", r#"{"id":"cs_1"}"#), Fact::Expired("cs_1".into()));
        for (kind, object) in [
            (done, r#"{"id":"cs_1"}"#),
            (done, r#"{"payment_status":"unpaid"}"#),
            (done, r#"{"id":"","payment_status":"paid"}"#),
        ] {
            assert_eq!(fact_of(kind, object), Fact::Other, "{object}");
        }
    }

    #[test]
    fn a_paid_session_has_what_storage_keeps_and_nothing_for_what_can_not_be_read() {
        let whole = r#"{"id":"cs_1","payment_status":"paid","amount_total":900,"currency":"USD","payment_intent":"pi_1",
            "invoice":"in_1","customer_details":{"email":"reef@example.com"},"customer_email":"other@example.com",
            "client_reference_id":"account_7"}"#;
        let some = |text: &str| Some(text.to_owned());
        let session = Session {
            session: "cs_1".into(),
            amount: 900,
            currency: "usd".into(),
            intent: some("pi_1"),
            invoice: some("in_1"),
            email: some("reef@example.com"),
            reference: some("account_7"),
        };
        for kind in ["checkout.session.completed", "checkout.session.async_payment_succeeded"] {
            assert_eq!(fact_of(kind, whole), Fact::Paid(session.clone()));
        }
        for amount in ["-1", "9.5", "9007199254740992", "\"900\"", "null"] {
            let object = format!(
                r#"{{"id":"cs_2","payment_status":"no_payment_required","amount_total":{amount},"customer_email":"other@example.com"}}"#
            );
            let bare = Session {
                session: "cs_2".into(),
                amount: 0,
                currency: String::new(),
                intent: None,
                invoice: None,
                email: some("other@example.com"),
                reference: None,
            };
            assert_eq!(fact_of("checkout.session.completed", &object), Fact::Paid(bare), "{amount}");
        }
    }

    #[test]
    fn a_refund_says_how_much_in_all() {
        let refunded = Fact::Refunded { intent: "pi_1".into(), amount: 300 };
        assert_eq!(
            fact_of("charge.refunded", r#"{"payment_intent":"pi_1","amount_refunded":300}"#),
            refunded
        );
        assert_eq!(
            fact_of("charge.refunded", r#"{"payment_intent":null,"amount_refunded":300}"#),
            Fact::Other
        );
        assert_eq!(fact_of("refund.created", r#"{"payment_intent":"pi_1","amount":300}"#), Fact::Other);
    }

    #[test]
    fn a_dispute_is_open_won_or_lost_and_a_warning_is_none() {
        for (status, state) in [
            ("needs_response", Some("open")),
            ("under_review", Some("open")),
            ("appeal_needs_response", Some("open")),
            ("appeal_under_review", Some("open")),
            ("won", Some("won")),
            ("lost", Some("lost")),
            ("warning_needs_response", None),
            ("prevented", None),
            ("", None),
        ] {
            let object =
                format!(r#"{{"id":"dp_1","payment_intent":"pi_1","amount":900,"status":"{status}"}}"#);
            let dispute =
                |state| Dispute { dispute: "dp_1".into(), intent: "pi_1".into(), amount: 900, state };
            let expected = state.map_or(Fact::Other, |state| Fact::Disputed(dispute(state)));
            assert_eq!(fact_of("charge.dispute.updated", &object), expected, "{status}");
            assert_eq!(fact_of("charge.disputed", &object), Fact::Other);
        }
    }
}
