//! Creates browser tokens, for the npm package and the command line. The service only checks them.

use crate::accounts::token::browser::{LIMIT, MAX_LENGTH};
use crate::accounts::token::{ApiToken, BrowserToken, MAX_LIFETIME, Restriction};
use crate::http::error::{ValidationError, ValidationErrorCode, quoted};
use crate::http::limit::Limit;
use crate::posts::param;
use crate::posts::param::{Hashtag, Username};
use crate::time::Timestamp;

/// The claims of a browser token, as the caller wrote them. A list restricts the token. An empty list is an error, because it may be
/// a mistake, and could mean that nothing or that everything is allowed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claims {
    /// How long it is valid, in seconds: 1 to [`MAX_LIFETIME`].
    pub expires_in: i64,
    /// Random bytes, so that no two tokens are the same. Each token has a rate limit of its own.
    pub nonce: [u8; 8],
    /// Origins of the pages that may use it, such as `https://www.example.com`. `None` allows all pages.
    pub origins: Option<Vec<String>>,
    /// Networks, of which each call must name one. `None` allows calls that name none.
    pub platforms: Option<Vec<String>>,
    /// Authors, with the same rule.
    pub usernames: Option<Vec<String>>,
    /// Hashtags, with the same rule.
    pub hashtags: Option<Vec<String>>,
    /// The most posts of a page, 1 to 100. `None` is 100.
    pub max_limit: Option<i64>,
}

impl BrowserToken {
    /// Creates a token from an API token.
    ///
    /// # Errors
    /// Every error of the claims, each under the name of its field, or a single error of `browser_token` if the claims do not fit
    /// into a token.
    pub fn create(token: &ApiToken, claims: &Claims, now: Timestamp) -> Result<Self, Vec<ValidationError>> {
        let (lines, errors) = claims.lines();
        if !errors.is_empty() {
            return Err(errors);
        }
        let expiry = now.0.div_euclid(1000).saturating_add(claims.expires_in);
        let too_long = || {
            let message =
                format!("expected claims that fit into a token of {MAX_LENGTH} characters, and more came");
            vec![
                ValidationError::new(ValidationErrorCode::OutOfRange, message).for_parameter("browser_token"),
            ]
        };
        Self::from_parts(&token.hash(), expiry, claims.nonce, &lines.join("\n")).ok_or_else(too_long)
    }
}

impl Claims {
    /// The lines of the token, each once, and the errors of the claims.
    fn lines(&self) -> (Vec<String>, Vec<ValidationError>) {
        let (mut lines, mut errors) = (Vec::new(), Vec::new());
        errors.extend(
            check_range(self.expires_in, MAX_LIFETIME).err().map(|error| error.for_parameter("expires_in")),
        );
        for (name, list, restriction, parse) in self.lists() {
            for line in parse_list(list, parse) {
                match line {
                    Ok(text) => lines.push(format!("{}{text}", char::from(restriction as u8))),
                    Err(error) => errors.push(error.for_parameter(name)),
                }
            }
        }
        if let Some(limit) = self.max_limit {
            lines.push(format!("{}{limit}", char::from(LIMIT)));
            errors.extend(
                check_range(limit, Limit::MAX.into()).err().map(|error| error.for_parameter("max_limit")),
            );
        }
        let mut seen = Vec::new();
        lines.retain(|line| {
            !seen.contains(line) && {
                seen.push(line.clone());
                true
            }
        });
        (lines, errors)
    }

    fn lists(&self) -> [(&'static str, Option<&[String]>, Restriction, ParseValue); 4] {
        [
            ("origins", self.origins.as_deref(), Restriction::Origin, origin),
            ("platforms", self.platforms.as_deref(), Restriction::Platform, platform),
            ("usernames", self.usernames.as_deref(), Restriction::Username, |text| {
                text.parse().map(|Username(name)| name.key)
            }),
            ("hashtags", self.hashtags.as_deref(), Restriction::Hashtag, |text| {
                text.parse().map(|Hashtag(name)| name.key)
            }),
        ]
    }
}

/// Parses a value to the form that is compared.
type ParseValue = fn(&str) -> Result<String, ValidationError>;

fn parse_list(list: Option<&[String]>, parse: ParseValue) -> Vec<Result<String, ValidationError>> {
    let none = || {
        ValidationError::new(
            ValidationErrorCode::EmptyValue,
            "expected a value at least, and an empty list came",
        )
    };
    match list {
        None => Vec::new(),
        Some([]) => vec![Err(none())],
        Some(values) => values.iter().map(|value| parse(value)).collect(),
    }
}

fn check_range(number: i64, most: i64) -> Result<(), ValidationError> {
    let out_of_range =
        |message| ValidationError::new(ValidationErrorCode::OutOfRange, message).within(1, most);
    let message = || format!("expected a whole number from 1 to {most}, and {number} came");
    if (1..=most).contains(&number) { Ok(()) } else { Err(out_of_range(message())) }
}

fn platform(text: &str) -> Result<String, ValidationError> {
    param::platform(text).map(|platform| platform.network.name().to_owned())
}

/// Parses an origin to the form that browsers send: in lower case, and without the default port of its scheme.
fn origin(text: &str) -> Result<String, ValidationError> {
    let lower = text.to_ascii_lowercase();
    let plain = match lower.split_once("://") {
        Some(("https", host)) => host.strip_suffix(":443").map(|host| format!("https://{host}")),
        Some(("http", host)) => host.strip_suffix(":80").map(|host| format!("http://{host}")),
        _ => None,
    };
    let origin = plain.unwrap_or(lower);
    if is_origin(&origin) {
        return Ok(origin);
    }
    let expected = "expected an origin such as https://www.example.com, without a path, in ASCII (xn--...)";
    Err(ValidationError::new(
        ValidationErrorCode::InvalidValue,
        format!("{expected}, and {} came", quoted(text)),
    ))
}

fn is_origin(text: &str) -> bool {
    let Some((scheme, host)) = text.split_once("://") else { return false };
    let of_scheme = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"+-.".contains(&byte);
    let of_host = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-.:[]_".contains(&byte);
    scheme.starts_with(|c: char| c.is_ascii_lowercase())
        && scheme.bytes().all(of_scheme)
        && host.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '[')
        && host.bytes().all(of_host)
}

#[cfg(test)]
mod tests;
