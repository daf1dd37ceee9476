//! The token with which pages of this service call it for their owner.

use super::{Browser, active, advance};
use crate::api::{outcome, request};
use crate::sqlite::{NOW, Server};
use postern::http::call::{Call, PrivateHeaders};
use postern::time::Timestamp;
use serde_json::json;

/// A call for posts by a page: what it says of itself, and the outcome.
fn call(server: &Server, token: &str, origin: Option<&str>, site: Option<&str>) -> (u16, String) {
    let (origin, fetch_site) = (origin.map(str::to_owned), site.map(str::to_owned));
    let private = PrivateHeaders { origin, fetch_site, ..PrivateHeaders::default() };
    let call = Call { private, ..request("GET", token, "/api/v1/posts/search") };
    outcome(&server.call(&call, b""))
}

#[test]
fn an_owner_gets_a_token_of_a_quarter_of_an_hour_for_the_pages_of_this_service() {
    let (server, browser) = (Server::default(), Browser::default());
    browser.enter(&server, "sign-up", "reef@example.com");
    let ask = || browser.post(&server, "browser-token", &json!({}));
    assert_eq!(ask(), (403, json!("ACCOUNT_INACTIVE")), "there is no API token yet");
    active(&server, "reef@example.com");
    assert_eq!(ask(), (403, json!("ACCOUNT_INACTIVE")), "and none is made");
    browser.post(&server, "token", &json!({"action": "regenerate"}));
    let (status, made) = ask();
    assert_eq!(status, 200);
    assert_eq!(made["expires_at"], Timestamp(NOW.0 / 1000 * 1000 + 15 * 60_000).to_string());
    assert_ne!(ask().1["token"], made["token"]);
    let token = made["token"].as_str().unwrap();
    let (own, broke) = ("https://api.example.com", (402, "INSUFFICIENT_CREDITS".to_owned()));
    // A browser leaves `Origin` out where a page calls its own host.
    assert_eq!(call(&server, token, None, Some("same-origin")), broke);
    assert_eq!(call(&server, token, Some(own), None), broke);
    for (origin, site) in [
        (None, None),
        (None, Some("cross-site")),
        (None, Some("same-site")),
        (None, Some("none")),
        (Some("https://evil.example"), Some("cross-site")),
        (Some("https://evil.example"), Some("same-origin")),
    ] {
        assert_eq!(
            call(&server, token, origin, site),
            (403, "INSUFFICIENT_SCOPE".into()),
            "{origin:?} {site:?}"
        );
    }
    advance(&server, 16 * 60_000 + 1_000);
    assert_eq!(call(&server, token, Some(own), None).0, 401);
    let (_, again) = ask();
    browser.post(&server, "token", &json!({"action": "revoke"}));
    assert_eq!(call(&server, again["token"].as_str().unwrap(), Some(own), None).0, 401);
    assert_eq!(browser.post(&server, "browser-token", &json!({"a": 1})).0, 400);
}
