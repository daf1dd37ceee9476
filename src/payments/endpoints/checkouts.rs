//! Buying credits: a checkout session at Stripe, payments, and their receipts.

use super::test_event::{PaidCheckout, paid_event};
use super::webhook::process;
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
use crate::payments::statements::Checkout;
use crate::payments::view::Payment;
use crate::payments::{VERSION, is_live, signature, statements as sql};
use crate::percent::encode;
use crate::store::{Database, Row, StorageError, integer};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// How many checkouts an account may start in an hour.
const CHECKOUTS: i64 = 10;
/// How many characters of Stripe's error texts go to the log.
const MAX_LOGGED: usize = 300;

/// One of the owner's payments, and whether there is a receipt.
#[derive(Serialize)]
struct OwnPayment {
    #[serde(flatten)]
    payment: Payment,
    receipt: bool,
}

impl OwnPayment {
    fn from_row(row: &impl Row) -> Result<Self, StorageError> {
        Ok(Self { payment: Payment::from_row(row)?, receipt: integer(row, "receipt")? != 0 })
    }
}

/// Lists the owner's payments.
pub(crate) async fn list<S: Runtime>(
    service: &Service<'_, S>,
    owner: &Session,
) -> Result<ReplyOf<S>, ApiError> {
    #[derive(Serialize)]
    struct Data {
        payments: Vec<OwnPayment>,
    }
    let rows = service.runtime.rows(Database::Accounts, sql::for_account(owner.account)).await?.rows;
    let payments = rows.iter().map(OwnPayment::from_row).collect::<Result<_, _>>()?;
    Ok(Reply::success(200, &Data { payments }))
}

/// Redirects to the receipt of a payment: Stripe's page of its invoice.
pub(crate) async fn receipt<S: Runtime>(
    service: &Service<'_, S>,
    owner: &Session,
    session: &str,
) -> Result<ReplyOf<S>, ApiError> {
    let rows = service.runtime.rows(Database::Accounts, sql::receipt(owner.account, session)).await?;
    let invoice = rows.first().map(|row| row.text("invoice")).transpose()?.flatten();
    let path = format!("invoices/{}", encode(&invoice.ok_or(ApiError::NotFound)?));
    let answer = call_stripe(service, "GET", &path, String::new()).await?;
    let Invoice { hosted_invoice_url } = parse_answer(&answer)?;
    Ok(Reply::new(303).with("Location", check_url(service, hosted_invoice_url)?))
}

/// Starts a checkout of a pack.
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
    stripe_key(service)?;
    count(service, owner).await?;
    let answer = call_stripe(service, "POST", "checkout/sessions", form(service, owner, pack)?).await?;
    let CreatedSession { id: session, url } = parse_answer(&answer)?;
    let url = check_url(service, url)?;
    // Stored before anybody can pay it.
    service.runtime.rows(Database::Accounts, checkout(owner, pack, &session).open(service.now)).await?;
    Ok(Reply::success(201, &Data { url }))
}

/// Counts a checkout before Stripe is asked, so that one account can't use up what Stripe allows all of them.
async fn count<S: Runtime>(service: &Service<'_, S>, owner: &Session) -> Result<(), ApiError> {
    let what = format!("checkouts of account {}", owner.account);
    let counted =
        service.runtime.rows(Database::Accounts, hourly::count_one(&what, CHECKOUTS, service.now)).await?;
    let retry_after = hourly::seconds_left(service.now);
    counted.first().map(drop).ok_or(ApiError::RateLimited { retry_after })
}

/// Buys a pack without money, in development only: an event like Stripe's goes through the same code.
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
    let event = paid_event(&PaidCheckout {
        name: &name,
        session: &session,
        pack,
        reference: &reference(owner.account),
        is_live: is_live(settings.stripe_key.as_deref(), true),
    });
    let secret = settings.stripe_webhook_secrets.first();
    let signature = secret.and_then(|secret| signature::sign(secret, event.as_bytes(), service.now));
    process(service, &signature.unwrap_or_default(), event.as_bytes()).await?;
    Ok(Reply::success(200, &Data { session }))
}

/// The pack that a call asks for.
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

/// The secret key of Stripe's API.
fn stripe_key<'a, S>(service: &Service<'a, S>) -> Result<&'a String, ApiError> {
    let unset = || ApiError::PaymentsUnavailable("the secret STRIPE_SECRET_KEY is not set".into());
    service.settings.stripe_key.as_ref().ok_or_else(unset)
}

/// Calls Stripe's API. The text of an error goes to the log.
async fn call_stripe<S: Runtime>(
    service: &Service<'_, S>,
    method: &'static str,
    path: &str,
    body: String,
) -> Result<String, ApiError> {
    let unavailable = ApiError::PaymentsUnavailable;
    let settings = service.settings;
    let key = stripe_key(service)?;
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
    let said: String = without_addresses(&text).chars().take(MAX_LOGGED).collect();
    Err(unavailable(format!("Stripe answered {status}: {said}")))
}

/// The fields that are read of a checkout session that Stripe created.
#[derive(Deserialize)]
struct CreatedSession {
    id: String,
    url: String,
}

/// The fields that are read of an invoice.
#[derive(Deserialize)]
struct Invoice {
    hosted_invoice_url: String,
}

/// Parses an answer of Stripe.
fn parse_answer<T: DeserializeOwned>(answer: &str) -> Result<T, ApiError> {
    serde_json::from_str(answer).map_err(|error| {
        let error = without_addresses(&error.to_string());
        ApiError::PaymentsUnavailable(format!("Stripe's answer can't be read: {error}"))
    })
}

/// Checks an address from Stripe's answer before a browser is sent there.
fn check_url<S>(service: &Service<'_, S>, url: String) -> Result<String, ApiError> {
    if url.starts_with("https://") || service.http.settings.development && !url.is_empty() {
        return Ok(url);
    }
    Err(ApiError::PaymentsUnavailable("expected an https address in Stripe's answer".to_owned()))
}
