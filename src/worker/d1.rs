//! D1 behind the core's storage. Rows stay JavaScript objects: a document goes from the database into the answer as the
//! string that it came as.

use crate::store::{AsText, Database, Row, Rows, Statement, Storage, StorageError, Value};
use core::cell::Cell;
use core::future::{Future, poll_fn};
use core::pin::pin;
use core::task::Poll;
use core::time::Duration;
use worker::js_sys::{Array, JsString, Object, Reflect};
use worker::wasm_bindgen::{JsCast, JsValue};
use worker::wasm_bindgen_futures::JsFuture;
use worker::worker_sys::types::{D1Database, D1Result};
use worker::{Delay, Env};

/// How long a batch may take before it counts as not answered.
const PATIENCE: Duration = Duration::from_secs(15);

/// Both databases, and what they did for this call.
#[derive(Debug)]
pub(super) struct D1 {
    accounts: JsValue,
    posts: JsValue,
    done: Cell<Done>,
}

/// What the databases did for a call.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Done {
    /// Rows read, of both.
    pub(super) read: u64,
    /// Rows written, of both.
    pub(super) written: u64,
    /// Microseconds of SQL on accounts.
    pub(super) accounts_us: u64,
    /// Microseconds of SQL on posts.
    pub(super) posts_us: u64,
}

impl D1 {
    /// Takes the bindings. One that is missing is a storage that does not answer.
    pub(super) fn new(env: &Env) -> Self {
        let binding = |name: &str| Reflect::get(env, &name.into()).unwrap_or_default();
        Self {
            accounts: binding("ACCOUNTS"),
            posts: binding("POSTS"),
            done: Cell::default(),
        }
    }

    /// What was done so far.
    pub(super) fn done(&self) -> Done {
        self.done.get()
    }

    fn database(&self, database: Database) -> Result<&D1Database, StorageError> {
        let (name, binding) = match database {
            Database::Accounts => ("ACCOUNTS", &self.accounts),
            Database::Posts => ("POSTS", &self.posts),
        };
        if binding.is_undefined() {
            return Err(StorageError::new(format!("the binding {name} is missing")));
        }
        Ok(binding.unchecked_ref())
    }

    async fn run(
        &self,
        database: Database,
        statements: Vec<Statement>,
    ) -> Result<Vec<Rows<Columns>>, JsValue> {
        let binding = self.database(database).map_err(|error| JsValue::from(error.message))?;
        let prepared = Array::new();
        for statement in statements {
            let values = statement.values.into_iter().map(|value| match value {
                Value::Null => JsValue::NULL,
                Value::Text(text) => text.into(),
            });
            let statement = binding.prepare(&statement.sql)?.bind(values.collect())?;
            prepared.push(statement.as_ref());
        }
        let results: Array = JsFuture::from(binding.batch(prepared)?).await?.unchecked_into();
        results.iter().map(|result| self.rows_of(database, result.unchecked_ref())).collect()
    }

    fn rows_of(&self, database: Database, result: &D1Result) -> Result<Rows<Columns>, JsValue> {
        let meta = result.meta()?;
        let mut done = self.done.get();
        done.read += number(&meta, "rows_read").unwrap_or_default();
        done.written += number(&meta, "rows_written").unwrap_or_default();
        let us = micros(&Reflect::get(&meta, &"duration".into())?);
        match database {
            Database::Accounts => done.accounts_us += us,
            Database::Posts => done.posts_us += us,
        }
        self.done.set(done);
        let rows = result.results()?.unwrap_or_default();
        Ok(Rows {
            rows: rows.iter().map(Columns).collect(),
            size: number(&meta, "size_after").and_then(|size| i64::try_from(size).ok()),
        })
    }
}

/// A count of D1's own.
fn number(meta: &Object, name: &str) -> Option<u64> {
    integer_of(&Reflect::get(meta, &name.into()).ok()?).and_then(|number| u64::try_from(number).ok())
}

/// D1's milliseconds as whole microseconds.
fn micros(milliseconds: &JsValue) -> u64 {
    let micros = (milliseconds.as_f64().unwrap_or_default() * 1000.0).round();
    integer_of(&micros.into()).and_then(|us| u64::try_from(us).ok()).unwrap_or_default()
}

impl Storage for D1 {
    type Row = Columns;

    async fn batch(
        &self,
        database: Database,
        statements: Vec<Statement>,
    ) -> Result<Vec<Rows<Columns>>, StorageError> {
        match within(PATIENCE, self.run(database, statements)).await {
            Some(Ok(results)) => Ok(results),
            Some(Err(error)) => Err(StorageError::new(message(&error))),
            None => Err(StorageError::new(format!("no answer within {} s", PATIENCE.as_secs()))),
        }
    }
}

/// What a JavaScript error says.
pub(super) fn message(error: &JsValue) -> String {
    let said = Reflect::get(error, &"message".into()).ok().and_then(|message| message.as_string());
    said.or_else(|| error.as_string()).unwrap_or_else(|| "an error without a message".to_owned())
}

/// What comes out of a future, unless it takes too long.
async fn within<T>(patience: Duration, work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    let mut delay = pin!(Delay::from(patience));
    poll_fn(|context| match work.as_mut().poll(context) {
        Poll::Ready(done) => Poll::Ready(Some(done)),
        Poll::Pending => delay.as_mut().poll(context).map(|()| None),
    })
    .await
}

/// A row as D1 gives it: an object by column names.
#[derive(Debug, Clone)]
pub(super) struct Columns(JsValue);

impl Columns {
    fn get(&self, column: &str) -> Result<JsValue, StorageError> {
        let value = Reflect::get(&self.0, &column.into()).unwrap_or_default();
        if value.is_undefined() { Err(StorageError::new(format!("no column {column}"))) } else { Ok(value) }
    }
}

/// A number that JavaScript holds exactly.
#[expect(clippy::cast_possible_truncation, reason = "checked: whole and at most 2^53")]
fn integer_of(value: &JsValue) -> Option<i64> {
    const MOST: f64 = 9_007_199_254_740_992.0;
    value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() <= MOST).map(|number| number as i64)
}

impl Row for Columns {
    type Text = Text;

    fn text(&self, column: &str) -> Result<Option<String>, StorageError> {
        let value = self.get(column)?;
        match value.as_string() {
            None if !value.is_null() => Err(StorageError::new(format!("column {column} is no text"))),
            text => Ok(text),
        }
    }

    fn integer(&self, column: &str) -> Result<Option<i64>, StorageError> {
        let value = self.get(column)?;
        match integer_of(&value) {
            None if !value.is_null() => Err(StorageError::new(format!("column {column} is no integer"))),
            number => Ok(number),
        }
    }

    fn stored(&self, column: &str) -> Result<Text, StorageError> {
        let text = self.get(column)?.dyn_into::<JsString>();
        text.map(Text).map_err(|_| StorageError::new(format!("column {column} is no text")))
    }
}

/// A JavaScript string that is passed on unread.
#[derive(Debug, Clone)]
pub(super) struct Text(JsString);

impl From<JsString> for Text {
    fn from(text: JsString) -> Self {
        Self(text)
    }
}

impl Text {
    /// The string without its first character.
    pub(super) fn opened(&self) -> JsString {
        self.0.slice(1, self.0.length())
    }
}

impl AsText for Text {
    fn to_text(&self) -> String {
        self.0.clone().into()
    }
}
