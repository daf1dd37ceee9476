//! Payments: what each event does, and what is kept for the operator.

use crate::api::operator;
use crate::sqlite::{Fault, Server};
use crate::stripe::{
    completed, disputed, event, ledger, made, payment, refunded, send, session, shop, state, tell, text,
};
use postern::accounts::token::unseal;
use postern::store::Database::Accounts;
use serde_json::json;

fn active(balance: i64) -> (i64, String) {
    (balance, "active".to_owned())
}

fn suspended(balance: i64) -> (i64, String) {
    (balance, "suspended".to_owned())
}

/// A shop in which account 2 bought 1,000 credits for 900.
fn bought() -> Server {
    let server = shop();
    made(&server, "cs_a", 2, 1000, 900);
    tell(&server, &[completed("cs_a", Some("account_2"), 900)]);
    server
}

#[test]
fn the_first_payment_activates_the_account_and_its_token_waits() {
    let server = shop();
    made(&server, "cs_a", 1, 1000, 900);
    let paid = completed("cs_a", Some("account_1"), 900);
    tell(&server, &[paid.clone(), paid]);
    assert_eq!(state(&server, 1), active(1000));
    assert_eq!(ledger(&server, 1), "purchase 1000");
    assert_eq!(payment(&server, "cs_a"), "paid 1 900 usd 1000 pi_cs_a - -: -");
    let (waiting, key) =
        (text(&server, "SELECT waiting FROM tokens"), text(&server, "SELECT token_key FROM tokens"));
    let token = String::from_utf8(unseal(&waiting, &[7; 32], &key).unwrap()).unwrap();
    assert_eq!(crate::api::get(&server, &token, "/api/v1/account").status, 200);
    let sealed = text(&server, "SELECT sealed FROM tokens");
    assert_ne!(sealed[..32], waiting[..32], "a nonce is used once");
    let mails = text(&server, "SELECT group_concat(recipient || ': ' || subject, ', ') FROM mails");
    assert_eq!(mails, "one@example.com: Your payment arrived, one@example.com: Your API token is ready");
    let told = text(&server, "SELECT text FROM mails LIMIT 1");
    assert!(told.contains("1000 credits were added. Your balance is 1000 credits"), "{told}");
}

#[test]
fn later_payments_make_no_token_and_a_suspended_account_stays_so() {
    let server = bought();
    assert_eq!((state(&server, 2), server.count(Accounts, "SELECT count(*) FROM tokens")), (active(1000), 0));
    tell(&server, &[completed("cs_link", Some("account_3"), 300)]);
    assert_eq!(state(&server, 3), suspended(7));
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM tokens"), 0);
}

#[test]
fn delayed_money_counts_when_it_comes_and_a_late_word_of_none_changes_nothing() {
    let server = shop();
    made(&server, "cs_a", 2, 1000, 900);
    let of = |kind: &str, status: &str| {
        event(&format!("checkout.session.{kind}"), &session("cs_a", Some("account_2"), 900, status))
    };
    let state_is = |expected: &str| assert_eq!(text(&server, "SELECT state FROM payments"), expected);
    tell(&server, &[of("completed", "unpaid")]);
    state_is("waiting");
    tell(&server, &[of("expired", "unpaid")]);
    state_is("waiting");
    tell(&server, &[of("async_payment_failed", "unpaid")]);
    state_is("failed");
    tell(&server, &[of("completed", "unpaid")]);
    state_is("failed");
    assert_eq!(state(&server, 2), active(0));
    tell(&server, &[of("async_payment_succeeded", "paid")]);
    state_is("paid");
    for (kind, status) in [
        ("completed", "unpaid"),
        ("completed", "paid"),
        ("async_payment_failed", "unpaid"),
        ("expired", "unpaid"),
        ("async_payment_succeeded", "paid"),
    ] {
        tell(&server, &[of(kind, status)]);
        state_is("paid");
    }
    assert_eq!((state(&server, 2), ledger(&server, 2)), (active(1000), "purchase 1000".into()));
}

