//! Mails: sent once, tried again, shown in the outbox, and the one about a low balance.

use super::{Browser, MINUTE, advance, mail};
use crate::api::{body, get, operator, outcome};
use crate::sqlite::{NOW, Server};
use postern::accounts::mail::deliver::{Delivery, MailError, Mailer, deliver};
use postern::http::call::Call;
use postern::store::Database::Accounts;
use postern::time::DAY;
use serde_json::json;
use std::cell::RefCell;

/// A mailer that keeps what it sends, and fails or only shows it while it is told to.
#[derive(Default)]
struct Recorder {
    sent: RefCell<Vec<String>>,
    failures: RefCell<Vec<bool>>,
    said: RefCell<Vec<String>>,
    fails: std::cell::Cell<bool>,
    /// Part of the recipients that it refuses for good.
    refuses: std::cell::Cell<&'static str>,
    shows: std::cell::Cell<bool>,
}

impl Mailer for Recorder {
    async fn send(&self, recipient: &str, subject: &str, _: &str) -> Result<Delivery, MailError> {
        let is_final = !self.refuses.get().is_empty() && recipient.contains(self.refuses.get());
        if self.fails.get() || is_final {
            return Err(MailError { why: format!("no route to {recipient}"), is_final });
        }
        self.sent.borrow_mut().push(format!("{recipient}: {subject}"));
        Ok(if self.shows.get() { Delivery::InOutbox } else { Delivery::Sent })
    }

    fn failed(&self, _: i64, is_last: bool, why: &str) {
        self.said.borrow_mut().push(why.to_owned());
        self.failures.borrow_mut().push(is_last);
    }
}

/// Writes a mail that is of use at any time.
fn written(server: &Server, recipient: &str) {
    let sql = format!(
        "INSERT INTO mails (at, account_id, recipient, subject, text, tries, not_before) VALUES (0, NULL, '{recipient}', 's', 't', 0, 0)"
    );
    crate::api::run(server, Accounts, &sql);
}

#[test]
fn a_mail_is_sent_once_and_tried_again_for_two_days() {
    let (server, recorder) = (Server::default(), Recorder::default());
    let run = || pollster::block_on(deliver(&server, &recorder, &[], 20, server.now.get())).unwrap();
    written(&server, "reef@example.com");
    run();
    run();
    assert_eq!(*recorder.sent.borrow(), ["reef@example.com: s"]);
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM mails"), 0);

    written(&server, "tide@example.com");
    recorder.fails.set(true);
    run();
    run();
    assert_eq!(recorder.failures.borrow().len(), 1, "not again at once");
    let began = server.now.get();
    for _ in 0..1_000 {
        advance(&server, 10 * MINUTE);
        run();
    }
    assert_eq!(recorder.failures.borrow().len(), 12);
    assert_eq!(recorder.failures.borrow().iter().filter(|last| **last).count(), 1);
    assert!(recorder.said.borrow().iter().all(|why| why == "no route to "), "the log has no address");
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM mails"), 0);
    assert!(server.now.get().0 - began.0 > 2 * DAY);
}

#[test]
fn a_call_sends_its_own_mail_first_however_many_wait() {
    let (server, recorder) = (Server::default(), Recorder::default());
    for number in 0..3_000 {
        written(&server, &format!("bad{number}@example.com"));
    }
    recorder.refuses.set("bad");
    Browser::default().post(&server, "sign-in", &json!({"email": "reef@example.com"}));
    let own = server.delivered.take().pop().unwrap();
    assert_eq!(own.len(), 1);
    pollster::block_on(deliver(&server, &recorder, &own, 3, server.now.get())).unwrap();
    assert_eq!(*recorder.sent.borrow(), ["reef@example.com: No account with this address"]);
    assert_eq!(*recorder.failures.borrow(), [true; 3], "then some of the others");
}

