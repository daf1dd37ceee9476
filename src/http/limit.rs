//! `limit`: the most items of a page.

use super::error::{ValidationError, ValidationErrorCode, quoted};
use core::str::FromStr;

/// Posts per page, 1 to [`Limit::MAX`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Limit(pub u16);

impl Limit {
    /// The most posts of a page.
    pub const MAX: u16 = 100;
    /// The most lines of an export's page: as many as an import takes.
    pub const LINES: Self = Self(1_000);

    /// Parses a limit from 1 to `most`.
    ///
    /// # Errors
    /// When the text is no whole number, or one out of range.
    pub fn parse(text: &str, most: Self) -> Result<Self, ValidationError> {
        let number = parse_in_range(text, 1, u64::from(most.0))?;
        Ok(Self(u16::try_from(number).unwrap_or(most.0)))
    }
}

impl Default for Limit {
    fn default() -> Self {
        Self(50)
    }
}

impl FromStr for Limit {
    type Err = ValidationError;

    fn from_str(text: &str) -> Result<Self, ValidationError> {
        Self::parse(text, Self(Self::MAX))
    }
}

/// Parses a whole number within a range: decimal digits without leading zeros.
pub(crate) fn parse_in_range(text: &str, minimum: u64, maximum: u64) -> Result<u64, ValidationError> {
    let (low, high) = (minimum.cast_signed(), maximum.cast_signed());
    let expected = |code, came: &str| {
        let message = format!("expected a whole number from {minimum} to {maximum}, and {came} came");
        ValidationError::new(code, message).within(low, high)
    };
    let digits = text.strip_prefix('-').unwrap_or(text);
    let canonical = !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits.len() == 1 || !digits.starts_with('0'));
    if !canonical || text == "-0" {
        return Err(expected(ValidationErrorCode::InvalidValue, &quoted(text)));
    }
    match text.parse() {
        Ok(number) if (minimum..=maximum).contains(&number) => Ok(number),
        _ => Err(expected(ValidationErrorCode::OutOfRange, quoted(text).replace('"', "").as_str())),
    }
}
