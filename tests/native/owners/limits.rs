//! Limits of what strangers can make the service do: mails, links, codes, sessions.

use super::{Browser, MINUTE, advance, code, link, mail, told};
use crate::sqlite::Server;
use postern::http::runtime::RateLimit;
use postern::store::Database::Accounts;
use postern::time::DAY;
use serde_json::{Value, json};

const REEF: &str = "reef@example.com";

/// Asks for a link to sign in from an address of the network: the status, and how long to wait.
fn ask(server: &Server, client: &str, email: &str) -> (u16, Option<String>) {
    let reply = Browser::at(client).call(server, "POST", "sign-in", &json!({"email": email}));
    (reply.status, reply.header("Retry-After").map(str::to_owned))
}

fn wait(seconds: &str) -> (u16, Option<String>) {
    (429, Some(seconds.into()))
}

#[test]
fn one_network_has_five_links_of_an_address_and_all_together_have_twenty_five() {
    let server = Server::default();
    for host in 1..=5 {
        assert_eq!(ask(&server, &format!("2001:db8:1:1::{host}"), REEF).0, 202);
    }
    assert_eq!(ask(&server, "2001:db8:1:1:ffff::1", REEF), wait("900"), "all of a /64 are one network");
    for network in 2..=5 {
        for host in 1..=5 {
            assert_eq!(ask(&server, &format!("2001:db8:1:{network}::{host}"), REEF).0, 202);
        }
    }
    assert_eq!(ask(&server, "203.0.113.9", REEF), wait("900"), "25 in all");
    assert_eq!(ask(&server, "203.0.113.9", "other@example.com").0, 202);
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM mails"), 26);
    advance(&server, 15 * MINUTE);
    assert_eq!(ask(&server, "203.0.113.9", REEF).0, 202, "those are over");
}

#[test]
fn an_address_is_asked_for_a_hundred_times_a_day() {
    let server = Server::default();
    let mut sent = 0;
    for network in 0..200 {
        advance(&server, MINUTE);
        sent += u32::from(ask(&server, &format!("203.0.113.{network}"), REEF).0 == 202);
    }
    assert_eq!(sent, 100);
    advance(&server, DAY - 199 * MINUTE);
    assert_eq!(ask(&server, "203.0.113.1", REEF).0, 202, "a day after the first");
}

#[test]
fn a_minutes_limits_are_kept_for_the_network_and_for_the_recipient_without_asking_storage() {
    let server = Server::default();
    ask(&server, "2001:db8:1:2::1", "Reef@Example.com");
    ask(&server, "2001:db8:1:2::2", REEF);
    let counted = server.counted.take();
    assert!(counted.iter().all(|(limit, _)| *limit == RateLimit::Mails));
    let keys: Vec<_> = counted.into_iter().map(|(_, key)| key).collect();
    assert!(keys[0].starts_with("network ") && keys[1].starts_with("recipient "), "{keys:?}");
    assert_eq!((&keys[..2], keys.len()), (&keys[2..], 4));
    server.limited.set(Some(RateLimit::Mails));
    server.batches.take();
    assert_eq!(ask(&server, "203.0.113.1", REEF), wait("60"));
    assert_eq!(server.batches.take(), []);
}

/// A browser whose session is over, at an address that strangers used up.
fn known(server: &Server, email: &str) -> Browser {
    let browser = Browser::at("2001:db8:1:1::1");
    browser.enter(server, "sign-up", email);
    browser.keep_only("__Host-known");
    browser
}

