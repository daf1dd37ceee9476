//! Making browser tokens: for the package and the command line. The service only reads them.

use crate::accounts::token::browser::{LIMIT, MAX_LENGTH};
use crate::accounts::token::{ApiToken, BrowserToken, MAX_LIFETIME, Restriction};
use crate::http::error::{ValidationError, ValidationErrorCode, quoted};
use crate::http::limit::Limit;
use crate::posts::param;
use crate::posts::param::{Hashtag, Username};
use crate::time::Timestamp;

/// What a browser token is to say, as it was written. A list that is there restricts, so an empty one is an error: it
/// might come of a program's mistake, and would allow nothing or everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claims {
    /// How long it is good for, in seconds: 1 to [`MAX_LIFETIME`].
    pub expires_in: i64,
    /// Random bytes, so that no two tokens are the same: each has a rate limit of its own.
    pub nonce: [u8; 8],
    /// Origins of the pages that may use it, such as `https://www.example.com`; none: all pages.
    pub origins: Option<Vec<String>>,
    /// Networks that each call has to name one of; none: calls need not name any.
    pub platforms: Option<Vec<String>>,
    /// Authors, likewise.
    pub usernames: Option<Vec<String>>,
    /// Hashtags, likewise.
    pub hashtags: Option<Vec<String>>,
    /// The most posts of a page, 1 to 100; none: 100.
    pub max_limit: Option<i64>,
}

impl BrowserToken {
    /// Makes a token from an API token, at this time.
    ///
    /// # Errors
    /// Every error of the claims, each under the name of its field; or one error of `browser_token`, if they are more than
    /// a token can hold.
    pub fn create(token: &ApiToken, claims: &Claims, now: Timestamp) -> Result<Self, Vec<ValidationError>> {
        let (lines, errors) = claims.lines();
        if !errors.is_empty() {
            return Err(errors);
        }
        let expiry = now.0.div_euclid(1000).saturating_add(claims.expires_in);
        let too_long = || {
            let message =
                format!("expected claims that fit into a token of {MAX_LENGTH} characters, and more came");
            vec![ValidationError::new(ValidationErrorCode::OutOfRange, message).of("browser_token")]
        };
        Self::from_parts(&token.hash(), expiry, claims.nonce, &lines.join("\n")).ok_or_else(too_long)
    }
}

impl Claims {
    /// The lines of the token, each once, and what is wrong with the claims.
    fn lines(&self) -> (Vec<String>, Vec<ValidationError>) {
        let (mut lines, mut errors) = (Vec::new(), Vec::new());
        errors.extend(between(self.expires_in, MAX_LIFETIME).err().map(|error| error.of("expires_in")));
        for (name, list, restriction, read) in self.lists() {
            for line in read_list(list, read) {
                match line {
                    Ok(text) => lines.push(format!("{}{text}", char::from(restriction as u8))),
                    Err(error) => errors.push(error.of(name)),
                }
            }
        }
        if let Some(limit) = self.max_limit {
            lines.push(format!("{}{limit}", char::from(LIMIT)));
            errors.extend(between(limit, Limit::MAX.into()).err().map(|error| error.of("max_limit")));
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

    fn lists(&self) -> [(&'static str, Option<&[String]>, Restriction, Read); 4] {
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

/// Reads a value into what is compared.
type Read = fn(&str) -> Result<String, ValidationError>;

fn read_list(list: Option<&[String]>, read: Read) -> Vec<Result<String, ValidationError>> {
    let none = || {
        ValidationError::new(
            ValidationErrorCode::EmptyValue,
            "expected a value at least, and an empty list came",
        )
    };
    match list {
        None => Vec::new(),
        Some([]) => vec![Err(none())],
        Some(values) => values.iter().map(|value| read(value)).collect(),
    }
}

fn between(number: i64, most: i64) -> Result<(), ValidationError> {
    let out_of_range =
        |message| ValidationError::new(ValidationErrorCode::OutOfRange, message).within(1, most);
    let message = || format!("expected a whole number from 1 to {most}, and {number} came");
    if (1..=most).contains(&number) { Ok(()) } else { Err(out_of_range(message())) }
}

fn platform(text: &str) -> Result<String, ValidationError> {
    param::platform(text).map(|platform| platform.network.name().to_owned())
}

/// An origin as browsers send it: in lower case, without the port that its scheme has anyway.
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
