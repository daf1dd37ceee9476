//! `POST /payments/stripe/webhook`: Stripe's events. The signature is checked before anything in the body is read.

use crate::accounts::mail::deliver::mail_ids;
use crate::accounts::new_token::MintedToken;
use crate::accounts::reference::account_of;
use crate::accounts::token::seal;
use crate::http;
use crate::http::call::Call;
use crate::http::error::{ApiError, ValidationError, ValidationErrorCode};
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::payments::event::{Event, Fact};
use crate::payments::mails::{Mails, RefundMails};
use crate::payments::service::Service;
use crate::payments::statements::{Booking, Cause};
use crate::payments::{event, is_live, mails, signature, statements as sql};
use crate::store::{Database, Statement, repeatable};
use serde::Serialize;

/// The path that Stripe sends events to.
const PLACE: &str = "/payments/stripe/webhook";
/// The maximum size of an event, in bytes. Stripe's are far smaller.
const MAX_BYTES: usize = 512 << 10;

/// Answers a call below `/payments`.
pub async fn answer<S: Runtime>(call: &Call<'_>, service: &Service<'_, S>, request_id: &str) -> ReplyOf<S> {
    let reply = match respond(call, service).await {
        Ok(reply) => reply.with("Cache-Control", "no-store"),
        Err(error) => Reply::error(&error, request_id),
    };
    reply.named(if call.path == PLACE { "payments/webhook" } else { "none" })
}

async fn respond<S: Runtime>(call: &Call<'_>, service: &Service<'_, S>) -> Result<ReplyOf<S>, ApiError> {
    #[derive(Serialize)]
    struct Data {
        received: bool,
    }
    if call.path != PLACE {
        return Err(ApiError::NotFound);
    }
    if call.method != "POST" {
        return Err(ApiError::MethodNotAllowed { allow: "POST" });
    }
    let body = service.runtime.body(MAX_BYTES).await?;
    let body = body.ok_or_else(|| {
        ApiError::PayloadTooLarge(format!("expected an event of at most {MAX_BYTES} bytes"))
    })?;
    process(service, call.private.stripe_signature.as_deref().unwrap_or_default(), &body).await?;
    Ok(Reply::success(200, &Data { received: true }))
}

/// Checks an event, and records what it says, once.
///
/// # Errors
/// If it is not signed, or not for this service: then nothing is stored. If storage does not answer: then it may be sent
/// again.
pub(crate) async fn process<S: Runtime>(
    service: &Service<'_, S>,
    signature: &str,
    body: &[u8],
) -> Result<(), ApiError> {
    let settings = service.settings;
    if settings.stripe_webhook_secrets.is_empty() {
        return Err(ApiError::PaymentsUnavailable("the secret STRIPE_WEBHOOK_SECRET is not set".into()));
    }
    if !signature::verify(signature, body, &settings.stripe_webhook_secrets, service.now) {
        return Err(invalid(
            "Stripe-Signature",
            "expected a signature of this body, not 5 minutes old, under our secret",
        ));
    }
    let text = core::str::from_utf8(body).map_err(|_| invalid("body", "expected UTF-8"))?;
    let event = event::parse(text).map_err(|(field, expected)| invalid(field, expected))?;
    if event.live != is_live(settings.stripe_key.as_deref(), service.http.settings.development) {
        return Err(invalid("livemode", "expected the other one of live and test: another service is meant"));
    }
    let statements = statements(service, &event)?;
    if !statements.is_empty() {
        let results = service.runtime.batch(Database::Accounts, repeatable(statements)).await?;
        service.runtime.deliver(mail_ids(&results));
    }
    Ok(())
}

fn invalid(field: &str, expected: &str) -> ApiError {
    ValidationError::new(ValidationErrorCode::InvalidValue, expected).for_parameter(field).into()
}

/// The statements that record an event.
fn statements<S>(service: &Service<'_, S>, event: &Event) -> Result<Vec<Statement>, ApiError> {
    let cause = Cause { name: &event.id, at: service.now };
    Ok(match &event.fact {
        Fact::Paid(session) => {
            let packs = &service.settings.credit_packs;
            let pack =
                packs.iter().find(|pack| pack.price == session.amount && pack.currency == session.currency);
            let account = session.reference.as_deref().and_then(account_of);
            let parts = BookingParts::new(service)?;
            sql::paid(session, account, pack.map(|pack| pack.credits), &parts.booking(cause))
        }
        Fact::Waiting(session) => vec![sql::waiting(session)],
        Fact::Failed(session) => vec![sql::failed(session, false)],
        Fact::Expired(session) => vec![sql::failed(session, true)],
        Fact::Refunded(sum) => {
            sql::refunded(sum, event.created, &RefundMails::new(service.origin()?), &cause)
        }
        Fact::Refund(refund) => sql::refund(
            refund,
            event.created.unwrap_or(service.now),
            &RefundMails::new(service.origin()?),
            &cause,
        ),
        Fact::Disputed(dispute) => {
            let origin = service.origin()?;
            sql::disputed(dispute, &mails::disputed(origin), &mails::undisputed(origin), &cause)
        }
        Fact::Other => Vec::new(),
    })
}

/// What a booking may need besides the credits: a token, in case the payment is the first, and mails.
pub(crate) struct BookingParts {
    made: MintedToken,
    waiting: String,
    mails: Mails,
}

impl BookingParts {
    /// Creates a token and the mails.
    pub(crate) fn new<S>(service: &http::service::Service<'_, S>) -> Result<Self, ApiError> {
        let made = MintedToken::new(service)?;
        let random = service.entropy.derived("nonce of a waiting token");
        let nonce = random.first_chunk().copied().unwrap_or_default();
        let waiting = seal(made.token.text().as_bytes(), &service.token_key()?, nonce, &made.key);
        let waiting = waiting.ok_or_else(|| ApiError::Internal("a token could not be sealed".into()))?;
        Ok(Self { made, waiting, mails: Mails::new(service.origin()?) })
    }

    /// The same in the form that the statements take.
    pub(crate) fn booking<'a>(&'a self, cause: Cause<'a>) -> Booking<'a> {
        Booking { cause, token: self.made.stored(), waiting: &self.waiting, mails: &self.mails }
    }
}
