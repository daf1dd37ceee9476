//! Account owners: links, sessions, tokens, what they see, and what they delete.

use crate::api::{body, get, operator, outcome};
use crate::sqlite::{NOW, Server};
use postern::answer::{Call, PrivateHeaders, RateLimit, ReplyOf};
use postern::mail::deliver::{Mailer, Sent, deliver};
use postern::store::Database::Accounts;
use postern::time::{DAY, Timestamp};
use serde_json::{Value, json};
use std::cell::RefCell;

const MINUTE: i64 = 60_000;

/// A browser: it keeps cookies, and says that a page of ours makes it call.
#[derive(Default)]
pub(crate) struct Browser {
    cookies: RefCell<Vec<(String, String)>>,
}

impl Browser {
    pub(crate) fn cookie(&self) -> String {
        let cookies = self.cookies.borrow();
        cookies.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
    }

    pub(crate) fn call(&self, server: &Server, method: &str, place: &str, body: &Value) -> ReplyOf<Server> {
        let path = format!("/dashboard/api/{place}");
        let (path, query) = path.split_once('?').unwrap_or((&path, ""));
        let private = PrivateHeaders {
            cookie: Some(self.cookie()),
            fetch_site: Some("same-origin".into()),
            ..PrivateHeaders::default()
        };
        let content_type = Some("application/json".to_owned());
        let call = Call { method, path, query, content_type, private, ..Call::default() };
        let reply = server.call(&call, body.to_string().as_bytes());
        if let Some(set) = reply.header("Set-Cookie") {
            let (name, value) = set.split_once(';').unwrap().0.split_once('=').unwrap();
            assert!(set.contains("; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age="), "{set}");
            self.cookies.borrow_mut().retain(|(known, _)| known != name);
            self.cookies.borrow_mut().push((name.to_owned(), value.to_owned()));
        }
        reply
    }

    pub(crate) fn post(&self, server: &Server, place: &str, body: &Value) -> (u16, Value) {
        told(&self.call(server, "POST", place, body))
    }

    pub(crate) fn get(&self, server: &Server, place: &str) -> Value {
        let reply = self.call(server, "GET", place, &Value::Null);
        assert_eq!(reply.status, 200, "{}", reply.body_text());
        body(&reply)["data"].clone()
    }

    /// Signs up or in: what was done.
    pub(crate) fn enter(&self, server: &Server, place: &str, email: &str) -> Value {
        assert_eq!(self.post(server, place, &json!({"email": email})).0, 202);
        let (status, did) = self.post(server, "confirm", &json!({"link": link(server)}));
        assert_eq!(status, 200, "{did}");
        did["did"].clone()
    }
}

/// The status, and the data or the code.
fn told(reply: &ReplyOf<Server>) -> (u16, Value) {
    let body = body(reply);
    let told = if reply.status < 400 { body["data"].clone() } else { body["error"]["code"].clone() };
    (reply.status, told)
}

/// The newest mail: its recipient, subject and text.
pub(crate) fn mail(server: &Server) -> (String, String, String) {
    let sql = "SELECT recipient, subject, text FROM mails ORDER BY mail_id DESC LIMIT 1";
    server.connection(Accounts).query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap()
}

/// The secret of the newest mail's link.
fn link(server: &Server) -> String {
    let (_, _, text) = mail(server);
    let start = text.find("https://api.example.com/dashboard/confirm#").expect("a link") + 42;
    text[start..].split_whitespace().next().unwrap().to_owned()
}

/// The code of the newest mail.
fn code(server: &Server) -> String {
    mail(server).2.split("type this code there: ").nth(1).unwrap()[..8].to_owned()
}

fn later(server: &Server, milliseconds: i64) {
    server.now.set(Timestamp(server.now.get().0 + milliseconds));
}

