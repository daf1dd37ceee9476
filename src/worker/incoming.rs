//! Converts the platform's request to the core's call.

use crate::accounts::token::BROWSER_START;
use crate::http::call::{Call, PrivateHeaders, ProtocolHeaders};
use crate::mcp;
use worker::web_sys::{Headers, Request};

/// The parts of a request that the core looks at.
#[derive(Debug)]
pub(super) struct Incoming {
    method: String,
    url: String,
    headers: Headers,
}

impl Incoming {
    pub(super) fn from_request(request: &Request) -> Self {
        Self { method: request.method(), url: request.url(), headers: request.headers() }
    }

    /// The call. The platform has normalised the URL: scheme, `://`, host, path, `?` and query.
    pub(super) fn call(&self) -> Call<'_> {
        let (scheme, rest) = self.url.split_once("://").unwrap_or_default();
        let rest = rest.split_once('#').map_or(rest, |(before, _)| before);
        let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (host, path) = place.split_at(place.find('/').unwrap_or(place.len()));
        let header = |name| self.headers.get(name).ok().flatten();
        // The public API is called most often, and does not look at these.
        let private = |name| if path.starts_with("/api/") { None } else { header(name) };
        let (authorization, api_token) = (header("authorization"), header("x-api-token"));
        // Only browser tokens may be limited to certain pages, so only they need these headers.
        let is_browser =
            |text: &Option<String>| text.as_ref().is_some_and(|text| text.contains(BROWSER_START));
        let has_browser_token = is_browser(&authorization) || is_browser(&api_token);
        let protocol = |name| if path == mcp::PATH { header(name) } else { None };
        let page_header = |name| if has_browser_token { header(name) } else { private(name) };
        Call {
            method: &self.method,
            path: if path.is_empty() { "/" } else { path },
            query,
            https: scheme == "https",
            host,
            client: header("cf-connecting-ip").unwrap_or_default(),
            authorization,
            api_token,
            accept: header("accept"),
            if_none_match: header("if-none-match"),
            request_id: header("x-request-id"),
            idempotency_key: header("idempotency-key"),
            content_type: header("content-type"),
            content_encoding: header("content-encoding"),
            private: PrivateHeaders {
                cookie: private("cookie"),
                origin: page_header("origin"),
                fetch_site: page_header("sec-fetch-site"),
                stripe_signature: private("stripe-signature"),
                access: private("cf-access-jwt-assertion"),
                protocol: ProtocolHeaders {
                    version: protocol("mcp-protocol-version"),
                    method: protocol("mcp-method"),
                    name: protocol("mcp-name"),
                },
            },
        }
    }
}
