//! Operators who come through [Cloudflare Access](https://developers.cloudflare.com/cloudflare-one/): their browser brings a
//! token that Access signed (a JSON Web Token, [RFC 7519](https://www.rfc-editor.org/rfc/rfc7519), by RS256).

use crate::accounts::service::Service;
use crate::accounts::settings::Access;
use crate::encoding::from_base64url;
use crate::http::call::Call;
use crate::http::runtime::{HttpRequest, PublicKey, Runtime};
use crate::time::Timestamp;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;

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
        let (header, claims): (Header, Claims) = (part(header)?, part(claims)?);
        let is_good = header.is_known() && claims.let_in(access, now);
        is_good.then_some(Self { signed, signature: from_base64url(signature)?, key_id: header.kid })
    }
}

/// A part of a token: JSON in base64url.
fn part<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(&String::from_utf8(from_base64url(text)?).ok()?).ok()
}

/// How a token is signed.
#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: String,
    crit: Option<IgnoredAny>,
}

impl Header {
    /// Whether it wants RS256 and nothing that we don't know.
    fn is_known(&self) -> bool {
        self.alg == "RS256" && self.crit.is_none()
    }
}

/// What a token says: for whom it is, from when and until when (in seconds), and who made it.
#[derive(Deserialize)]
struct Claims {
    /// One text or several.
    aud: Value,
    exp: i64,
    nbf: Option<i64>,
    iss: String,
}

impl Claims {
    fn let_in(&self, access: &Access, now: Timestamp) -> bool {
        let audience = access.audience.as_str();
        let is_ours = match &self.aud {
            Value::Array(all) => all.iter().any(|one| one == audience),
            one => one == audience,
        };
        let now = now.0 / 1000;
        is_ours && now < self.exp && self.nbf.is_none_or(|start| start <= now) && self.iss == access.team
    }
}

/// Whether Access let the caller through.
pub(crate) async fn lets_in<S: Runtime>(call: &Call<'_>, service: &Service<'_, S>) -> bool {
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
        Ok(key) => service.runtime.is_signed(&key, assertion.signed, &assertion.signature).await,
        Err(_) => false,
    }
}

/// The team's keys; none if it does not tell them.
async fn ask<S: Runtime>(access: &Access, service: &Service<'_, S>) -> Vec<PublicKey> {
    let url = format!("{}/cdn-cgi/access/certs", access.team);
    let request = HttpRequest { method: "GET", url, headers: Vec::new(), body: String::new() };
    match service.runtime.fetch(request).await {
        Ok((200, text)) => keys(&text).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// The keys of such an answer, without those of another kind.
fn keys(text: &str) -> Option<Vec<PublicKey>> {
    let answer: Value = serde_json::from_str(text).ok()?;
    let key = |key: &Value| {
        let text = |name| key.get(name)?.as_str().map(str::to_owned);
        Some(PublicKey { id: text("kid")?, n: text("n")?, e: text("e")? })
    };
    Some(answer.get("keys")?.as_array()?.iter().filter_map(key).collect())
}
