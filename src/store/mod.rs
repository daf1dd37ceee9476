//! The narrow door to storage: statements in, rows out. The Worker puts D1 behind it, tests a real SQLite.

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

/// Instead of a bookmark: the primary, which has everything.
pub const PRIMARY: &str = "first-primary";

/// A bound value. Integers travel as text, since a JavaScript number reaches D1 as a float and rounds beyond 2^53:
/// statements say `CAST(?1 AS INTEGER)`.
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

/// A statement and what is bound to `?1`, `?2`, ...
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

    /// Whether it only reads, by its first word: what writes never begins with `WITH` here.
    pub fn only_reads(&self) -> bool {
        self.sql.starts_with("SELECT") || self.sql.starts_with("WITH")
    }

    /// Whether nothing comes of running it twice.
    fn may_repeat(&self) -> bool {
        self.sql.starts_with(AGAIN) || self.only_reads()
    }
}

/// What marks a statement that may be run again although it writes. SQL does not look at it.
const AGAIN: &str = "/* again */ ";

/// A batch that does nothing the second time, and then gives what it gave, or says that it was done: it may be sent again when
/// its answer is lost.
#[must_use]
pub fn repeatable(mut statements: Vec<Statement>) -> Vec<Statement> {
    for statement in &mut statements {
        statement.sql.insert_str(0, AGAIN);
    }
    statements
}

/// Storage did not do what it was asked. The message is for the log, never for a caller.
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

    /// Posts that are older than what was acknowledged, also where they are written.
    pub fn behind() -> Self {
        Self::new("no database of posts had what was acknowledged")
    }
}

/// A row of a result.
pub trait Row {
    /// A stored text that is passed on unread: a JavaScript string on the Worker, so that it is never copied.
    type Text: AsText;

    /// A text, or none where it is null.
    ///
    /// # Errors
    /// When the row has no such column, or it is no text.
    fn text(&self, column: &str) -> Result<Option<String>, StorageError>;

    /// An integer of at most 2^53, or none where it is null. Larger ones are selected as text.
    ///
    /// # Errors
    /// When the row has no such column, or it is no integer.
    fn integer(&self, column: &str) -> Result<Option<i64>, StorageError>;

    /// A text that is passed on unread.
    ///
    /// # Errors
    /// When the row has no such column, or it is no text.
    fn stored(&self, column: &str) -> Result<Self::Text, StorageError>;
}

/// A text that came out of storage.
pub trait AsText {
    /// A copy of it.
    fn to_text(&self) -> String;

    /// The same from a copy.
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

/// What a statement gave.
#[derive(Debug, Clone)]
pub struct Rows<R> {
    /// The rows, in order.
    pub rows: Vec<R>,
    /// Bytes that the database takes, where storage says so.
    pub size: Option<i64>,
    /// Rows that were read for them.
    pub read: u64,
    /// Microseconds that storage worked for them, where it says so.
    pub micros: u64,
    /// Whether the batch was tried before, and nobody knows what became of that: it may still be under way.
    pub again: bool,
}

impl<R: Row> Rows<R> {
    /// The first row.
    pub fn first(&self) -> Option<&R> {
        self.rows.first()
    }
}

/// What the core asks of its runtime to read and write.
#[expect(async_fn_in_trait, reason = "an isolate has one thread; a Send bound would shut D1 out")]
pub trait Storage {
    /// The rows that it gives.
    type Row: Row;

    /// Runs the statements in one transaction on the primary, in order, and gives each one's rows. All or nothing is kept.
    /// What only reads, or is [`repeatable`], is tried again as [`retry::Tries`] say.
    ///
    /// # Errors
    /// When the database refuses one of them, or does not answer: then it is not known what was kept.
    async fn batch(
        &self,
        database: Database,
        statements: Vec<Statement>,
    ) -> Result<Vec<Rows<Self::Row>>, StorageError>;

    /// Reads posts from any state of a shard that a bookmark names or that is newer: the nearest replica may do. An empty
    /// bookmark leaves the choice open.
    ///
    /// # Errors
    /// As [`Storage::batch`].
    async fn read(
        &self,
        shard: u8,
        bookmark: &str,
        statements: Vec<Statement>,
    ) -> Result<Vec<Rows<Self::Row>>, StorageError>;

    /// How many databases of posts there are to use.
    fn shards(&self) -> u8;

    /// Names the state of a shard's primary that the last batch of this call left or met.
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

/// A database of posts, as one call reads it.
#[expect(async_fn_in_trait, reason = "an isolate has one thread; a Send bound would shut D1 out")]
pub trait Posts {
    /// The rows that it gives.
    type Row: Row;

    /// Runs the statements on one state of the posts, in order, and gives each one's rows.
    ///
    /// # Errors
    /// When the database refuses one of them, or does not answer.
    async fn ask(&self, statements: Vec<Statement>) -> Result<Vec<Rows<Self::Row>>, StorageError>;
}

/// A value that must be there.
///
/// # Errors
/// When it is null.
pub fn required<T>(value: Option<T>, column: &str) -> Result<T, StorageError> {
    value.ok_or_else(|| StorageError::new(format!("column {column} is null")))
}

/// A text of a row that must be there.
///
/// # Errors
/// When it is null, or no text.
pub fn text(row: &impl Row, column: &str) -> Result<String, StorageError> {
    required(row.text(column)?, column)
}

/// An integer of a row that must be there.
///
/// # Errors
/// When it is null, or no integer.
pub fn integer(row: &impl Row, column: &str) -> Result<i64, StorageError> {
    required(row.integer(column)?, column)
}

/// A value as JSON. Nothing that Postern serialises can fail to be JSON: no maps with keys that are not strings.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
