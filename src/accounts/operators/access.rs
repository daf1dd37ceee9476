//! Operators who come through [Cloudflare Access](https://developers.cloudflare.com/cloudflare-one/): their browser brings a
//! token that Access signed (a JSON Web Token, [RFC 7519](https://www.rfc-editor.org/rfc/rfc7519), by RS256).

use crate::accounts::service::Service;
use crate::accounts::settings::Access;
use crate::encoding::from_base64url;
use crate::http::call::Call;
use crate::http::runtime::PublicKey;
use crate::http::runtime::{Outgoing, Surroundings};
use crate::json::{self, Object, Value};
use crate::time::Timestamp;

/// A token that says what it should. Who signed it is not known yet.
struct Assertion<'a> {
    /// The header and the claims, as they came.
    signed: &'a str,
    signature: Vec<u8>,
    key_id: String,
}

impl<'a> Assertion<'a> {
    /// Reads a token; none unless it is signed by RS256, comes from the team, is for this application, and is valid now.
    fn read(token: &'a str, access: &Access, now: Timestamp) -> Option<Self> {
        let (signed, signature) = token.rsplit_once('.')?;
        let (header, claims) = signed.split_once('.')?;
        let key_id = key_id(&from_base64url(header)?)?;
        claim(&from_base64url(claims)?, access, now)?;
        Some(Self { signed, signature: from_base64url(signature)?, key_id })
    }
}

fn object(bytes: &[u8]) -> Option<Object<'_>> {
    match json::parse(core::str::from_utf8(bytes).ok()?) {
        Ok(Value::Object(members)) => Some(members.into()),
        _ => None,
    }
}

fn is(value: &Value<'_>, text: &str) -> bool {
    matches!(value, Value::Text(value) if value == text)
}

/// The name of the key, of a header that wants RS256 and nothing that we don't know.
fn key_id(header: &[u8]) -> Option<String> {
    let mut header = object(header)?;
    let good = is(&header.take("alg"), "RS256") && header.take("crit") == Value::Null;
    match header.take("kid") {
        Value::Text(id) if good => Some(id.into_owned()),
        _ => None,
    }
}

fn claim(claims: &[u8], access: &Access, now: Timestamp) -> Option<()> {
    let mut claims = object(claims)?;
    let is_ours = match claims.take("aud") {
        Value::List(audiences) => audiences.iter().any(|one| is(one, &access.audience)),
        one => is(&one, &access.audience),
    };
    let mut seconds = |name| match claims.take(name) {
        Value::Number(seconds) => seconds.parse::<i64>().ok(),
        _ => None,
    };
    let now = now.0 / 1000;
    let is_valid =
        seconds("exp").is_some_and(|end| now < end) && seconds("nbf").is_none_or(|start| start <= now);
    (is_ours && is_valid && is(&claims.take("iss"), &access.team)).then_some(())
}

/// Whether Access let the caller through.
pub(crate) async fn lets_in<S: Surroundings>(call: &Call<'_>, service: &Service<'_, S>) -> bool {
    let (Some(access), Some(token)) = (&service.settings.access, &call.private.access) else { return false };
    let Some(assertion) = Assertion::read(token, access, service.now) else { return false };
    let key = match service.memory.access.find(&assertion.key_id, service.now) {
        Err(true) => {
            let keys = ask(access, service).await;
            service.memory.access.remember(keys, service.now);
            service.memory.access.find(&assertion.key_id, service.now)
        }
        found => found,
    };
    match key {
        Ok(key) => service.surroundings.is_signed(&key, assertion.signed, &assertion.signature).await,
        Err(_) => false,
    }
}

/// The team's keys; none if it does not tell them.
async fn ask<S: Surroundings>(access: &Access, service: &Service<'_, S>) -> Vec<PublicKey> {
    let url = format!("{}/cdn-cgi/access/certs", access.team);
    let request = Outgoing { method: "GET", url, headers: Vec::new(), body: String::new() };
    match service.surroundings.fetch(request).await {
        Ok((200, text)) => keys(&text).unwrap_or_default(),
        _ => Vec::new(),
    }
}

fn keys(text: &str) -> Option<Vec<PublicKey>> {
    let Value::List(keys) = object(text.as_bytes())?.take("keys") else { return None };
    let key = |value| {
        let Value::Object(members) = value else { return None };
        let mut members = Object::from(members);
        let mut text = |name| match members.take(name) {
            Value::Text(text) => Some(text.into_owned()),
            _ => None,
        };
        Some(PublicKey { id: text("kid")?, n: text("n")?, e: text("e")? })
    };
    Some(keys.into_iter().filter_map(key).collect())
}
