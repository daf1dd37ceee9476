//! Refunds by their names and as sums, failed ones, and what is told in another currency than was paid.

use crate::sqlite::Server;
use crate::stripe::{
    Refund, completed, disputed_in, ledger, made, refund, refunded_at, shop, state, tell, text,
};
use postern::store::Database::Accounts;

/// A shop in which account 2 bought 1,000 credits for 900.
fn bought() -> Server {
    let server = shop();
    made(&server, "cs_a", 2, 1000, 900);
    tell(&server, &[completed("cs_a", Some("account_2"), 900)]);
    server
}

fn balance(server: &Server) -> i64 {
    state(server, 2).0
}

/// The subjects of the mails, in order.
fn told(server: &Server) -> String {
    text(server, "SELECT group_concat(subject, ', ') FROM (SELECT * FROM mails ORDER BY mail_id)")
}

#[test]
fn a_refund_that_fails_gives_its_credits_back_and_says_so() {
    let server = bought();
    let back = refund("cs_a", 1, 900, 100);
    tell(&server, &[back.told("refund.created", "pending", 100), refunded_at("cs_a", 900, 100)]);
    assert_eq!(balance(&server), 0);
    let failed = back.told("refund.failed", "failed", 500);
    tell(&server, &[failed.clone(), back.told("charge.refund.updated", "failed", 500), failed]);
    assert_eq!(state(&server, 2), (1000, "active".into()));
    // What was told before it failed comes late.
    tell(&server, &[back.told("refund.updated", "succeeded", 101), refunded_at("cs_a", 900, 100)]);
    assert_eq!(ledger(&server, 2), "purchase 1000, refund -1000, refund_failed 1000");
    assert_eq!(told(&server), "Your payment arrived, A payment was refunded, A refund failed");
    let words = text(&server, "SELECT text FROM mails ORDER BY mail_id DESC LIMIT 1");
    assert!(words.contains("Your balance is 1000 credits"), "{words}");
}

#[test]
fn a_cancelled_refund_fails_too_and_one_whose_failure_comes_first_takes_nothing() {
    let server = bought();
    let (first, second) = (refund("cs_a", 1, 450, 100), refund("cs_a", 2, 450, 200));
    tell(
        &server,
        &[first.told("refund.failed", "canceled", 300), first.told("refund.created", "pending", 100)],
    );
    assert_eq!(balance(&server), 1000);
    tell(&server, &[second.told("refund.updated", "requires_action", 200)]);
    assert_eq!(balance(&server), 500);
}

#[test]
fn a_sum_that_was_told_by_an_earlier_version_is_less_what_has_failed_since() {
    let server = bought();
    let before = "INSERT INTO refunds (intent, amount) VALUES ('pi_cs_a', 600); \
         UPDATE progress SET value = 1000 * 1000 WHERE name = 'refunds by name'";
    crate::api::run(&server, Accounts, before);
    let (old, new) = (refund("cs_a", 1, 300, 100), refund("cs_a", 2, 300, 2000));
    tell(&server, &[new.told("refund.failed", "failed", 3000)]);
    assert_eq!(balance(&server), 333, "it was in no sum from before");
    tell(&server, &[old.told("refund.failed", "failed", 4000)]);
    assert_eq!(balance(&server), 666);
}

#[test]
fn the_latest_sum_counts_also_where_it_is_smaller() {
    let server = bought();
    tell(&server, &[refunded_at("cs_a", 900, 100), refunded_at("cs_a", 450, 300)]);
    assert_eq!(balance(&server), 500);
    tell(&server, &[refunded_at("cs_a", 900, 200), refunded_at("cs_a", 100, 300)]);
    assert_eq!(balance(&server), 500, "late, and of the same second");
}

#[test]
fn what_is_in_another_currency_takes_all_of_the_payment() {
    let server = bought();
    let euros = Refund { currency: "eur", ..refund("cs_a", 1, 68, 100) };
    tell(&server, &[euros.told("refund.created", "succeeded", 100)]);
    assert_eq!(balance(&server), 0);
    tell(&server, &[euros.told("refund.failed", "failed", 200)]);
    assert_eq!(balance(&server), 1000);
    let mut sum = refunded_at("cs_a", 68, 300);
    sum["data"]["object"]["currency"] = "EUR".into();
    tell(&server, &[sum]);
    assert_eq!(balance(&server), 0);

    let server = bought();
    tell(&server, &[disputed_in("eur", "cs_a", 1, 68, "needs_response")]);
    assert_eq!(state(&server, 2), (0, "suspended".into()));
    tell(&server, &[disputed_in("eur", "cs_a", 1, 68, "won")]);
    assert_eq!(state(&server, 2), (1000, "active".into()));
}

#[test]
fn lists_show_what_refunds_that_count_come_to() {
    let server = bought();
    let shown = || {
        let payment = crate::payments_operators::list(&server, "state=all").0.remove(0);
        (payment["refunded"].as_i64().unwrap(), payment["state"].as_str().unwrap().to_owned())
    };
    let back = refund("cs_a", 1, 300, 100);
    tell(&server, &[back.told("refund.created", "pending", 100)]);
    assert_eq!(shown(), (300, "partly_refunded".into()));
    tell(&server, &[back.told("refund.updated", "failed", 100)]);
    assert_eq!(shown(), (0, "paid".into()));
}