#[test]
fn what_fits_no_account_is_kept_with_its_reason() {
    let other_currency = |name: &str| {
        let mut event = completed(name, Some("account_2"), 900);
        event["data"]["object"]["currency"] = json!("EUR");
        event
    };
    let who = "pi_cs_a payer@example.com";
    for (is_ours, event, expected) in [
        (
            true,
            completed("cs_a", Some("account_2"), 901),
            format!("unmatched - 901 usd 0 {who} account_2: agreed were 900 usd"),
        ),
        (true, other_currency("cs_a"), format!("unmatched - 900 eur 0 {who} account_2: agreed were 900 usd")),
        (
            true,
            completed("cs_a", Some("account_1"), 900),
            format!("unmatched - 900 usd 0 {who} account_1: its session was made for account_2"),
        ),
        (false, completed("cs_a", None, 900), format!("unmatched - 900 usd 0 {who} -: it names no account")),
        (
            false,
            completed("cs_a", Some("account_4"), 900),
            format!("unmatched - 900 usd 0 {who} account_4: it names no account"),
        ),
        (
            false,
            completed("cs_a", Some("account_02"), 900),
            format!("unmatched - 900 usd 0 {who} account_02: it names no account"),
        ),
        (
            false,
            completed("cs_a", Some("two@example.com"), 900),
            format!("unmatched - 900 usd 0 {who} two@example.com: it names no account"),
        ),
        (
            false,
            completed("cs_a", Some("account_2"), 901),
            format!("unmatched - 901 usd 0 {who} account_2: it is the price of no pack"),
        ),
        (
            false,
            other_currency("cs_a"),
            format!("unmatched - 900 eur 0 {who} account_2: it is the price of no pack"),
        ),
    ] {
        let server = shop();
        if is_ours {
            made(&server, "cs_a", 2, 1000, 900);
        }
        tell(&server, &[event.clone(), event, completed("cs_a", Some("account_2"), 900)]);
        assert_eq!(payment(&server, "cs_a"), expected);
        tell(&server, &[refunded("cs_a", 900), disputed("cs_a", 1, 900, "needs_response")]);
        assert_eq!(
            (state(&server, 1).0, state(&server, 2), state(&server, 3).0),
            (0, active(0), 0),
            "{expected}"
        );
        assert_eq!(
            server.count(Accounts, "SELECT (SELECT count(*) FROM mails) + (SELECT count(*) FROM ledger)"),
            0
        );
    }
}

#[test]
fn a_session_of_a_deleted_account_or_of_a_full_one_is_kept() {
    let server = shop();
    made(&server, "cs_a", 2, 1000, 900);
    crate::api::run(&server, Accounts, "UPDATE payments SET account_id = NULL");
    tell(&server, &[completed("cs_a", Some("account_2"), 900)]);
    assert!(payment(&server, "cs_a").ends_with("account_2: it names no account"));
    made(&server, "cs_b", 2, 1000, 900);
    crate::api::run(
        &server,
        Accounts,
        "UPDATE accounts SET balance = 9007199254740000 WHERE account_id = 2; \
         INSERT INTO ledger VALUES (2, 0, 'opening', 'opening', 9007199254740000, NULL)",
    );
    tell(&server, &[completed("cs_b", Some("account_2"), 900)]);
    assert!(payment(&server, "cs_b").ends_with("account_2: the balance would be too large"));
    assert_eq!(state(&server, 2).0, 9_007_199_254_740_000);
}

#[test]
fn refunds_take_back_their_share_rounded_up_and_never_more_than_was_bought() {
    let server = shop();
    made(&server, "cs_a", 2, 7, 300);
    tell(&server, &[completed("cs_a", Some("account_2"), 300)]);
    for (refunded_so_far, left) in [(1, 6), (42, 6), (43, 5), (43, 5), (20, 5), (299, 0), (300, 0), (5000, 0)]
    {
        tell(&server, &[refunded("cs_a", refunded_so_far)]);
        assert_eq!(state(&server, 2), active(left), "{refunded_so_far}");
    }
    assert_eq!(ledger(&server, 2), "purchase 7, refund -1, refund -1, refund -5");
    let subjects = "SELECT count(*) FROM mails WHERE subject = 'A payment was refunded'";
    assert_eq!(server.count(Accounts, subjects), 3);
}

#[test]
fn what_was_spent_is_taken_back_below_zero() {
    let server = bought();
    crate::api::run(
        &server,
        Accounts,
        "UPDATE accounts SET balance = 100 WHERE account_id = 2; INSERT INTO ledger VALUES (2, 5, 'p', 'page', -900, NULL)",
    );
    tell(&server, &[refunded("cs_a", 900)]);
    assert_eq!(state(&server, 2), active(-900));
}

