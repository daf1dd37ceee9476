//! The answer to a request: results of methods and of tools.

use super::id::Id;
use super::revision::Revision;
use crate::accounts::authorize::AuthorizedRequest;
use crate::http::error::ApiError;
use crate::http::reply::Reply;
use crate::http::runtime::Runtime;
use crate::store::json;

/// What identifies this service to clients.
pub(super) const SERVER: &str =
    concat!(r#"{"name":"postern","title":"Postern","version":""#, env!("CARGO_PKG_VERSION"), r#""}"#);

/// A request that is to be answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Exchange {
    /// Its id.
    pub(super) id: Id,
    /// The revision that it is of.
    pub(super) revision: Revision,
}

/// What `_meta` says about the credits of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Credits {
    charged: i64,
    /// `None` if the caller may not know it.
    remaining: Option<i64>,
}

impl Credits {
    /// The credits of a call so far.
    pub(super) fn of<S: Runtime>(request: &AuthorizedRequest<'_, S>) -> Self {
        Self { charged: request.charged, remaining: request.visible_balance() }
    }
}

impl Exchange {
    /// The answer with the members of a result.
    pub(super) fn result<T>(&self, members: &str) -> Reply<T> {
        self.result_with(members, "")
    }

    /// The answer of a tool: its data, as JSON.
    pub(super) fn tool_result<T>(&self, data: &str, credits: Credits) -> Reply<T> {
        let text = json(&data);
        let members = format!(
            r#""content":[{{"type":"text","text":{text}}}],"structuredContent":{data},"isError":false"#
        );
        self.result_with(&members, &meta(credits))
    }

    /// The answer of a tool that failed. It has no `structuredContent`: clients would check that against the schema of the data.
    pub(super) fn tool_error<T>(&self, error: &ApiError, credits: Credits, request_id: &str) -> Reply<T> {
        let text = json(&error.object(request_id));
        let members = format!(r#""content":[{{"type":"text","text":{text}}}],"isError":true"#);
        let mut reply = self.result_with(&members, &meta(credits));
        reply.note.cause = error.cause().map(ToOwned::to_owned);
        reply.note.failed = Some(error.status_and_code().1);
        reply
    }

    fn result_with<T>(&self, members: &str, meta: &str) -> Reply<T> {
        let Id(id) = &self.id;
        let separator = if members.is_empty() { "" } else { "," };
        let result = if self.revision.is_stateless() {
            let comma = if meta.is_empty() { "" } else { "," };
            let meta = format!(r#""_meta":{{{meta}{comma}"io.modelcontextprotocol/serverInfo":{SERVER}}}"#);
            format!(r#"{{"resultType":"complete",{members}{separator}{meta}}}"#)
        } else if meta.is_empty() {
            format!("{{{members}}}")
        } else {
            format!(r#"{{{members}{separator}"_meta":{{{meta}}}}}"#)
        };
        Reply::text(200, format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#))
    }
}

/// The members of `_meta` about credits.
fn meta(Credits { charged, remaining }: Credits) -> String {
    let remaining = remaining.map(|remaining| format!(r#","postern/credits_remaining":{remaining}"#));
    format!(r#""postern/credits_charged":{charged}{}"#, remaining.unwrap_or_default())
}
