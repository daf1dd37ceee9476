//! The interface to storage: statements in, rows out. The Worker implements it with D1, tests with a real SQLite.

pub(crate) mod at_once;
pub mod budget;
pub mod builder;
pub mod retry;

use serde::Serialize;

/// A database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Database {
    /// Money: accounts, tokens, ledger, usage.
    Accounts,
    /// Search: the posts of a shard, by its number.
    Posts(u8),
}

/// In place of a bookmark: read from the primary, which has every write.
pub const PRIMARY: &str = "first-primary";

/// A bound value. Integers travel as text, and statements say `CAST(?1 AS INTEGER)`: a JavaScript number reaches D1 as a
/// float, which is not exact beyond 2^53.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// SQL's null.
    Null,
    /// A text.
    Text(String),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Text(number.to_string())
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// A statement, and the values that are bound to `?1`, `?2`, ...
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The SQL.
    pub sql: String,
    /// The values, in order.
    pub values: Vec<Value>,
}

impl Statement {
    /// A statement with its values.
    pub fn new(sql: impl Into<String>, values: impl Into<Vec<Value>>) -> Self {
        Self { sql: sql.into(), values: values.into() }
    }

    /// Whether it only reads, judged by its first word. In this crate, no statement that writes begins with `WITH`.
    pub fn only_reads(&self) -> bool {
        self.sql.starts_with("SELECT") || self.sql.starts_with("WITH")
    }

    /// Whether it does no harm to run it twice.
    fn may_repeat(&self) -> bool {
        self.sql.starts_with(REPEATABLE) || self.only_reads()
    }
}

/// Marks a statement that may be run again although it writes. A comment, which SQL ignores.
const REPEATABLE: &str = "/* again */ ";

/// Marks a batch that may be sent again when its answer is lost. The second time it must change nothing, and either return the
/// same rows or say that it was done before.
#[must_use]
pub fn repeatable(mut statements: Vec<Statement>) -> Vec<Statement> {
    for statement in &mut statements {
        statement.sql.insert_str(0, REPEATABLE);
    }
    statements
}

/// Storage failed. The message is for the log, never for a caller.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct StorageError {
    /// What storage said.
    pub message: String,
}

impl StorageError {
    /// An error with what storage said.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }

    /// Even the primary has older posts than those that were acknowledged.
    pub fn behind() -> Self {
        Self::new("no database of posts had what was acknowledged")
    }
}

/// A row of a result.
pub trait Row {
    /// A stored text that is passed on unparsed. On the Worker it is a JavaScript string, so that it is never copied.
    type Text: AsText;

    /// A text. `None` if it is null.
    ///
    /// # Errors
    /// When the row has no such column, or its value is no text.
    fn text(&self, column: &str) -> Result<Option<String>, StorageError>;

    /// An integer of at most 2^53; statements select larger ones as text. `None` if it is null.
    ///
    /// # Errors
    /// When the row has no such column, or its value is no integer.
    fn integer(&self, column: &str) -> Result<Option<i64>, StorageError>;

    /// A text that is passed on unparsed.
    ///
    /// # Errors
    /// When the row has no such column, or its value is no text.
    fn stored(&self, column: &str) -> Result<Self::Text, StorageError>;
}

/// A text that came from storage.
pub trait AsText: Clone {
    /// Copies it into a `String`.
    fn to_text(&self) -> String;

    /// Makes one from a `String`.
    fn from_text(text: String) -> Self;
}

impl AsText for String {
    fn to_text(&self) -> String {
        self.clone()
    }

    fn from_text(text: String) -> Self {
        text
    }
}

/// The result of a statement.
#[derive(Debug, Clone)]
pub struct Rows<R> {
    /// The rows, in order.
    pub rows: Vec<R>,
    /// The size of the database in bytes, if storage reports it.
    pub size: Option<i64>,
    /// How many rows the statement read.
    pub read: u64,
    /// How many microseconds the statement ran, if storage reports it.
    pub micros: u64,
    /// Whether this batch is a retry. An earlier try with an unknown outcome may still be running.
    pub is_retry: bool,
}

impl<R: Row> Rows<R> {
    /// The first row.
    pub fn first(&self) -> Option<&R> {
        self.rows.first()
    }
}

/// Storage, as the core needs it.
#[expect(async_fn_in_trait, reason = "an isolate has one thread; a Send bound would shut D1 out")]
pub trait Storage {
    /// The type of its rows.
    type Row: Row;

    /// Runs the statements in order, in one transaction on the primary, and returns the rows of each. A batch that only reads,
    /// or is [`repeatable`], is retried as [`retry::Tries`] decides.
    ///
    /// # Errors
    /// When the database refuses a statement, or does not answer. If it does not answer, it is not known whether the
    /// transaction was committed.
    async fn batch(
        &self,
        database: Database,
        statements: Vec<Statement>,
    ) -> Result<Vec<Rows<Self::Row>>, StorageError>;

    /// Reads posts of a shard in the state that the bookmark names, or a newer one. The nearest replica may answer. With an
    /// empty bookmark, any state will do.
    ///
    /// # Errors
    /// As [`Storage::batch`].
    async fn read(
        &self,
        shard: u8,
        bookmark: &str,
        statements: Vec<Statement>,
    ) -> Result<Vec<Rows<Self::Row>>, StorageError>;

    /// How many databases of posts are bound.
    fn shards(&self) -> u8;

    /// The bookmark of the state that this call last saw or made in a shard. Empty if there is none.
    fn bookmark(&self, shard: u8) -> String;

    /// Runs one statement on the primary.
    ///
    /// # Errors
    /// As [`Storage::batch`].
    async fn rows(&self, database: Database, statement: Statement) -> Result<Rows<Self::Row>, StorageError> {
        let mut results = self.batch(database, vec![statement]).await?;
        results.pop().ok_or_else(|| StorageError::new("a batch of one gave no result"))
    }
}

/// A database of posts, as one call reads it. All its statements see posts of one state or a newer one.
#[expect(async_fn_in_trait, reason = "an isolate has one thread; a Send bound would shut D1 out")]
pub trait Posts {
    /// The type of its rows.
    type Row: Row;

    /// Runs the statements in order on one state of the posts, and returns the rows of each.
    ///
    /// # Errors
    /// When the database refuses a statement, or does not answer.
    async fn query(&self, statements: Vec<Statement>) -> Result<Vec<Rows<Self::Row>>, StorageError>;
}

/// The value of a column that must not be null.
///
/// # Errors
/// When it is null.
pub fn required<T>(value: Option<T>, column: &str) -> Result<T, StorageError> {
    value.ok_or_else(|| StorageError::new(format!("column {column} is null")))
}

/// A text of a row that must not be null.
///
/// # Errors
/// When it is null, or no text.
pub fn text(row: &impl Row, column: &str) -> Result<String, StorageError> {
    required(row.text(column)?, column)
}

/// An integer of a row that must not be null.
///
/// # Errors
/// When it is null, or no integer.
pub fn integer(row: &impl Row, column: &str) -> Result<i64, StorageError> {
    required(row.integer(column)?, column)
}

/// Serializes a value to JSON. What Postern serializes can't fail: it has no maps whose keys are not strings.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