fn active(server: &Server, email: &str) {
    let sql = format!("UPDATE accounts SET status = 'active' WHERE email_key = '{email}'");
    crate::api::run(server, Accounts, &sql);
}

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
    let account = browser.get(&server, "account");
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
    later(&server, 15 * MINUTE);
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
            postern::sql::links::enter(&key, session, NOW),
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
fn nobody_alone_keeps_an_owner_from_asking() {
    let server = Server::default();
    let ask = |client: &str| {
        let private = PrivateHeaders { fetch_site: Some("same-origin".into()), ..PrivateHeaders::default() };
        let call = Call {
            method: "POST",
            path: "/dashboard/api/sign-in",
            client: client.into(),
            content_type: Some("application/json".into()),
            private,
            ..Call::default()
        };
        server.call(&call, br#"{"email":"reef@example.com"}"#).status
    };
    for _ in 0..5 {
        assert_eq!(ask("203.0.113.1"), 202);
    }
    assert_eq!((ask("203.0.113.1"), ask("203.0.113.2")), (429, 202));
    for other in 3..7 {
        for _ in 0..5 {
            ask(&format!("203.0.113.{other}"));
        }
    }
    assert_eq!(ask("203.0.113.9"), 429, "25 in all");
}

#[test]
fn links_are_limited_by_both_addresses() {
    let (server, browser) = (Server::default(), Browser::default());
    for _ in 0..5 {
        assert_eq!(browser.post(&server, "sign-up", &json!({"email": "Reef@example.com"})).0, 202);
    }
    let reply = browser.call(&server, "POST", "sign-in", &json!({"email": "reef@Example.com"}));
    assert_eq!((told(&reply).0, reply.header("Retry-After")), (429, Some("900")));
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM mails"), 5);
    assert_eq!(browser.post(&server, "sign-up", &json!({"email": "other@example.com"})).0, 202);
    server.limited.set(Some(RateLimit::Mails));
    let reply = browser.call(&server, "POST", "sign-in", &json!({"email": "third@example.com"}));
    assert_eq!((told(&reply).0, reply.header("Retry-After")), (429, Some("60")));
    server.limited.set(Some(RateLimit::Refusals));
    assert_eq!(browser.post(&server, "confirm", &json!({"link": "x"})), (429, json!("RATE_LIMITED")));
    let good = browser.post(&server, "confirm", &json!({"link": link(&server)}));
    assert_eq!(good.0, 200, "a good link is never refused for it");
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
        later(&server, 10 * DAY);
        assert_eq!(status(&third), 200, "used every ten days");
    }
    assert_eq!(status(&idle), 401, "not used for fourteen");
    later(&server, 10 * DAY);
    assert_eq!(status(&third), 401, "over after ninety, however much it is used");
    pollster::block_on(postern::account::upkeep::daily(&server, server.now.get())).unwrap();
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM sessions"), 0);
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM links"), 0);
}

#[test]
fn only_a_page_of_ours_may_change_anything_and_only_a_session_may_ask() {
    let (server, browser) = (Server::default(), Browser::default());
    browser.enter(&server, "sign-up", "reef@example.com");
    let call = |method: &'static str, place: &'static str, site: Option<&str>, with_cookie: bool| {
        let private = PrivateHeaders {
            cookie: with_cookie.then(|| browser.cookie()),
            fetch_site: site.map(str::to_owned),
            ..PrivateHeaders::default()
        };
        let content_type = Some("application/json".to_owned());
        let call = Call { method, path: place, content_type, private, ..Call::default() };
        outcome(&server.call(&call, b"{}"))
    };
    for place in ["sign-in", "sign-up", "confirm", "sign-out", "email", "token", "checkouts", "test-payments"]
    {
        let place: &'static str = format!("/dashboard/api/{place}").leak();
        for site in [Some("cross-site"), Some("same-site"), Some("none"), None] {
            assert_eq!(call("POST", place, site, true), (403, "WRONG_ORIGIN".into()), "{place} {site:?}");
        }
    }
    for (method, place) in [
        ("GET", "account"),
        ("PATCH", "account"),
        ("DELETE", "account"),
        ("GET", "usage"),
        ("GET", "usage.csv"),
        ("GET", "ledger"),
        ("GET", "ledger.csv"),
        ("GET", "payments"),
        ("GET", "payments/cs_1/receipt"),
        ("POST", "sign-out"),
        ("POST", "email"),
        ("POST", "token"),
        ("POST", "checkouts"),
        ("POST", "test-payments"),
    ] {
        let place: &'static str = format!("/dashboard/api/{place}").leak();
        assert_eq!(call(method, place, Some("same-origin"), false), (401, "NOT_SIGNED_IN".into()), "{place}");
    }
    for place in ["", "none", "account/", "payments//receipt", "payments/a/b/receipt", "outbox"] {
        let place: &'static str = format!("/dashboard/api/{place}").leak();
        assert_eq!(call("GET", place, None, true), (404, "NOT_FOUND".into()), "{place}");
    }
    assert_eq!(call("PUT", "/dashboard/api/account", None, true), (405, "METHOD_NOT_ALLOWED".into()));
    let forged = Browser::default();
    for cookie in ["x".repeat(43), String::new(), "' OR 1=1 --".into()] {
        forged.cookies.borrow_mut().clear();
        forged.cookies.borrow_mut().push(("__Host-session".into(), cookie));
        assert_eq!(told(&forged.call(&server, "GET", "account", &Value::Null)).0, 401);
    }
}

