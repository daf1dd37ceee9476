//! Settings: read once, purely, and refused by name.

mod access;
mod sender;

pub use access::Access;
pub use sender::Sender;

use crate::account::budget::Plan;
use crate::encoding::from_any_base64;
use crate::payment::packs::{self, Pack};
use crate::payment::{is_key, is_webhook_secret};

/// Shortest operator secret that opens anything.
const MIN_SECRET: usize = 32;

/// What an operator sets, in `wrangler.toml` and as secrets.
#[derive(Clone, PartialEq, Eq)]
pub struct Settings {
    /// Whether this is a developer's machine: plain http is answered, and answers say what storage did.
    pub development: bool,
    /// The origin of every absolute address that is sent, such as `https://api.example.com`.
    pub public_origin: Option<String>,
    /// The price of a page with at least one post.
    pub credits_per_page: i64,
    /// What `RateLimit-Policy` says of an account's calls.
    pub calls_per_minute: u32,
    /// What it says of a browser token's.
    pub browser_calls_per_minute: u32,
    /// Whether databases of posts may have read replicas. Without them a session with one is of no use, and costs time.
    pub read_replication: bool,
    /// Secrets that open `/operator/`; none closes it.
    pub operator_secrets: Vec<String>,
    /// Where Cloudflare Access lets operators in; none where it does not.
    pub access: Option<Access>,
    /// Encrypts hashes of tokens.
    pub token_key: Option<[u8; 32]>,
    /// The sender of mails.
    pub mail_from: Option<Sender>,
    /// The most mails that strangers may ask for in an hour: links to sign up and in.
    pub mails_per_hour: i64,
    /// A balance that falls below this many credits is told to its owner.
    pub low_balance: i64,
    /// Opens Stripe's API; without it nothing can be bought.
    pub stripe_key: Option<String>,
    /// What Stripe signs events with; none refuses them all.
    pub stripe_webhook_secrets: Vec<String>,
    /// Where Stripe's API is.
    pub stripe_api_base: String,
    /// What is for sale.
    pub credit_packs: Vec<Pack>,
    /// The plan at the platform, which bounds the statements of an invocation.
    pub plan: Plan,
}

impl core::fmt::Debug for Settings {
    /// Leaves the secrets out.
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter
            .debug_struct("Settings")
            .field("development", &self.development)
            .field("public_origin", &self.public_origin)
            .field("credits_per_page", &self.credits_per_page)
            .field("calls_per_minute", &self.calls_per_minute)
            .field("browser_calls_per_minute", &self.browser_calls_per_minute)
            .finish_non_exhaustive()
    }
}

/// A setting that can't be read. Never says the value: it may be a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("setting {name}: expected {expected}")]
pub struct SettingError {
    /// The setting's name.
    pub name: &'static str,
    /// What it should be.
    pub expected: &'static str,
}

