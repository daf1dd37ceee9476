//! Settings about payments.

use super::packs::{self, Pack};
use super::{is_key, is_webhook_secret};
use crate::settings::{SettingError, Variables};

/// Settings about payments.
#[derive(Clone, PartialEq, Eq)]
pub struct Settings {
    /// The secret key of Stripe's API; without it nothing can be bought.
    pub stripe_key: Option<String>,
    /// The secrets that Stripe signs events with; without one, all events are refused.
    pub stripe_webhook_secrets: Vec<String>,
    /// The origin of Stripe's API. Default `https://api.stripe.com`.
    pub stripe_api_base: String,
    /// The packs for sale. Default none.
    pub credit_packs: Vec<Pack>,
}

impl core::fmt::Debug for Settings {
    /// Leaves the secrets out.
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("Settings").field("credit_packs", &self.credit_packs).finish_non_exhaustive()
    }
}

impl Settings {
    /// Reads the settings from the environment's variables.
    ///
    /// # Errors
    /// If a variable is set but invalid.
    pub fn from_variables(variables: &Variables<'_>) -> Result<Self, SettingError> {
        let webhook_secrets = ["STRIPE_WEBHOOK_SECRET", "STRIPE_WEBHOOK_SECRET_PREVIOUS"]
            .map(|name| webhook_secret(name, variables.get(name)));
        Ok(Self {
            stripe_key: stripe_key(variables.get("STRIPE_SECRET_KEY"))?,
            stripe_webhook_secrets: webhook_secrets
                .into_iter()
                .filter_map(Result::transpose)
                .collect::<Result<_, _>>()?,
            stripe_api_base: stripe_api_base(variables.get("STRIPE_API_BASE"), variables.is_development())?,
            credit_packs: variables.get("CREDIT_PACKS").map_or(Ok(Vec::new()), |text| credit_packs(&text))?,
        })
    }
}

fn stripe_key(text: Option<String>) -> Result<Option<String>, SettingError> {
    let expected = "a secret key of Stripe, which begins with sk_ or rk_ and then live_ or test_";
    match text {
        Some(text) if !is_key(&text) => Err(SettingError { name: "STRIPE_SECRET_KEY", expected }),
        text => Ok(text),
    }
}

fn webhook_secret(name: &'static str, text: Option<String>) -> Result<Option<String>, SettingError> {
    let expected = "a signing secret of Stripe: whsec_ and at least 24 more characters";
    match text {
        Some(text) if !is_webhook_secret(&text) => Err(SettingError { name, expected }),
        text => Ok(text),
    }
}

/// The secret key is sent there, so the address must be https except in development.
fn stripe_api_base(text: Option<String>, development: bool) -> Result<String, SettingError> {
    let base = text.unwrap_or_else(|| "https://api.stripe.com".into());
    if base.starts_with("https://") || development && base.starts_with("http://") {
        return Ok(base.trim_end_matches('/').to_owned());
    }
    Err(SettingError { name: "STRIPE_API_BASE", expected: "an https address: http is for development" })
}

fn credit_packs(text: &str) -> Result<Vec<Pack>, SettingError> {
    packs::parse(text).ok_or(SettingError { name: "CREDIT_PACKS", expected: packs::EXPECTED })
}
