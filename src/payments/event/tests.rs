//! Events as Stripe sends them, and what they are parsed to.

use super::*;

fn event(kind: &str, object: &str) -> Result<Event, EventError> {
    parse(&format!(
        r#"{{"object":"event","id":"evt_1","livemode":true,"type":"{kind}","data":{{"object":{object}}}}}"#
    ))
}

fn fact_of(kind: &str, object: &str) -> Fact {
    event(kind, object).unwrap().fact
}

#[test]
fn a_text_that_is_not_a_snapshot_event_is_refused_with_the_field() {
    for (text, field) in [
        ("", "body"),
        ("[]", "object"),
        (r#"{"object":"v2.core.event","livemode":true,"id":"a","type":"b"}"#, "object"),
        (r#"{"object":"event","livemode":"true","id":"a","type":"b"}"#, "livemode"),
        (r#"{"object":"event","livemode":true,"id":"","type":"b"}"#, "id"),
        (r#"{"object":"event","livemode":true,"id":"a","type":7}"#, "type"),
    ] {
        assert_eq!(parse(text).unwrap_err().0, field, "{text}");
    }
    let other = Event { id: "evt_1".into(), live: true, created: None, fact: Fact::Other };
    assert_eq!(event("customer.created", "{}"), Ok(other));
}

#[test]
fn a_session_is_paid_waiting_failed_or_expired() {
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
fn unreadable_fields_of_a_paid_session_are_empty() {
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
fn an_event_may_lack_its_time() {
    let text = |created: &str| {
        format!(r#"{{"object":"event","id":"evt_1","livemode":true,"type":"a",{created}"data":{{}}}}"#)
    };
    let created = |created: &str| parse(&text(created)).unwrap().created;
    assert_eq!(created(r#""created":1772388245,"#), Some(Timestamp(1_772_388_245_000)));
    for other in ["", r#""created":null,"#, r#""created":"1","#, r#""created":-1,"#] {
        assert_eq!(created(other), None, "{other}");
    }
}

#[test]
fn a_charge_reports_the_sum_of_its_refunds() {
    let refunded = |currency: Option<&str>| {
        Fact::Refunded(Refunded { intent: "pi_1".into(), amount: 300, currency: currency.map(str::to_owned) })
    };
    for (object, expected) in [
        (r#"{"payment_intent":"pi_1","amount_refunded":300,"currency":"USD"}"#, refunded(Some("usd"))),
        (r#"{"payment_intent":"pi_1","amount_refunded":300}"#, refunded(None)),
        (r#"{"payment_intent":null,"amount_refunded":300}"#, Fact::Other),
    ] {
        assert_eq!(fact_of("charge.refunded", object), expected, "{object}");
    }
}

#[test]
fn a_refund_counts_unless_it_failed_or_was_cancelled() {
    let object = |status: &str| {
        format!(
            r#"{{"id":"re_1","payment_intent":"pi_1","amount":300,"currency":"EUR","created":7,"status":{status}}}"#
        )
    };
    let refund = |is_failed| {
        Fact::Refund(Refund {
            refund: "re_1".into(),
            intent: "pi_1".into(),
            amount: 300,
            currency: "eur".into(),
            created: Some(Timestamp(7000)),
            is_failed,
        })
    };
    for kind in ["charge.refund.updated", "refund.created", "refund.updated", "refund.failed"] {
        for (status, is_failed) in [
            (r#""pending""#, false),
            (r#""requires_action""#, false),
            (r#""succeeded""#, false),
            ("null", false),
            (r#""failed""#, true),
            (r#""canceled""#, true),
        ] {
            assert_eq!(fact_of(kind, &object(status)), refund(is_failed), "{kind} {status}");
        }
    }
    for lacking in [
        r#"{"payment_intent":"pi_1","amount":300,"currency":"eur"}"#,
        r#"{"id":"re_1","payment_intent":null,"amount":300,"currency":"eur"}"#,
        r#"{"id":"re_1","payment_intent":"pi_1","amount":300}"#,
        r#"{"id":"re_1","payment_intent":"pi_1","currency":"eur"}"#,
    ] {
        assert_eq!(fact_of("refund.created", lacking), Fact::Other, "{lacking}");
    }
}

#[test]
fn a_dispute_is_open_won_or_lost_and_a_warning_is_not_a_dispute() {
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
        let object = format!(
            r#"{{"id":"dp_1","payment_intent":"pi_1","amount":900,"currency":"EUR","status":"{status}"}}"#
        );
        let dispute = |state| Dispute {
            dispute: "dp_1".into(),
            intent: "pi_1".into(),
            amount: 900,
            currency: Some("eur".into()),
            state,
        };
        let expected = state.map_or(Fact::Other, |state| Fact::Disputed(dispute(state)));
        assert_eq!(fact_of("charge.dispute.updated", &object), expected, "{status}");
        assert_eq!(fact_of("charge.disputed", &object), Fact::Other);
    }
}
