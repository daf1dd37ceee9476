//! A platform request as the core's call.

use crate::accounts::token::BROWSER_START;
use crate::http::call::{Call, PrivateHeaders};
use worker::web_sys::{Headers, Request};

/// What the core looks at, taken out of a request once.
#[derive(Debug)]
pub(super) struct Incoming {
    method: String,
    url: String,
    headers: Headers,
}

impl Incoming {
    pub(super) fn read(request: &Request) -> Self {
        Self { method: request.method(), url: request.url(), headers: request.headers() }
    }

    /// The call. A URL has been normalised by the platform: scheme, `://`, host, path, `?` and query.
    pub(super) fn call(&self) -> Call<'_> {
        let (scheme, rest) = self.url.split_once("://").unwrap_or_default();
        let rest = rest.split_once('#').map_or(rest, |(before, _)| before);
        let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (host, path) = place.split_at(place.find('/').unwrap_or(place.len()));
        let header = |name| self.headers.get(name).ok().flatten();
        // The public API is called most, and does not look at these.
        let private = |name| if path.starts_with("/api/") { None } else { header(name) };
        let (authorization, api_token) = (header("authorization"), header("x-api-token"));
        // Only browser tokens may be of certain pages.
        let is_browser =
            |text: &Option<String>| text.as_ref().is_some_and(|text| text.contains(BROWSER_START));
        let may_tell = is_browser(&authorization) || is_browser(&api_token);
        let of_page = |name| if may_tell { header(name) } else { private(name) };
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
                origin: of_page("origin"),
                fetch_site: of_page("sec-fetch-site"),
                stripe_signature: private("stripe-signature"),
                access: private("cf-access-jwt-assertion"),
            },
        }
    }
}
