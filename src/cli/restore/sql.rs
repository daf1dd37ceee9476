//! Writes the values of statements into them as literals, because wrangler can't bind values.

use crate::store::{Statement, StorageError, Value};

/// The statement with its values in it.
///
/// # Errors
/// When it has a placeholder without a value.
pub(super) fn text(statement: &Statement) -> Result<String, StorageError> {
    let mut parts = statement.sql.split('?');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        let (number, rest) = part.split_at_checked(end).unwrap_or_default();
        let value =
            number.parse::<usize>().ok().and_then(|number| statement.values.get(number.checked_sub(1)?));
        let value =
            value.ok_or_else(|| StorageError::new(format!("no value for ?{number}: {}", statement.sql)))?;
        text.push_str(&literal(value));
        text.push_str(rest);
    }
    Ok(text)
}

fn literal(value: &Value) -> String {
    match value {
        Value::Null => "NULL".to_owned(),
        Value::Text(text) => format!("'{}'", text.replace('\'', "''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::statements::restore::{Tombstone, bury_again, tombstones_after};
    use crate::store::builder::statement;

    #[test]
    fn values_are_quoted_and_never_read_as_sql() {
        let statement = statement!("VALUES (?2, ?1, CAST(?10 AS INTEGER))", "a'; --?2", None::<String>);
        let values = [statement.values.as_slice(), &vec![Value::from(7); 8]].concat();
        let statement = Statement { values, ..statement };
        assert_eq!(text(&statement).unwrap(), "VALUES (NULL, 'a''; --?2', CAST('7' AS INTEGER))");
    }

    #[test]
    fn the_text_has_the_effect_of_the_statement() {
        let database = rusqlite::Connection::open_in_memory().unwrap();
        let table = "CREATE TABLE tombstones (key TEXT PRIMARY KEY, erased_at INTEGER NOT NULL) STRICT";
        database.execute_batch(table).unwrap();
        let key = "post x:'\"\\?1 ☃";
        let tombstone = Tombstone { key: key.to_owned(), erased_at: 1_772_388_245_000 };
        database.execute_batch(&text(&bury_again(&[tombstone])).unwrap()).unwrap();
        let stored = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let found: (String, i64) =
            database.query_row(&text(&tombstones_after("post x", 9)).unwrap(), (), stored).unwrap();
        assert_eq!(found, (key.to_owned(), 1_772_388_245_000));
    }

    #[test]
    fn a_placeholder_without_a_value_is_an_error() {
        for sql in ["VALUES (?2)", "VALUES (?)", "VALUES (?0)"] {
            assert!(text(&statement!(sql, "a")).is_err(), "{sql}");
        }
    }
}
