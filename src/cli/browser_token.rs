//! `postern browser-token`: a token for a web page, made from an API token without asking the service.

use super::clock;
use super::error::CliError;
use super::escape::shown;
use super::output::{say, say_json};
use super::service::ServiceArgs;
use super::token::token_text;
use crate::accounts::token::{ApiToken, BrowserToken, TestToken};
use crate::http::error::ValidationError;
use crate::posts::scope::claims::Claims;
use crate::time::Timestamp;
use clap::Args;
use serde_json::json;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};

/// The token's claims.
#[derive(Debug, Args)]
#[command(after_help = "\
The API token comes from --token-file, else from POSTERN_API_TOKEN, else from the dev.json of a running `npm start`. It is \
never an argument, because other programs could see it. Nothing is sent anywhere. A browser token can only read posts, \
spends the account's credits, and stops working when the API token is replaced or revoked.\n\n\
Examples:\n  postern browser-token --expires-in 15m --origin https://www.example.com\n  \
postern browser-token --token-file token --platform instagram --username reef.watch --max-limit 20")]
pub(super) struct BrowserTokenArgs {
    /// A file with the API token; - for standard input
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,

    /// How long it is valid, at most 24h: a number with s, m or h
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = parse_seconds)]
    expires_in: i64,

    /// An origin whose pages may use it (repeat for more); without this option, all may
    #[arg(long, value_name = "ORIGIN")]
    origin: Vec<String>,

    /// A platform that calls may name (repeat for more); each call has to name one of them
    #[arg(long, value_name = "NAME")]
    platform: Vec<String>,

    /// A username that calls may name (repeat for more); each call has to name one of them
    #[arg(long, value_name = "NAME")]
    username: Vec<String>,

    /// A hashtag that calls may name (repeat for more); each call has to name one of them
    #[arg(long, value_name = "TAG")]
    hashtag: Vec<String>,

    /// The most posts in a page, 1 to 100
    #[arg(long, value_name = "POSTS")]
    max_limit: Option<i64>,
}

/// Prints the token, and with `--json` also its claims.
pub(super) fn run(args: &BrowserTokenArgs, service: &ServiceArgs, json: bool) -> Result<(), CliError> {
    let api_token = api_token(args.token_file.as_deref(), service)?;
    let (now, claims) = (clock::now(), args.claims());
    let token = BrowserToken::create(&api_token, &claims, now).map_err(|errors| usage_error(&errors))?;
    if !json {
        return say(token.text());
    }
    let ends = Timestamp((now.0.div_euclid(1000) + claims.expires_in) * 1000);
    say_json(&json!({
        "token": token.text(), "expires_at": ends, "origins": claims.origins, "platforms": claims.platforms,
        "usernames": claims.usernames, "hashtags": claims.hashtags, "max_limit": claims.max_limit,
    }))
}

impl BrowserTokenArgs {
    fn claims(&self) -> Claims {
        let list = |values: &[String]| (!values.is_empty()).then(|| values.to_vec());
        Claims {
            expires_in: self.expires_in,
            // Each `RandomState` has different random keys. They need not be secret.
            nonce: RandomState::new().hash_one(0).to_be_bytes(),
            origins: list(&self.origin),
            platforms: list(&self.platform),
            usernames: list(&self.username),
            hashtags: list(&self.hashtag),
            max_limit: self.max_limit,
        }
    }
}

fn api_token(file: Option<&Path>, service: &ServiceArgs) -> Result<ApiToken, CliError> {
    let text = token_text(file, service, None)?;
    ApiToken::parse(&text).ok_or_else(|| {
        let got = match TestToken::parse(&text) {
            Some(_) => "got a test token, from which no browser tokens can be made",
            None => "got something else or only part of one",
        };
        CliError::Usage(format!("expected an API token (postern_live_...), {got}"))
    })
}

/// The errors, under the names of the options.
fn usage_error(errors: &[ValidationError]) -> CliError {
    let option = |error: &ValidationError| match error.parameter.as_str() {
        "browser_token" => error.message.clone(),
        name => format!("--{}: {}", name.trim_end_matches('s').replace('_', "-"), shown(&error.message)),
    };
    CliError::Usage(errors.iter().map(option).collect::<Vec<_>>().join("\n"))
}

/// Parses a duration such as `15m`, in seconds.
fn parse_seconds(text: &str) -> Result<i64, String> {
    let wrong = || "expected a time such as 90s, 15m or 24h".to_owned();
    let unit = match text.chars().last() {
        Some('s') => 1,
        Some('m') => 60,
        Some('h') => 3600,
        _ => return Err(wrong()),
    };
    let digits = text.trim_end_matches(['s', 'm', 'h']);
    let number = digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.len() + 1 == text.len();
    let number = digits.parse().ok().filter(|_| number).ok_or_else(wrong)?;
    i64::checked_mul(number, unit).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_a_number_and_a_unit() {
        for (text, expected) in [("90s", 90), ("15m", 900), ("24h", 86_400), ("0m", 0)] {
            assert_eq!(parse_seconds(text), Ok(expected));
        }
        for text in ["", "15", "m", "1.5h", "-1h", "15mm", "15 m", "1d", "9223372036854775807h", "+5m"] {
            assert!(parse_seconds(text).is_err(), "{text}");
        }
    }
}
