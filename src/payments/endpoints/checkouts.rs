//! Buying credits: a checkout session at Stripe, payments, and their receipts.

use super::webhook::take;
use crate::accounts::dashboard::session::Session;
use crate::accounts::reference::reference;
use crate::accounts::statements::hourly;
use crate::email::EmailAddress;
use crate::encoding::hex;
use crate::http::body::{Fields, MAX_NAME};
use crate::http::call::Call;
use crate::http::error::{ApiError, ValidationError, ValidationErrorCode, quoted, without_addresses};
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::{HttpRequest, Runtime};
use crate::payments::packs::Pack;
use crate::payments::service::Service;
use crate::payments::shown::Payment;
use crate::payments::statements::Checkout;
use crate::payments::{VERSION, is_live, signature, statements as sql};
use crate::percent::encode;
use crate::store::{Database, Row, StorageError, integer};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// How many checkouts an account may make in an hour.
const CHECKOUTS: i64 = 10;
/// The most characters of Stripe's words in the log.
const SAID: usize = 300;

/// A payment of the owner's, and whether there is a receipt.
#[derive(Serialize)]
struct Bought {
    #[serde(flatten)]
    payment: Payment,
    receipt: bool,
}

impl Bought {
    fn read(row: &impl Row) -> Result<Self, StorageError> {
        Ok(Self { payment: Payment::read(row)?, receipt: integer(row, "receipt")? != 0 })
    }
}

/// Lists what the owner bought.
pub(crate) async fn list<S: Runtime>(
    service: &Service<'_, S>,
    owner: &Session,
) -> Result<ReplyOf<S>, ApiError> {
    #[derive(Serialize)]
    struct Data {
        payments: Vec<Bought>,
    }
    let rows = service.runtime.rows(Database::Accounts, sql::of_account(owner.account)).await?.rows;
    let payments = rows.iter().map(Bought::read).collect::<Result<_, _>>()?;
    Ok(Reply::success(200, &Data { payments }))
}

/// Leads to the receipt of a payment: Stripe's page of its invoice.
pub(crate) async fn receipt<S: Runtime>(
    service: &Service<'_, S>,
    owner: &Session,
    session: &str,
) -> Result<ReplyOf<S>, ApiError> {
    let rows = service.runtime.rows(Database::Accounts, sql::receipt(owner.account, session)).await?;
    let invoice = rows.first().map(|row| row.text("invoice")).transpose()?.flatten();
    let path = format!("invoices/{}", encode(&invoice.ok_or(ApiError::NotFound)?));
    let answer = ask(service, "GET", &path, String::new()).await?;
    let Invoice { hosted_invoice_url } = read(&answer)?;
    Ok(Reply::new(303).with("Location", check(service, hosted_invoice_url)?))
}

/// Begins to buy a pack.
pub(crate) async fn create<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    owner: &Session,
) -> Result<ReplyOf<S>, ApiError> {
    #[derive(Serialize)]
    struct Data {
        url: String,
    }
    let pack = pack(call, service).await?;
    key(service)?;
    count(service, owner).await?;
    let answer = ask(service, "POST", "checkout/sessions", form(service, owner, pack)?).await?;
    let MadeSession { id: session, url } = read(&answer)?;
    let url = check(service, url)?;
    // Kept before anybody can pay it.
    service.runtime.rows(Database::Accounts, checkout(owner, pack, &session).open(service.now)).await?;
    Ok(Reply::success(201, &Data { url }))
}

/// Counts a checkout, before Stripe is asked: one account must not use up what Stripe allows all.
async fn count<S: Runtime>(service: &Service<'_, S>, owner: &Session) -> Result<(), ApiError> {
    let what = format!("checkouts of account {}", owner.account);
    let counted =
        service.runtime.rows(Database::Accounts, hourly::count_one(&what, CHECKOUTS, service.now)).await?;
    let retry_after = hourly::seconds_left(service.now);
    counted.first().map(drop).ok_or(ApiError::RateLimited { retry_after })
}

/// Buys a pack with nobody's money, in development: by an event such as Stripe's, on the same way.
pub(crate) async fn test<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    owner: &Session,
) -> Result<ReplyOf<S>, ApiError> {
    #[derive(Serialize)]
    struct Data {
        session: String,
    }
    let settings = service.settings;
    if !service.http.settings.development {
        return Err(ApiError::NotFound);
    }
    let pack = pack(call, service).await?;
    let name = hex(&service.entropy.reference);
    let session = format!("cs_test_{name}");
    service.runtime.rows(Database::Accounts, checkout(owner, pack, &session).open(service.now)).await?;
    let live = is_live(settings.stripe_key.as_deref(), true);
    let event = json!({
        "id": format!("evt_test_{name}"),
        "object": "event",
        "livemode": live,
        "type": "checkout.session.completed",
        "data": {"object": {
            "id": session,
            "object": "checkout.session",
            "payment_status": "paid",
            "amount_total": pack.price,
            "currency": pack.currency,
            "payment_intent": format!("pi_test_{name}"),
            "client_reference_id": reference(owner.account),
        }},
    });
    let event = event.to_string();
    let secret = settings.stripe_webhook_secrets.first();
    let signature = secret.and_then(|secret| signature::sign(secret, event.as_bytes(), service.now));
    take(service, &signature.unwrap_or_default(), event.as_bytes()).await?;
    Ok(Reply::success(200, &Data { session }))
}