#[test]
fn a_dispute_suspends_and_a_won_one_undoes_it() {
    let server = bought();
    tell(&server, &[disputed("cs_a", 1, 900, "warning_needs_response")]);
    assert_eq!(state(&server, 2), active(1000));
    tell(&server, &[disputed("cs_a", 1, 900, "needs_response"), disputed("cs_a", 1, 900, "under_review")]);
    assert_eq!(state(&server, 2), suspended(0));
    let list = "SELECT subject FROM mails ORDER BY mail_id DESC LIMIT 1";
    assert_eq!(text(&server, list), "A payment is disputed");
    tell(&server, &[disputed("cs_a", 1, 900, "won"), disputed("cs_a", 1, 900, "needs_response")]);
    assert_eq!(state(&server, 2), active(1000));
    tell(&server, &[disputed("cs_a", 1, 900, "lost")]);
    assert_eq!(state(&server, 2), active(1000));
    assert_eq!(ledger(&server, 2), "purchase 1000, dispute -1000, dispute_won 1000");
}

#[test]
fn another_dispute_or_a_lost_one_keeps_the_account_suspended() {
    let server = bought();
    tell(&server, &[disputed("cs_a", 1, 300, "needs_response"), disputed("cs_a", 2, 300, "needs_response")]);
    assert_eq!(state(&server, 2), suspended(333));
    tell(&server, &[disputed("cs_a", 1, 300, "won")]);
    assert_eq!(state(&server, 2), suspended(666));
    tell(&server, &[disputed("cs_a", 2, 300, "lost"), disputed("cs_a", 2, 300, "appeal_under_review")]);
    assert_eq!(state(&server, 2), suspended(666));
    tell(&server, &[disputed("cs_a", 2, 300, "won"), disputed("cs_a", 2, 300, "lost")]);
    assert_eq!(state(&server, 2), active(1000), "an appeal may be won");
    let list = "SELECT subject FROM mails ORDER BY mail_id DESC LIMIT 1";
    assert_eq!(text(&server, list), "A dispute is over");
}

#[test]
fn an_operators_decision_stands() {
    let status = |server: &Server, status: &str| {
        let body = json!({ "status": status }).to_string();
        let path = "/operator/v1/accounts/two@example.com/status";
        assert_eq!(operator(server, "POST", path, body.as_bytes()).status, 200);
    };
    let server = bought();
    tell(&server, &[disputed("cs_a", 1, 900, "needs_response")]);
    status(&server, "active");
    tell(&server, &[disputed("cs_a", 1, 900, "under_review"), disputed("cs_a", 1, 900, "lost")]);
    assert_eq!(state(&server, 2), active(0));

    let server = bought();
    tell(&server, &[disputed("cs_a", 1, 900, "needs_response")]);
    status(&server, "suspended");
    tell(&server, &[disputed("cs_a", 1, 900, "won")]);
    assert_eq!(state(&server, 2), suspended(1000));

    let server = bought();
    status(&server, "suspended");
    tell(&server, &[disputed("cs_a", 1, 900, "needs_response"), disputed("cs_a", 1, 900, "won")]);
    assert_eq!(state(&server, 2), suspended(1000));
}

#[test]
fn what_is_heard_before_the_payment_counts_when_that_comes() {
    let server = shop();
    made(&server, "cs_a", 1, 1000, 900);
    tell(&server, &[refunded("cs_a", 450), disputed("cs_a", 1, 300, "needs_response")]);
    assert_eq!(state(&server, 1), (0, "pending".into()));
    tell(&server, &[completed("cs_a", Some("account_1"), 900)]);
    assert_eq!(state(&server, 1), suspended(166));
    assert_eq!(ledger(&server, 1), "purchase 1000, dispute -834");
    tell(&server, &[disputed("cs_a", 1, 300, "won")]);
    assert_eq!(state(&server, 1), active(500));
}

#[test]
fn an_event_is_of_one_transaction_and_a_fault_of_storage_asks_for_it_again() {
    let server = shop();
    made(&server, "cs_a", 1, 1000, 900);
    let paid = completed("cs_a", Some("account_1"), 900);
    for (faults, balance) in
        [(&[Fault::Refused][..], 0), (&[Fault::Reset; 3], 0), (&[Fault::AnswerLost; 3], 1000)]
    {
        server.faults.borrow_mut().extend(faults.iter().map(|fault| (Accounts, *fault)));
        assert_eq!((send(&server, &paid), state(&server, 1).0), (503, balance));
    }
    made(&server, "cs_b", 1, 1000, 900);
    server.faults.borrow_mut().push((Accounts, Fault::AnswerLost));
    tell(&server, &[completed("cs_b", Some("account_1"), 900)]);
    assert_eq!(state(&server, 1).0, 2000);
    let before = server.batches.borrow().len();
    tell(&server, &[paid]);
    assert_eq!((server.batches.borrow().len() - before, state(&server, 1)), (1, active(2000)));
}
