//! Replies: a status, headers, a body in parts, and what the log says about the call.

use super::error::ApiError;
use crate::store::{AsText, Row, Storage, json};
use serde::Serialize;

/// The type of JSON bodies.
pub const JSON: &str = "application/json; charset=utf-8";

/// Part of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BodyPart<T> {
    /// A text that this service wrote.
    Own(String),
    /// A stored JSON object, of which everything after the opening brace is sent.
    Opened(T),
}

/// A body that the platform reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum File {
    /// A JSON file of the static site, by its path. It has its own `ETag`.
    Site(&'static str),
    /// A tarball of the npm package, by its name.
    Tarball(String),
}

/// A reply. `T` is the text type of the storage.
#[derive(Debug, Clone)]
pub struct Reply<T> {
    /// The status.
    pub status: u16,
    /// The headers, each name once.
    pub headers: Vec<(&'static str, String)>,
    /// The parts of the body, in order.
    pub body: Vec<BodyPart<T>>,
    /// The file that is the body; then `body` is empty.
    pub file: Option<File>,
    /// For the log.
    pub note: Note,
}

/// What the log says about a call besides its id, status and duration. Never a token, an address or a keyword.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Note {
    /// The route's name.
    pub route: &'static str,
    /// The credits that were charged.
    pub credits: i64,
    /// The account's number.
    pub account: Option<i64>,
    /// Changes to tokens and accounts that an old backup would miss.
    pub change: Option<&'static str>,
    /// The plan that the posts were read by.
    pub plan: Option<String>,
    /// What went wrong on our side.
    pub cause: Option<String>,
    /// The code of the error that a tool answered, which is a 200.
    pub failed: Option<&'static str>,
    /// What the call used that is deprecated.
    pub deprecated: Option<String>,
}

impl<T> Reply<T> {
    /// A reply without headers and body.
    pub fn new(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: Vec::new(), file: None, note: Note::default() }
    }

    /// A reply with a JSON text as its body.
    pub fn text(status: u16, text: String) -> Self {
        Self::with_type(status, JSON, text)
    }

    /// A reply with a text of this `Content-Type` as its body.
    pub fn with_type(status: u16, content_type: &str, text: String) -> Self {
        let mut reply = Self::new(status).with("Content-Type", content_type);
        reply.body.push(BodyPart::Own(text));
        reply
    }

    /// A success with parts of this `Content-Type` as its body.
    pub fn parts(content_type: &str, body: Vec<BodyPart<T>>) -> Self {
        Self { body, ..Self::new(200).with("Content-Type", content_type) }
    }

    /// A reply with a JSON file of the static site as its body.
    pub fn file(path: &'static str) -> Self {
        Self { file: Some(File::Site(path)), ..Self::new(200) }
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

    /// Adds a header.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Adds a header, if there is a value for it.
    #[must_use]
    pub fn with_some(mut self, name: &'static str, value: Option<String>) -> Self {
        self.headers.extend(value.map(|value| (name, value)));
        self
    }

    /// Sets the route's name, for the log.
    #[must_use]
    pub fn named(mut self, route: &'static str) -> Self {
        self.note.route = route;
        self
    }

    /// Sets the change to a token or an account, for the log.
    #[must_use]
    pub fn changing(mut self, change: &'static str) -> Self {
        self.note.change = Some(change);
        self
    }

    /// Sets the account, for the log.
    #[must_use]
    pub fn about(mut self, account: Option<i64>) -> Self {
        self.note.account = account;
        self
    }

    /// Removes the body, as for `HEAD`.
    #[must_use]
    pub fn without_body(mut self) -> Self {
        self.body.clear();
        self
    }

    /// The value of a header, whose name is compared without case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(header, _)| header.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// The reply type for a storage.
pub type ReplyOf<S> = Reply<<<S as Storage>::Row as Row>::Text>;

impl<T: AsText> Reply<T> {
    /// The body as one text.
    pub fn body_text(&self) -> String {
        let text = |part: &BodyPart<T>| match part {
            BodyPart::Own(text) => text.clone(),
            BodyPart::Opened(text) => text.to_text().get(1..).unwrap_or_default().to_owned(),
        };
        self.body.iter().map(text).collect()
    }
}
