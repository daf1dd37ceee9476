//! Who may call as an operator, and the operators' endpoints about accounts.

pub mod access;
pub mod accounts;
pub mod changes;
pub mod secret;

use super::refusals::refused;
use super::service::Service;
use super::statements::links::rekey;
use crate::http::call::Call;
use crate::http::error::{ApiError, ValidationError, ValidationErrorCode};
use crate::http::origin;
use crate::http::runtime::Runtime;
use crate::percent::decode;
use crate::store::Database;
use crate::{email, http};

/// Lets operators in: by their secret, or through Cloudflare Access. Where there is an `Authorization`, it decides. What
/// Access sends comes along by itself, as cookies do, so that only our own pages may change anything by it.
///
/// # Errors
/// When nobody has to be let in.
pub async fn admit<S: Runtime>(call: &Call<'_>, service: &Service<'_, S>) -> Result<(), ApiError> {
    let is_operator = match call.authorization.as_deref() {
        Some(given) => secret::opens(Some(given), &service.settings.operator_secrets),
        None => access::lets_in(call, service).await,
    };
    if !is_operator {
        return Err(refused(service, call, ApiError::InvalidOperatorSecret).await);
    }
    match call.authorization {
        None if !matches!(call.method, "GET" | "HEAD") => origin::check(call, service.http.settings),
        _ => Ok(()),
    }
}

/// An e-mail address in a path, as it is compared, and as its account is from now on if it was made when addresses were
/// compared in another way.
///
/// # Errors
/// When it can't be decoded, or storage does not answer.
pub async fn email_key<S: Runtime>(
    service: &http::service::Service<'_, S>,
    segment: &str,
) -> Result<String, ApiError> {
    let invalid = |error: crate::percent::DecodeError| {
        ValidationError::new(ValidationErrorCode::InvalidValue, error.to_string()).for_parameter("email")
    };
    let email = decode(segment, false).map_err(invalid)?;
    let key = email::email_key(&email);
    if email::former_key(&email) != key {
        service.runtime.rows(Database::Accounts, rekey(&email, &key)).await?;
    }
    Ok(key)
}
