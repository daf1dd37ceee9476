//! `Idempotency-Key`: a caller's key for one answer.

use super::Asked;
use super::obtain::is_charged;
use crate::accounts::authorize::AuthorizedRequest;
use crate::encoding::hex;
use crate::http::error::{ValidationError, ValidationErrorCode};
use sha2::{Digest, Sha256};

/// The most bytes of a key.
const MAX_LENGTH: usize = 255;

/// The caller's key, bound to the whole request: what it asks for, and in which shape.
///
/// # Errors
/// The errors of the parameters, and that of the key.
pub(super) fn bound<S, R>(
    request: &AuthorizedRequest<'_, S>,
    asked: &Asked<R>,
    mut errors: Vec<ValidationError>,
) -> Result<Option<String>, Vec<ValidationError>> {
    let key = request.call.idempotency_key.as_deref().map(check).transpose();
    match key {
        Ok(key) if errors.is_empty() => {
            let address = || asked.shape.address(asked.address.clone());
            let bind = |key| hex(&Sha256::digest(format!("{key}\n{}", address())));
            Ok(key.filter(|_| is_charged(request)).map(bind))
        }
        key => {
            errors.extend(key.err());
            Err(errors)
        }
    }
}

fn check(key: &str) -> Result<&str, ValidationError> {
    let expected = format!("expected 1 to {MAX_LENGTH} visible ASCII characters");
    let invalid = |code| ValidationError::new(code, expected).for_parameter("Idempotency-Key");
    match key.len() {
        0 => Err(invalid(ValidationErrorCode::EmptyValue)),
        length if length > MAX_LENGTH => Err(invalid(ValidationErrorCode::OutOfRange)),
        _ if key.bytes().all(|byte| byte.is_ascii_graphic()) => Ok(key),
        _ => Err(invalid(ValidationErrorCode::InvalidValue)),
    }
}
