//! Storage on D1, by the platform's own functions. Those of the worker crate convert rows to Rust values, which this crate mostly
//! passes on unparsed, and panic if a statement is refused.

use super::binding::binding;
use super::d1_row::{D1Row, as_integer};
use super::log;
use super::time::{sleep, within};
use crate::store::retry::Tries;
use crate::store::{Database, PRIMARY, Rows, Statement, Storage, StorageError, Value};
use core::cell::{Cell, RefCell};
use core::time::Duration;
use worker::Env;
use worker::js_sys::{Array, Math, Reflect};
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{self, JsCast, JsValue};
use worker::wasm_bindgen_futures::JsFuture;
use worker::worker_sys::types::{D1Database, D1DatabaseSession, D1PreparedStatement, D1Result};

/// The timeout of a try of a batch.
const TIMEOUT: Duration = Duration::from_secs(15);
/// There are 64 slots, and each shard has at least one.
const MAX_SHARDS: u8 = 64;
/// In place of a bookmark: any state will do.
const ANYWHERE: &str = "first-unconstrained";

/// The databases of a call, and what they did for it.
#[derive(Debug)]
pub(super) struct D1<'a> {
    env: &'a Env,
    has_replicas: bool,
    /// The call's sessions with shards, and the bookmark that each began with. A session never goes back in time.
    sessions: RefCell<Vec<(u8, String, D1DatabaseSession)>>,
    done: Cell<Done>,
}

/// What the databases did for a call.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Done {
    /// Rows read in all databases.
    pub(super) read: u64,
    /// Rows written in all databases.
    pub(super) written: u64,
    /// Microseconds of SQL on the accounts database.
    pub(super) accounts_us: u64,
    /// Microseconds of SQL on databases of posts.
    pub(super) posts_us: u64,
}

impl<'a> D1<'a> {
    /// Storage on the bindings of `env`. A statement on a binding that is missing fails. Without replicas there are no sessions,
    /// and so no bookmarks.
    pub(super) fn new(env: &'a Env, has_replicas: bool) -> Self {
        Self { env, has_replicas, sessions: RefCell::default(), done: Cell::default() }
    }

    /// What the databases did so far.
    pub(super) fn done(&self) -> Done {
        self.done.get()
    }

    fn binding(&self, name: &str) -> Result<D1Database, JsValue> {
        binding(self.env, name)
    }

    /// This call's session with a shard. A different bookmark begins a new session.
    fn session(&self, shard: u8, bookmark: &str) -> Result<D1DatabaseSession, JsValue> {
        let mut sessions = self.sessions.borrow_mut();
        let known = sessions.iter().find(|(known, begun_with, _)| *known == shard && begun_with == bookmark);
        if let Some((_, _, session)) = known {
            return Ok(session.clone());
        }
        let binding = self.binding(&posts_binding(shard))?;
        let session = binding.with_session(Some(if bookmark.is_empty() { ANYWHERE } else { bookmark }))?;
        sessions.retain(|(known, ..)| *known != shard);
        sessions.push((shard, bookmark.to_owned(), session.clone()));
        Ok(session)
    }

    async fn run(&self, target: Target<'_>, statements: &[Statement]) -> Result<Vec<Rows<D1Row>>, JsValue> {
        let results = match target {
            Target::Posts(shard, bookmark) if self.has_replicas => {
                let session = self.session(shard, bookmark)?;
                session.session_batch(prepare_all(statements, |sql| session.session_prepare(sql))?)?
            }
            _ => {
                let binding = self.binding(&target.name())?;
                binding.batch(prepare_all(statements, |sql| binding.prepare(sql))?)?
            }
        };
        let results = JsFuture::from(results).await?;
        let rows =
            results.dyn_into().ok().and_then(|results| self.all_rows(target, &results, statements.len()));
        rows.ok_or_else(|| StorageError::incomplete().message.into())
    }

    /// The rows of each statement. `None` if anything is missing. D1 itself only checks that the first statement succeeded, and
    /// returns no rows where rows did not arrive.
    fn all_rows(&self, target: Target<'_>, results: &Array, expected: usize) -> Option<Vec<Rows<D1Row>>> {
        let mut all = Vec::new();
        for result in results.iter() {
            all.push(self.to_rows(target, result.unchecked_ref()).ok()??);
        }
        (all.len() == expected).then_some(all)
    }

    /// Runs a batch, and retries it as [`Tries`] decide.
    async fn run_with_retries(
        &self,
        target: Target<'_>,
        statements: &[Statement],
    ) -> Result<Vec<Rows<D1Row>>, StorageError> {
        let mut tries = Tries::default();
        loop {
            let error = match within(TIMEOUT, self.run(target, statements)).await {
                Some(Ok(results)) => return Ok(tries.pass(results)),
                Some(Err(error)) => StorageError::new(message(&error)),
                None => StorageError::new("no answer within 15 s"),
            };
            if error.is_overload() {
                log::alarm("overload", &error.message);
            }
            let wait = tries.fail(statements, error, Math::random())?;
            log::retry(&target.name(), tries.cause());
            sleep(wait).await;
        }
    }

