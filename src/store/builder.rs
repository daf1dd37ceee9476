//! Writing statements whose values are counted.

use super::{Statement, Value};

/// SQL under construction, with what is bound to it so far.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    values: Vec<Value>,
}

impl Builder {
    /// Binds a text: its placeholder.
    pub(crate) fn text(&mut self, text: impl Into<Value>) -> String {
        self.values.push(text.into());
        format!("?{}", self.values.len())
    }

    /// Binds an integer: its placeholder, cast back from the text that it travels as.
    pub(crate) fn integer(&mut self, number: i64) -> String {
        self.values.push(number.into());
        format!("CAST(?{} AS INTEGER)", self.values.len())
    }

    /// The finished statement.
    pub(crate) fn finish(self, sql: String) -> Statement {
        Statement::new(sql, self.values)
    }
}

/// A statement with its values, each of which turns into one that can be bound.
macro_rules! statement {
    ($sql:expr $(, $value:expr)* $(,)?) => {
        $crate::store::Statement::new($sql, vec![$($crate::store::Value::from($value)),*])
    };
}
pub(crate) use statement;

/// How many rows that have expired are removed in one statement. What is left is for the next time.
pub(crate) const FORGOTTEN: u16 = 50_000;
