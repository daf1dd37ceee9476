//! Signing up, in and out: links, codes, sessions, limits.

use super::{Browser, MINUTE, advance, code, link, mail};
use crate::sqlite::{NOW, Server};
use postern::store::Database::Accounts;
use postern::time::DAY;
use serde_json::{Value, json};

#[test]
fn signing_up_makes_a_pending_account_and_signing_in_finds_it() {
    let (server, browser) = (Server::default(), Browser::default());
    let asked = json!({"email": "Reef@Example.com", "name": "Reef Watch", "company": "Tide"});
    assert_eq!(browser.post(&server, "sign-up", &asked), (202, json!({"sent": true, "expires_in": 900})));
    let (recipient, subject, _) = mail(&server);
    assert_eq!((recipient.as_str(), subject.as_str()), ("Reef@Example.com", "Confirm your address"));
    assert_eq!(
        server.count(Accounts, "SELECT count(*) FROM accounts"),
        0,
        "not before the address is confirmed"
    );
    let link = json!({"link": link(&server)});
    assert_eq!(browser.post(&server, "confirm", &link), (200, json!({"did": "signed_up"})));
    let mut account = browser.get(&server, "account");
    let test_token = account.as_object_mut().unwrap().remove("test_token").unwrap();
    assert!(test_token.as_str().unwrap().starts_with("postern_test_"));
    assert_eq!(
        account,
        json!({
            "account": {"name": "Reef Watch", "email": "Reef@Example.com", "company": "Tide", "status": "pending",
                "created_at": NOW.to_string()},
            "balance": {"current": 0, "total_used": 0}, "usage": {"api_calls_30_days": 0},
            "token": null, "settings": {"browser_cap": null},
        })
    );
    let other = Browser::default();
    assert_eq!(other.enter(&server, "sign-in", "REEF@example.com"), "signed_in");
    assert_eq!(other.enter(&server, "sign-up", "reef@example.com"), "signed_in");
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM accounts"), 1);
    assert_eq!(mail(&server).1, "You have an account already");
}

#[test]
fn an_answer_never_says_whether_an_address_has_an_account() {
    let server = Server::default();
    Browser::default().enter(&server, "sign-up", "reef@example.com");
    let ask = |place: &str, email: &str| {
        server.batches.borrow_mut().clear();
        let reply = Browser::default().call(&server, "POST", place, &json!({"email": email}));
        let headers: Vec<_> = reply.headers.iter().map(|(name, value)| (*name, value.len())).collect();
        (reply.status, reply.body_text(), headers, server.batches.borrow().len())
    };
    for place in ["sign-in", "sign-up"] {
        assert_eq!(ask(place, "reef@example.com"), ask(place, "nobody@example.com"));
    }
    assert_eq!(Browser::default().post(&server, "sign-in", &json!({"email": "none@example.com"})).0, 202);
    let (_, subject, text) = mail(&server);
    assert_eq!(subject, "No account with this address");
    assert!(!text.contains("confirm#"), "{text}");
}

#[test]
fn a_link_works_once_within_its_time_and_in_its_browser() {
    let (server, browser) = (Server::default(), Browser::default());
    browser.enter(&server, "sign-up", "reef@example.com");
    let used = json!({"link": link(&server)});
    assert_eq!(browser.post(&server, "confirm", &used), (401, json!("INVALID_LINK")));

    assert_eq!(browser.post(&server, "sign-in", &json!({"email": "reef@example.com"})).0, 202);
    let fresh = json!({"link": link(&server)});
    let stranger = Browser::default();
    assert_eq!(stranger.post(&server, "confirm", &fresh), (403, json!("OTHER_BROWSER")), "without a cookie");
    stranger.post(&server, "sign-in", &json!({"email": "other@example.com"}));
    assert_eq!(stranger.post(&server, "confirm", &fresh), (403, json!("OTHER_BROWSER")), "with its own");
    advance(&server, 15 * MINUTE);
    assert_eq!(browser.post(&server, "confirm", &fresh), (401, json!("INVALID_LINK")));
    server.now.set(NOW);
    assert_eq!(browser.post(&server, "confirm", &fresh).0, 200, "refusals used nothing up");
    for link in ["", "x", "../../account"] {
        let refused = browser.post(&server, "confirm", &json!({"link": link}));
        assert_eq!(refused, (401, json!("INVALID_LINK")), "{link}");
    }
    for both in [json!({}), json!({"link": "a", "code": "b"})] {
        assert_eq!(browser.post(&server, "confirm", &both), (400, json!("INVALID_PARAMETER")));
    }
}

#[test]
fn two_calls_with_one_link_make_one_session() {
    let (server, browser) = (Server::default(), Browser::default());
    assert_eq!(browser.post(&server, "sign-up", &json!({"email": "reef@example.com"})).0, 202);
    // What the second call meets if the first comes in between: the link was found good, and is used up.
    let secret = link(&server);
    let key = postern::encoding::hex(&<sha2::Sha256 as sha2::Digest>::digest(&secret));
    for session in ["first", "second"] {
        let results = pollster::block_on(postern::store::Storage::batch(
            &server,
            Accounts,
            postern::accounts::statements::links::start_session(&key, session, NOW),
        ));
        assert_eq!(results.unwrap().last().unwrap().rows.len(), usize::from(session == "first"));
    }
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM sessions"), 1);
}

