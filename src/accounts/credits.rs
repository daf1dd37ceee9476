//! Credits: whole numbers that JavaScript holds exactly, never below what was there by a call.

use crate::http::error::{ValidationError, ValidationErrorCode};
use crate::numbers::MAX_COUNT;

/// The most credits of a balance, and of one change of it.
pub const MAX_CREDITS: i64 = MAX_COUNT.cast_signed();

/// A balance after a page: none where it does not reach the price.
pub fn after_page(balance: i64, price: i64) -> Option<i64> {
    (balance >= price).then(|| balance - price)
}

/// Checks the credits that an account starts with: 0 or more.
///
/// # Errors
/// When they are outside the range.
pub fn opening(credits: i64) -> Result<i64, ValidationError> {
    within(credits, 0)
}

/// Checks the credits of a grant: any but 0; negative ones are taken back.
///
/// # Errors
/// When they are 0 or outside the range.
pub fn grant(credits: i64) -> Result<i64, ValidationError> {
    match credits {
        0 => Err(ValidationError::new(
            ValidationErrorCode::InvalidValue,
            "expected credits to grant or to take back, and 0 came",
        )),
        _ => within(credits, -MAX_CREDITS),
    }
}

fn within(credits: i64, minimum: i64) -> Result<i64, ValidationError> {
    if (minimum..=MAX_CREDITS).contains(&credits) {
        return Ok(credits);
    }
    let message = format!("expected a whole number from {minimum} to {MAX_CREDITS}, and {credits} came");
    Err(ValidationError::new(ValidationErrorCode::OutOfRange, message).within(minimum, MAX_CREDITS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_never_takes_a_balance_below_zero() {
        assert_eq!(after_page(5, 5), Some(0));
        assert_eq!(after_page(4, 5), None);
        assert_eq!(after_page(-1, 1), None);
    }

    #[test]
    fn credits_stay_within_what_javascript_holds() {
        assert_eq!(opening(0), Ok(0));
        assert_eq!(opening(-1).unwrap_err().code, ValidationErrorCode::OutOfRange);
        assert_eq!(grant(-MAX_CREDITS), Ok(-MAX_CREDITS));
        assert_eq!(grant(MAX_CREDITS + 1).unwrap_err().maximum, Some(MAX_CREDITS));
        assert_eq!(grant(0).unwrap_err().code, ValidationErrorCode::InvalidValue);
    }
}
