//! Converts the core's reply to the platform's response.

use super::d1::Done;
use super::d1_row::Text;
use super::kv;
use crate::http::accept::matches;
use crate::http::call::Call;
use crate::http::reply::{BodyPart, File, JSON, Reply};
use crate::registry::{with_unreadable_tarball, without_tarball};
use crate::router::settings::Settings;
use worker::Env;
use worker::js_sys::{JsString, Reflect, Uint8Array};
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{self, JsCast, JsValue};
use worker::wasm_bindgen_futures::JsFuture;
use worker::web_sys::{Headers, Request, Response, ResponseInit};
use worker::worker_sys::types::Fetcher;

/// The result of a call of the platform. Responses are made with the platform's own types. Those of the worker crate copy a body
/// into Rust, and take a file's response apart to build it again.
type Result<T> = core::result::Result<T, JsValue>;

/// Two years, more than the one year that preload lists require.
const STRICT_TRANSPORT: (&str, &str) = ("Strict-Transport-Security", "max-age=63072000; includeSubDomains");

#[wasm_bindgen]
extern "C" {
    /// The platform's encoder of UTF-8. That of web-sys only takes a text of Rust.
    type TextEncoder;

    #[wasm_bindgen(constructor)]
    fn new() -> TextEncoder;

    #[wasm_bindgen(method)]
    fn encode(this: &TextEncoder, text: &JsString) -> Uint8Array;
}

/// Adds the headers that depend on the environment: `Strict-Transport-Security`, or in development what the databases did.
pub(super) fn with_environment(reply: Reply<Text>, settings: &Settings, done: Done) -> Reply<Text> {
    if !settings.http.development {
        return with_hsts(reply);
    }
    let plan = reply.note.plan.clone();
    let ms = |us: u64| format!("{}.{:03}", us / 1000, us % 1000);
    let timing = format!("accounts;dur={}, posts;dur={}", ms(done.accounts_us), ms(done.posts_us));
    let reply = reply.with("X-Rows-Read", done.read.to_string());
    let reply = reply.with("X-Rows-Written", done.written.to_string()).with("Server-Timing", timing);
    match plan {
        Some(plan) => reply.with("X-Plan", plan),
        None => reply,
    }
}

/// Adds the header that makes browsers use https only.
pub(super) fn with_hsts(reply: Reply<Text>) -> Reply<Text> {
    reply.with(STRICT_TRANSPORT.0, STRICT_TRANSPORT.1)
}

/// Converts a reply to a response. `bytes` are its body, if that is no text.
pub(super) fn response(reply: Reply<Text>, bytes: Option<Uint8Array>) -> Result<Response> {
    let headers = Headers::new()?;
    for (name, value) in &reply.headers {
        // Each cookie has a line of its own; of all other headers, the last one counts.
        if *name == "Set-Cookie" { headers.append(name, value) } else { headers.set(name, value) }?;
    }
    let init = ResponseInit::new();
    init.set_status(reply.status);
    init.set_headers(&headers);
    let body = bytes.or_else(|| body(reply.body));
    Response::new_with_opt_buffer_source_and_init(body.as_deref(), &init)
}

/// The bytes of a body. `None` if it has no parts. A `Response` would take the joined text as well, but encodes it in three times
/// the time that `TextEncoder` takes.
fn body(parts: Vec<BodyPart<Text>>) -> Option<Uint8Array> {
    let mut between = Between::default();
    let texts = parts.into_iter().map(|part| match part {
        BodyPart::Own(text) => between.cross(text),
        BodyPart::Opened(text) => text.opened(),
    });
    // Joining texts by an array copies them once more.
    let text = texts.reduce(|before, text| before.concat(&text))?;
    Some(TextEncoder::new().encode(&text))
}

/// The last text that crossed into JavaScript. Between the posts of a network it is the same each time, and crosses once.
#[derive(Default)]
struct Between(Option<(String, JsString)>);

