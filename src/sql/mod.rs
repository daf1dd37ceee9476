//! Every statement. Nothing else in the crate holds SQL.

pub mod accounts;
pub mod changes;
pub mod deletion;
pub mod erase;
pub mod fulltext;
pub mod hourly;
pub mod idempotency;
pub mod import;
pub mod ledger;
pub mod links;
pub mod mails;
pub mod owners;
pub mod page;
pub mod payments;
pub mod progress;
pub mod reversal;
pub mod roll_up;
pub mod sessions;
pub mod shards;
pub mod upkeep;

use crate::store::{Statement, Value};

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
