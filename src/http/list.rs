//! Lists in values of parameters: items that are separated by commas.

use super::error::{ValidationError, ValidationErrorCode};
use super::token_in_address::token_in_query;

/// Splits a value at its commas, and parses each item.
///
/// # Errors
/// Every error of the items, each once: of empty ones, of tokens, which are not repeated, and those of `parse`. Of more than `most` items
/// no single one is parsed.
pub(crate) fn parse_items<'a>(
    text: &'a str,
    most: usize,
    parse: &mut dyn FnMut(&'a str) -> Result<(), ValidationError>,
) -> Result<(), Vec<ValidationError>> {
    let items: Vec<_> = text.split(',').collect();
    let mut errors = Vec::new();
    if items.len() > most {
        errors.extend(items.iter().find_map(|item| token_in_query("", item)));
        let message = format!("expected 1 to {most} items, and {} came", items.len());
        errors.push(ValidationError::new(ValidationErrorCode::OutOfRange, message));
        return Err(errors);
    }
    for item in items {
        if let Err(error) = parse_item(item, parse)
            && !errors.contains(&error)
        {
            errors.push(error);
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn parse_item<'a>(
    item: &'a str,
    parse: &mut dyn FnMut(&'a str) -> Result<(), ValidationError>,
) -> Result<(), ValidationError> {
    if let Some(error) = token_in_query("", item) {
        return Err(error);
    }
    if item.is_empty() {
        let message = "expected items that are separated by single commas, and an empty one came";
        return Err(ValidationError::new(ValidationErrorCode::InvalidValue, message));
    }
    parse(item)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ValidationErrorCode::{InvalidValue, OutOfRange, TokenInQuery};

    fn items(text: &str, most: usize) -> Result<Vec<&str>, Vec<ValidationError>> {
        let mut items = Vec::new();
        let mut parse = |item| {
            items.push(item);
            if item == "bad" || item == "worse" {
                return Err(ValidationError::new(InvalidValue, item));
            }
            Ok(())
        };
        parse_items(text, most, &mut parse).map(|()| items)
    }

    fn codes(text: &str, most: usize) -> Vec<ValidationErrorCode> {
        items(text, most).unwrap_err().iter().map(|error| error.code).collect()
    }

    #[test]
    fn items_are_split_at_commas_and_nothing_else_is_done_to_them() {
        assert_eq!(items("a, b,A", 3), Ok(vec!["a", " b", "A"]));
        assert_eq!(items("a", 1), Ok(vec!["a"]));
    }

    #[test]
    fn empty_items_too_many_items_and_tokens_are_refused() {
        for text in ["", ",", "a,", ",a", "a,,b", ",,,"] {
            assert_eq!(codes(text, 9), [InvalidValue], "{text}");
        }
        assert_eq!((codes("bad,b", 1), codes("a,", 1)), (vec![OutOfRange], vec![OutOfRange]));
        let errors = items("a,postern_live_secret", 9).unwrap_err();
        assert_eq!(errors[0].code, TokenInQuery);
        assert!(!errors[0].message.contains("secret"));
    }

    #[test]
    fn every_wrong_item_is_named_once() {
        let errors = items("bad,a,,worse,bad,postern_live_secret", 9).unwrap_err();
        let messages: Vec<_> = errors.iter().map(|error| error.message.as_str()).collect();
        assert_eq!((messages.len(), messages[0], messages[2]), (4, "bad", "worse"));
        assert_eq!(codes("a,postern_live_secret,b", 2), [TokenInQuery, OutOfRange]);
    }
}
