//! Cross-origin calls: pages of any origin may call the public API.

use super::reply::Reply;

/// The headers of replies that pages of any origin may read.
const EXPOSED: &str = "X-Request-Id, X-Credits-Charged, X-Credits-Remaining, ETag, Link, X-Next-Cursor, X-Missing, \
     Content-Disposition, RateLimit-Policy, Retry-After, WWW-Authenticate, Allow, Deprecation, Sunset, X-Rows-Read, X-Rows-Written, X-Plan, Server-Timing";
/// The headers that pages of any origin may send.
const SENDABLE: &str =
    "Authorization, X-API-Token, Accept, If-None-Match, Idempotency-Key, X-Request-Id, Content-Type";
/// Seconds that a browser may cache a preflight: a day.
const PREFLIGHT_AGE: &str = "86400";

/// Lets pages of any origin read a reply.
pub(crate) fn readable<T>(reply: Reply<T>) -> Reply<T> {
    reply.with("Access-Control-Allow-Origin", "*").with("Access-Control-Expose-Headers", EXPOSED)
}

pub(crate) fn preflight<T>(methods: &str) -> Reply<T> {
    preflight_with(methods, SENDABLE.to_owned())
}

/// As [`preflight`], for an address that also looks at these headers.
pub(crate) fn preflight_and<T>(methods: &str, headers: &str) -> Reply<T> {
    preflight_with(methods, format!("{SENDABLE}, {headers}"))
}

fn preflight_with<T>(methods: &str, headers: String) -> Reply<T> {
    Reply::new(204)
        .with("Access-Control-Allow-Methods", methods)
        .with("Access-Control-Allow-Headers", headers)
        .with("Access-Control-Max-Age", PREFLIGHT_AGE)
        .with("Allow", methods)
}