impl Between {
    fn cross(&mut self, text: String) -> JsString {
        if let Some((_, crossed)) = self.0.as_ref().filter(|(known, _)| *known == text) {
            return crossed.clone();
        }
        let crossed = JsString::from(text.as_str());
        self.0 = Some((text, crossed.clone()));
        crossed
    }
}

/// A reply with the file that is its body, as a text in it or beside it as bytes.
pub(super) async fn with_file(
    mut reply: Reply<Text>,
    env: &Env,
    call: &Call<'_>,
) -> Result<(Reply<Text>, Option<Uint8Array>)> {
    match reply.file.take() {
        None => Ok((reply, None)),
        Some(File::Site(path)) => Ok((with_site_file(reply, path, env, call).await?, None)),
        Some(File::Tarball(name)) => with_tarball(reply, &name, env, call).await,
    }
}

async fn with_site_file(
    mut reply: Reply<Text>,
    path: &str,
    env: &Env,
    call: &Call<'_>,
) -> Result<Reply<Text>> {
    let file = asset(env, &request_of(path)?).await?;
    let tag = file.headers().get("ETag")?.unwrap_or_default();
    let known = matches(call.if_none_match.as_deref(), Some(&tag));
    reply = reply.with("ETag", tag);
    if known {
        return Ok(Reply { status: 304, ..reply });
    }
    reply.status = file.status();
    if call.method != "HEAD" {
        let text: JsString = JsFuture::from(file.text()?).await?.unchecked_into();
        reply.body = vec![BodyPart::Own("{".to_owned()), BodyPart::Opened(Text::from(text))];
    }
    Ok(reply.with("Content-Type", JSON))
}

/// A tarball from KV. One that was never stored there is a file of the static site, or missing.
async fn with_tarball(
    reply: Reply<Text>,
    name: &str,
    env: &Env,
    call: &Call<'_>,
) -> Result<(Reply<Text>, Option<Uint8Array>)> {
    let is_head = call.method == "HEAD";
    let without_body = |reply: Reply<Text>| if is_head { reply.without_body() } else { reply };
    let mut bytes = match kv::stored(env, &format!("npm/{name}"), kv::BYTES).await {
        Ok(stored) => stored,
        Err(cause) => return Ok((without_body(with_unreadable_tarball(reply, cause)), None)),
    };
    if bytes.is_null() {
        let file = asset(env, &request_of(&format!("/package/versions/{name}"))?).await?;
        if !file.ok() {
            return Ok((without_body(without_tarball(reply)), None));
        }
        bytes = JsFuture::from(file.array_buffer()?).await?;
    }
    Ok((reply, (!is_head).then(|| Uint8Array::new(&bytes))))
}

/// The text of a file of the static site.
pub(super) async fn site_file(env: &Env, path: &str) -> Result<String> {
    let file = asset(env, &request_of(path)?).await?;
    if !file.ok() {
        return Err(format!("expected {path} among the files of the site, and {} came", file.status()).into());
    }
    let text: JsString = JsFuture::from(file.text()?).await?.unchecked_into();
    Ok(text.into())
}

/// A request for the file of the static site with this path: assets look at nothing else of an address.
fn request_of(path: &str) -> Result<Request> {
    Request::new_with_str(&format!("https://site{path}"))
}

async fn asset(env: &Env, request: &Request) -> Result<Response> {
    let assets: Fetcher = Reflect::get(env, &"ASSETS".into())?.unchecked_into();
    Ok(JsFuture::from(assets.fetch(request)?).await?.unchecked_into())
}

/// A file of the static site. Outside development, it gets `Strict-Transport-Security`.
pub(super) async fn static_file(env: &Env, request: &Request, settings: &Settings) -> Result<Response> {
    let file = asset(env, request).await?;
    if settings.http.development {
        return Ok(file);
    }
    let init = ResponseInit::new();
    init.set_status(file.status());
    let headers = Headers::new_with_headers(&file.headers())?;
    headers.set(STRICT_TRANSPORT.0, STRICT_TRANSPORT.1)?;
    init.set_headers(&headers);
    Response::new_with_opt_readable_stream_and_init(file.body().as_ref(), &init)
}
