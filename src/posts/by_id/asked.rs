//! A post as a caller asks for it.

use super::web_address::{Unresolved, parse_address};
use crate::http::error::{ValidationError, ValidationErrorCode, quoted};
use crate::platform::Platform;
use crate::posts::param::post_id;
use crate::posts::post;

/// A post that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedPost {
    /// What the caller wrote.
    pub text: String,
    /// Its network, by the name that the caller used.
    pub platform: Platform,
    /// Its `id`, with the network's own name.
    pub id: String,
}

impl AskedPost {
    /// Parses an id, such as `x:123` or `twitter:123`. The platform may be in any case.
    ///
    /// # Errors
    /// When the text is anything else.
    pub fn from_id(text: &str) -> Result<Self, ValidationError> {
        post_id(text).map(|(platform, id)| Self { text: text.to_owned(), platform, id })
    }

    /// Parses an id or the web address of a post.
    ///
    /// # Errors
    /// When the text is neither, or a short link.
    pub fn from_id_or_address(text: &str) -> Result<Self, ValidationError> {
        let expected = match parse_address(text) {
            None => return Self::from_id(text).map_err(|error| with_addresses(error, text)),
            Some(Ok((platform, id))) => {
                let id = post::post_id(platform.network, &id);
                return Ok(Self { text: text.to_owned(), platform, id });
            }
            Some(Err(Unresolved::ShortLink)) => {
                "expected the address that this short link leads to, because short links are not followed"
            }
            Some(Err(Unresolved::NoPost)) => EXPECTED,
        };
        let message = format!("{expected}, and {} came", quoted(text));
        Err(ValidationError::new(ValidationErrorCode::InvalidValue, message))
    }
}

const EXPECTED: &str =
    "expected ids of posts, as in x:123, or web addresses of posts as their networks write them";

/// The error of a text that is no id, where an address would have been right, too.
fn with_addresses(error: ValidationError, text: &str) -> ValidationError {
    match error.code {
        ValidationErrorCode::OutOfRange => error,
        _ => ValidationError { message: format!("{EXPECTED}, and {} came", quoted(text)), ..error },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ValidationErrorCode::{InvalidValue, OutOfRange};

    #[test]
    fn an_id_names_its_network_by_any_of_its_names() {
        for (text, name, id) in [
            ("x:123", "x", "x:123"),
            ("twitter:123", "twitter", "x:123"),
            ("Twitter:123", "twitter", "x:123"),
            ("linkedin:activity:1", "linkedin", "linkedin:activity:1"),
            ("tiktok: ", "tiktok", "tiktok: "),
        ] {
            for parsed in [AskedPost::from_id(text), AskedPost::from_id_or_address(text)] {
                let asked = parsed.unwrap();
                assert_eq!((asked.platform.name(), asked.id.as_str(), asked.text.as_str()), (name, id, text));
            }
        }
        let longest = format!("x:{}", "é".repeat(128));
        assert_eq!(AskedPost::from_id(&longest).unwrap().id, longest);
    }

    #[test]
    fn anything_else_is_refused() {
        let codes = |text: &str| {
            [AskedPost::from_id(text), AskedPost::from_id_or_address(text)]
                .map(|parsed| parsed.unwrap_err().code)
        };
        for text in ["", "x", "x:", ":1", "myspace:1", "x:a\0b", " x:1", "x.com/a/status/1"] {
            assert_eq!(codes(text), [InvalidValue; 2], "{text:?}");
        }
        assert_eq!(codes(&format!("x:{}", "a".repeat(257))), [OutOfRange; 2]);
        let message = AskedPost::from_id_or_address("https://vm.tiktok.com/ZM8/").unwrap_err().message;
        assert!(message.contains("short link"), "{message}");
    }
}