#[test]
fn every_call_that_writes_a_mail_says_which() {
    let mut server = Server::default();
    server.settings.accounts.low_balance = 5;
    let browser = Browser::default();
    browser.enter(&server, "sign-up", "reef@example.com");
    super::active(&server, "reef@example.com");
    let path = "/operator/v1/accounts/reef@example.com/";
    operator(&server, "POST", &format!("{path}credits"), br#"{"credits":5,"reference":"a"}"#);
    let token = browser.post(&server, "token", &json!({"action": "regenerate"})).1["token"]
        .as_str()
        .unwrap()
        .to_owned();
    crate::api::load(&server, &crate::api::line("1", "reef", "coral"));
    get(&server, &token, "/api/v1/posts/search");
    operator(&server, "POST", &format!("{path}token"), br#"{"action":"regenerate"}"#);
    browser.post(&server, "token", &json!({"action": "revoke"}));
    browser.post(&server, "email", &json!({"email": "tide@example.com"}));
    browser.post(&server, "confirm", &json!({"link": super::link(&server)}));
    browser.call(&server, "DELETE", "account", &json!({"email": "tide@example.com"}));
    let said: Vec<_> = server.delivered.take().into_iter().flatten().collect();
    assert_eq!(said, (1..=8).collect::<Vec<_>>());
}

#[test]
fn fewer_tries_come_first_and_then_the_oldest() {
    let (server, recorder) = (Server::default(), Recorder::default());
    for name in ["a", "b", "c", "d"] {
        written(&server, &format!("{name}@example.com"));
    }
    crate::api::run(&server, Accounts, "UPDATE mails SET tries = 2 WHERE recipient < 'b'");
    for _ in 0..4 {
        pollster::block_on(deliver(&server, &recorder, &[], 1, server.now.get())).unwrap();
    }
    assert_eq!(
        *recorder.sent.borrow(),
        ["b@example.com: s", "c@example.com: s", "d@example.com: s", "a@example.com: s"]
    );
}

#[test]
fn a_mail_with_a_link_goes_with_its_link() {
    let (server, recorder) = (Server::default(), Recorder::default());
    Browser::default().post(&server, "sign-in", &json!({"email": "reef@example.com"}));
    written(&server, "tide@example.com");
    advance(&server, 15 * MINUTE);
    pollster::block_on(deliver(&server, &recorder, &[1], 20, server.now.get())).unwrap();
    assert_eq!(*recorder.sent.borrow(), ["tide@example.com: s"]);
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM mails"), 0);
}

#[test]
fn a_recipient_that_the_platform_refuses_is_tried_once() {
    let (server, recorder) = (Server::default(), Recorder::default());
    written(&server, "gone@example.com");
    recorder.refuses.set("gone");
    pollster::block_on(deliver(&server, &recorder, &[], 20, server.now.get())).unwrap();
    assert_eq!(
        (recorder.failures.take(), server.count(Accounts, "SELECT count(*) FROM mails")),
        (vec![true], 0)
    );
}

#[test]
fn mail_goes_to_the_ascii_form_of_an_address() {
    let (server, recorder) = (Server::default(), Recorder::default());
    for recipient in ["reef@münchen.de", "odd address"] {
        written(&server, recipient);
    }
    pollster::block_on(deliver(&server, &recorder, &[], 20, server.now.get())).unwrap();
    assert_eq!(*recorder.sent.borrow(), ["reef@xn--mnchen-3ya.de: s", "odd address: s"]);
}

#[test]
fn waiting_mails_are_found_by_indexes() {
    let server = Server::default();
    let statements = postern::accounts::statements::mails::claim(&[1, 2], 20, NOW);
    let plans: Vec<_> = statements.iter().map(|statement| server.explain(Accounts, statement)).collect();
    assert!(plans[0].contains("USING INDEX mails_by_expiry (expires_at<?)"), "{}", plans[0]);
    assert!(plans[2].contains("USING INDEX mails_waiting"), "{}", plans[2]);
    for plan in plans {
        assert!(!plan.contains("SCAN mails\n") && !plan.contains("B-TREE"), "{plan}");
    }
}

#[test]
fn a_mail_that_is_shown_is_kept_and_never_sent() {
    let (server, recorder) = (Server::default(), Recorder::default());
    Browser::default().post(&server, "sign-up", &json!({"email": "reef@example.com"}));
    recorder.shows.set(true);
    for _ in 0..3 {
        pollster::block_on(deliver(&server, &recorder, &[], 20, server.now.get())).unwrap();
        advance(&server, DAY);
        recorder.shows.set(false);
    }
    assert_eq!(recorder.sent.borrow().len(), 1);
    assert_eq!(mail(&server).1, "Confirm your address");
}

#[test]
fn the_outbox_is_on_a_developers_machine_only() {
    let mut server = Server::default();
    Browser::default().post(&server, "sign-up", &json!({"email": "reef@example.com"}));
    let ask = |server: &Server, path: &str, accept: &str| {
        let call = Call {
            method: "GET",
            path,
            accept: Some(accept.into()),
            https: true,
            host: "api.example.com",
            ..Call::default()
        };
        server.try_call(&call, b"")
    };
    let mails = ask(&server, "/dashboard/outbox", "application/json").unwrap();
    let mails = body(&mails)["data"]["mails"].clone();
    assert_eq!(
        (mails[0]["to"].clone(), mails[0]["at"].clone()),
        (json!("reef@example.com"), json!(NOW.to_string()))
    );
    assert!(ask(&server, "/dashboard/outbox", "text/html,*/*;q=0.8").is_none(), "a page");
    server.settings.http.development = false;
    for path in ["/dashboard/outbox", "/dashboard/outbox.html", "/dashboard/outbox/"] {
        for accept in ["application/json", "text/html,*/*;q=0.8"] {
            assert_eq!(outcome(&ask(&server, path, accept).unwrap()), (404, "NOT_FOUND".into()), "{path}");
        }
    }
}

#[test]
fn the_call_that_takes_a_balance_below_the_mark_says_so_once() {
    let mut server = Server::default();
    server.settings.accounts.low_balance = 3;
    let token = crate::api::account(&server, 5);
    crate::api::load(&server, &crate::api::line("1", "reef", "coral"));
    let mails = |server: &Server| server.count(Accounts, "SELECT count(*) FROM mails");
    let told: Vec<_> = (0..5)
        .map(|_| {
            assert_eq!(get(&server, &token, "/api/v1/posts/search").status, 200);
            mails(&server)
        })
        .collect();
    assert_eq!(told, [0, 0, 1, 1, 1]);
    let (recipient, subject, text) = mail(&server);
    assert_eq!((recipient.as_str(), subject.as_str()), ("Reef@example.com", "Your credits are running low"));
    assert!(text.starts_with("Your account has 2 credits left."), "{text}");
    let grant = br#"{"credits":3,"reference":"more"}"#;
    operator(&server, "POST", "/operator/v1/accounts/reef@example.com/credits", grant);
    server
        .faults
        .borrow_mut()
        .extend([(Accounts, crate::sqlite::Fault::None), (Accounts, crate::sqlite::Fault::Refused)]);
    assert_eq!(
        get(&server, &token, "/api/v1/posts/search").status,
        200,
        "a mail that fails does not fail the call"
    );
    assert_eq!(mails(&server), 1);
}
