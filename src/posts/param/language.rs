//! Languages, compared by the primary subtag of their tags.

use crate::http::error::{ValidationError, ValidationErrorCode, quoted};

/// The subtag of an unknown language (BCP 47, section 4.1).
const UNKNOWN: &str = "und";

/// The language of a post's text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Language {
    /// The primary subtag of its tag, in lower case: `pt` of `pt-BR`.
    Known(String),
    /// The source does not say it, or says `und`.
    #[default]
    Unknown,
}

impl Language {
    /// The language of a post, as its source names it. What is no language tag is unknown.
    pub fn of_post(tag: Option<&str>) -> Self {
        tag.and_then(Self::from_tag).unwrap_or(Self::Unknown)
    }

    /// Parses a language tag.
    ///
    /// # Errors
    /// When it is none.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        Self::from_tag(text).ok_or_else(|| {
            let message =
                format!("expected a BCP 47 language tag, such as pt or pt-BR, and {} came", quoted(text));
            ValidationError::new(ValidationErrorCode::InvalidValue, message)
        })
    }

    /// The primary subtag.
    pub fn name(&self) -> &str {
        match self {
            Self::Known(subtag) => subtag,
            Self::Unknown => UNKNOWN,
        }
    }

    /// The language of a tag, by its form: subtags of 1 to 8 letters and digits, of which the first has only letters, and at least two
    /// (RFC 5646, section 2.1). Sources also write `pt_BR`.
    fn from_tag(tag: &str) -> Option<Self> {
        let mut subtags = tag.split(['-', '_']);
        let primary = subtags.next()?;
        let is_primary =
            (2..=8).contains(&primary.len()) && primary.bytes().all(|byte| byte.is_ascii_alphabetic());
        let is_subtag = |subtag: &str| {
            (1..=8).contains(&subtag.len()) && subtag.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        if !is_primary || !subtags.all(is_subtag) {
            return None;
        }
        let primary = primary.to_ascii_lowercase();
        Some(if primary == UNKNOWN { Self::Unknown } else { Self::Known(primary) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_compared_by_their_primary_subtag_without_case() {
        for (tag, name) in [
            ("pt", "pt"),
            ("pt-BR", "pt"),
            ("PT_br", "pt"),
            ("zh-Hant-TW", "zh"),
            ("UND", "und"),
            ("fil", "fil"),
        ] {
            assert_eq!(Language::parse(tag).unwrap().name(), name, "{tag}");
        }
        for wrong in ["", "p", "pt-", "-pt", "p1", "pt BR", "português", "abcdefghi", "pt-abcdefghi"] {
            assert_eq!(
                Language::parse(wrong).unwrap_err().code,
                ValidationErrorCode::InvalidValue,
                "{wrong}"
            );
        }
    }

    #[test]
    fn a_post_without_a_language_tag_has_an_unknown_language() {
        for tag in [None, Some(""), Some("und"), Some("Esperanto, mostly")] {
            assert_eq!(Language::of_post(tag), Language::Unknown, "{tag:?}");
        }
        assert_eq!(Language::of_post(Some("en-GB")), Language::Known("en".into()));
    }
}