#[test]
fn an_owner_changes_what_is_given_and_nothing_else() {
    let (server, browser) = (Server::default(), Browser::default());
    browser.enter(&server, "sign-up", "reef@example.com");
    let change = |change: Value| told(&browser.call(&server, "PATCH", "account", &change));
    let settings = |change: Value| {
        let account = change;
        (
            account["account"]["name"].clone(),
            account["account"]["company"].clone(),
            account["settings"]["browser_cap"].clone(),
        )
    };
    let (_, first) = change(json!({"name": "Reef", "browser_cap": 500}));
    assert_eq!(settings(first), (json!("Reef"), json!(""), json!(500)));
    let (_, second) = change(json!({"company": "Tide Ltd"}));
    assert_eq!(settings(second), (json!("Reef"), json!("Tide Ltd"), json!(500)));
    let (_, third) = change(json!({"browser_cap": null, "name": ""}));
    assert_eq!(settings(third), (json!(""), json!("Tide Ltd"), json!(null)));
    for bad in [
        json!({"browser_cap": -1}),
        json!({"browser_cap": 1.5}),
        json!({"email": "a@b"}),
        json!({"name": 1}),
        json!([]),
    ] {
        assert_eq!(change(bad.clone()), (400, json!("INVALID_PARAMETER")), "{bad}");
    }
}

#[test]
fn an_address_is_changed_by_a_link_to_the_new_one() {
    let (server, browser) = (Server::default(), Browser::default());
    browser.enter(&server, "sign-up", "reef@example.com");
    Browser::default().enter(&server, "sign-up", "taken@example.com");
    let ask = |email: &str| browser.post(&server, "email", &json!({"email": email})).0;
    assert_eq!(ask("Tide@example.com"), 202);
    assert_eq!(mail(&server).0, "Tide@example.com");
    let link_of_change = json!({"link": link(&server)});
    assert_eq!(Browser::default().post(&server, "confirm", &link_of_change), (403, json!("OTHER_BROWSER")));
    browser.post(&server, "sign-out", &json!({"everywhere": true}));
    assert_eq!(browser.post(&server, "confirm", &link_of_change), (401, json!("NOT_SIGNED_IN")));
    browser.enter(&server, "sign-in", "reef@example.com");
    assert_eq!(browser.post(&server, "confirm", &link_of_change), (200, json!({"did": "changed_email"})));
    assert_eq!(browser.get(&server, "account")["account"]["email"], "Tide@example.com");
    let (recipient, subject, text) = mail(&server);
    assert_eq!((recipient.as_str(), subject.as_str()), ("reef@example.com", "Your address was changed"));
    assert!(text.contains("Tide@example.com"), "{text}");
    assert_eq!(browser.post(&server, "confirm", &link_of_change), (401, json!("INVALID_LINK")));

    assert_eq!(ask("TAKEN@example.com"), 202, "nobody is told who has an account");
    let (recipient, subject, text) = mail(&server);
    assert_eq!((recipient.as_str(), subject.as_str()), ("TAKEN@example.com", "This address has an account"));
    assert!(!text.contains("confirm#"), "{text}");
    assert_eq!(ask("soon@example.com"), 202);
    let late = json!({"link": link(&server)});
    Browser::default().enter(&server, "sign-up", "soon@example.com");
    assert_eq!(browser.post(&server, "confirm", &late), (409, json!("ACCOUNT_EXISTS")), "taken in between");
    assert_eq!(browser.get(&server, "account")["account"]["email"], "Tide@example.com");
    assert_eq!(Browser::default().enter(&server, "sign-in", "tide@example.com"), "signed_in");
}

