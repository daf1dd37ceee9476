//! Mails: sent once, tried again, shown in the outbox, and the one about a low balance.

use super::{Browser, MINUTE, later, mail};
use crate::api::{body, get, operator, outcome};
use crate::sqlite::{NOW, Server};
use postern::answer::Call;
use postern::mail::deliver::{Mailer, Sent, deliver};
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
    shows: std::cell::Cell<bool>,
}

impl Mailer for Recorder {
    async fn send(&self, recipient: &str, subject: &str, _: &str) -> Result<Sent, String> {
        if self.fails.get() {
            return Err(format!("no route to {recipient}"));
        }
        self.sent.borrow_mut().push(format!("{recipient}: {subject}"));
        Ok(if self.shows.get() { Sent::Shown } else { Sent::Away })
    }

    fn failed(&self, _: i64, is_last: bool, why: &str) {
        self.said.borrow_mut().push(why.to_owned());
        self.failures.borrow_mut().push(is_last);
    }
}

#[test]
fn a_mail_is_sent_once_and_tried_again_for_two_days() {
    let (server, recorder) = (Server::default(), Recorder::default());
    let run = || pollster::block_on(deliver(&server, &recorder, server.now.get())).unwrap();
    Browser::default().post(&server, "sign-up", &json!({"email": "reef@example.com"}));
    run();
    run();
    assert_eq!(*recorder.sent.borrow(), ["reef@example.com: Confirm your address"]);
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM mails"), 0);

    Browser::default().post(&server, "sign-up", &json!({"email": "tide@example.com"}));
    recorder.fails.set(true);
    run();
    run();
    assert_eq!(recorder.failures.borrow().len(), 1, "not again at once");
    let began = server.now.get();
    for _ in 0..1_000 {
        later(&server, 10 * MINUTE);
        run();
    }
    assert_eq!(recorder.failures.borrow().len(), 12);
    assert_eq!(recorder.failures.borrow().iter().filter(|last| **last).count(), 1);
    assert!(recorder.said.borrow().iter().all(|why| why == "no route to "), "the log has no address");
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM mails"), 0);
    assert!(server.now.get().0 - began.0 > 2 * DAY);
}

#[test]
fn a_mail_that_is_shown_is_kept_and_never_sent() {
    let (server, recorder) = (Server::default(), Recorder::default());
    Browser::default().post(&server, "sign-up", &json!({"email": "reef@example.com"}));
    recorder.shows.set(true);
    for _ in 0..3 {
        pollster::block_on(deliver(&server, &recorder, server.now.get())).unwrap();
        later(&server, DAY);
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
    server.settings.development = false;
    for path in ["/dashboard/outbox", "/dashboard/outbox.html", "/dashboard/outbox/"] {
        for accept in ["application/json", "text/html,*/*;q=0.8"] {
            assert_eq!(outcome(&ask(&server, path, accept).unwrap()), (404, "NOT_FOUND".into()), "{path}");
        }
    }
}

#[test]
fn the_call_that_takes_a_balance_below_the_mark_says_so_once() {
    let mut server = Server::default();
    server.settings.low_balance = 3;
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
