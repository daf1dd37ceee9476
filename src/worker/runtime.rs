//! The bindings of one call: databases, rate limits, and the body.

use super::binding::binding;
use super::d1::{D1, Done, message};
use super::d1_row::D1Row;
use super::log::{self, alarm};
use super::{access, background, fetching, kv, mails, outgoing};
use crate::http::error::{ApiError, ValidationError, ValidationErrorCode};
use crate::http::runtime::{HttpRequest, PublicKey, RateLimit, Runtime};
use crate::router::settings::Settings;
use crate::store::{Database, Rows, Statement, Storage, StorageError};
use worker::js_sys::{Object, Reflect, Uint8Array};
use worker::wasm_bindgen::{JsCast, JsValue};
use worker::wasm_bindgen_futures::JsFuture;
use worker::web_sys::{ReadableStreamDefaultReader, Request};
use worker::worker_sys::types::RateLimiter;
use worker::{Context, Env};

/// How many waiting mails a call sends besides those that it wrote.
const WAITING_MAILS: u8 = 3;
/// How many bytes beyond the limit are still read. A client that is still sending may never see the answer.
const EXCESS: usize = 4 << 20;

/// The bindings of a call.
#[derive(Debug)]
pub(super) struct Bindings<'a> {
    d1: D1<'a>,
    env: &'a Env,
    context: &'a Context,
    request: &'a Request,
    settings: &'static Settings,
}

impl<'a> Bindings<'a> {
    pub(super) fn new(
        env: &'a Env,
        context: &'a Context,
        request: &'a Request,
        settings: &'static Settings,
    ) -> Self {
        Self { d1: D1::new(env, settings.read_replication), env, context, request, settings }
    }

    /// What the databases did so far.
    pub(super) fn done(&self) -> Done {
        self.d1.done()
    }

    /// The worker crate's limiter serializes the key, and reads the answer, as if they could be anything.
    async fn is_within(&self, limit: RateLimit, key: &str) -> Result<bool, JsValue> {
        let name = match limit {
            RateLimit::Calls => "CALLS",
            RateLimit::Browser => "BROWSER",
            RateLimit::BrowserAccount => "BROWSER_ACCOUNT",
            RateLimit::Test => "TEST",
            RateLimit::Dashboard => "DASHBOARD",
            RateLimit::Refusals => "REFUSALS",
            RateLimit::Mails => "MAILS",
        };
        let limiter: RateLimiter = binding(self.env, name)?;
        let options = Object::new();
        Reflect::set(&options, &"key".into(), &key.into())?;
        let outcome = JsFuture::from(limiter.limit(options)?).await?;
        Ok(Reflect::get(&outcome, &"success".into())?.is_truthy())
    }

    /// Reads the body chunk by chunk, so that an endless body is not read to its end. The worker crate's stream would copy every
    /// chunk into memory, also those past the limit.
    async fn read_body(&self, most: usize) -> Result<Option<Vec<u8>>, JsValue> {
        let Some(stream) = self.request.body() else { return Ok(Some(Vec::new())) };
        let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
        let (mut body, mut read) = (Vec::new(), 0);
        loop {
            let chunk = JsFuture::from(reader.read()).await?;
            if Reflect::get(&chunk, &"done".into())?.is_truthy() {
                return Ok(Some(body).filter(|_| read <= most));
            }
            let bytes: Uint8Array = Reflect::get(&chunk, &"value".into())?.dyn_into()?;
            read += bytes.length() as usize;
            if read > most + EXCESS {
                // The rest is not needed, so a failure to cancel does not matter.
                let _ = reader.cancel();
                return Ok(None);
            }
            if read <= most {
                body.extend(bytes.to_vec());
            }
        }
    }
}

impl Storage for Bindings<'_> {
    type Row = D1Row;

    async fn batch(
        &self,
        database: Database,
        statements: Vec<Statement>,
    ) -> Result<Vec<Rows<D1Row>>, StorageError> {
        self.d1.batch(database, statements).await
    }

    async fn read(
        &self,
        shard: u8,
        bookmark: &str,
        statements: Vec<Statement>,
    ) -> Result<Vec<Rows<D1Row>>, StorageError> {
        self.d1.read(shard, bookmark, statements).await
    }

    fn shards(&self) -> u8 {
        self.d1.shards()
    }

    fn bookmark(&self, shard: u8) -> String {
        self.d1.bookmark(shard)
    }
}

impl Runtime for Bindings<'_> {
    async fn allow(&self, limit: RateLimit, key: &str) -> bool {
        self.is_within(limit, key).await.unwrap_or_else(|error| {
            alarm("limit", &message(&error));
            true
        })
    }

    async fn site_file(&self, path: &str) -> Result<String, String> {
        outgoing::site_file(self.env, path).await.map_err(|error| message(&error))
    }

    async fn stored(&self, key: &str) -> Result<Option<String>, String> {
        Ok(kv::stored(self.env, key, kv::TEXT).await?.as_string())
    }

    async fn cached_page(&self, key: &str) -> Option<String> {
        kv::cached_page(self.env, key).await
    }

    fn cache_page(&self, key: &str, page: String) {
        kv::cache_page(self.env, self.context, key.to_owned(), page);
    }

    async fn body(&self, most: usize) -> Result<Option<Vec<u8>>, ApiError> {
        // If a body ends too early, the cause is the client. Usually it is gone and nobody reads the answer.
        let broken = |error| format!("expected a whole body, and it broke off: {}", message(&error));
        let invalid = |error| {
            ValidationError::new(ValidationErrorCode::InvalidValue, broken(error)).for_parameter("body")
        };
        self.read_body(most).await.map_err(|error| invalid(error).into())
    }

    async fn fetch(&self, request: HttpRequest) -> Result<(u16, String), String> {
        fetching::fetch(request).await.map_err(|error| message(&error))
    }

    async fn is_signed(&self, key: &PublicKey, text: &str, signature: &[u8]) -> bool {
        access::is_signed(key, text, signature).await.unwrap_or_else(|error| {
            alarm("signature", &message(&error));
            false
        })
    }

    fn background(&self, statements: Vec<Statement>, about: String) {
        background::run(self.env, self.context, statements, about);
    }

    fn deliver(&self, written: Vec<i64>) {
        let (env, settings) = (self.env.clone(), self.settings);
        self.context
            .wait_until(async move { mails::deliver_some(&env, settings, &written, WAITING_MAILS).await });
    }

    fn alarm(&self, alarm: &str, cause: &str) {
        log::alarm(alarm, cause);
    }
}