    /// The rows of a result. `None` if it failed or has none. Adds its numbers to what was done.
    fn to_rows(&self, target: Target<'_>, result: &D1Result) -> Result<Option<Rows<D1Row>>, JsValue> {
        let Some(rows) =
            result.results()?.filter(|rows| Array::is_array(rows)).filter(|_| result.success() == Ok(true))
        else {
            return Ok(None);
        };
        let meta: Meta = result.meta()?.unchecked_into();
        let mut done = self.done.get();
        let read = count(meta.rows_read()).unwrap_or_default();
        done.read += read;
        done.written += count(meta.rows_written()).unwrap_or_default();
        let us = count(meta.duration().map(|ms| (ms * 1000.0).round())).unwrap_or_default();
        match target {
            Target::Accounts => done.accounts_us += us,
            Target::Posts(..) => done.posts_us += us,
        }
        self.done.set(done);
        Ok(Some(Rows {
            rows: rows.iter().map(|row| D1Row(row.unchecked_into())).collect(),
            size: count(meta.size_after()).and_then(|size| i64::try_from(size).ok()),
            read,
            micros: us,
            is_retry: false,
        }))
    }
}

#[wasm_bindgen]
extern "C" {
    /// The metadata of a result. What is missing, or is no number, is `None`.
    type Meta;

    #[wasm_bindgen(method, getter, structural)]
    fn rows_read(this: &Meta) -> Option<f64>;

    #[wasm_bindgen(method, getter, structural)]
    fn rows_written(this: &Meta) -> Option<f64>;

    #[wasm_bindgen(method, getter, structural)]
    fn size_after(this: &Meta) -> Option<f64>;

    /// In milliseconds.
    #[wasm_bindgen(method, getter, structural)]
    fn duration(this: &Meta) -> Option<f64>;
}

/// A whole number from zero on.
fn count(number: Option<f64>) -> Option<u64> {
    as_integer(number?).and_then(|number| u64::try_from(number).ok())
}

/// The name of a shard's binding.
fn posts_binding(shard: u8) -> String {
    format!("POSTS_{shard}")
}

/// The database that statements run on.
#[derive(Debug, Clone, Copy)]
enum Target<'a> {
    Accounts,
    /// A shard, and a bookmark.
    Posts(u8, &'a str),
}

impl Target<'_> {
    /// The name of the binding.
    fn name(self) -> String {
        match self {
            Self::Accounts => "ACCOUNTS".to_owned(),
            Self::Posts(shard, _) => posts_binding(shard),
        }
    }
}

/// Prepares statements and binds their values.
fn prepare_all(
    statements: &[Statement],
    prepare: impl Fn(&str) -> Result<D1PreparedStatement, JsValue>,
) -> Result<Array, JsValue> {
    let all = Array::new();
    for statement in statements {
        let values = statement.values.iter().map(|value| match value {
            Value::Null => JsValue::NULL,
            Value::Text(text) => text.into(),
        });
        all.push(prepare(&statement.sql)?.bind(values.collect())?.as_ref());
    }
    Ok(all)
}

impl Storage for D1<'_> {
    type Row = D1Row;

    async fn batch(
        &self,
        database: Database,
        statements: Vec<Statement>,
    ) -> Result<Vec<Rows<D1Row>>, StorageError> {
        let target = match database {
            Database::Accounts => Target::Accounts,
            Database::Posts(shard) => Target::Posts(shard, PRIMARY),
        };
        self.run_with_retries(target, &statements).await
    }

    async fn read(
        &self,
        shard: u8,
        bookmark: &str,
        statements: Vec<Statement>,
    ) -> Result<Vec<Rows<D1Row>>, StorageError> {
        self.run_with_retries(Target::Posts(shard, bookmark), &statements).await
    }

    fn shards(&self) -> u8 {
        let is_bound = |shard: &u8| self.binding(&posts_binding(*shard)).is_ok();
        (0..MAX_SHARDS).take_while(is_bound).fold(0, |shards, _| shards + 1)
    }

    fn bookmark(&self, shard: u8) -> String {
        let sessions = self.sessions.borrow();
        let session = sessions.iter().find(|(known, ..)| *known == shard);
        session.and_then(|(_, _, session)| session.get_bookmark().ok().flatten()).unwrap_or_default()
    }
}

/// The message of a JavaScript error.
pub(super) fn message(error: &JsValue) -> String {
    let text = Reflect::get(error, &"message".into()).ok().and_then(|message| message.as_string());
    text.or_else(|| error.as_string()).unwrap_or_else(|| "an error without a message".to_owned())
}
