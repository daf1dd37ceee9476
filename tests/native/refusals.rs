//! Operators' calls that are refused, each by its own code, and by everything that is wrong with it.

use crate::api::{account, body, operator, outcome, request};
use crate::sqlite::{SECRET, Server};
use postern::http::call::Call;
use postern::store::Database::Accounts;
use serde_json::json;

/// Every address, its methods, and a body that would do.
const PLACES: [(&str, &str, &str); 8] = [
    ("/operator/v1/posts", "GET, HEAD, POST", ""),
    ("/operator/v1/accounts", "GET, HEAD, POST", r#"{"email":"tide@example.com"}"#),
    ("/operator/v1/accounts/reef@example.com/credits", "POST", r#"{"credits":1,"reference":"a"}"#),
    ("/operator/v1/accounts/reef@example.com/status", "POST", r#"{"status":"active"}"#),
    ("/operator/v1/accounts/reef@example.com/token", "POST", r#"{"action":"revoke"}"#),
    ("/operator/v1/stats", "GET, HEAD", ""),
    ("/operator/v1/posts/x:1", "DELETE", ""),
    ("/operator/v1/authors/x/reef", "DELETE", ""),
];

#[test]
fn without_a_secret_there_are_no_operators() {
    let mut server = Server::default();
    account(&server, 5);
    server.settings.accounts.operator_secrets.clear();
    for (path, methods, body) in PLACES {
        for method in methods.split(", ").chain(["DELETE"]) {
            let reply = operator(&server, method, path, body.as_bytes());
            assert_eq!((reply.status, reply.header("Allow")), (404, None), "{method} {path}");
        }
    }
}

#[test]
fn only_the_secrets_open_what_is_the_operators() {
    let mut server = Server::default();
    account(&server, 5);
    let other = "another-secret-of-more-than-32-characters";
    server.settings.accounts.operator_secrets.push(other.into());
    for (path, methods, body) in PLACES {
        let method = methods.split(", ").last().unwrap();
        let call = |authorization: Option<String>| Call {
            authorization,
            content_type: Some("application/json".into()),
            ..request(method, SECRET, path)
        };
        for wrong in [None, Some("Bearer"), Some("Bearer x"), Some("Basic x"), Some(SECRET)] {
            let reply = server.call(&call(wrong.map(str::to_owned)), body.as_bytes());
            assert_eq!(reply.status, 401, "{path} {wrong:?}");
            assert_eq!(reply.header("WWW-Authenticate"), Some("Bearer"));
        }
        for secret in [SECRET, other] {
            let reply = server.call(&call(Some(format!("bearer {secret}"))), body.as_bytes());
            assert_ne!(reply.status, 401, "{path} {secret}");
        }
    }
}

#[test]
fn each_address_has_its_methods_and_the_rest_are_not_found() {
    let server = Server::default();
    for (path, methods, _) in PLACES {
        for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] {
            let reply = operator(&server, method, path, b"");
            let known = methods.split(", ").any(|known| known == method);
            assert_eq!(reply.status == 405, !known, "{method} {path}: {}", reply.status);
            assert_eq!(reply.header("Allow"), (!known).then_some(methods));
        }
    }
    for path in [
        "/operator/v1",
        "/operator/v1/",
        "/operator/v1/post",
        "/operator/v1/stats/",
        "/operator/v2/stats",
        "/operator/v1/accounts/",
        "/operator/v1/accounts/a@b",
        "/operator/v1/accounts//status",
        "/operator/v1/accounts/a@b/status/",
    ] {
        assert_eq!(outcome(&operator(&server, "GET", path, b"")), (404, "NOT_FOUND".into()), "{path}");
    }
    for page in ["/operator", "/operator/", "/operator/page.js", "/operators"] {
        assert!(server.try_call(&request("GET", "", page), b"").is_none(), "{page}: of the static site");
    }
    let mut closed = Server::default();
    closed.settings.accounts.operator_secrets.clear();
    for path in ["/operator", "/operator/", "/operator/page.js", "/operator/v1/stats"] {
        assert_eq!(outcome(&operator(&closed, "GET", path, b"")), (404, "NOT_FOUND".into()), "{path}");
    }
}

#[test]
fn a_body_of_another_type_or_size_is_refused() {
    let server = Server::default();
    account(&server, 5);
    for (path, _, body) in PLACES.into_iter().filter(|(_, methods, _)| methods.ends_with("POST")) {
        let call = |content_type: Option<&str>| Call {
            authorization: Some(format!("Bearer {SECRET}")),
            content_type: content_type.map(str::to_owned),
            ..request("POST", "", path)
        };
        let own = if path.ends_with("posts") { "application/x-ndjson" } else { "application/json" };
        for wrong in [
            None,
            Some(""),
            Some("text/plain"),
            Some("application/jsonx"),
            Some("application/x-www-form-urlencoded"),
        ] {
            let reply = server.call(&call(wrong), body.as_bytes());
            assert_eq!(outcome(&reply), (415, "UNSUPPORTED_MEDIA_TYPE".into()), "{path} {wrong:?}");
            assert!(reply.body_text().contains(own), "{}", reply.body_text());
        }
        let encoded = Call { content_encoding: Some("gzip".into()), ..call(Some(own)) };
        for refused in [encoded, call(Some(&format!("{own}; charset=utf-16")))] {
            let reply = server.call(&refused, body.as_bytes());
            assert_eq!(outcome(&reply), (415, "UNSUPPORTED_MEDIA_TYPE".into()), "{path}");
        }
        let own = format!("{} ; charset=\"UTF-8\"", own.to_uppercase());
        assert!(server.call(&call(Some(&own)), body.as_bytes()).status < 300, "{path}");
        let large = vec![b' '; (1 << 20) + 1];
        assert_eq!(
            outcome(&server.call(&call(Some(&own)), &large)),
            (413, "PAYLOAD_TOO_LARGE".into()),
            "{path}"
        );
    }
}

/// What is wrong with a body: each parameter, its code, and the name that was probably meant.
type Faults = &'static [(&'static str, &'static str, Option<&'static str>)];

const ACCOUNTS: &str = "/operator/v1/accounts";
const BAD: [(&str, &str, Faults); 34] = [
    (ACCOUNTS, "", &[("body", "INVALID_VALUE", None)]),
    (ACCOUNTS, "{", &[("body", "INVALID_VALUE", None)]),
    (ACCOUNTS, "[]", &[("body", "INVALID_VALUE", None)]),
    (ACCOUNTS, "null", &[("body", "INVALID_VALUE", None)]),
    (ACCOUNTS, r#"{"email":"a@b.example"} {}"#, &[("body", "INVALID_VALUE", None)]),
    (ACCOUNTS, "{}", &[("email", "EMPTY_VALUE", None)]),
    (ACCOUNTS, r#"{"email":null}"#, &[("email", "EMPTY_VALUE", None)]),
    (ACCOUNTS, r#"{"email":""}"#, &[("email", "EMPTY_VALUE", None)]),
    (ACCOUNTS, r#"{"email":5}"#, &[("email", "INVALID_VALUE", None)]),
    (ACCOUNTS, r#"{"email":"reef"}"#, &[("email", "INVALID_VALUE", None)]),
    (ACCOUNTS, r#"{"email":"@b"}"#, &[("email", "INVALID_VALUE", None)]),
    (ACCOUNTS, r#"{"email":"a@"}"#, &[("email", "INVALID_VALUE", None)]),
    (ACCOUNTS, r#"{"email":"a@b@c"}"#, &[("email", "INVALID_VALUE", None)]),
    (ACCOUNTS, r#"{"email":"a @b"}"#, &[("email", "INVALID_VALUE", None)]),
    (ACCOUNTS, r#"{"email":"a\u0000@b"}"#, &[("email", "INVALID_VALUE", None)]),
    (ACCOUNTS, r#"{"email":"a@b.example","email":"a@b.example"}"#, &[("email", "DUPLICATE_PARAMETER", None)]),
    (
        ACCOUNTS,
        r#"{"emial":"a@b.example"}"#,
        &[("emial", "UNKNOWN_PARAMETER", Some("email")), ("email", "EMPTY_VALUE", None)],
    ),
    (ACCOUNTS, r#"{"email":"a@b.example","plan":"x"}"#, &[("plan", "UNKNOWN_PARAMETER", None)]),
    (ACCOUNTS, r#"{"email":"a@b.example","name":["x"]}"#, &[("name", "INVALID_VALUE", None)]),
    (ACCOUNTS, r#"{"email":"a@b.example","company":"\u0000"}"#, &[("company", "INVALID_VALUE", None)]),
    (ACCOUNTS, r#"{"email":"a@b.example","name":"\ud800"}"#, &[("body", "INVALID_VALUE", None)]),
    (ACCOUNTS, r#"{"email":"a@b.example","credits":-1}"#, &[("credits", "OUT_OF_RANGE", None)]),
    (ACCOUNTS, r#"{"email":"a@b.example","credits":9007199254740992}"#, &[("credits", "OUT_OF_RANGE", None)]),
    (ACCOUNTS, r#"{"email":"a@b.example","credits":1.5}"#, &[("credits", "INVALID_VALUE", None)]),
    (ACCOUNTS, r#"{"email":"a@b.example","credits":"5"}"#, &[("credits", "INVALID_VALUE", None)]),
    (PLACES[2].0, "{}", &[("credits", "EMPTY_VALUE", None), ("reference", "EMPTY_VALUE", None)]),
    (PLACES[2].0, r#"{"credits":0,"reference":"a"}"#, &[("credits", "INVALID_VALUE", None)]),
    (PLACES[2].0, r#"{"credits":true,"reference":"a"}"#, &[("credits", "INVALID_VALUE", None)]),
    (
        PLACES[2].0,
        r#"{"credits":-9007199254740992,"referense":"a"}"#,
        &[
            ("referense", "UNKNOWN_PARAMETER", Some("reference")),
            ("credits", "OUT_OF_RANGE", None),
            ("reference", "EMPTY_VALUE", None),
        ],
    ),
    (PLACES[2].0, r#"{"credits":5,"reference":"a","reason":7}"#, &[("reason", "INVALID_VALUE", None)]),
    (PLACES[3].0, r#"{"status":"pending"}"#, &[("status", "INVALID_VALUE", None)]),
    (
        PLACES[3].0,
        r#"{"state":"active"}"#,
        &[("state", "UNKNOWN_PARAMETER", Some("status")), ("status", "EMPTY_VALUE", None)],
    ),
    (PLACES[4].0, r#"{"action":"destroy"}"#, &[("action", "INVALID_VALUE", None)]),
    ("/operator/v1/accounts/%ff/token", r#"{"action":"revoke"}"#, &[("email", "INVALID_VALUE", None)]),
];

#[test]
fn everything_that_is_wrong_with_a_body_is_named() {
    let server = Server::default();
    account(&server, 5);
    for (path, text, faults) in BAD {
        let reply = operator(&server, "POST", path, text.as_bytes());
        assert_eq!(outcome(&reply), (400, "INVALID_PARAMETER".into()), "{text}");
        let error = body(&reply)["error"].clone();
        let details = error["details"].as_array().unwrap().iter();
        let named: Vec<_> =
            details.map(|fault| json!([fault["parameter"], fault["code"], fault["did_you_mean"]])).collect();
        assert_eq!(named, faults.iter().map(|fault| json!(fault)).collect::<Vec<_>>(), "{text}");
    }
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM accounts"), 1);
    assert_eq!(server.count(Accounts, "SELECT balance FROM accounts"), 5);
}

#[test]
fn texts_have_their_limits_in_characters() {
    let server = Server::default();
    account(&server, 5);
    // An address has its own form: as much as fits before the @, and a domain of labels.
    let domain = format!("@{0}.{0}.{0}.com", "b".repeat(61));
    let text = |key: &str, length: usize| match key {
        "email" => "a".repeat(length - domain.len()) + &domain,
        _ => "é".repeat(length),
    };
    for (path, key, rest, most) in [
        (ACCOUNTS, "email", "", 254),
        (ACCOUNTS, "name", r#","email":"n@b.example""#, 200),
        (ACCOUNTS, "company", r#","email":"c@b.example""#, 200),
        (PLACES[2].0, "reference", r#","credits":1"#, 255),
        (PLACES[2].0, "reason", r#","credits":1,"reference":"r""#, 1_000),
    ] {
        for (length, status) in [(most + 1, 400), (most, 200)] {
            let json = format!("{{\"{key}\":\"{}\"{rest}}}", text(key, length));
            let reply = operator(&server, "POST", path, json.as_bytes());
            assert_eq!(reply.status.min(400) / 100 * 100, status, "{key} {length}: {}", reply.body_text());
            if status == 400 {
                let fault = &body(&reply)["error"]["details"][0];
                assert_eq!((&fault["parameter"], &fault["code"]), (&json!(key), &json!("OUT_OF_RANGE")));
            }
        }
    }
}

#[test]
fn a_query_is_refused_where_none_is_taken() {
    let server = Server::default();
    account(&server, 5);
    for (path, methods, text) in
        PLACES.into_iter().filter(|(_, methods, _)| !methods.starts_with("GET, HEAD, POST"))
    {
        let content_type = if path.ends_with("posts") { "application/x-ndjson" } else { "application/json" };
        let call = Call {
            query: "dry_run=1",
            authorization: Some(format!("Bearer {SECRET}")),
            content_type: Some(content_type.into()),
            ..request(methods.split(", ").next().unwrap(), "", path)
        };
        let reply = server.call(&call, text.as_bytes());
        assert_eq!(
            (reply.status, &body(&reply)["error"]["details"][0]["code"]),
            (400, &json!("UNKNOWN_PARAMETER")),
            "{path}"
        );
    }
}

#[test]
fn what_would_rearrange_a_terminal_is_no_name() {
    let server = Server::default();
    for text in ["a\nb", "\u{1b}[31m", "\u{202e}gnp.exe", "\u{0}", "\u{9b}x"] {
        for field in ["name", "company", "email"] {
            let body = json!({"email": "reef@example.com", "name": "", field: text}).to_string();
            let reply = operator(&server, "POST", "/operator/v1/accounts", body.as_bytes());
            assert_eq!(outcome(&reply), (400, "INVALID_PARAMETER".into()), "{field} {text:?}");
        }
    }
    let named = json!({"email": "reef@example.com", "name": "Zoë 海 👩\u{200d}🚀"}).to_string();
    assert_eq!(operator(&server, "POST", "/operator/v1/accounts", named.as_bytes()).status, 201);
}
