//! Statements on a real SQLite, for tests and for the bench: the migrations, and rows as the core takes them.

use postern::store::{Row, Rows, Statement, StorageError, Value};
use rusqlite::types::Value as Sqlite;
use rusqlite::{Connection, StatementStatus, params_from_iter};
use std::path::Path;

/// Runs the migrations of a folder.
pub(crate) fn migrate(connection: &Connection, folder: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(folder);
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        connection.execute_batch(&std::fs::read_to_string(file).unwrap()).unwrap();
    }
}

/// A row by column names.
pub(crate) struct Columns(Vec<(String, Sqlite)>);

impl Columns {
    fn get(&self, column: &str) -> Result<&Sqlite, StorageError> {
        let found = self.0.iter().find(|(name, _)| name == column);
        found.map(|(_, value)| value).ok_or_else(|| StorageError::new(format!("no column {column}")))
    }
}

impl Row for Columns {
    type Text = String;

    fn text(&self, column: &str) -> Result<Option<String>, StorageError> {
        match self.get(column)? {
            Sqlite::Null => Ok(None),
            Sqlite::Text(text) => Ok(Some(text.clone())),
            other => Err(StorageError::new(format!("column {column} is no text: {other:?}"))),
        }
    }

    fn integer(&self, column: &str) -> Result<Option<i64>, StorageError> {
        match self.get(column)? {
            Sqlite::Null => Ok(None),
            Sqlite::Integer(number) => Ok(Some(*number)),
            other => Err(StorageError::new(format!("column {column} is no integer: {other:?}"))),
        }
    }

    fn stored(&self, column: &str) -> Result<String, StorageError> {
        self.text(column)?.ok_or_else(|| StorageError::new(format!("column {column} is null")))
    }
}

fn bound(statement: &Statement) -> impl Iterator<Item = Sqlite> {
    statement.values.iter().map(|value| match value {
        Value::Null => Sqlite::Null,
        Value::Text(text) => Sqlite::Text(text.clone()),
    })
}

/// Runs a statement. The steps of SQLite's machine stand for the rows that it read.
pub(crate) fn run(connection: &Connection, statement: &Statement) -> Result<Rows<Columns>, StorageError> {
    let mut prepared = connection.prepare(&statement.sql).map_err(refused)?;
    assert!(!statement.only_reads() || prepared.readonly(), "it writes: {}", statement.sql);
    let names: Vec<String> = prepared.column_names().map(ToOwned::to_owned).collect();
    let mut rows = prepared.query(params_from_iter(bound(statement))).map_err(refused)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(refused)? {
        let columns = names.iter().enumerate().map(|(index, name)| (name.clone(), row.get_unwrap(index)));
        found.push(Columns(columns.collect()));
    }
    drop(rows);
    let read = prepared.get_status(StatementStatus::VmStep).unsigned_abs().into();
    Ok(Rows { rows: found, size: Some(4096), read, micros: 0, is_retry: false })
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
pub(crate) fn refused(error: rusqlite::Error) -> StorageError {
    StorageError::new(error.to_string())
}
