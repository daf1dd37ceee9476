//! Accesses the databases through a helper: `scripts/d1.mjs`, which runs wrangler.
//!
//! The helper first writes how many databases of posts there are. Then it answers each line with a line. All lines are JSON:
//!
//! | line | answer |
//! | --- | --- |
//! | `{"binding": "ACCOUNTS", "statements": ["..."]}` | `{"results": [[{"accounts": 3}]]}` |
//! | `{"binding": "ACCOUNTS", "file": "/backup/accounts.sql"}` | `{"results": []}` |
//! | any that fails | `{"error": "..."}` |

use super::sql;
use crate::cli::error::CliError;
use crate::store::{Database, Row, Rows, Statement, Storage, StorageError};
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

/// The running helper. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct D1 {
    helper: RefCell<Child>,
    answers: RefCell<BufReader<ChildStdout>>,
    shards: u8,
}

impl D1 {
    /// Starts the helper: a program and its arguments.
    pub(super) fn start(command: &[OsString]) -> Result<Self, CliError> {
        let [program, arguments @ ..] = command else {
            return Err(CliError::Usage(
                "expected `-- COMMAND`, the program that runs statements".to_owned(),
            ));
        };
        let mut command = Command::new(program);
        let failed = |error| CliError::File(program.display().to_string(), error);
        let mut helper =
            command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
        let answers = helper.stdout.take().ok_or_else(|| failed(std::io::ErrorKind::BrokenPipe.into()))?;
        let mut d1 =
            Self { helper: RefCell::new(helper), answers: RefCell::new(BufReader::new(answers)), shards: 0 };
        let shards =
            d1.answer()?.get("shards").and_then(Value::as_u64).and_then(|shards| shards.try_into().ok());
        d1.shards = shards.ok_or_else(|| {
            StorageError::new("the program did not say how many databases of posts there are")
        })?;
        Ok(d1)
    }

    /// Runs the statements of a file.
    pub(super) fn run_file(&self, database: Database, path: &Path) -> Result<(), StorageError> {
        self.call(&json!({"binding": binding(database), "file": path})).map(drop)
    }

    fn call(&self, line: &Value) -> Result<Value, StorageError> {
        let mut helper = self.helper.borrow_mut();
        let questions = helper.stdin.as_mut().ok_or_else(gone)?;
        writeln!(questions, "{line}").and_then(|()| questions.flush()).map_err(|_| gone())?;
        self.answer()
    }

    fn answer(&self) -> Result<Value, StorageError> {
        let mut line = String::new();
        self.answers.borrow_mut().read_line(&mut line).map_err(|_| gone())?;
        let answer: Value = serde_json::from_str(&line).map_err(|_| gone())?;
        match answer.get("error").and_then(Value::as_str) {
            Some(error) => Err(StorageError::new(error)),
            None => Ok(answer),
        }
    }
}

fn gone() -> StorageError {
    StorageError::new("the program that runs statements ended early")
}

fn binding(database: Database) -> String {
    match database {
        Database::Accounts => "ACCOUNTS".to_owned(),
        Database::Posts(shard) => format!("POSTS_{shard}"),
    }
}

impl Drop for D1 {
    fn drop(&mut self) {
        // The helper ends by itself when nothing more is asked.
        let _ = self.helper.get_mut().wait();
    }
}

impl Storage for D1 {
    type Row = JsonRow;

    async fn batch(
        &self,
        database: Database,
        statements: Vec<Statement>,
    ) -> Result<Vec<Rows<JsonRow>>, StorageError> {
        let texts = statements.iter().map(sql::text).collect::<Result<Vec<_>, _>>()?;
        let mut answer = self.call(&json!({"binding": binding(database), "statements": texts}))?;
        let results = answer.get_mut("results").map(Value::take).unwrap_or_default();
        let results: Vec<Vec<JsonRow>> =
            serde_json::from_value(results).map_err(|error| StorageError::new(error.to_string()))?;
        if results.len() != statements.len() {
            let expected = format!("expected {} results, got {}", statements.len(), results.len());
            return Err(StorageError::new(expected));
        }
        let rows = |rows| Rows { rows, size: None, read: 0, micros: 0, is_retry: false };
        Ok(results.into_iter().map(rows).collect())
    }

    async fn read(
        &self,
        shard: u8,
        _: &str,
        statements: Vec<Statement>,
    ) -> Result<Vec<Rows<JsonRow>>, StorageError> {
        self.batch(Database::Posts(shard), statements).await
    }

    fn shards(&self) -> u8 {
        self.shards
    }

    fn bookmark(&self, _: u8) -> String {
        String::new()
    }
}

/// A row as wrangler prints it.
#[derive(Debug, serde::Deserialize)]
pub(super) struct JsonRow(Map<String, Value>);

impl JsonRow {
    fn get(&self, column: &str) -> Result<Option<&Value>, StorageError> {
        let value = self.0.get(column).ok_or_else(|| StorageError::new(format!("no column {column}")))?;
        Ok(Some(value).filter(|value| !value.is_null()))
    }
}

fn of_kind<T>(value: Option<T>, column: &str, kind: &str) -> Result<Option<T>, StorageError> {
    value.map(Some).ok_or_else(|| StorageError::new(format!("column {column} is no {kind}")))
}

impl Row for JsonRow {
    type Text = String;

    fn text(&self, column: &str) -> Result<Option<String>, StorageError> {
        let Some(value) = self.get(column)? else { return Ok(None) };
        of_kind(value.as_str().map(str::to_owned), column, "text")
    }

    fn integer(&self, column: &str) -> Result<Option<i64>, StorageError> {
        let Some(value) = self.get(column)? else { return Ok(None) };
        of_kind(value.as_i64(), column, "integer")
    }

    fn stored(&self, column: &str) -> Result<String, StorageError> {
        crate::store::text(self, column)
    }
}
