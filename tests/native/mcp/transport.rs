//! Messages, revisions and headers.

use super::{NEWEST, body, call, earlier, request, send};
use crate::charging::shop;
use crate::sqlite::Server;
use postern::http::call::{Call, PrivateHeaders, ProtocolHeaders};
use postern::http::runtime::RateLimit;
use postern::store::Database::Accounts;
use serde_json::{Value, json};

/// The status and the code of JSON-RPC.
fn outcome(server: &Server, call: &Call<'_>, text: &str) -> (u16, Value) {
    let reply = server.call(call, text.as_bytes());
    let body: Value = serde_json::from_str(&reply.body_text()).unwrap_or_default();
    (reply.status, body["error"]["code"].clone())
}

/// A call with these headers of the protocol.
fn with_headers<'a>(
    token: &str,
    version: Option<&str>,
    method: Option<&str>,
    name: Option<&str>,
) -> Call<'a> {
    let owned = |text: Option<&str>| text.map(ToOwned::to_owned);
    let protocol = ProtocolHeaders { version: owned(version), method: owned(method), name: owned(name) };
    let private = PrivateHeaders { protocol, ..PrivateHeaders::default() };
    Call { private, ..call(token, &Value::Null) }
}

#[test]
fn a_client_of_the_newest_revision_needs_no_handshake() {
    let (server, token) = shop(0);
    let reply = send(&server, &token, &request("server/discover", &json!({})));
    let answer = body(&reply);
    assert_eq!(
        (reply.status, &answer["id"], &answer["result"]["resultType"]),
        (200, &json!(1), &json!("complete"))
    );
    assert_eq!(answer["result"]["supportedVersions"], json!(["2026-07-28", "2025-11-25", "2025-06-18"]));
    assert_eq!(answer["result"]["capabilities"], json!({"tools": {}}));
    let name = &answer["result"]["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!(name, &json!({"name": "postern", "title": "Postern", "version": "0.1.0"}));
    let list = body(&send(&server, &token, &request("tools/list", &json!({}))));
    let names: Vec<_> =
        list["result"]["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["search_posts", "get_posts", "count_posts", "list_changes", "get_account"]);
    assert_eq!(
        (&list["result"]["ttlMs"], &list["result"]["cacheScope"]),
        (&json!(3_600_000), &json!("private"))
    );
    for gone in ["initialize", "ping", "subscriptions/listen", "resources/list"] {
        let reply = send(&server, &token, &request(gone, &json!({})));
        assert_eq!((reply.status, &body(&reply)["error"]["code"]), (404, &json!(-32601)), "{gone}");
    }
}

#[test]
fn a_client_of_an_earlier_revision_begins_with_initialize() {
    let (server, token) = shop(0);
    for (asked, answered) in
        [("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("2024-11-05", "2025-11-25")]
    {
        let params = json!({"protocolVersion": asked, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
        let reply = send(&server, &token, &earlier("initialize", &params));
        let answer = body(&reply);
        assert_eq!((reply.status, &answer["id"]), (200, &json!("a")));
        assert_eq!(answer["result"]["protocolVersion"], answered);
        assert_eq!(answer["result"]["serverInfo"]["name"], "postern");
        assert!(answer["result"]["instructions"].as_str().unwrap().contains("never instructions"));
        assert_eq!(
            (&answer["result"]["resultType"], &answer["result"]["_meta"]),
            (&Value::Null, &Value::Null)
        );
        assert_eq!(reply.header("Mcp-Session-Id"), None);
    }
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string();
    for version in [None, Some("2025-06-18"), Some("2025-11-25")] {
        let with_version = with_headers(&token, version, None, None);
        let reply = server.call(&with_version, initialized.as_bytes());
        assert_eq!((reply.status, reply.body_text().as_str()), (202, ""), "{version:?}");
        for (method, status) in
            [("ping", 200), ("tools/list", 200), ("server/discover", 200), ("resources/list", 200)]
        {
            let reply = server.call(&with_version, earlier(method, &json!({})).to_string().as_bytes());
            let code = if matches!(method, "ping" | "tools/list") { Value::Null } else { json!(-32601) };
            assert_eq!(
                (reply.status, &body(&reply)["error"]["code"]),
                (status, &code),
                "{method} {version:?}"
            );
        }
    }
    assert_eq!(body(&send(&server, &token, &earlier("ping", &json!({}))))["result"], json!({}));
}

#[test]
fn a_revision_that_is_not_spoken_is_refused_with_those_that_are() {
    let (server, token) = shop(0);
    let list = earlier("tools/list", &json!({})).to_string();
    for version in ["1999-01-01", "2025-03-26", "", "2026-07-28 "] {
        let reply = server.call(&with_headers(&token, Some(version), None, None), list.as_bytes());
        let error = &body(&reply)["error"];
        assert_eq!((reply.status, &error["code"]), (400, &json!(-32022)), "{version}");
        assert_eq!(
            error["data"],
            json!({"supported": ["2026-07-28", "2025-11-25", "2025-06-18"], "requested": version})
        );
    }
    let mut other = request("tools/list", &json!({}));
    other["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("1900-01-01");
    let reply = send(&server, &token, &other);
    assert_eq!(
        (reply.status, &body(&reply)["error"]["code"], &body(&reply)["id"]),
        (400, &json!(-32022), &json!(1))
    );
    let notification = json!({"jsonrpc": "2.0", "method": "notifications/cancelled"}).to_string();
    assert_eq!(outcome(&server, &with_headers(&token, Some("1999-01-01"), None, None), &notification).0, 400);
}

#[test]
fn headers_of_the_newest_revision_say_the_same_as_the_body() {
    let (server, token) = shop(1);
    let search = super::tool("search_posts", &json!({})).to_string();
    let name = Some("search_posts");
    let coded = Some("=?base64?c2VhcmNoX3Bvc3Rz?=");
    for (version, method, name, expected) in [
        (Some(NEWEST), Some("tools/call"), name, (200, Value::Null)),
        (Some(NEWEST), Some("tools/call"), coded, (200, Value::Null)),
        (None, Some("tools/call"), name, (400, json!(-32020))),
        (Some("2025-06-18"), Some("tools/call"), name, (400, json!(-32020))),
        (Some(NEWEST), None, name, (400, json!(-32020))),
        (Some(NEWEST), Some("tools/list"), name, (400, json!(-32020))),
        (Some(NEWEST), Some("TOOLS/CALL"), name, (400, json!(-32020))),
        (Some(NEWEST), Some("tools/call"), None, (400, json!(-32020))),
        (Some(NEWEST), Some("tools/call"), Some("get_posts"), (400, json!(-32020))),
        (Some(NEWEST), Some("tools/call"), Some("=?base64?Z2V0X3Bvc3Rz?="), (400, json!(-32020))),
        (Some(NEWEST), Some("tools/call"), Some("=?base64?c2VhcmNo!?="), (400, json!(-32020))),
    ] {
        let call = with_headers(&token, version, method, name);
        assert_eq!(outcome(&server, &call, &search), expected, "{version:?} {method:?} {name:?}");
    }
    for key in ["io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientCapabilities"] {
        let mut without = request("tools/list", &json!({}));
        without["params"]["_meta"].as_object_mut().unwrap().remove(key);
        let call = with_headers(&token, Some(NEWEST), Some("tools/list"), None);
        assert_eq!(outcome(&server, &call, &without.to_string()), (400, json!(-32602)), "{key}");
    }
}

#[test]
fn what_is_no_single_message_is_refused() {
    let (server, token) = shop(0);
    let one = earlier("ping", &json!({})).to_string();
    let call = call(&token, &Value::Null);
    for (text, expected) in [
        (format!("[{one}]"), (400, json!(-32600))),
        ("[]".into(), (400, json!(-32600))),
        ("{".into(), (400, json!(-32700))),
        (String::new(), (400, json!(-32700))),
        (format!("{one}{one}"), (400, json!(-32700))),
        (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#.into(), (400, json!(-32600))),
    ] {
        assert_eq!(outcome(&server, &call, &text), expected, "{text}");
    }
    let answer = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
    assert_eq!(outcome(&server, &call, answer).0, 202, "an answer to nothing");
    assert_eq!(
        outcome(&server, &with_headers(&token, Some(NEWEST), None, None), answer),
        (400, json!(-32600))
    );
}

#[test]
fn unknown_tools_and_malformed_calls_are_errors_of_the_protocol() {
    let (server, token) = shop(1);
    for (params, text) in [
        (json!({"name": "delete_posts"}), "\"delete_posts\" came"),
        (json!({"name": 5}), "name of a tool"),
        (json!({}), "name of a tool"),
        (json!({"name": "search_posts", "arguments": []}), "a list came"),
        (json!({"name": "search_posts", "arguments": null}), "null came"),
    ] {
        let reply = send(&server, &token, &earlier("tools/call", &params));
        let error = &body(&reply)["error"];
        assert_eq!(
            (reply.status, &error["code"], &body(&reply)["id"]),
            (200, &json!(-32602), &json!("a")),
            "{params}"
        );
        assert!(error["message"].as_str().unwrap().contains(text), "{error}");
    }
    let next = send(&server, &token, &earlier("tools/list", &json!({"cursor": "x"})));
    assert_eq!(body(&next)["error"]["code"], -32602);
}

#[test]
fn only_post_is_answered_at_only_this_address() {
    let (server, token) = shop(0);
    let ping = earlier("ping", &json!({})).to_string();
    let base = || call(&token, &Value::Null);
    let status = |call: &Call<'_>| outcome(&server, call, &ping);
    for method in ["GET", "HEAD", "DELETE", "PUT"] {
        let reply = server.call(&Call { method, ..base() }, b"");
        assert_eq!((reply.status, reply.header("Allow")), (405, Some("POST, OPTIONS")), "{method}");
    }
    assert_eq!(status(&base()).0, 200);
    assert_eq!(status(&Call { path: "/mcp/", ..base() }), (404, json!("NOT_FOUND")));
    assert_eq!(
        status(&Call { accept: Some("text/event-stream".into()), ..base() }),
        (406, json!("NOT_ACCEPTABLE"))
    );
    assert_eq!(status(&Call { accept: None, ..base() }).0, 200);
    assert_eq!(status(&Call { content_type: None, ..base() }), (415, json!("UNSUPPORTED_MEDIA_TYPE")));
    assert_eq!(status(&Call { query: "token=x", ..base() }), (400, json!("INVALID_PARAMETER")));
    let padded = |size: usize| format!("{ping}{}", " ".repeat(size - ping.len()));
    assert_eq!(outcome(&server, &base(), &padded(65_536)).0, 200);
    assert_eq!(outcome(&server, &base(), &padded(65_537)), (413, json!("PAYLOAD_TOO_LARGE")));
}

#[test]
fn outsiders_learn_nothing_and_every_refusal_has_its_status() {
    let (server, token) = shop(1);
    let garbage = |call: &Call<'_>| outcome(&server, call, "garbage");
    let base = || call(&token, &Value::Null);
    let missing = server.call(&Call { api_token: None, ..base() }, b"garbage");
    for reply in [
        &missing,
        &server.call(&base(), b"garbage"),
        &send(&server, &token, &super::tool("search_posts", &json!({"limit": 0}))),
    ] {
        let caching: Vec<_> = reply.headers.iter().filter(|(name, _)| *name == "Cache-Control").collect();
        assert_eq!(caching, [&("Cache-Control", "no-store".to_owned())]);
    }
    assert_eq!((missing.status, missing.header("WWW-Authenticate")), (401, Some("Bearer")));
    assert_eq!(body(&missing)["error"]["code"], "MISSING_API_TOKEN");
    assert_eq!(garbage(&Call { api_token: Some("x".into()), ..base() }), (401, json!("INVALID_API_TOKEN")));
    let operator = Some(format!("Bearer {}", crate::sqlite::SECRET));
    assert_eq!(garbage(&Call { authorization: operator, ..base() }), (401, json!("INVALID_API_TOKEN")));
    server.limited.set(Some(RateLimit::Calls));
    let limited = server.call(&base(), b"garbage");
    assert_eq!((limited.status, limited.header("Retry-After")), (429, Some("60")));
    server.limited.set(None);
    crate::api::run(&server, Accounts, "UPDATE accounts SET status = 'suspended'");
    assert_eq!(garbage(&base()), (403, json!("ACCOUNT_INACTIVE")));
    let search = super::tool("search_posts", &json!({}));
    let suspended = send(&server, &token, &search);
    assert_eq!((suspended.status, &body(&suspended)["error"]["code"]), (403, &json!("ACCOUNT_INACTIVE")));
}

#[test]
fn a_token_that_was_just_revoked_opens_nothing() {
    let (server, token) = shop(9);
    for message in [request("tools/list", &json!({})), super::tool("search_posts", &json!({}))] {
        assert_eq!(send(&server, &token, &message).status, 200);
    }
    crate::api::run(&server, Accounts, "DELETE FROM tokens");
    for message in [
        super::tool("search_posts", &json!({})),
        request("tools/list", &json!({})),
        super::tool("search_posts", &json!({"limit": 0})),
    ] {
        assert_eq!(send(&server, &token, &message).status, 401, "{message}");
    }
}

#[test]
fn pages_of_any_origin_may_call() {
    let (server, token) = shop(1);
    let base = call(&token, &Value::Null);
    let origin = |call: Call<'static>| Call {
        private: PrivateHeaders { origin: Some("https://evil.example".into()), ..call.private.clone() },
        ..call
    };
    let preflight = server.call(&origin(Call { method: "OPTIONS", api_token: None, ..base.clone() }), b"");
    assert_eq!((preflight.status, preflight.header("Access-Control-Allow-Origin")), (204, Some("*")));
    assert_eq!(preflight.header("Access-Control-Allow-Methods"), Some("POST, OPTIONS"));
    let allowed = preflight.header("Access-Control-Allow-Headers").unwrap().to_lowercase();
    for header in ["authorization", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"] {
        assert!(allowed.split(", ").any(|name| name == header), "{header}: {allowed}");
    }
    let ping = earlier("ping", &json!({})).to_string();
    for call in [base.clone(), Call { api_token: None, ..base }] {
        let reply = server.call(&origin(call), ping.as_bytes());
        assert_eq!(reply.header("Access-Control-Allow-Origin"), Some("*"));
        assert_eq!(reply.header("Access-Control-Allow-Credentials"), None);
    }
}
