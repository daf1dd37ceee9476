//! Payments with Stripe: what is for sale, and what Stripe's events report.
//!
//! The table `payments` stores what was agreed when a checkout session was created. An event says that a session was paid,
//! never what it was worth. Events arrive twice, late and in any order, so no event is a step of a process. Each is a fact
//! that is recorded: a session is paid, a refund counts or has failed, a dispute is open, won or lost. Then what the ledger
//! should say about the payment is compared with what it says, and the difference is booked ([`statements`]).
//!
//! Refunds are reported by id, and as a sum to webhooks that get no other event; `statements/deductions.rs` says how the
//! two are combined. A refund or dispute in another currency than the payment's takes back all of it.

pub mod endpoints;
pub mod event;
pub mod mails;
pub mod packs;
pub mod service;
pub mod settings;
pub mod signature;
pub mod statements;
pub mod view;

/// The version of Stripe's API that is used: for what [`event`] parses, and for creating checkouts.
pub const VERSION: &str = "2026-10-28.endive";

/// Whether events must be about real money. The key decides; without one, only development is a test.
pub fn is_live(key: Option<&str>, development: bool) -> bool {
    key.map_or(!development, |key| key.starts_with("sk_live_") || key.starts_with("rk_live_"))
}

/// Whether a text has the form of a secret key.
pub fn is_key(text: &str) -> bool {
    ["sk_live_", "rk_live_", "sk_test_", "rk_test_"].iter().any(|start| text.starts_with(start))
}

/// The minimum length of a webhook secret after its prefix. Stripe's have 32; a made-up placeholder has fewer.
const WEBHOOK_SECRET: usize = 24;

/// Whether a text has the form of a webhook secret. Whoever can guess one can book payments.
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
