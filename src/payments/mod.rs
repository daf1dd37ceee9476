//! Payments by Stripe: what is for sale, and what its events say.
//!
//! The table `payments` keeps what was agreed when a checkout session was created. An event of Stripe says that it was paid,
//! never what it was worth. Events come twice, late and in any order, so no event is a step. Each is a fact that is written
//! down: a session is paid, a refund counts or has failed, a dispute is open, won or lost. Then what the ledger should say about
//! the payment is compared with what it says, and the difference is booked ([`statements`]).
//!
//! Refunds come by name, and as a sum from webhooks that are sent nothing else; `statements/gone.rs` says how the two go
//! together. A refund or dispute in another currency than the payment's takes all of it.

pub mod endpoints;
pub mod event;
pub mod mails;
pub mod packs;
pub mod service;
pub mod settings;
pub mod shown;
pub mod signature;
pub mod statements;

/// The version of Stripe's API that is spoken: what [`event`] reads and what a checkout is made of, as of then.
pub const VERSION: &str = "2026-10-28.endive";

/// Whether events are to be of real money. A key says so; without one, all but a developer's machine is real.
pub fn is_live(key: Option<&str>, development: bool) -> bool {
    key.map_or(!development, |key| key.starts_with("sk_live_") || key.starts_with("rk_live_"))
}

/// Whether a text has the form of a secret key.
pub fn is_key(text: &str) -> bool {
    ["sk_live_", "rk_live_", "sk_test_", "rk_test_"].iter().any(|start| text.starts_with(start))
}

/// The fewest characters of a webhook secret after its beginning. Stripe's have 32; what somebody makes up for a form has fewer.
const WEBHOOK_SECRET: usize = 24;

/// Whether a text has the form of a webhook secret: whoever guesses one can book payments.
pub fn is_webhook_secret(text: &str) -> bool {
    text.strip_prefix("whsec_")
        .is_some_and(|rest| rest.len() >= WEBHOOK_SECRET && rest.bytes().all(|byte| byte.is_ascii_graphic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_decides_whether_money_is_real() {
        assert!(is_live(Some("sk_live_a"), true) && is_live(Some("rk_live_a"), true));
        assert!(!is_live(Some("sk_test_a"), false) && !is_live(Some("rk_test_a"), false));
        assert!(is_live(None, false) && !is_live(None, true));
        assert!(is_key("rk_test_a") && !is_key("pk_live_a"));
    }

    #[test]
    fn a_webhook_secret_can_not_be_guessed() {
        assert!(is_webhook_secret("whsec_abcdefghijklmnopqrstuvwx"));
        for text in [
            "whsec_abcdefghijklmnopqrstuvw",
            "whsec_",
            "none",
            "whsec_abcdefghijkl mnopqrstuvwx",
            "wh_abcdefghijklmnopqrstuvwxyz",
        ] {
            assert!(!is_webhook_secret(text), "{text}");
        }
    }
}
