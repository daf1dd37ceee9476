//! Buying: what Stripe is asked for, what becomes of its answers, test payments and receipts.

use crate::owners::Browser;
use crate::sqlite::Server;
use crate::stripe::{completed, made, shop, state, tell, text};
use postern::http::call::{Call, PrivateHeaders};
use postern::store::Database::Accounts;
use postern::time::Timestamp;
use serde_json::{Value, json};

/// A shop with a key for Stripe, and a browser in which account 2 is signed in.
fn signed_in() -> (Server, Browser) {
    let mut server = shop();
    server.settings.payments.stripe_key = Some("sk_test_native".into());
    let browser = Browser::default();
    assert_eq!(browser.enter(&server, "sign-in", "two@example.com"), "signed_in");
    (server, browser)
}

fn answers(server: &Server, status: u16, answer: &Value) {
    *server.elsewhere.borrow_mut() = Some((status, answer.to_string()));
}

fn small() -> Value {
    json!({"pack": "Small"})
}

#[test]
fn a_checkout_is_made_at_stripe_for_the_account_and_kept_open() {
    let (server, browser) = signed_in();
    answers(&server, 200, &json!({"id": "cs_test_1", "url": "https://checkout.example/c/pay"}));
    let (status, data) = browser.post(&server, "checkouts", &small());
    assert_eq!((status, data), (201, json!({"url": "https://checkout.example/c/pay"})));
    let asked = server.asked.borrow_mut().remove(0);
    assert_eq!((asked.method, asked.url.as_str()), ("POST", "https://api.stripe.com/v1/checkout/sessions"));
    let header = |name: &str| asked.headers.iter().find(|(known, _)| *known == name).unwrap().1.clone();
    assert_eq!(header("Authorization"), "Bearer sk_test_native");
    assert_eq!(header("Content-Type"), "application/x-www-form-urlencoded");
    assert_eq!(header("Stripe-Version"), "2026-10-28.endive");
    assert_eq!(header("Idempotency-Key").len(), 32);
    let decoded = |text: &str| postern::percent::decode(text, false).unwrap().into_owned();
    let fields: Vec<_> = asked
        .body
        .split('&')
        .map(|field| field.split_once('=').unwrap())
        .map(|(name, value)| (decoded(name), decoded(value)))
        .collect();
    let expected = [
        ("mode", "payment"),
        ("client_reference_id", "account_2"),
        ("customer_email", "two@example.com"),
        ("success_url", "https://api.example.com/dashboard/buy?paid={CHECKOUT_SESSION_ID}"),
        ("cancel_url", "https://api.example.com/dashboard/buy?cancelled=1"),
        ("invoice_creation[enabled]", "true"),
        ("metadata[pack]", "Small"),
        ("line_items[0][quantity]", "1"),
        ("line_items[0][price_data][currency]", "usd"),
        ("line_items[0][price_data][unit_amount]", "900"),
        ("line_items[0][price_data][product_data][name]", "Small (1000 credits)"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(fields, expected);
    let kept = text(
        &server,
        "SELECT session || ' ' || account_id || ' ' || state || ' ' || amount || ' ' || currency || ' ' || credits FROM payments",
    );
    assert_eq!(kept, "cs_test_1 2 open 900 usd 1000");
    assert_eq!(browser.get(&server, "payments"), json!({"payments": []}));
    tell(&server, &[completed("cs_test_1", Some("account_2"), 900)]);
    assert_eq!(state(&server, 2), (1000, "active".into()));
}

#[test]
fn without_stripe_nothing_is_kept_and_its_words_are_for_the_log() {
    let (mut server, browser) = signed_in();
    let broken = json!({"error": {"message": "secret words"}});
    for answer in [
        None,
        Some((500, broken.to_string())),
        Some((401, broken.to_string())),
        Some((200, "no JSON".into())),
        Some((200, json!({"id": "cs_1"}).to_string())),
        Some((200, json!({"url": "https://a.example"}).to_string())),
    ] {
        *server.elsewhere.borrow_mut() = answer;
        let reply = browser.call(&server, "POST", "checkouts", &small());
        let text = reply.body_text();
        assert_eq!(
            (reply.status, text.contains("PAYMENTS_UNAVAILABLE"), text.contains("secret")),
            (503, true, false)
        );
        assert!(reply.header("Retry-After").is_some() && reply.note.cause.is_some());
    }
    server.asked.borrow_mut().clear();
    server.settings.payments.stripe_key = None;
    assert_eq!(browser.post(&server, "checkouts", &small()), (503, json!("PAYMENTS_UNAVAILABLE")));
    assert_eq!(server.asked.borrow().len(), 0);
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM payments"), 0);
}

#[test]
fn only_packs_that_are_for_sale_are_sold() {
    let (server, browser) = signed_in();
    for place in ["checkouts", "test-payments"] {
        for bad in
            [json!({}), json!({"pack": "small"}), json!({"pack": 1}), json!({"pack": "Small", "price": 1})]
        {
            assert_eq!(browser.post(&server, place, &bad), (400, json!("INVALID_PARAMETER")), "{bad}");
        }
        assert_eq!(Browser::default().post(&server, place, &small()), (401, json!("NOT_SIGNED_IN")));
    }
    assert_eq!(server.asked.borrow().len(), 0);
}

#[test]
fn outside_development_a_browser_is_sent_to_https_only_and_there_are_no_test_payments() {
    let (mut server, browser) = signed_in();
    let call = |server: &Server, method: &str, place: &str| {
        let private = PrivateHeaders {
            cookie: Some(browser.cookie()),
            fetch_site: Some("same-origin".into()),
            ..PrivateHeaders::default()
        };
        let (path, content_type) = (format!("/dashboard/api/{place}"), Some("application/json".to_owned()));
        let call = Call {
            method,
            path: &path,
            https: true,
            host: "api.example.com",
            content_type,
            private,
            ..Call::default()
        };
        server.call(&call, small().to_string().as_bytes()).status
    };
    answers(
        &server,
        200,
        &json!({"id": "cs_1", "url": "http://a.example", "hosted_invoice_url": "javascript:1"}),
    );
    assert_eq!(call(&server, "POST", "checkouts"), 201);
    tell(&server, &[completed("cs_1", Some("account_2"), 900)]);
    server.settings.http.development = false;
    assert_eq!(call(&server, "POST", "checkouts"), 503);
    assert_eq!(call(&server, "GET", "payments/cs_1/receipt"), 503);
    assert_eq!(call(&server, "POST", "test-payments"), 404);
}

#[test]
fn a_test_payment_takes_the_way_of_any_other() {
    let (server, browser) = signed_in();
    let (status, data) = browser.post(&server, "test-payments", &small());
    let session = data["session"].as_str().unwrap();
    assert_eq!(
        (status, session.starts_with("cs_test_"), state(&server, 2)),
        (200, true, (1000, "active".into()))
    );
    assert_eq!(server.asked.borrow().len(), 0);
    let payments = browser.get(&server, "payments");
    let expected = json!({
        "session": session, "at": "2026-03-01T18:04:05.000Z", "amount": 900, "currency": "usd", "credits": 1000,
        "refunded": 0, "state": "paid", "receipt": false,
    });
    assert_eq!(payments, json!({"payments": [expected]}));
    assert_eq!(browser.post(&server, "test-payments", &json!({"pack": "Odd"})).0, 200);
    assert_eq!(state(&server, 2).0, 1007);
}

#[test]
fn a_receipt_is_the_owners_own_and_at_stripe() {
    let (server, browser) = signed_in();
    made(&server, "cs_mine", 2, 1000, 900);
    made(&server, "cs_theirs", 3, 1000, 900);
    tell(
        &server,
        &[completed("cs_mine", Some("account_2"), 900), completed("cs_theirs", Some("account_3"), 900)],
    );
    answers(&server, 200, &json!({"hosted_invoice_url": "https://invoice.example/i"}));
    let receipt =
        |session: &str| browser.call(&server, "GET", &format!("payments/{session}/receipt"), &Value::Null);
    let reply = receipt("cs_mine");
    assert_eq!((reply.status, reply.header("Location")), (303, Some("https://invoice.example/i")));
    let asked = server.asked.borrow_mut().remove(0);
    assert_eq!((asked.method, asked.url.as_str()), ("GET", "https://api.stripe.com/v1/invoices/in_cs_mine"));
    for session in ["cs_theirs", "cs_other", "cs_mine%00"] {
        assert_eq!(receipt(session).status, 404, "{session}");
    }
    assert_eq!(server.asked.borrow().len(), 0);
    *server.elsewhere.borrow_mut() = None;
    assert_eq!(receipt("cs_mine").status, 503);
    let payments = browser.get(&server, "payments")["payments"].clone();
    assert_eq!((payments.as_array().unwrap().len(), &payments[0]["receipt"]), (1, &json!(true)));
}

#[test]
fn what_stripe_says_of_an_address_is_not_logged() {
    let (server, browser) = signed_in();
    let message = "Invalid email address: two@example.com";
    answers(&server, 400, &json!({"error": {"param": "customer_email", "message": message}}));
    let reply = browser.call(&server, "POST", "checkouts", &small());
    let cause = reply.note.cause.clone().unwrap();
    assert_eq!((reply.status, cause.contains('@')), (503, false), "{cause}");
    assert!(cause.starts_with("Stripe answered 400: {\"error\":"), "{cause}");
    assert!(!reply.body_text().contains("two"), "{}", reply.body_text());
}

#[test]
fn an_account_makes_ten_checkouts_an_hour_and_stripe_is_asked_for_no_more() {
    let (server, browser) = signed_in();
    let hour = 3_600_000;
    server.now.set(Timestamp(server.now.get().0 / hour * hour + hour - 90_500));
    answers(&server, 200, &json!({"id": "cs_test_1", "url": "https://checkout.example/c/pay"}));
    for _ in 0..10 {
        assert_eq!(browser.post(&server, "checkouts", &small()).0, 201);
    }
    let reply = browser.call(&server, "POST", "checkouts", &small());
    assert_eq!((reply.status, reply.header("Retry-After")), (429, Some("90")));
    assert_eq!(server.asked.borrow().len(), 10);
    let other = Browser::default();
    other.enter(&server, "sign-in", "one@example.com");
    assert_eq!(other.post(&server, "checkouts", &small()).0, 201, "each account has its own");
    server.now.set(Timestamp(server.now.get().0 + 90_500));
    assert_eq!(browser.post(&server, "checkouts", &small()).0, 201);
}

#[test]
fn a_checkout_that_stripe_is_not_asked_for_is_not_counted() {
    let (mut server, browser) = signed_in();
    let key = server.settings.payments.stripe_key.take();
    for _ in 0..12 {
        assert_eq!(browser.post(&server, "checkouts", &small()).0, 503);
    }
    server.settings.payments.stripe_key = key;
    answers(&server, 200, &json!({"id": "cs_test_1", "url": "https://checkout.example/c/pay"}));
    assert_eq!(browser.post(&server, "checkouts", &small()).0, 201);
}
