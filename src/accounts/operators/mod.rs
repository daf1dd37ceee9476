//! Authenticating operators, and their endpoints about accounts.

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

/// Admits operators by their secret or through Cloudflare Access. An `Authorization` header takes precedence. Browsers send
/// the token of Access with every request, like a cookie, so with it only our own pages may change anything.
///
/// # Errors
/// If the caller is not an operator.
pub async fn admit<S: Runtime>(call: &Call<'_>, service: &Service<'_, S>) -> Result<(), ApiError> {
    let is_operator = match call.authorization.as_deref() {
        Some(given) => secret::is_operator_secret(Some(given), &service.settings.operator_secrets),
        None => access::is_admitted(call, service).await,
    };
    if !is_operator {
        return Err(refused(service, call, ApiError::InvalidOperatorSecret).await);
    }
    match call.authorization {
        None if !matches!(call.method, "GET" | "HEAD") => origin::check(call, service.http.settings),
        _ => Ok(()),
    }
}

/// Decodes an e-mail address in a path to the form that is compared. An account that was created when addresses were
/// compared differently gets the new form.
///
/// # Errors
/// If it can't be decoded, or storage does not answer.
pub async fn email_key<S: Runtime>(
    service: &http::service::Service<'_, S>,
    segment: &str,
) -> Result<String, ApiError> {
    let invalid = |error: crate::percent::DecodeError| {
        ValidationError::new(ValidationErrorCode::InvalidValue, error.to_string()).for_parameter("email")
    };
    let email = decode(segment, false).map_err(invalid)?;
    let key = email::email_key(&email);
    if email::legacy_key(&email) != key {
        service.runtime.rows(Database::Accounts, rekey(&email, &key)).await?;
    }
    Ok(key)
}
