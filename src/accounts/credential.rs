//! The token of a call: which header counts, and whether its text can be a token at all.

use super::token::{ApiToken, BrowserToken, TestToken};

/// The credential of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Credential {
    /// There is none.
    Missing,
    /// A text that is not one of our tokens.
    Malformed,
    /// A well-formed API token.
    Token(ApiToken),
    /// A well-formed browser token.
    Browser(BrowserToken),
    /// A well-formed test token.
    Test(TestToken),
}

impl Credential {
    /// Reads the credential from both headers. `Authorization: Bearer` takes precedence; other schemes are ignored.
    pub fn from_headers(authorization: Option<&str>, api_token: Option<&str>) -> Self {
        match authorization.and_then(bearer).or(api_token) {
            None => Self::Missing,
            Some(text) => Self::parse(text.trim()),
        }
    }

    fn parse(text: &str) -> Self {
        let of_a_browser = || BrowserToken::parse(text).map(Self::Browser);
        let of_a_test = || TestToken::parse(text).map(Self::Test);
        let token = ApiToken::parse(text).map(Self::Token);
        token.or_else(of_a_browser).or_else(of_a_test).unwrap_or(Self::Malformed)
    }
}

/// The text after `Bearer`, which is matched without case; none for another scheme.
pub fn bearer(authorization: &str) -> Option<&str> {
    let trimmed = authorization.trim();
    let (scheme, rest) = trimmed.split_once([' ', '\t']).unwrap_or((trimmed, ""));
    scheme.eq_ignore_ascii_case("bearer").then(|| rest.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn authorization_takes_precedence_over_the_other_header() {
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
            assert_eq!(Credential::from_headers(authorization, api_token), expected);
        }
    }

    #[test]
    fn an_empty_token_is_malformed_and_other_schemes_are_ignored() {
        for authorization in ["Bearer", "Bearer ", "bearer\t"] {
            assert_eq!(Credential::from_headers(Some(authorization), None), Credential::Malformed);
        }
        assert_eq!(Credential::from_headers(None, Some("")), Credential::Malformed);
        assert_eq!(Credential::from_headers(Some("Basic abc"), None), Credential::Missing);
        assert_eq!(Credential::from_headers(Some("Bearerx"), Some("x")), Credential::Malformed);
        assert_eq!(Credential::from_headers(Some(""), None), Credential::Missing);
    }
}
