//! What goes back: a status, headers, a body in pieces, and what the log says of it.

use super::error::ApiError;
use crate::store::{AsText, Row, Storage, json};
use serde::Serialize;

/// The type of every body.
pub const JSON: &str = "application/json; charset=utf-8";

/// Part of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BodyPart<T> {
    /// A text of our own.
    Own(String),
    /// A stored JSON object, to be written without its opening brace.
    Opened(T),
}

/// What goes back. `T` is storage's own text type.
#[derive(Debug, Clone)]
pub struct Reply<T> {
    /// The status.
    pub status: u16,
    /// The headers, each name once.
    pub headers: Vec<(&'static str, String)>,
    /// The body, to be written one piece after the other.
    pub body: Vec<BodyPart<T>>,
    /// A JSON file of the static site that is the body, in whose place `body` is empty. It brings its own `ETag`.
    pub file: Option<&'static str>,
    /// For the log.
    pub note: Note,
}

/// What the log says of a call, beside its id, status and duration. Never a token, an address or a keyword.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Note {
    /// The name of the address.
    pub route: &'static str,
    /// What was charged.
    pub credits: i64,
    /// The account's number.
    pub account: Option<i64>,
    /// What became other of a token or an account: an old backup does not have it.
    pub change: Option<&'static str>,
    /// The way that was taken through the posts.
    pub plan: Option<String>,
    /// What went wrong on our side.
    pub cause: Option<String>,
    /// What was used that is deprecated.
    pub deprecated: Option<String>,
}

impl<T> Reply<T> {
    /// A reply without headers and body.
    pub fn new(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: Vec::new(), file: None, note: Note::default() }
    }

    /// A reply with a JSON text.
    pub fn text(status: u16, text: String) -> Self {
        Self::of(status, JSON, text)
    }

    /// A reply with a text of a type.
    pub fn of(status: u16, content_type: &str, text: String) -> Self {
        let mut reply = Self::new(status).with("Content-Type", content_type);
        reply.body.push(BodyPart::Own(text));
        reply
    }

    /// A reply with JSON in pieces.
    pub fn pieces(body: Vec<BodyPart<T>>) -> Self {
        Self { body, ..Self::new(200).with("Content-Type", JSON) }
    }

    /// A reply with a JSON file of the static site.
    pub fn file(path: &'static str) -> Self {
        Self { file: Some(path), ..Self::new(200) }
    }

    /// A success in its envelope.
    pub fn success(status: u16, data: &impl Serialize) -> Self {
        #[derive(Serialize)]
        struct Envelope<'a, T> {
            success: bool,
            data: &'a T,
        }
        Self::text(status, json(&Envelope { success: true, data }))
    }

    /// An error in its envelope.
    pub fn error(error: &ApiError, request_id: &str) -> Self {
        let mut reply = Self::text(error.status(), error.body(request_id)).with("Cache-Control", "no-store");
        reply.headers.extend(error.headers());
        reply.note.cause = error.cause().map(ToOwned::to_owned);
        reply
    }

    /// The same with one more header.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// The same with one more header, if there is a value for it.
    #[must_use]
    pub fn with_some(mut self, name: &'static str, value: Option<String>) -> Self {
        self.headers.extend(value.map(|value| (name, value)));
        self
    }

    /// The same under a name for the log.
    #[must_use]
    pub fn named(mut self, route: &'static str) -> Self {
        self.note.route = route;
        self
    }

    /// The same of a change, for the log.
    #[must_use]
    pub fn changing(mut self, change: &'static str) -> Self {
        self.note.change = Some(change);
        self
    }

    /// The same of an account, for the log.
    #[must_use]
    pub fn about(mut self, account: Option<i64>) -> Self {
        self.note.account = account;
        self
    }

    /// The same without a body, as for `HEAD`.
    #[must_use]
    pub fn without_body(mut self) -> Self {
        self.body.clear();
        self
    }

    /// A header's value.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(header, _)| header.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// The reply type of a storage.
pub type ReplyOf<S> = Reply<<<S as Storage>::Row as Row>::Text>;

impl<T: AsText> Reply<T> {
    /// The body as one text.
    pub fn body_text(&self) -> String {
        let piece = |piece: &BodyPart<T>| match piece {
            BodyPart::Own(text) => text.clone(),
            BodyPart::Opened(text) => text.to_text().get(1..).unwrap_or_default().to_owned(),
        };
        self.body.iter().map(piece).collect()
    }
}
