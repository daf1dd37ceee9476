//! The id of a post, as parameters name it.

use crate::http::error::{ValidationError, ValidationErrorCode, quoted};
use crate::platform::Platform;
use crate::posts::post;
use crate::posts::post::line::MAX_ID;

/// Parses an id, such as `x:123` or `twitter:123`. The platform may be in any case. Returns the platform by the name that was used, and
/// the id with the network's own name.
///
/// # Errors
/// When the text is anything else, or the network's part is too long.
pub(crate) fn post_id(text: &str) -> Result<(Platform, String), ValidationError> {
    let error = |code| {
        let expected = format!("expected a platform, a colon and 1 to {MAX_ID} bytes, as in x:123");
        ValidationError::new(code, format!("{expected}, and {} came", quoted(text)))
    };
    let parts = text.split_once(':').and_then(|(name, id)| Some((name.parse::<Platform>().ok()?, id)));
    match parts {
        Some((_, id)) if id.len() > MAX_ID => Err(error(ValidationErrorCode::OutOfRange)),
        Some((platform, id)) if !id.is_empty() && !id.contains('\0') => {
            Ok((platform, post::post_id(platform.network, id)))
        }
        _ => Err(error(ValidationErrorCode::InvalidValue)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ValidationErrorCode::{InvalidValue, OutOfRange};

    #[test]
    fn an_id_that_is_too_long_is_out_of_range_and_any_other_wrong_one_is_invalid() {
        let code = |text: &str| post_id(text).unwrap_err().code;
        for text in ["", "x", "x:", ":1", "myspace:1", "x:a\0b", " x:1"] {
            assert_eq!(code(text), InvalidValue, "{text:?}");
        }
        assert_eq!(code(&format!("x:{}", "a".repeat(257))), OutOfRange);
        let (platform, id) = post_id(&format!("Twitter:{}", "é".repeat(128))).unwrap();
        assert_eq!((platform.name(), id), ("twitter", format!("x:{}", "é".repeat(128))));
    }
}