#[test]
fn a_token_is_made_replaced_and_revoked_by_its_owner() {
    let (server, browser) = (Server::default(), Browser::default());
    browser.enter(&server, "sign-up", "reef@example.com");
    let act = |action: &str| browser.post(&server, "token", &json!({"action": action}));
    assert_eq!(act("regenerate"), (403, json!("ACCOUNT_INACTIVE")), "the first payment makes it");
    assert_eq!(act("show"), (409, json!("NOTHING_TO_SHOW")));
    active(&server, "reef@example.com");
    let works = |token: &Value| get(&server, token.as_str().unwrap(), "/api/v1/account").status;
    let (_, made) = act("regenerate");
    assert_eq!(works(&made["token"]), 200);
    assert_eq!(mail(&server).1, "A new API token");
    assert_eq!(act("show"), (409, json!("NOTHING_TO_SHOW")), "it was shown when it was made");
    let (_, other) = act("regenerate");
    assert_eq!((works(&made["token"]), works(&other["token"])), (401, 200));
    let token = browser.get(&server, "account")["token"].clone();
    assert_eq!(token["last_four"], other["token"].as_str().unwrap()[58..]);
    assert_eq!(token["waiting"], false);
    assert_eq!(act("revoke"), (200, json!({"token": null})));
    assert_eq!(works(&other["token"]), 401);
    assert_eq!(mail(&server).1, "Your API token was revoked");
    let mails = server.count(Accounts, "SELECT count(*) FROM mails");
    assert_eq!(act("revoke").0, 200, "again");
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM mails"), mails, "and nobody is told twice");
    assert_eq!(browser.get(&server, "account")["token"], json!(null));
    assert_eq!(act("burn"), (400, json!("INVALID_PARAMETER")));
}

