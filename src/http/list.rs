//! Lists in values of parameters: items that are separated by commas.

use super::error::{ValidationError, ValidationErrorCode};
use super::token_in_address::token_in_query;

/// Splits a value at its commas.
///
/// # Errors
/// When there are more than `most` items, one is empty, or one is a token, which is not repeated.
pub(crate) fn items(text: &str, most: usize) -> Result<Vec<&str>, ValidationError> {
    let items: Vec<_> = text.split(',').collect();
    if let Some(error) = items.iter().find_map(|item| token_in_query("", item)) {
        return Err(error);
    }
    if items.len() > most {
        let message = format!("expected 1 to {most} items, and {} came", items.len());
        return Err(ValidationError::new(ValidationErrorCode::OutOfRange, message));
    }
    if items.contains(&"") {
        let message = "expected items that are separated by single commas, and an empty one came";
        return Err(ValidationError::new(ValidationErrorCode::InvalidValue, message));
    }
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ValidationErrorCode::{InvalidValue, OutOfRange, TokenInQuery};

    #[test]
    fn items_are_split_at_commas_and_nothing_else_is_done_to_them() {
        assert_eq!(items("a, b,A", 3), Ok(vec!["a", " b", "A"]));
        assert_eq!(items("a", 1), Ok(vec!["a"]));
    }

    #[test]
    fn empty_items_too_many_items_and_tokens_are_refused() {
        let code = |text, most| items(text, most).unwrap_err().code;
        for text in ["", ",", "a,", ",a", "a,,b"] {
            assert_eq!(code(text, 9), InvalidValue, "{text}");
        }
        assert_eq!((code("a,b", 1), code("a,", 1)), (OutOfRange, OutOfRange));
        let error = items("a,postern_live_secret", 9).unwrap_err();
        assert_eq!(error.code, TokenInQuery);
        assert!(!error.message.contains("secret"));
    }
}
