//! An event like Stripe's, for checkouts without money.

use crate::payments::packs::Pack;
use crate::store::json;
use serde::Serialize;

/// A checkout that counts as paid.
pub(super) struct PaidCheckout<'a> {
    /// What the names of the event and of the payment end with.
    pub(super) name: &'a str,
    /// The checkout session.
    pub(super) session: &'a str,
    pub(super) pack: &'a Pack,
    /// The account that gets the credits.
    pub(super) reference: &'a str,
    pub(super) is_live: bool,
}

#[derive(Serialize)]
struct Event<'a> {
    id: String,
    object: &'static str,
    livemode: bool,
    r#type: &'static str,
    data: Data<'a>,
}

#[derive(Serialize)]
struct Data<'a> {
    object: Session<'a>,
}

#[derive(Serialize)]
struct Session<'a> {
    id: &'a str,
    object: &'static str,
    payment_status: &'static str,
    amount_total: i64,
    currency: &'a str,
    payment_intent: String,
    client_reference_id: &'a str,
}

/// The event that reports the payment, as JSON.
pub(super) fn paid_event(paid: &PaidCheckout<'_>) -> String {
    let session = Session {
        id: paid.session,
        object: "checkout.session",
        payment_status: "paid",
        amount_total: paid.pack.price,
        currency: &paid.pack.currency,
        payment_intent: format!("pi_test_{}", paid.name),
        client_reference_id: paid.reference,
    };
    json(&Event {
        id: format!("evt_test_{}", paid.name),
        object: "event",
        livemode: paid.is_live,
        r#type: "checkout.session.completed",
        data: Data { object: session },
    })
}
