//! Operators who come through [Cloudflare Access](https://developers.cloudflare.com/cloudflare-one/). Their browser brings
//! a token that Access signed: a JSON Web Token ([RFC 7519](https://www.rfc-editor.org/rfc/rfc7519)) with RS256.

use crate::accounts::service::Service;
use crate::accounts::settings::Access;
use crate::encoding::from_base64url;
use crate::http::call::Call;
use crate::http::runtime::{HttpRequest, PublicKey, Runtime};
use crate::time::Timestamp;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;

/// A token with valid claims. Its signature has not been checked yet.
struct Assertion<'a> {
    /// The header and the claims, as they were sent.
    signed: &'a str,
    signature: Vec<u8>,
    key_id: String,
}

impl<'a> Assertion<'a> {
    /// Parses a token; none unless it is signed with RS256, comes from the team, is for this application, and is valid now.
    fn parse(token: &'a str, access: &Access, now: Timestamp) -> Option<Self> {
        let (signed, signature) = token.rsplit_once('.')?;
        let (header, claims) = signed.split_once('.')?;
        let (header, claims): (Header, Claims) = (decode_part(header)?, decode_part(claims)?);
        let is_good = header.is_supported() && claims.is_valid_for(access, now);
        is_good.then_some(Self { signed, signature: from_base64url(signature)?, key_id: header.kid })
    }
}

/// Decodes a part of a token: JSON in base64url.
fn decode_part<T: DeserializeOwned>(text: &str) -> Option<T> {
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
    /// Whether the algorithm is RS256 and no unknown extension is required.
    fn is_supported(&self) -> bool {
        self.alg == "RS256" && self.crit.is_none()
    }
}

/// The claims of a token: its audience, when it begins and ends (in seconds), and its issuer.
#[derive(Deserialize)]
struct Claims {
    /// A string, or a list of strings.
    aud: Value,
    exp: i64,
    nbf: Option<i64>,
    iss: String,
}

impl Claims {
    fn is_valid_for(&self, access: &Access, now: Timestamp) -> bool {
        let audience = access.audience.as_str();
        let is_ours = match &self.aud {
            Value::Array(all) => all.iter().any(|one| one == audience),
            one => one == audience,
        };
        let now = now.0 / 1000;
        is_ours && now < self.exp && self.nbf.is_none_or(|start| start <= now) && self.iss == access.team
    }
}

/// Whether Access has authenticated the caller.
pub(crate) async fn is_admitted<S: Runtime>(call: &Call<'_>, service: &Service<'_, S>) -> bool {
    let (Some(access), Some(token)) = (&service.settings.access, &call.private.access) else { return false };
    let Some(assertion) = Assertion::parse(token, access, service.now) else { return false };
    let key = match service.memory.access.find(&assertion.key_id, service.now) {
        Err(true) => {
            let keys = fetch_keys(access, service).await;
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

/// Fetches the team's keys; an empty list if that fails.
async fn fetch_keys<S: Runtime>(access: &Access, service: &Service<'_, S>) -> Vec<PublicKey> {
    let url = format!("{}/cdn-cgi/access/certs", access.team);
    let request = HttpRequest { method: "GET", url, headers: Vec::new(), body: String::new() };
    match service.runtime.fetch(request).await {
        Ok((200, text)) => parse_keys(&text).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// Parses the keys of that answer. Keys of another kind are left out.
fn parse_keys(text: &str) -> Option<Vec<PublicKey>> {
    let answer: Value = serde_json::from_str(text).ok()?;
    let key = |key: &Value| {
        let text = |name| key.get(name)?.as_str().map(str::to_owned);
        Some(PublicKey { id: text("kid")?, n: text("n")?, e: text("e")? })
    };
    Some(answer.get("keys")?.as_array()?.iter().filter_map(key).collect())
}
