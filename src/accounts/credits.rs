//! Credits: whole numbers that JavaScript can hold exactly. No call takes a balance below zero.

use crate::http::error::{ValidationError, ValidationErrorCode};
use crate::numbers::MAX_COUNT;

/// The largest balance, and the largest change to one.
pub const MAX_CREDITS: i64 = MAX_COUNT.cast_signed();

/// The balance after paying for a page; none if it does not cover the price.
pub fn after_page(balance: i64, price: i64) -> Option<i64> {
    (balance >= price).then(|| balance - price)
}

/// Checks the credits that a new account starts with: 0 or more.
///
/// # Errors
/// If they are out of range.
pub fn opening(credits: i64) -> Result<i64, ValidationError> {
    within(credits, 0)
}

/// Checks the credits of a grant: any number but 0. A negative number takes credits back.
///
/// # Errors
/// If they are 0 or out of range.
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
