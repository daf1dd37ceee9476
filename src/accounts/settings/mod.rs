//! Settings about callers: prices, limits, mails, and who may operate the service.

mod access;
mod sender;

pub use access::Access;
pub use sender::Sender;

use crate::settings::{SettingError, Variables};

/// The minimum length of an operator secret, in characters. Shorter ones are ignored.
const MIN_SECRET: usize = 32;

/// Settings about callers.
#[derive(Clone, PartialEq, Eq)]
pub struct Settings {
    /// The price of a page with at least one post, in credits. Default 1.
    pub credits_per_page: i64,
    /// Calls per minute of an account, as `RateLimit-Policy` states them. Default 120.
    pub calls_per_minute: u32,
    /// The same for a browser token. Default 60.
    pub browser_calls_per_minute: u32,
    /// Secrets that give access to `/operator/`; without one, and without Access, it is closed.
    pub operator_secrets: Vec<String>,
    /// Cloudflare Access, if operators sign in through it.
    pub access: Option<Access>,
    /// The sender of mails.
    pub mail_from: Option<Sender>,
    /// How many mails with links strangers may ask for in an hour, in total. Default 200.
    pub mails_per_hour: i64,
    /// An owner is told when the balance falls below this many credits. Default 100.
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
    /// Reads the settings from the environment's variables.
    ///
    /// # Errors
    /// If a variable is set but invalid.
    pub fn from_variables(variables: &Variables<'_>) -> Result<Self, SettingError> {
        let secret = |name| variables.get(name).filter(|text: &String| text.chars().count() >= MIN_SECRET);
        // The previous secret is valid only together with the current one: unsetting the current one closes the door.
        let secrets = secret("OPERATOR_SECRET").into_iter();
        let secrets = secrets.flat_map(|one| [Some(one), secret("OPERATOR_SECRET_PREVIOUS")]);
        Ok(Self {
            credits_per_page: variables.number("CREDITS_PER_PAGE", 1)?,
            calls_per_minute: variables.number("CALLS_PER_MINUTE", 120)?,
            browser_calls_per_minute: variables.number("BROWSER_CALLS_PER_MINUTE", 60)?,
            operator_secrets: secrets.flatten().collect(),
            access: access::parse_access(
                variables.get("ACCESS_TEAM"),
                variables.get("ACCESS_AUD"),
                variables.is_development(),
            )?,
            mail_from: variables.get("MAIL_FROM").map(|text| Sender::parse(&text)).transpose()?,
            mails_per_hour: variables.number("MAILS_PER_HOUR", 200)?,
            low_balance: variables.number("LOW_BALANCE", 100)?,
        })
    }

    /// Whether operators can sign in at all.
    pub fn has_operators(&self) -> bool {
        !self.operator_secrets.is_empty() || self.access.is_some()
    }
}
