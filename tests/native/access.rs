//! Operators who come through Cloudflare Access.

use crate::api::{body, outcome};
use crate::sqlite::{NOW, SECRET, Server};
use postern::accounts::settings::Access;
use postern::encoding::base64url;
use postern::http::call::{Call, PrivateHeaders};
use postern::time::Timestamp;
use serde_json::{Value, json};

const TEAM: &str = "https://reef.cloudflareaccess.com";
const AUDIENCE: &str = "4714c1358e65fe4b408ad6d432a5f878f08194bdb4752441fd56faefa9b2b6f2";

fn server() -> Server {
    let mut server = Server::default();
    server.settings.accounts.access = Some(Access { team: TEAM.into(), audience: AUDIENCE.into() });
    publish(&server, &["first", "second"]);
    server
}

/// The keys that the team tells from now on.
fn publish(server: &Server, ids: &[&str]) {
    let keys: Vec<_> = ids
        .iter()
        .map(|id| json!({"kid": id, "kty": "RSA", "n": format!("n-of-{id}"), "e": "AQAB"}))
        .collect();
    *server.elsewhere.borrow_mut() = Some((200, json!({"keys": keys}).to_string()));
}

/// A token, signed as the double of these tests checks it.
fn token(header: &Value, claims: &Value, key: &str) -> String {
    let part = |value: &Value| base64url(value.to_string().as_bytes());
    let signed = format!("{}.{}", part(header), part(claims));
    let signature = base64url(format!("{signed} by n-of-{key}").as_bytes());
    format!("{signed}.{signature}")
}

fn header() -> Value {
    json!({"alg": "RS256", "kid": "first", "typ": "JWT"})
}

fn claims() -> Value {
    let now = NOW.0 / 1000;
    json!({"aud": [AUDIENCE], "iss": TEAM, "iat": now, "nbf": now, "exp": now + 60, "email": "op@example.com"})
}

fn ask(
    server: &Server,
    method: &'static str,
    authorization: Option<&str>,
    private: PrivateHeaders,
) -> (u16, String) {
    let call = Call {
        method,
        path: "/operator/v1/accounts",
        authorization: authorization.map(str::to_owned),
        content_type: Some("application/json".into()),
        private,
        ..Call::default()
    };
    outcome(&server.call(&call, br#"{"email":"new@example.com"}"#))
}

fn get(server: &Server, token: &str) -> u16 {
    ask(server, "GET", None, PrivateHeaders { access: Some(token.into()), ..PrivateHeaders::default() }).0
}

#[test]
fn a_good_token_lets_in_and_its_keys_are_asked_for_once() {
    let server = server();
    for _ in 0..3 {
        assert_eq!(get(&server, &token(&header(), &claims(), "first")), 200);
    }
    let mut single = claims();
    single["aud"] = json!(AUDIENCE);
    let second = json!({"alg": "RS256", "kid": "second"});
    assert_eq!(get(&server, &token(&second, &single, "second")), 200);
    let asked: Vec<_> = server.asked.borrow().iter().map(|request| request.url.clone()).collect();
    assert_eq!(asked, [format!("{TEAM}/cdn-cgi/access/certs")]);
}

#[test]
fn what_does_not_say_what_it_should_is_refused() {
    let server = server();
    let now = NOW.0 / 1000;
    let other = |name: &str, value: Value| {
        let mut claims = claims();
        claims[name] = value;
        token(&header(), &claims, "first")
    };
    let headed = |header: Value| token(&header, &claims(), "first");
    let good = token(&header(), &claims(), "first");
    for bad in [
        other("exp", json!(now)),
        other("exp", json!((now + 60).to_string())),
        other("exp", Value::Null),
        other("nbf", json!(now + 1)),
        other("aud", json!(["other"])),
        other("aud", json!([])),
        other("aud", Value::Null),
        other("iss", json!(format!("{TEAM}/"))),
        other("iss", json!("https://evil.cloudflareaccess.com")),
        headed(json!({"alg": "none", "kid": "first"})),
        headed(json!({"alg": "HS256", "kid": "first"})),
        headed(json!({"alg": "RS256"})),
        headed(json!({"alg": "RS256", "kid": "first", "crit": ["exp"]})),
        token(&header(), &claims(), "second"),
        good[1..].to_owned(),
        good[..good.len() - 1].to_owned(),
        good.replace('.', ""),
        format!("{good}."),
        String::new(),
        "..".to_owned(),
    ] {
        assert_eq!(get(&server, &bad), 401, "{bad}");
    }
    assert_eq!(get(&server, &good), 200);
}

#[test]
fn unknown_keys_are_asked_for_once_a_minute_and_all_after_an_hour() {
    let server = server();
    let of = |key: &str| {
        let mut claims = claims();
        claims["exp"] = json!(NOW.0 / 1000 + 100_000);
        token(&json!({"alg": "RS256", "kid": key}), &claims, key)
    };
    let at = |seconds: i64, key: &str| {
        server.now.set(Timestamp(NOW.0 + seconds * 1000));
        (get(&server, &of(key)), server.asked.borrow().len())
    };
    assert_eq!(at(0, "first"), (200, 1));
    assert_eq!(at(1, "made-up"), (401, 1));
    publish(&server, &["second", "third"]);
    assert_eq!(at(59, "third"), (401, 1));
    assert_eq!(at(60, "third"), (200, 2));
    assert_eq!(at(61, "first"), (401, 2));
    *server.elsewhere.borrow_mut() = None;
    assert_eq!(at(60 + 3_599, "third"), (200, 2));
    assert_eq!(at(60 + 3_600, "third"), (401, 3));
}

#[test]
fn only_our_own_pages_may_change_anything() {
    let server = server();
    let good = || Some(token(&header(), &claims(), "first"));
    let post = |fetch_site: Option<&str>| {
        let fetch_site = fetch_site.map(str::to_owned);
        ask(&server, "POST", None, PrivateHeaders { access: good(), fetch_site, ..PrivateHeaders::default() })
    };
    assert_eq!(post(None), (403, "WRONG_ORIGIN".into()));
    assert_eq!(post(Some("cross-site")), (403, "WRONG_ORIGIN".into()));
    assert_eq!(post(Some("same-origin")).0, 201);
}

#[test]
fn an_authorization_decides_where_there_is_one() {
    let server = server();
    let private =
        || PrivateHeaders { access: Some(token(&header(), &claims(), "first")), ..PrivateHeaders::default() };
    for wrong in ["Bearer wrong", "Basic b3A6b3A=", ""] {
        assert_eq!(ask(&server, "GET", Some(wrong), private()), (401, "INVALID_OPERATOR_SECRET".into()));
    }
    assert_eq!(ask(&server, "GET", Some(&format!("Bearer {SECRET}")), PrivateHeaders::default()).0, 200);
    assert_eq!(ask(&server, "GET", None, PrivateHeaders::default()).0, 401);
}

#[test]
fn access_alone_opens_what_is_a_404_without_it() {
    let mut server = server();
    server.settings.accounts.operator_secrets.clear();
    assert_eq!(get(&server, &token(&header(), &claims(), "first")), 200);
    assert_eq!(ask(&server, "GET", Some(&format!("Bearer {SECRET}")), PrivateHeaders::default()).0, 401);
    server.settings.accounts.access = None;
    assert_eq!(get(&server, &token(&header(), &claims(), "first")), 404);
    let page = Call { method: "GET", path: "/operator/v1/stats", ..Call::default() };
    assert_eq!(body(&server.call(&page, b""))["error"]["code"], "NOT_FOUND");
}
