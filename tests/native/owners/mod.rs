//! Account owners: a browser that they use, and what is told of it.

mod account;
mod explorer;
mod history;
mod limits;
mod mails;
mod sign_in;
mod test_token;

use crate::api::body;
use crate::sqlite::Server;
use postern::http::call::{Call, PrivateHeaders};
use postern::http::reply::ReplyOf;
use postern::store::Database::Accounts;
use postern::time::Timestamp;
use serde_json::{Value, json};
use std::cell::RefCell;

const MINUTE: i64 = 60_000;

/// A browser: it keeps cookies, and says that a page of ours makes it call.
#[derive(Default)]
pub(crate) struct Browser {
    cookies: RefCell<Vec<(String, String)>>,
    /// Its address in the network.
    client: String,
}

impl Browser {
    /// A browser at an address of the network.
    pub(crate) fn at(client: &str) -> Self {
        Self { client: client.into(), ..Self::default() }
    }

    /// Forgets all cookies but those of this name.
    fn keep_only(&self, name: &str) {
        self.cookies.borrow_mut().retain(|(known, _)| known == name);
    }

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
        let client = self.client.clone();
        let call = Call { method, path, query, client, content_type, private, ..Call::default() };
        let reply = server.call(&call, body.to_string().as_bytes());
        for (_, set) in reply.headers.iter().filter(|(name, _)| *name == "Set-Cookie") {
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

fn advance(server: &Server, milliseconds: i64) {
    server.now.set(Timestamp(server.now.get().0 + milliseconds));
}

fn active(server: &Server, email: &str) {
    let sql = format!("UPDATE accounts SET status = 'active' WHERE email_key = '{email}'");
    crate::api::run(server, Accounts, &sql);
}
