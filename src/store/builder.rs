//! Builds SQL statements with numbered values.

use super::{Statement, Value};

/// The values of a statement under construction.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    values: Vec<Value>,
}

impl Builder {
    /// Binds a text, and returns its placeholder.
    pub(crate) fn text(&mut self, text: impl Into<Value>) -> String {
        self.values.push(text.into());
        format!("?{}", self.values.len())
    }

    /// Binds an integer, and returns its placeholder, which casts the text that it travels as back to an integer.
    pub(crate) fn integer(&mut self, number: i64) -> String {
        self.values.push(number.into());
        format!("CAST(?{} AS INTEGER)", self.values.len())
    }

    /// The finished statement.
    pub(crate) fn finish(self, sql: String) -> Statement {
        Statement::new(sql, self.values)
    }
}

/// A statement with its values, each converted by `Value::from`.
macro_rules! statement {
    ($sql:expr $(, $value:expr)* $(,)?) => {
        $crate::store::Statement::new($sql, vec![$($crate::store::Value::from($value)),*])
    };
}
pub(crate) use statement;

/// How many expired rows one statement removes. The next run removes the rest.
pub(crate) const MAX_EXPIRED: u16 = 50_000;
