//! Errors of JSON-RPC: a message that is none, or one that can't be answered.

use super::id::Id;
use super::revision::Revision;
use crate::http::reply::Reply;
use crate::store::json;

/// The body is no JSON.
pub(super) const PARSE_ERROR: i32 = -32700;
/// The JSON is no message.
pub(super) const INVALID_REQUEST: i32 = -32600;
/// There is no such method.
pub(super) const METHOD_NOT_FOUND: i32 = -32601;
/// The parameters of the method are wrong.
pub(super) const INVALID_PARAMS: i32 = -32602;
/// A header is missing, or says something else than the body.
pub(super) const HEADER_MISMATCH: i32 = -32020;
/// A revision of the protocol that is not spoken.
pub(super) const UNSUPPORTED_VERSION: i32 = -32022;

/// Why a message is not answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failure {
    /// The status.
    pub(super) status: u16,
    /// The id of the request, if it could be read.
    pub(super) id: Option<Id>,
    /// The code of JSON-RPC or of the protocol.
    pub(super) code: i32,
    /// What was expected, then what came.
    pub(super) message: String,
    /// More for programs, as JSON.
    pub(super) data: Option<String>,
}

impl Failure {
    /// A failure with a code and a message only.
    pub(super) fn new(code: i32, message: impl Into<String>) -> Self {
        Self { status: 400, id: None, code, message: message.into(), data: None }
    }

    /// A revision that is not spoken came.
    pub(super) fn unsupported_version(requested: &str) -> Self {
        let names = Revision::ALL.map(Revision::name);
        let shown: String = requested.chars().take(100).collect();
        let message =
            format!("expected one of the protocol versions {}, and {shown:?} came", names.join(", "));
        let data = format!(r#"{{"supported":{},"requested":{}}}"#, json(&names), json(&shown));
        Self { data: Some(data), ..Self::new(UNSUPPORTED_VERSION, message) }
    }

    /// The reply.
    pub(super) fn reply<T>(&self) -> Reply<T> {
        let id = self.id.as_ref().map(|Id(id)| format!(r#""id":{id},"#)).unwrap_or_default();
        let data = self.data.as_ref().map(|data| format!(r#","data":{data}"#)).unwrap_or_default();
        let (code, message) = (self.code, json(&self.message));
        let error = format!(r#"{{"code":{code},"message":{message}{data}}}"#);
        Reply::text(self.status, format!(r#"{{"jsonrpc":"2.0",{id}"error":{error}}}"#))
    }
}
