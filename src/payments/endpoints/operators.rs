//! `/operator/v1/payments`: payments, and those that match no account.

use super::webhook::BookingParts;
use crate::accounts::credits::MAX_CREDITS;
use crate::accounts::mail::deliver::mail_ids;
use crate::accounts::operators::accounts::{BalanceOnly, account_number};
use crate::http::body::{Fields, required_email};
use crate::http::call::Call;
use crate::http::error::{ApiError, ValidationError, ValidationErrorCode};
use crate::http::listing::Window;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::http::service::Service;
use crate::payments::statements as sql;
use crate::payments::statements::Cause;
use crate::payments::view::Payment;
use crate::store::{Database, Row, Rows, StorageError, repeatable};
use serde::Serialize;

/// The lists that cursors are bound to.
const ALL: [u8; 8] = *b"allpaid2";
const UNMATCHED: [u8; 8] = *b"unpaire2";

/// A payment in the list.
#[derive(Serialize)]
struct ListedPayment {
    #[serde(flatten)]
    payment: Payment,
    email: Option<String>,
    reference: Option<String>,
    reason: Option<String>,
    account: Option<String>,
}

impl ListedPayment {
    fn from_row(row: &impl Row) -> Result<Self, StorageError> {
        Ok(Self {
            payment: Payment::from_row(row)?,
            email: row.text("email")?,
            reference: row.text("reference")?,
            reason: row.text("reason")?,
            account: row.text("account")?,
        })
    }
}

/// Lists payments, newest first: those that match no account, or with `state=all` all of them.
pub(crate) async fn list<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
) -> Result<ReplyOf<S>, ApiError> {
    let is_state = |parameter: &&str| parameter.starts_with("state=");
    let (states, others): (Vec<_>, Vec<_>) = call.query.split('&').partition(is_state);
    let unmatched = match states.as_slice() {
        [] | ["state=unmatched"] => true,
        ["state=all"] => false,
        _ => {
            let message = "expected one of unmatched, all, once";
            let error =
                ValidationError::new(ValidationErrorCode::InvalidValue, message).among(&["unmatched", "all"]);
            return Err(error.for_parameter("state").into());
        }
    };
    let window = Window::parse_query(&others.join("&"), if unmatched { UNMATCHED } else { ALL })?;
    let statement = sql::for_operator(unmatched, window.before(), window.rows());
    let rows = service.runtime.rows(Database::Accounts, statement).await?;
    window.page("payments", "number", &rows, ListedPayment::from_row)
}

/// Assigns a payment that matches no account to one, once.
pub(crate) async fn assign<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    session: &str,
) -> Result<ReplyOf<S>, ApiError> {
    let mut fields = Fields::from_body(call, service, &["email", "credits"]).await?;
    let email = required_email(&mut fields);
    let credits = fields.required_integer("credits").unwrap_or_default();
    if !fields.has_error("credits") && !(1..=MAX_CREDITS).contains(&credits) {
        fields
            .add_error("credits", out_of_range(&format!("expected 1 to {MAX_CREDITS}, and {credits} came")));
    }
    let email_key = fields.finish_with(email)?.key();
    let parts = BookingParts::new(service)?;
    let booking = parts.booking(Cause { name: "assigned", at: service.now });
    let statements = sql::assign(session, &email_key, credits, &booking);
    let results = service.runtime.batch(Database::Accounts, repeatable(statements)).await?;
    let [.., meant, _] = results.as_slice() else {
        return Err(ApiError::Internal("an assignment gave no result".into()));
    };
    let balance = BalanceOnly::from_results(&results)?;
    check(meant, &email_key, credits)?;
    service.runtime.deliver(mail_ids(&results));
    Ok(Reply::success(200, &balance).about(account_number(&results)?))
}

/// Checks that the payment is now assigned as requested, whether by this call or an earlier one.
fn check<R: Row>(meant: &Rows<R>, email_key: &str, credits: i64) -> Result<(), ApiError> {
    let row = meant.first().ok_or(ApiError::PaymentNotFound)?;
    if row.text("state")?.as_deref() == Some("unmatched") {
        return Err(out_of_range(
            "expected fewer: the balance, or what a refund takes back, would be too large",
        )
        .for_parameter("credits")
        .into());
    }
    let is_same =
        row.text("email_key")?.as_deref() == Some(email_key) && row.integer("credits")? == Some(credits);
    if is_same { Ok(()) } else { Err(ApiError::PaymentAssigned) }
}

fn out_of_range(message: &str) -> ValidationError {
    ValidationError::new(ValidationErrorCode::OutOfRange, message).within(1, MAX_CREDITS)
}
