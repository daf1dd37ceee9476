//! Builds SQL statements with numbered values.

use super::{Statement, Value, json};

/// The most texts of a list that are bound one by one.
const MOST_BOUND: usize = 5;

/// The values of a statement under construction.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    values: Vec<Value>,
}

impl Builder {
    /// Binds a text, and returns its placeholder.
    pub(crate) fn text(&mut self, text: impl Into<Value>) -> String {
        format!("?{}", self.bind(text.into()))
    }

    /// Binds texts, and returns an expression for each. Many are sent as one value, because D1 takes at most 100.
    pub(crate) fn texts(&mut self, texts: &[impl AsRef<str>]) -> Vec<String> {
        if texts.len() <= MOST_BOUND {
            return texts.iter().map(|text| self.text(text.as_ref())).collect();
        }
        let all = self.text(json(&texts.iter().map(AsRef::as_ref).collect::<Vec<&str>>()));
        (0..texts.len()).map(|index| format!("json_extract({all}, '$[{index}]')")).collect()
    }

    /// Binds an integer, and returns its placeholder, which casts the text that it travels as back to an integer.
    pub(crate) fn integer(&mut self, number: i64) -> String {
        format!("CAST(?{} AS INTEGER)", self.bind(number.into()))
    }

    /// The number of a value. Equal values share one, because D1 takes at most 100.
    fn bind(&mut self, value: Value) -> usize {
        let known = self.values.iter().position(|known| *known == value);
        let place = known.unwrap_or_else(|| {
            self.values.push(value);
            self.values.len() - 1
        });
        place + 1
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
