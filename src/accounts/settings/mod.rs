//! What an operator sets about callers: prices, limits, mails, and who may operate.

mod access;
mod sender;

pub use access::Access;
pub use sender::Sender;

use crate::settings::{SettingError, Variables};

/// Shortest operator secret that opens anything.
const MIN_SECRET: usize = 32;

/// The settings about callers.
#[derive(Clone, PartialEq, Eq)]
pub struct Settings {
    /// The price of a page with at least one post.
    pub credits_per_page: i64,
    /// What `RateLimit-Policy` says of an account's calls.
    pub calls_per_minute: u32,
    /// What it says of a browser token's.
    pub browser_calls_per_minute: u32,
    /// Secrets that open `/operator/`; none closes it.
    pub operator_secrets: Vec<String>,
    /// Where Cloudflare Access lets operators in; none where it does not.
    pub access: Option<Access>,
    /// The sender of mails.
    pub mail_from: Option<Sender>,
    /// The most mails that strangers may ask for in an hour: links to sign up and in.
    pub mails_per_hour: i64,
    /// A balance that falls below this many credits is told to its owner.
    pub low_balance: i64,
}

impl core::fmt::Debug for Settings {
    /// Leaves the secrets out.
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter
            .debug_struct("Settings")
            .field("credits_per_page", &self.credits_per_page)
            .field("calls_per_minute", &self.calls_per_minute)
            .field("browser_calls_per_minute", &self.browser_calls_per_minute)
            .finish_non_exhaustive()
    }
}

impl Settings {
    /// Reads them from the environment's variables.
    ///
    /// # Errors
    /// When one is there and can't be read.
    pub fn read(variables: &Variables<'_>) -> Result<Self, SettingError> {
        let secret = |name| variables.get(name).filter(|text: &String| text.chars().count() >= MIN_SECRET);
        // The previous one is valid beside the other, and never alone: to unset that is to close the door.
        let secrets = secret("OPERATOR_SECRET").into_iter();
        let secrets = secrets.flat_map(|one| [Some(one), secret("OPERATOR_SECRET_PREVIOUS")]);
        Ok(Self {
            credits_per_page: variables.number("CREDITS_PER_PAGE", 1)?,
            calls_per_minute: variables.number("CALLS_PER_MINUTE", 120)?,
            browser_calls_per_minute: variables.number("BROWSER_CALLS_PER_MINUTE", 60)?,
            operator_secrets: secrets.flatten().collect(),
            access: access::read(
                variables.get("ACCESS_TEAM"),
                variables.get("ACCESS_AUD"),
                variables.is_development(),
            )?,
            mail_from: variables.get("MAIL_FROM").map(|text| Sender::read(&text)).transpose()?,
            mails_per_hour: variables.number("MAILS_PER_HOUR", 200)?,
            low_balance: variables.number("LOW_BALANCE", 100)?,
        })
    }

    /// Whether there is any way in for operators.
    pub fn has_operators(&self) -> bool {
        !self.operator_secrets.is_empty() || self.access.is_some()
    }
}