#[test]
fn usage_and_ledger_add_up_to_the_balance() {
    let (server, browser) = (Server::default(), Browser::default());
    let made =
        operator(&server, "POST", "/operator/v1/accounts", br#"{"email":"reef@example.com","credits":10}"#);
    let token = body(&made)["data"]["token"].as_str().unwrap().to_owned();
    crate::api::load(&server, &crate::api::line("1", "reef", "coral"));
    browser.enter(&server, "sign-in", "reef@example.com");
    for days in [0, 1, 40] {
        later(&server, days * DAY);
        for _ in 0..2 {
            assert_eq!(get(&server, &token, "/api/v1/posts/search").status, 200);
        }
        browser.enter(&server, "sign-in", "reef@example.com");
    }
    let grant = br#"{"credits":-1,"reference":"=2+3","reason":"a \"slip\", sorry"}"#;
    operator(&server, "POST", "/operator/v1/accounts/reef@example.com/credits", grant);
    let ledger = browser.get(&server, "ledger");
    let shown: Vec<_> = ledger["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            (
                entry["kind"].as_str().unwrap(),
                entry["credits"].as_i64().unwrap(),
                entry["balance"].as_i64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [("pages", -2, 3), ("grant", -1, 5), ("pages", -2, 6), ("pages", -2, 8), ("opening", 10, 10)]
    );
    assert_eq!(browser.get(&server, "account")["balance"]["current"], 3);
    let first = browser.get(&server, "ledger?limit=2");
    let cursor = first["page"]["next_cursor"].as_str().unwrap();
    let second = browser.get(&server, &format!("ledger?limit=100&cursor={cursor}"));
    let both: Vec<_> =
        [&first, &second].iter().flat_map(|page| page["entries"].as_array().unwrap().clone()).collect();
    assert_eq!(both, *ledger["entries"].as_array().unwrap());
    assert_eq!(
        (second["page"]["has_more"].clone(), first["page"]["has_more"].clone()),
        (json!(false), json!(true))
    );

    let file = browser.call(&server, "GET", "ledger.csv", &Value::Null);
    let text = file.body_text();
    let lines: Vec<_> = text.split("\r\n").collect();
    assert_eq!(lines[0], "at,kind,credits,balance,reference,reason");
    assert_eq!(lines[1], format!("{NOW},opening,10,10,\"opening\",\"\""));
    assert!(lines[4].ends_with(",grant,-1,5,\"grant:=2+3\",\"a \"\"slip\"\", sorry\""), "{}", lines[4]);
    assert_eq!(lines[6..], [""]);
    assert_eq!(file.header("Content-Disposition"), Some("attachment; filename=\"postern-ledger.csv\""));

    let days = browser.get(&server, "usage")["days"].as_array().unwrap().clone();
    assert_eq!(days.len(), 30);
    assert_eq!(days[29], json!({"day": "2026-04-11", "calls": 2, "credits": 2}));
    assert_eq!(days[0], json!({"day": "2026-03-13", "calls": 0, "credits": 0}));
    let file = browser.call(&server, "GET", "usage.csv", &Value::Null).body_text();
    assert!(
        file.starts_with("day,calls,credits\r\n2026-03-13,0,0\r\n")
            && file.ends_with("\r\n2026-04-11,2,2\r\n"),
        "{file}"
    );
}

#[test]
fn a_deleted_account_leaves_nothing_but_the_books() {
    let (server, browser) = (Server::default(), Browser::default());
    let made =
        operator(&server, "POST", "/operator/v1/accounts", br#"{"email":"reef@example.com","credits":10}"#);
    let token = body(&made)["data"]["token"].as_str().unwrap().to_owned();
    browser.enter(&server, "sign-in", "reef@example.com");
    Browser::default().enter(&server, "sign-up", "other@example.com");
    crate::api::load(&server, &crate::api::line("1", "reef", "coral"));
    assert_eq!(get(&server, &token, "/api/v1/posts/search").status, 200);
    crate::api::run(
        &server,
        Accounts,
        "INSERT INTO payments (session, account_id, at, state, amount, currency, credits) \
         SELECT 'cs_1', account_id, 0, 'paid', 900, 'usd', 10 FROM accounts WHERE email_key = 'reef@example.com'",
    );
    let delete = |email: &str| told(&browser.call(&server, "DELETE", "account", &json!({"email": email})));
    assert_eq!(delete("other@example.com"), (400, json!("INVALID_PARAMETER")));
    for owes in ["status = 'suspended'", "status = 'active', balance = balance - 100"] {
        crate::api::run(
            &server,
            Accounts,
            &format!("UPDATE accounts SET {owes} WHERE email_key = 'reef@example.com'"),
        );
        assert_eq!(delete("reef@example.com"), (403, json!("ACCOUNT_INACTIVE")));
    }
    assert_eq!(get(&server, &token, "/api/v1/account").status, 200, "nothing of it is gone");
    crate::api::run(
        &server,
        Accounts,
        "UPDATE accounts SET balance = balance + 100 WHERE email_key = 'reef@example.com'",
    );
    assert_eq!(delete("REEF@example.com"), (200, json!({"deleted": true})));
    assert_eq!(get(&server, &token, "/api/v1/account").status, 401);
    assert_eq!(browser.call(&server, "GET", "account", &Value::Null).status, 401);
    assert_eq!(mail(&server).0, "reef@example.com");
    for (table, rows) in [
        ("accounts", 1),
        ("sessions", 1),
        ("tokens", 0),
        ("ledger", 0),
        ("usage", 0),
        ("idempotency", 0),
        ("payments", 1),
    ] {
        assert_eq!(server.count(Accounts, &format!("SELECT count(*) FROM {table}")), rows, "{table}");
    }
    assert_eq!(server.count(Accounts, "SELECT account_id IS NULL FROM payments"), 1);
    let last = "SELECT max(account_id) FROM accounts";
    let before = server.count(Accounts, last);
    let newest = Browser::default();
    newest.enter(&server, "sign-up", "newest@example.com");
    assert_eq!(server.count(Accounts, last), before + 1);
    newest.call(&server, "DELETE", "account", &json!({"email": "newest@example.com"}));
    Browser::default().enter(&server, "sign-up", "next@example.com");
    assert_eq!(server.count(Accounts, last), before + 2, "a number is never used again");
    let made =
        operator(&server, "POST", "/operator/v1/accounts", br#"{"email":"more@example.com","credits":1}"#);
    assert_eq!((made.status, server.count(Accounts, last)), (201, before + 3));
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM links WHERE email_key = 'reef@example.com'"), 0);
}

/// A mailer that keeps what it sends, and fails while it is told to.
#[derive(Default)]
struct Recorder {
    sent: RefCell<Vec<String>>,
    failures: RefCell<Vec<bool>>,
    fails: std::cell::Cell<bool>,
}

impl Mailer for Recorder {
    async fn send(&self, recipient: &str, subject: &str, _: &str) -> Result<Sent, String> {
        if self.fails.get() {
            return Err("no route".into());
        }
        self.sent.borrow_mut().push(format!("{recipient}: {subject}"));
        Ok(Sent::Away)
    }

    fn failed(&self, _: i64, is_last: bool, _: &str) {
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
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM mails"), 0);
    assert!(server.now.get().0 - began.0 > 2 * DAY);
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