#[test]
fn a_code_works_in_the_browser_that_asked_and_can_be_tried_five_times() {
    let (server, browser) = (Server::default(), Browser::default());
    assert_eq!(browser.post(&server, "sign-up", &json!({"email": "reef@example.com"})).0, 202);
    let right = code(&server);
    let spaced = format!("{} {}", &right[..4], &right[4..]);
    let stranger = Browser::default();
    assert_eq!(stranger.post(&server, "confirm", &json!({"code": right})), (403, json!("OTHER_BROWSER")));
    assert_eq!(browser.post(&server, "confirm", &json!({"code": spaced})).0, 200);
    assert_eq!(browser.post(&server, "sign-in", &json!({"email": "reef@example.com"})).0, 202);
    let right = code(&server);
    let wrong = format!("{:08}", (right.parse::<u32>().unwrap() + 1) % 100_000_000);
    for _ in 0..5 {
        let refused = browser.post(&server, "confirm", &json!({"code": wrong}));
        assert_eq!(refused, (401, json!("INVALID_LINK")));
    }
    assert_eq!(browser.post(&server, "confirm", &json!({"code": right})), (401, json!("INVALID_LINK")));
    assert_eq!(
        browser.post(&server, "confirm", &json!({"link": link(&server)})).0,
        200,
        "the link still works"
    );
}

#[test]
fn a_session_ends_by_signing_out_and_by_time() {
    let server = Server::default();
    let browsers = [(); 4].map(|()| Browser::default());
    for browser in &browsers {
        browser.enter(&server, "sign-up", "reef@example.com");
    }
    let [first, second, third, idle] = browsers;
    let status = |browser: &Browser| browser.call(&server, "GET", "account", &Value::Null).status;
    assert_eq!(first.post(&server, "sign-out", &json!({})), (200, json!({"signed_out": 1})));
    assert_eq!((status(&first), status(&second), status(&third)), (401, 200, 200));
    assert_eq!(
        second.post(&server, "sign-out", &json!({"everywhere": true})),
        (200, json!({"signed_out": 3}))
    );
    assert_eq!((status(&second), status(&third), status(&idle)), (401, 401, 401));

    third.enter(&server, "sign-in", "reef@example.com");
    idle.enter(&server, "sign-in", "reef@example.com");
    for _ in 0..8 {
        advance(&server, 10 * DAY);
        assert_eq!(status(&third), 200, "used every ten days");
    }
    assert_eq!(status(&idle), 401, "not used for fourteen");
    advance(&server, 10 * DAY);
    assert_eq!(status(&third), 401, "over after ninety, however much it is used");
    crate::jobs::daily(&server, server.now.get());
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM sessions"), 0);
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM links"), 0);
}

/// What a mail service makes of these differs, and the link must reach the address that asked.
#[test]
fn an_address_is_what_mail_goes_to_and_nothing_else() {
    let server = Server::default();
    for email in [
        "a<victim@example.com>",
        "a,b@example.com",
        "x@example.com(1)",
        "a@b",
        "\"a b\"@example.com",
        "mar\u{212a}@example.com",
        "a<victim@x>",
        "a,b@x",
        "x@y(1)",
        "x\u{ff20}example.com",
        "x@y.com\u{ff08}1\u{ff09}",
        "a\u{ff0c}b@example.com",
    ] {
        for place in ["sign-up", "sign-in"] {
            let refused = Browser::default().post(&server, place, &json!({"email": email}));
            assert_eq!(refused, (400, json!("INVALID_PARAMETER")), "{email}");
        }
        let body = json!({"email": email}).to_string();
        let reply = crate::api::operator(&server, "POST", "/operator/v1/accounts", body.as_bytes());
        assert_eq!(reply.status, 400, "{email}");
    }
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM mails"), 0);
}

#[test]
fn a_mail_about_an_account_goes_to_the_address_that_the_account_has() {
    let server = Server::default();
    Browser::default().enter(&server, "sign-up", "Mark@Example.com");
    for typed in ["MARK@example.com", "mark@EXAMPLE.COM", "mark@ｅxample.com"] {
        assert_eq!(Browser::default().post(&server, "sign-in", &json!({"email": typed})).0, 202);
        assert_eq!(mail(&server).0, "Mark@Example.com", "{typed}");
    }
}

#[test]
fn a_domain_in_unicode_is_shown_so_and_is_the_same_in_ascii() {
    let server = Server::default();
    let browser = Browser::default();
    assert_eq!(browser.enter(&server, "sign-up", "reef@MÜNCHEN.de"), "signed_up");
    assert_eq!(browser.get(&server, "account")["account"]["email"], "reef@münchen.de");
    assert_eq!(Browser::default().enter(&server, "sign-in", "reef@xn--mnchen-3ya.de"), "signed_in");
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM accounts"), 1);
}

/// Addresses were compared in lower case once.
#[test]
fn an_account_of_an_earlier_version_is_found_by_its_address() {
    let server = Server::default();
    let insert = "INSERT INTO accounts (account_id, email_key, email, name, company, status, balance, total_used, created_at) \
         VALUES (7, 'reef@münchen.de', 'Reef@München.de', '', '', 'active', 0, 0, 0)";
    crate::api::run(&server, Accounts, insert);
    let path = "/operator/v1/accounts/reef%40m%C3%BCnchen.de/credits";
    let grant = br#"{"credits":3,"reference":"a"}"#;
    assert_eq!(crate::api::operator(&server, "POST", path, grant).status, 200);
    crate::api::run(&server, Accounts, "UPDATE accounts SET email_key = 'reef@münchen.de'");
    let browser = Browser::default();
    assert_eq!(browser.enter(&server, "sign-in", "reef@xn--mnchen-3ya.de"), "signed_in");
    assert_eq!(browser.get(&server, "account")["balance"]["current"], 3);
}
