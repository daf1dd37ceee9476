//! `/mcp`: the Model Context Protocol, for agents.
//!
//! The server is stateless, and has tools only. It speaks revision 2026-07-28 of the specification, and those of 2025-11-25 and 2025-06-18,
//! whose clients begin with `initialize`. What it follows, by the sections of <https://modelcontextprotocol.io/specification/2026-07-28>:
//!
//! - Base Protocol, Messages and Statelessness: `message.rs`, `failure.rs`; `_meta` and `resultType`: `exchange.rs`
//! - Versioning and Compatibility, for both kinds of clients: `revision.rs`, `headers.rs`
//! - Streamable HTTP: here and in `headers.rs`. Each answer is one JSON object, never a stream of events; there is nothing to listen to, so
//!   `GET` is a 405 and `subscriptions/listen` is no method. Any `Origin` is valid, since a token opens the service and no cookie does.
//! - Tools, with structured content, output schemas and annotations: `tools`, `schema`, `parameter.rs`
//! - Authorization is optional there, and is not OAuth here: tokens come in the headers of the API. 401 has `WWW-Authenticate: Bearer`.
//!
//! 401, 403 and 429 are statuses with the API's own body. Every other failure of a tool is its result, so that a model can mend its call.
//! A tool is answered by the code of the API: the same parsers, readings and charges, in the same order.

mod arguments;
mod budget;
mod exchange;
mod failure;
mod headers;
mod id;
mod message;
mod method;
mod parameter;
mod revision;
mod schema;
mod tools;

use crate::accounts::authorize::{Admitted, AuthorizedRequest};
use crate::accounts::service::Service;
use crate::http::body::{JSON, read_body};
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::parameters::no_parameters;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::http::{accept, cors, request_line};
use crate::posts::serve::Sources;
use exchange::{Credits, Exchange};
use failure::{Failure, INVALID_REQUEST};
use message::Message;
use method::Method;

/// The path.
pub(crate) const PATH: &str = "/mcp";
/// The methods of the path.
const METHODS: &str = "POST, OPTIONS";
/// The headers that pages may send besides those of the API.
const HEADERS: &str = "MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID";
/// Answers are nobody else's, and are paid for.
const CACHE: &str = "no-store";
/// The most bytes of a message.
const MAX_BODY: usize = 1 << 16;
/// The name in the log of a message that could not be read.
const ROUTE: &str = "mcp";

/// What came of a message.
enum Outcome<T> {
    /// It is answered.
    Answered(Reply<T>),
    /// The call is refused.
    Refused(ApiError),
    /// A tool was called, and failed.
    ToolFailed(Exchange, ApiError),
}

/// Answers a call at or below [`PATH`].
pub(crate) async fn answer<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    sources: Sources<'_>,
    request_id: &str,
) -> ReplyOf<S> {
    match check(call) {
        // Also for unknown addresses: a page can read the 404 only if the preflight succeeds.
        _ if call.method == "OPTIONS" => cors::preflight_and(METHODS, HEADERS).named(ROUTE),
        Err(error) => Reply::error(&error, request_id).named(ROUTE),
        Ok(()) => respond(call, service, sources, request_id).await,
    }
}

/// Checks the address, the length, the method and `Accept`. Clients have to accept streams of events as well, but none are sent.
fn check(call: &Call<'_>) -> Result<(), ApiError> {
    if call.path != PATH {
        return Err(ApiError::NotFound);
    }
    request_line::check(call, METHODS, accept::check(call.accept.as_deref(), &[JSON]))
}