impl Settings {
    /// Reads settings through `var`. An empty one counts as unset.
    ///
    /// # Errors
    /// When one is there and can't be read.
    pub fn read(var: impl Fn(&str) -> Option<String>) -> Result<Self, SettingError> {
        let get = |name| var(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let secret = |name| get(name).filter(|text| text.chars().count() >= MIN_SECRET);
        // The previous one is valid beside the other, and never alone: to unset that is to close the door.
        let secrets = secret("OPERATOR_SECRET").into_iter();
        let secrets = secrets.flat_map(|one| [Some(one), secret("OPERATOR_SECRET_PREVIOUS")]);
        let development = get("ENVIRONMENT").as_deref() == Some("development");
        Ok(Self {
            development,
            public_origin: get("PUBLIC_ORIGIN").map(|text| origin(&text, "PUBLIC_ORIGIN")).transpose()?,
            credits_per_page: number(get("CREDITS_PER_PAGE"), "CREDITS_PER_PAGE", 1)?,
            calls_per_minute: number(get("CALLS_PER_MINUTE"), "CALLS_PER_MINUTE", 120)?,
            browser_calls_per_minute: number(
                get("BROWSER_CALLS_PER_MINUTE"),
                "BROWSER_CALLS_PER_MINUTE",
                60,
            )?,
            read_replication: switch(get("READ_REPLICATION").as_deref(), "READ_REPLICATION")?,
            operator_secrets: secrets.flatten().collect(),
            access: access::read(get("ACCESS_TEAM"), get("ACCESS_AUD"), development)?,
            token_key: get("TOKEN_KEY").map(|text| key(&text)).transpose()?,
            mail_from: get("MAIL_FROM").map(|text| Sender::read(&text)).transpose()?,
            mails_per_hour: number(get("MAILS_PER_HOUR"), "MAILS_PER_HOUR", 200)?,
            low_balance: number(get("LOW_BALANCE"), "LOW_BALANCE", 100)?,
            stripe_key: stripe_key(get("STRIPE_SECRET_KEY"))?,
            stripe_webhook_secrets: [
                webhook_secret("STRIPE_WEBHOOK_SECRET", get("STRIPE_WEBHOOK_SECRET"))?,
                webhook_secret("STRIPE_WEBHOOK_SECRET_PREVIOUS", get("STRIPE_WEBHOOK_SECRET_PREVIOUS"))?,
            ]
            .into_iter()
            .flatten()
            .collect(),
            stripe_api_base: stripe_api_base(get("STRIPE_API_BASE"), development)?,
            credit_packs: get("CREDIT_PACKS").map_or(Ok(Vec::new()), |text| credit_packs(&text))?,
            plan: get("PLAN").map_or(Ok(Plan::default()), |text| plan(&text))?,
        })
    }

    /// Whether there is any way in for operators.
    pub fn has_operators(&self) -> bool {
        !self.operator_secrets.is_empty() || self.access.is_some()
    }

    /// The host that this service answers to outside development, where it is known.
    pub fn host(&self) -> Option<&str> {
        self.public_origin.as_deref()?.split("://").nth(1)
    }
}

fn origin(text: &str, name: &'static str) -> Result<String, SettingError> {
    let expected = "an origin such as https://api.example.com, without a path";
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']) => {
            Ok(text.to_ascii_lowercase())
        }
        _ => Err(SettingError { name, expected }),
    }
}

fn number<T: TryFrom<u32>>(text: Option<String>, name: &'static str, unset: u32) -> Result<T, SettingError> {
    let error = SettingError { name, expected: "a whole number from 1 to 1000000" };
    let number = match text {
        Some(text) => text.parse().ok().filter(|number| (1..=1_000_000).contains(number)),
        None => Some(unset),
    };
    number.and_then(|number| T::try_from(number).ok()).ok_or(error)
}

/// A setting that is on unless it is off.
fn switch(text: Option<&str>, name: &'static str) -> Result<bool, SettingError> {
    match text {
        None | Some("on") => Ok(true),
        Some("off") => Ok(false),
        Some(_) => Err(SettingError { name, expected: "on or off" }),
    }
}

