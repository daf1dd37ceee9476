//! The token of a call: which header decides, and whether what is in it can be a token at all.

use super::token::{ApiToken, BrowserToken};

/// What a call brings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Credential {
    /// Nothing.
    Missing,
    /// Something that is no token of ours.
    Malformed,
    /// A token of the right form.
    Token(ApiToken),
    /// A browser token of the right form.
    Browser(BrowserToken),
}

impl Credential {
    /// Reads both headers. `Authorization: Bearer` decides where it is there; another scheme is not ours.
    pub fn read(authorization: Option<&str>, api_token: Option<&str>) -> Self {
        match authorization.and_then(bearer).or(api_token) {
            None => Self::Missing,
            Some(text) => Self::of(text.trim()),
        }
    }

    fn of(text: &str) -> Self {
        let browser = || BrowserToken::parse(text).map(Self::Browser);
        ApiToken::parse(text).map(Self::Token).or_else(browser).unwrap_or(Self::Malformed)
    }
}

/// What follows `Bearer`, in any case; none for another scheme.
pub fn bearer(authorization: &str) -> Option<&str> {
    let trimmed = authorization.trim();
    let (scheme, rest) = trimmed.split_once([' ', '\t']).unwrap_or((trimmed, ""));
    scheme.eq_ignore_ascii_case("bearer").then(|| rest.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_headers_in_all_nine_combinations() {
        let (a, b) = (ApiToken::from_secret([1; 32]), ApiToken::from_secret([2; 32]));
        let bearer = format!("bEaReR {}", a.text());
        let (first, second) = (Credential::Token(a), Credential::Token(b.clone()));
        let second_text = Some(b.text());
        let cases = [
            (None, None, Credential::Missing),
            (None, Some("x"), Credential::Malformed),
            (None, second_text, second),
            (Some("Bearer x"), None, Credential::Malformed),
            (Some("Bearer x"), Some("x"), Credential::Malformed),
            (Some("Bearer x"), second_text, Credential::Malformed),
            (Some(bearer.as_str()), None, first.clone()),
            (Some(bearer.as_str()), Some("x"), first.clone()),
            (Some(bearer.as_str()), second_text, first),
        ];
        for (authorization, api_token, expected) in cases {
            assert_eq!(Credential::read(authorization, api_token), expected);
        }
    }

    #[test]
    fn an_empty_token_is_an_invalid_one_and_another_scheme_is_not_ours() {
        for authorization in ["Bearer", "Bearer ", "bearer\t"] {
            assert_eq!(Credential::read(Some(authorization), None), Credential::Malformed);
        }
        assert_eq!(Credential::read(None, Some("")), Credential::Malformed);
        assert_eq!(Credential::read(Some("Basic abc"), None), Credential::Missing);
        assert_eq!(Credential::read(Some("Bearerx"), Some("x")), Credential::Malformed);
        assert_eq!(Credential::read(Some(""), None), Credential::Missing);
    }
}