#[test]
fn a_browser_that_had_a_session_can_always_ask_whatever_strangers_did() {
    let mut server = Server::default();
    server.settings.accounts.mails_per_hour = 27;
    let (owner, other) = (known(&server, REEF), known(&server, "other@example.com"));
    for network in 2..=6 {
        for _ in 0..5 {
            assert_eq!(ask(&server, &format!("2001:db8:1:{network}::1"), REEF).0, 202);
        }
    }
    assert_eq!(ask(&server, "203.0.113.1", REEF).0, 429, "both limits are reached");
    assert_eq!(ask(&server, "203.0.113.1", "nobody@example.com").0, 429);
    let asked = |browser: &Browser| {
        browser.keep_only("__Host-known");
        browser.post(&server, "sign-in", &json!({"email": REEF})).0
    };
    assert_eq!(asked(&other), 429, "a known browser of another account is a stranger");
    let forged = Browser::at("203.0.113.1");
    let value = other.cookie().replace("__Host-known=2.", "__Host-known=1.");
    forged.cookies.borrow_mut().push(("__Host-known".into(), value["__Host-known=".len()..].into()));
    assert_eq!(asked(&forged), 429, "a cookie is signed");
    for _ in 0..5 {
        assert_eq!(asked(&owner), 202);
    }
    assert_eq!(asked(&owner), 429, "and five of its own");
    let keys: Vec<_> = server.counted.take().into_iter().map(|(_, key)| key).collect();
    assert!(keys.contains(&"account 1".to_owned()), "its minute's limit is its own: {keys:?}");
}

#[test]
fn the_mails_of_an_hour_are_capped_and_the_operator_hears_of_it_before() {
    let mut server = Server::default();
    server.settings.accounts.mails_per_hour = 10;
    let half_past = 30 * MINUTE - server.now.get().0 % (60 * MINUTE);
    advance(&server, half_past);
    let mut sent = 0;
    for stranger in 0..50 {
        sent += u32::from(
            ask(&server, &format!("203.0.113.{stranger}"), &format!("a{stranger}@example.com")).0 == 202,
        );
    }
    assert_eq!(sent, 10);
    let said = |count| {
        format!("mail-cap: {count} of 10 mails that strangers may ask for in an hour (MAILS_PER_HOUR)")
    };
    assert_eq!(*server.alarms.borrow(), [said(8), said(10)]);
    server.batches.take();
    assert_eq!(ask(&server, "203.0.113.77", "b@example.com"), wait("1800"));
    assert_eq!(server.batches.take(), [], "storage is not asked until the next hour");
    advance(&server, 30 * MINUTE);
    assert_eq!(ask(&server, "203.0.113.77", "b@example.com").0, 202);
}

#[test]
fn one_network_has_a_tenth_of_the_mails_of_an_hour() {
    let mut server = Server::default();
    server.settings.accounts.mails_per_hour = 100;
    let half_past = 30 * MINUTE - server.now.get().0 % (60 * MINUTE);
    advance(&server, half_past);
    let asked = |network: &str| {
        (0..30).filter(|n| ask(&server, network, &format!("a{n}@example.com")).0 == 202).count()
    };
    assert_eq!(asked("203.0.113.1"), 10);
    assert_eq!(ask(&server, "203.0.113.1", "one.more@example.com"), wait("1800"));
    assert_eq!(asked("203.0.113.2"), 10, "another network has as many");
    server.settings.accounts.mails_per_hour = 20;
    assert_eq!(ask(&server, "203.0.113.3", REEF), wait("1800"), "until all of them are used up");
}

#[test]
fn a_known_browser_is_told_how_long_the_hour_lasts_where_it_asks_for_another_address() {
    let mut server = Server::default();
    server.settings.accounts.mails_per_hour = 5;
    let half_past = 30 * MINUTE - server.now.get().0 % (60 * MINUTE);
    advance(&server, half_past);
    let owner = known(&server, REEF);
    for network in 2..=5 {
        assert_eq!(ask(&server, &format!("2001:db8:1:{network}::1"), "tide@example.com").0, 202);
    }
    let reply = owner.call(&server, "POST", "sign-in", &json!({"email": "tide@example.com"}));
    assert_eq!((reply.status, reply.header("Retry-After")), (429, Some("1800")));
    assert_eq!(owner.post(&server, "sign-in", &json!({"email": REEF})).0, 202);
}