/// The pack that a call names.
async fn pack<'a, S: Runtime>(call: &Call<'_>, service: &Service<'a, S>) -> Result<&'a Pack, ApiError> {
    let mut fields = Fields::from_body(call, service, &["pack"]).await?;
    let name = fields.required_text("pack", MAX_NAME);
    fields.finish()?;
    let pack = service.settings.credit_packs.iter().find(|pack| pack.name == name);
    let invalid = || {
        let message = format!("expected the name of a pack that is for sale, and {} came", quoted(&name));
        ValidationError::new(ValidationErrorCode::InvalidValue, message).for_parameter("pack").into()
    };
    pack.ok_or_else(invalid)
}

fn checkout<'a>(owner: &Session, pack: &'a Pack, session: &'a str) -> Checkout<'a> {
    let Pack { price, currency, credits, .. } = pack;
    Checkout { session, account: owner.account, amount: *price, currency, credits: *credits }
}

/// A checkout session of a pack, as a form.
fn form<S>(service: &Service<'_, S>, owner: &Session, pack: &Pack) -> Result<String, ApiError> {
    let back = format!("{}/dashboard/buy?", service.origin()?);
    let credits = format!("{} ({} credits)", pack.name, pack.credits);
    let email = EmailAddress::parse(&owner.email);
    let fields = [
        ("mode", "payment"),
        ("client_reference_id", &reference(owner.account)),
        ("customer_email", &email.map_or_else(|| owner.email.clone(), |email| email.ascii())),
        ("success_url", &format!("{back}paid={{CHECKOUT_SESSION_ID}}")),
        ("cancel_url", &format!("{back}cancelled=1")),
        ("invoice_creation[enabled]", "true"),
        ("metadata[pack]", &pack.name),
        ("line_items[0][quantity]", "1"),
        ("line_items[0][price_data][currency]", &pack.currency),
        ("line_items[0][price_data][unit_amount]", &pack.price.to_string()),
        ("line_items[0][price_data][product_data][name]", &credits),
    ];
    Ok(fields.map(|(name, value)| format!("{}={}", encode(name), encode(value))).join("&"))
}

/// What opens Stripe's API.
fn key<'a, S>(service: &Service<'a, S>) -> Result<&'a String, ApiError> {
    let unset = || ApiError::PaymentsUnavailable("the secret STRIPE_SECRET_KEY is not set".into());
    service.settings.stripe_key.as_ref().ok_or_else(unset)
}

/// Asks Stripe. What it says where it does not do what it is asked is for the log.
async fn ask<S: Runtime>(
    service: &Service<'_, S>,
    method: &'static str,
    path: &str,
    body: String,
) -> Result<String, ApiError> {
    let unavailable = ApiError::PaymentsUnavailable;
    let settings = service.settings;
    let key = key(service)?;
    let mut headers =
        vec![("Authorization", format!("Bearer {key}")), ("Stripe-Version", VERSION.to_owned())];
    if !body.is_empty() {
        headers.push(("Content-Type", "application/x-www-form-urlencoded".to_owned()));
        headers.push(("Idempotency-Key", hex(&service.entropy.reference)));
    }
    let url = format!("{}/v1/{path}", settings.stripe_api_base);
    let (status, text) =
        service.runtime.fetch(HttpRequest { method, url, headers, body }).await.map_err(unavailable)?;
    if status == 200 {
        return Ok(text);
    }
    let said: String = without_addresses(&text).chars().take(SAID).collect();
    Err(unavailable(format!("Stripe answered {status}: {said}")))
}

/// What is read of a checkout session that Stripe made.
#[derive(Deserialize)]
struct MadeSession {
    id: String,
    url: String,
}

/// What is read of an invoice.
#[derive(Deserialize)]
struct Invoice {
    hosted_invoice_url: String,
}

/// Reads an answer of Stripe's.
fn read<T: DeserializeOwned>(answer: &str) -> Result<T, ApiError> {
    serde_json::from_str(answer).map_err(|error| {
        let error = without_addresses(&error.to_string());
        ApiError::PaymentsUnavailable(format!("Stripe's answer can't be read: {error}"))
    })
}

/// Checks an address in an answer of Stripe's, to which a browser may be sent.
fn check<S>(service: &Service<'_, S>, url: String) -> Result<String, ApiError> {
    if url.starts_with("https://") || service.http.settings.development && !url.is_empty() {
        return Ok(url);
    }
    Err(ApiError::PaymentsUnavailable("expected an https address in Stripe's answer".to_owned()))
}
