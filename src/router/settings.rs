//! All settings of the service.

use crate::settings::{SettingError, Variables};
use crate::store::budget::Plan;
use crate::{accounts, http, payments};

/// All settings of the service, from `wrangler.toml` and from secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The address and the key of the service.
    pub http: http::settings::Settings,
    /// Prices, limits, mails and operators.
    pub accounts: accounts::settings::Settings,
    /// What is for sale, and Stripe's secrets.
    pub payments: payments::settings::Settings,
    /// Whether databases of posts may have read replicas. If not, no D1 sessions are opened, which would only cost time.
    pub read_replication: bool,
    /// The service's plan at the platform, which limits the statements of an invocation.
    pub plan: Plan,
}

impl Settings {
    /// Reads the settings from variables, through `var`. An empty variable counts as unset.
    ///
    /// # Errors
    /// When a variable is set and can't be parsed.
    pub fn from_variables(var: impl Fn(&str) -> Option<String>) -> Result<Self, SettingError> {
        let variables = Variables::new(&var);
        Ok(Self {
            http: http::settings::Settings::from_variables(&variables)?,
            accounts: accounts::settings::Settings::from_variables(&variables)?,
            payments: payments::settings::Settings::from_variables(&variables)?,
            read_replication: variables.switch("READ_REPLICATION")?,
            plan: variables.get("PLAN").map_or(Ok(Plan::default()), |text| parse_plan(&text))?,
        })
    }
}

fn parse_plan(text: &str) -> Result<Plan, SettingError> {
    Plan::from_name(text).ok_or(SettingError { name: "PLAN", expected: "paid or free" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<Settings, SettingError> {
        Settings::from_variables(|name| {
            pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_defaults_are_production_one_credit_a_page_and_no_operators() {
        let settings = read(&[]).unwrap();
        assert!(!settings.http.development);
        assert_eq!(
            (
                settings.accounts.credits_per_page,
                settings.accounts.calls_per_minute,
                settings.accounts.mails_per_hour
            ),
            (1, 120, 200)
        );
        assert!(settings.read_replication && !read(&[("READ_REPLICATION", "off")]).unwrap().read_replication);
        assert!(settings.accounts.operator_secrets.is_empty() && settings.http.token_key.is_none());
    }

    #[test]
    fn a_short_operator_secret_is_ignored() {
        let long = "s".repeat(32);
        let secrets = |pairs: &[_]| read(pairs).unwrap().accounts.operator_secrets;
        assert!(secrets(&[("OPERATOR_SECRET", &long[1..]), ("OPERATOR_SECRET_PREVIOUS", &long)]).is_empty());
        assert!(secrets(&[("OPERATOR_SECRET_PREVIOUS", &long)]).is_empty());
        let both = [("OPERATOR_SECRET", long.as_str()), ("OPERATOR_SECRET_PREVIOUS", &long[1..])];
        assert_eq!(secrets(&both), std::slice::from_ref(&long));
    }

    #[test]
    fn printed_settings_contain_no_secret() {
        let (secret, key) = ("operator-".repeat(4), crate::encoding::base64url(&[255; 32]));
        let pairs = [
            ("OPERATOR_SECRET", secret.as_str()),
            ("TOKEN_KEY", &key),
            ("STRIPE_SECRET_KEY", "sk_test_secret"),
            ("STRIPE_WEBHOOK_SECRET", "whsec_secret_of_more_than_24_characters"),
        ];
        let printed = format!("{:?}", read(&pairs).unwrap());
        for (name, value) in pairs {
            assert!(!printed.contains(value), "{name}: {printed}");
        }
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
    fn access_needs_both_a_team_and_an_audience() {
        let (team, audience) =
            (("ACCESS_TEAM", "https://reef.cloudflareaccess.com"), ("ACCESS_AUD", "4714c1"));
        let settings = read(&[team, audience]).unwrap();
        assert!(settings.accounts.has_operators() && !read(&[]).unwrap().accounts.has_operators());
        let access = settings.accounts.access.unwrap();
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
        assert_eq!(read(&[("TOKEN_KEY", &text)]).unwrap().http.token_key, Some([255; 32]));
        assert_eq!(
            read(&[("PUBLIC_ORIGIN", "https://API.example.com")]).unwrap().http.host(),
            Some("api.example.com")
        );
    }
}