#[test]
fn codes_of_an_address_can_be_tried_fifty_times_a_day_by_strangers() {
    let server = Server::default();
    let owner = known(&server, REEF);
    let wrong = json!({"code": "x"});
    let mut tries = 0;
    for network in 0..30 {
        let stranger = Browser::at(&format!("203.0.113.{network}"));
        if stranger.post(&server, "sign-in", &json!({"email": REEF})).0 == 202 {
            for _ in 0..5 {
                let before = server.count(Accounts, "SELECT sum(tries) FROM links");
                assert_eq!(stranger.post(&server, "confirm", &wrong), (401, json!("INVALID_LINK")));
                tries += server.count(Accounts, "SELECT sum(tries) FROM links") - before;
            }
        }
        advance(&server, MINUTE);
    }
    assert_eq!(tries, 50);
    let stranger = Browser::at("198.51.100.1");
    advance(&server, 15 * MINUTE);
    assert_eq!(stranger.post(&server, "sign-in", &json!({"email": REEF})).0, 202);
    let right = json!({"code": code(&server)});
    assert_eq!(stranger.post(&server, "confirm", &right), (401, json!("INVALID_LINK")), "also the right one");
    assert_eq!(
        stranger.post(&server, "confirm", &json!({"link": link(&server)})).0,
        200,
        "the link still works"
    );
    assert_eq!(owner.post(&server, "sign-in", &json!({"email": REEF})).0, 202);
    let right = json!({"code": code(&server)});
    assert_eq!(owner.post(&server, "confirm", &right).0, 200, "a known browser's codes are its own");
}

#[test]
fn guessed_sessions_and_links_ask_storage_once_a_second_past_the_limit() {
    let server = Server::default();
    let owner = Browser::at("2001:db8:1:1::1");
    owner.enter(&server, "sign-up", REEF);
    owner.get(&server, "account");
    server.limited.set(Some(RateLimit::Refusals));
    server.batches.take();
    for guess in 0..60_u8 {
        let stranger = Browser::at(&format!("2001:db8:1:1::{guess:x}"));
        let session = format!("{guess:043}");
        stranger.cookies.borrow_mut().push(("__Host-session".into(), session));
        let reply = stranger.call(&server, "GET", "account", &Value::Null);
        assert_eq!((told(&reply).0, reply.header("Retry-After")), (429, Some("1")));
        for guess in [json!({"link": "x"}), json!({"code": "12345678"})] {
            assert_eq!(stranger.post(&server, "confirm", &guess), (429, json!("RATE_LIMITED")));
        }
    }
    assert_eq!(server.batches.take(), [Accounts], "the first guess");
    owner.get(&server, "account");
    advance(&server, 1_000);
    let good = Browser::at("2001:db8:1:1::1");
    server.limited.set(None);
    good.post(&server, "sign-in", &json!({"email": REEF}));
    assert_eq!(mail(&server).0, REEF);
    assert_eq!(good.post(&server, "confirm", &json!({"link": link(&server)})).0, 200, "in its turn");
}

#[test]
fn calls_of_the_dashboard_are_limited_by_session_and_account_without_asking_storage() {
    let server = Server::default();
    let browsers = [(); 2].map(|()| Browser::default());
    for browser in &browsers {
        browser.enter(&server, "sign-up", REEF);
        server.counted.take();
        browser.get(&server, "account");
        browser.get(&server, "ledger");
    }
    let counted = server.counted.take();
    assert!(counted.iter().all(|(limit, _)| *limit == RateLimit::Dashboard), "{counted:?}");
    let accounts = counted.iter().filter(|(_, key)| key == "account 1").count();
    let sessions = counted.iter().filter(|(_, key)| key.starts_with("session ")).count();
    assert_eq!((accounts, sessions), (2, 2));
    server.limited.set(Some(RateLimit::Dashboard));
    server.batches.take();
    for place in ["account", "usage", "ledger", "ledger.csv", "payments"] {
        let reply = browsers[0].call(&server, "GET", place, &Value::Null);
        assert_eq!((reply.status, reply.header("Retry-After")), (429, Some("60")), "{place}");
    }
    assert_eq!(browsers[0].post(&server, "checkouts", &json!({"pack": "Starter"})).0, 429);
    assert_eq!(server.batches.take(), []);
}