fn key(text: &str) -> Result<[u8; 32], SettingError> {
    let error = SettingError { name: "TOKEN_KEY", expected: "32 random bytes in base64" };
    from_any_base64(text).and_then(|bytes| bytes.try_into().ok()).ok_or(error)
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

/// The secret key goes there, so it is another address, and plain http, only on a developer's machine.
fn stripe_api_base(text: Option<String>, development: bool) -> Result<String, SettingError> {
    let base = text.unwrap_or_else(|| "https://api.stripe.com".into());
    if base.starts_with("https://") || development && base.starts_with("http://") {
        return Ok(base.trim_end_matches('/').to_owned());
    }
    Err(SettingError { name: "STRIPE_API_BASE", expected: "an https address: http is for development" })
}

fn credit_packs(text: &str) -> Result<Vec<Pack>, SettingError> {
    packs::read(text).ok_or(SettingError { name: "CREDIT_PACKS", expected: packs::EXPECTED })
}

fn plan(text: &str) -> Result<Plan, SettingError> {
    Plan::of(text).ok_or(SettingError { name: "PLAN", expected: "paid or free" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<Settings, SettingError> {
        Settings::read(|name| {
            pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn unset_is_production_at_one_credit_and_closed_to_operators() {
        let settings = read(&[]).unwrap();
        assert!(!settings.development);
        assert_eq!(
            (settings.credits_per_page, settings.calls_per_minute, settings.mails_per_hour),
            (1, 120, 200)
        );
        assert!(settings.read_replication && !read(&[("READ_REPLICATION", "off")]).unwrap().read_replication);
        assert!(settings.operator_secrets.is_empty() && settings.token_key.is_none());
    }

    #[test]
    fn a_short_operator_secret_opens_nothing() {
        let long = "s".repeat(32);
        let secrets = |pairs: &[_]| read(pairs).unwrap().operator_secrets;
        assert!(secrets(&[("OPERATOR_SECRET", &long[1..]), ("OPERATOR_SECRET_PREVIOUS", &long)]).is_empty());
        assert!(secrets(&[("OPERATOR_SECRET_PREVIOUS", &long)]).is_empty());
        let both = [("OPERATOR_SECRET", long.as_str()), ("OPERATOR_SECRET_PREVIOUS", &long[1..])];
        assert_eq!(secrets(&both), std::slice::from_ref(&long));
    }

    #[test]
    fn what_is_printed_of_settings_has_none_of_the_secrets() {
        let (secret, key) = ("operator-".repeat(4), crate::encoding::base64url(&[255; 32]));
        let pairs = [
            ("OPERATOR_SECRET", secret.as_str()),
            ("TOKEN_KEY", &key),
            ("STRIPE_SECRET_KEY", "sk_test_secret"),
            ("STRIPE_WEBHOOK_SECRET", "whsec_secret_of_more_than_24_characters"),
        ];
        let expected = "Settings { development: false, public_origin: None, credits_per_page: 1, calls_per_minute: 120, \
             browser_calls_per_minute: 60, .. }";
        assert_eq!(format!("{:?}", read(&pairs).unwrap()), expected);
    }

    #[test]
    fn a_bad_setting_is_refused_by_name_without_its_value() {
        for (name, value) in [
            ("PUBLIC_ORIGIN", "api.example.com"),
            ("PUBLIC_ORIGIN", "https://api.example.com/"),
            ("CREDITS_PER_PAGE", "0"),
            ("CREDITS_PER_PAGE", "1.5"),
            ("CALLS_PER_MINUTE", "many"),
            ("READ_REPLICATION", "yes"),
            ("TOKEN_KEY", "c2hvcnQ="),
            ("STRIPE_SECRET_KEY", "pk_live_public"),
            ("STRIPE_WEBHOOK_SECRET", "whsec_short"),
            ("STRIPE_WEBHOOK_SECRET_PREVIOUS", "none"),
            ("STRIPE_API_BASE", "http://stripe.example"),
            ("STRIPE_API_BASE", "stripe.example"),
            ("CREDIT_PACKS", r#"[{"name":"Small"}]"#),
            ("MAIL_FROM", "Postern"),
            ("MAILS_PER_HOUR", "0"),
            ("PLAN", "Paid"),
        ] {
            let error = read(&[(name, value)]).unwrap_err();
            assert_eq!(error.name, name);
            assert!(name != "TOKEN_KEY" || !error.to_string().contains(value));
        }
    }

    #[test]
    fn access_is_a_team_with_an_audience_and_neither_alone() {
        let (team, audience) =
            (("ACCESS_TEAM", "https://reef.cloudflareaccess.com"), ("ACCESS_AUD", "4714c1"));
        let settings = read(&[team, audience]).unwrap();
        assert!(settings.has_operators() && !read(&[]).unwrap().has_operators());
        let access = settings.access.unwrap();
        assert_eq!((access.team.as_str(), access.audience.as_str()), (team.1, audience.1));
        assert_eq!(read(&[team]).unwrap_err().name, "ACCESS_AUD");
        assert_eq!(read(&[audience]).unwrap_err().name, "ACCESS_TEAM");
        let plain = ("ACCESS_TEAM", "http://127.0.0.1:9");
        assert_eq!(read(&[plain, audience]).unwrap_err().name, "ACCESS_TEAM");
        assert!(read(&[plain, audience, ("ENVIRONMENT", "development")]).is_ok());
    }

    #[test]
    fn a_token_key_and_the_host_are_read() {
        let text = crate::encoding::base64url(&[255; 32]);
        assert_eq!(read(&[("TOKEN_KEY", &text)]).unwrap().token_key, Some([255; 32]));
        assert_eq!(
            read(&[("PUBLIC_ORIGIN", "https://API.example.com")]).unwrap().host(),
            Some("api.example.com")
        );
    }
}
