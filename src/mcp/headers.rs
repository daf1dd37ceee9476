//! The headers of a message: which revision it is of, and that they say the same as its body.
//!
//! Revision 2026-07-28, Streamable HTTP, "Request Metadata" and "Server Validation"; revision 2025-06-18, Transports, "Protocol Version
//! Header". A request of the newest revision says so in its body, and repeats it in a header. One of an earlier revision says so in the
//! header only, and one without the header is served as one of 2025-06-18.

use super::failure::{Failure, HEADER_MISMATCH};
use super::message::Request;
use super::revision::Revision;
use crate::encoding::from_any_base64;
use crate::http::call::ProtocolHeaders;
use crate::json::Value;
use std::borrow::Cow;

/// The revision in the body of a request.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// What its client can do.
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// The header with the revision.
const VERSION_HEADER: &str = "MCP-Protocol-Version";

/// The revision of a request.
///
/// # Errors
/// When it is not spoken, or the headers and the body differ.
pub(super) fn revision(headers: &ProtocolHeaders, request: &Request<'_>) -> Result<Revision, Failure> {
    let failed = |failure: Failure| Failure { id: Some(request.id.clone()), ..failure };
    let named = match request.meta(VERSION) {
        None => return of_header(headers, request),
        Some(Value::Text(named)) => named,
        Some(other) => {
            let message = format!("expected {VERSION} to be a text, and {} came", other.excerpt());
            return Err(request.invalid_params(message));
        }
    };
    matches(VERSION_HEADER, headers.version.as_deref(), named).map_err(failed)?;
    let revision = Revision::from_name(named).ok_or_else(|| failed(Failure::unsupported_version(named)))?;
    if revision.is_stateless() {
        check_stateless(headers, request)?;
    }
    Ok(revision)
}

/// Checks the revision of a message that is no request.
///
/// # Errors
/// When it is not spoken.
pub(super) fn check_version(headers: &ProtocolHeaders) -> Result<Revision, Failure> {
    let Some(named) = headers.version.as_deref() else { return Ok(Revision::V2025_06_18) };
    Revision::from_name(named).ok_or_else(|| Failure::unsupported_version(named))
}

fn of_header(headers: &ProtocolHeaders, request: &Request<'_>) -> Result<Revision, Failure> {
    let revision =
        check_version(headers).map_err(|failure| Failure { id: Some(request.id.clone()), ..failure })?;
    if revision.is_stateless() {
        let message =
            format!("expected {VERSION} and {CAPABILITIES} in _meta, as in revision {}", revision.name());
        return Err(request.invalid_params(message));
    }
    Ok(revision)
}

/// Checks what a request of the newest revision must have.
fn check_stateless(headers: &ProtocolHeaders, request: &Request<'_>) -> Result<(), Failure> {
    if !matches!(request.meta(CAPABILITIES), Some(Value::Object(_))) {
        return Err(request.invalid_params(format!("expected {CAPABILITIES} in _meta to be an object")));
    }
    let failed = |failure| Failure { id: Some(request.id.clone()), ..failure };
    matches("Mcp-Method", headers.method.as_deref(), &request.method).map_err(failed)?;
    if let ("tools/call", Some(name)) = (request.method.as_str(), request.text("name")) {
        let header = headers.name.as_deref().map(decoded);
        matches("Mcp-Name", header.as_deref(), name).map_err(failed)?;
    }
    Ok(())
}

fn matches(header: &str, value: Option<&str>, body: &str) -> Result<(), Failure> {
    if value == Some(body) {
        return Ok(());
    }
    let came = value.map_or_else(|| "none".to_owned(), |value| format!("{value:?}"));
    let message = format!("expected the header {header} to be {body:?}, as in the body, and {came} came");
    Err(Failure::new(HEADER_MISMATCH, message))
}

/// The value of a header, which is in base64 if it could not be sent as it is.
fn decoded(value: &str) -> Cow<'_, str> {
    let coded = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="));
    let bytes = coded.and_then(from_any_base64);
    bytes.and_then(|bytes| String::from_utf8(bytes).ok()).map_or(Cow::Borrowed(value), Cow::Owned)
}
