//! Parts of answers about payments, read from rows.

use crate::store::{Row, StorageError, integer, text};
use crate::time::Timestamp;
use serde::Serialize;

/// A payment and its state.
#[derive(Debug, Serialize)]
pub(crate) struct Payment {
    session: String,
    at: Timestamp,
    amount: i64,
    currency: String,
    credits: i64,
    refunded: i64,
    state: String,
}

impl Payment {
    /// Reads the columns of the same names.
    pub(crate) fn from_row(row: &impl Row) -> Result<Self, StorageError> {
        Ok(Self {
            session: text(row, "session")?,
            at: Timestamp(integer(row, "at")?),
            amount: integer(row, "amount")?,
            currency: text(row, "currency")?,
            credits: integer(row, "credits")?,
            refunded: integer(row, "refunded")?,
            state: text(row, "state")?,
        })
    }
}
