//! `/package/...`: the npm package of this service, as a registry of npm serves it.
//!
//! A deployment stores the tarball of each version in KV, once, and then the document that names all versions
//! (`scripts/lib/registry/`). Both are served from there, so that a version stays when newer ones come, and when the Worker is rolled
//! back. Where nothing was stored, as on a developer's machine, both are files of the site, which has the one version that it was
//! built with. All other addresses below `/package/` are files of the site, too.

use crate::http::call::Call;
use crate::http::entity_tag::tagged;
use crate::http::reply::{File, JSON, Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::http::service::Service;
use crate::percent::decode;
use crate::store::json;
use serde::Serialize;

/// What all addresses of the registry, and of the package's files, begin with.
pub const PATH: &str = "/package";

/// The address of the package's document. In calls, either sign may be percent-encoded.
const PACKAGE: &str = "/package/@postern/client";
/// The document in KV, and among the files of the site.
const STORED: &str = "npm/document";
const BUILT: &str = "/package/document.json";
/// How the address of a tarball begins in the document: below the service's origin, which is not known where it is written. No text
/// in JSON can have these quotes.
const TARBALL: &str = r#""tarball":"/"#;
const METHODS: &str = "GET, HEAD";
/// The longest name of a tarball that is looked up.
const LONGEST_NAME: usize = 128;

/// An error as npm shows it.
#[derive(Serialize)]
struct RegistryError<'a> {
    error: &'a str,
}

/// Answers a call about the package. `None` if the address belongs to the static site.
pub async fn answer<S: Runtime>(call: &Call<'_>, service: &Service<'_, S>) -> Option<ReplyOf<S>> {
    let path = decode(call.path, false).ok()?;
    let rest = path.strip_prefix(PACKAGE)?;
    let tarball = rest.strip_prefix("/-/").filter(|name| is_tarball(name));
    if tarball.is_none() && !rest.is_empty() {
        return None;
    }
    let reply = if !METHODS.split(", ").any(|method| method == call.method) {
        error(405, "this registry can only be read").with("Allow", METHODS)
    } else if let Some(name) = tarball {
        Reply { file: Some(File::Tarball(name.to_owned())), ..Reply::new(200) }
            .with("Content-Type", "application/octet-stream")
            .with("Cache-Control", "public, max-age=31536000, immutable")
    } else {
        document(call, service).await.unwrap_or_else(unavailable)
    };
    Some(reply.named("package"))
}

fn is_tarball(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+');
    let is_named = name.strip_suffix(".tgz").is_some_and(|stem| stem.bytes().all(is_plain));
    is_named && name.len() <= LONGEST_NAME
}

/// The document, with whole addresses. Its reader asks each time whether it is still the same.
async fn document<S: Runtime>(call: &Call<'_>, service: &Service<'_, S>) -> Result<ReplyOf<S>, String> {
    let text = match service.runtime.stored(STORED).await? {
        Some(text) => text,
        None => service.runtime.site_file(BUILT).await?,
    };
    let asked = || format!("{}://{}", if call.https { "https" } else { "http" }, call.host);
    let origin = service.settings.public_origin.clone().unwrap_or_else(asked);
    let whole = TARBALL.replace('/', &format!("{origin}/"));
    let reply = tagged(call, service, Reply::text(200, text.replace(TARBALL, &whole)));
    Ok(reply.with("Cache-Control", "no-cache"))
}

/// Turns the reply to a call for a tarball into one that there is no such version.
pub fn without_tarball<T>(reply: Reply<T>) -> Reply<T> {
    let text = "this service has no such version of @postern/client: install it anew. A service that \
                npm start runs only has the version that it was built with";
    instead(reply, error(404, text))
}

/// Turns the reply to a call for a tarball into one that it can't be read, and logs why.
pub fn with_unreadable_tarball<T>(reply: Reply<T>, cause: String) -> Reply<T> {
    instead(reply, unavailable(cause))
}

/// Of each header, the last one counts.
fn instead<T>(mut reply: Reply<T>, error: Reply<T>) -> Reply<T> {
    reply.headers.extend(error.headers);
    reply.note.cause = error.note.cause;
    Reply { status: error.status, body: error.body, file: None, ..reply }
}

/// The reply where there is neither such a package nor such a file.
pub(crate) fn unknown<T>() -> Reply<T> {
    error(404, "not found: this registry has only @postern/client").named("none")
}

fn unavailable<T>(cause: String) -> Reply<T> {
    let mut reply = error(503, "the package can't be read at the moment").with("Retry-After", "5");
    reply.note.cause = Some(cause);
    reply
}

fn error<T>(status: u16, text: &str) -> Reply<T> {
    Reply::with_type(status, JSON, json(&RegistryError { error: text })).with("Cache-Control", "no-store")
}