async fn respond<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    sources: Sources<'_>,
    request_id: &str,
) -> ReplyOf<S> {
    let mut request = AuthorizedRequest::new(call, service);
    let (route, outcome) = respond_to_caller(&mut request, sources).await;
    let reply = match outcome {
        Outcome::Answered(reply) => request.finish(Ok(reply.with("Cache-Control", CACHE)), request_id),
        Outcome::ToolFailed(exchange, error) if !is_status(&error) => {
            let credits = Credits::of(&request);
            let failed =
                |error: &_| exchange.tool_error(error, credits, request_id).with("Cache-Control", CACHE);
            request.finish_with(Err(error), failed)
        }
        Outcome::Refused(error) | Outcome::ToolFailed(_, error) => request.finish(Err(error), request_id),
    };
    reply.named(route)
}

/// Whether an error is answered by its status, and not by a tool.
fn is_status(error: &ApiError) -> bool {
    matches!(error.status(), 401 | 403 | 429)
}

/// Checks the credential, then reads the message and answers it.
async fn respond_to_caller<S: Runtime>(
    request: &mut AuthorizedRequest<'_, S>,
    sources: Sources<'_>,
) -> (&'static str, Outcome<<S::Row as crate::store::Row>::Text>) {
    let admitted = match request.admit(true).await {
        Err(error) if is_status(&error) => return (ROUTE, Outcome::Refused(error)),
        admitted => admitted,
    };
    let body = match read(request).await {
        Ok(body) => body,
        Err(error) => return (ROUTE, once_confirmed(request, admitted, Outcome::Refused(error)).await),
    };
    let (exchange, method) = match parse(request.call, &body) {
        Ok(parsed) => parsed,
        Err(reply) => return (ROUTE, once_confirmed(request, admitted, Outcome::Answered(*reply)).await),
    };
    let route = method.route();
    let outcome = match method {
        Method::CallTool(tool, arguments) => {
            let called = match admitted {
                Ok(admitted) => tool.call(request, sources, admitted, &arguments).await,
                Err(error) => Err(error),
            };
            match called {
                Ok(data) => Outcome::Answered(exchange.tool_result(&data, Credits::of(request))),
                Err(error) => Outcome::ToolFailed(exchange, error),
            }
        }
        method => {
            let members = method.result(&exchange, request.browser.is_some());
            once_confirmed(request, admitted, Outcome::Answered(exchange.result(&members))).await
        }
    };
    (route, outcome)
}

/// Returns the outcome of a call that reads no posts, once storage has confirmed its token. Charging posts does so by itself.
async fn once_confirmed<S: Runtime, T>(
    request: &mut AuthorizedRequest<'_, S>,
    admitted: Result<Admitted, ApiError>,
    outcome: Outcome<T>,
) -> Outcome<T> {
    let checked = match admitted {
        Ok(mut admitted) => request.check(&mut admitted).await.map(drop),
        Err(error) => Err(error),
    };
    checked.map_or_else(Outcome::Refused, |()| outcome)
}

/// Reads the body. The address has no parameters.
async fn read<S: Runtime>(request: &AuthorizedRequest<'_, S>) -> Result<Vec<u8>, ApiError> {
    no_parameters(request.call.query)?;
    read_body(request.call, &request.service.http, JSON, MAX_BODY).await
}

/// The request in a body, and what it asks for, or else the reply to whatever it is.
fn parse<'a, T>(call: &Call<'_>, body: &'a [u8]) -> Result<(Exchange, Method<'a>), Box<Reply<T>>> {
    let headers = &call.private.protocol;
    let failed = |failure: Failure| Box::new(failure.reply());
    let message = Message::parse(body).map_err(failed)?;
    let Message::Request(request) = message else {
        let revision = headers::check_version(headers).map_err(failed)?;
        if message == Message::Response && revision.is_stateless() {
            return Err(failed(Failure::new(
                INVALID_REQUEST,
                "expected a request, and an answer to one came",
            )));
        }
        return Err(Box::new(Reply::new(202)));
    };
    let revision = headers::revision(headers, &request).map_err(failed)?;
    let exchange = Exchange { id: request.id.clone(), revision };
    let method = Method::from_request(request, revision).map_err(failed)?;
    Ok((exchange, method))
}
