//! Parts of answers about accounts, read from rows.

use crate::store::{Row, StorageError, integer, text};
use crate::time::Timestamp;
use serde::Serialize;

/// The owner of an account, and its status.
#[derive(Debug, Serialize)]
pub(crate) struct Account {
    name: String,
    email: String,
    company: String,
    status: String,
}

impl Account {
    /// The account that callers with a test token see. Their token ends up in other people's code, so it tells nothing of theirs.
    pub(crate) fn invented() -> Self {
        let [name, email, company, status] =
            ["Test Account", "test@example.com", "Example", "active"].map(str::to_owned);
        Self { name, email, company, status }
    }

    /// Reads `name`, `email`, `company` and `status`.
    pub(crate) fn from_row(row: &impl Row) -> Result<Self, StorageError> {
        Ok(Self {
            name: text(row, "name")?,
            email: text(row, "email")?,
            company: text(row, "company")?,
            status: text(row, "status")?,
        })
    }
}

/// The credits of an account.
#[derive(Debug, Serialize)]
pub(crate) struct Balance {
    current: i64,
    total_used: i64,
}

impl Balance {
    /// The balance of the invented account.
    pub(crate) const fn invented() -> Self {
        Self { current: 1_000, total_used: 0 }
    }

    /// Reads `balance` and `total_used`.
    pub(crate) fn from_row(row: &impl Row) -> Result<Self, StorageError> {
        Ok(Self { current: integer(row, "balance")?, total_used: integer(row, "total_used")? })
    }
}

/// How much an account was used recently.
#[derive(Debug, Serialize)]
pub(crate) struct Usage {
    api_calls_30_days: i64,
}

impl Usage {
    /// The usage of the invented account.
    pub(crate) const fn invented() -> Self {
        Self { api_calls_30_days: 0 }
    }

    /// Reads `calls`.
    pub(crate) fn from_row(row: &impl Row) -> Result<Self, StorageError> {
        Ok(Self { api_calls_30_days: integer(row, "calls")? })
    }
}

/// The API token of an account.
#[derive(Debug, Serialize)]
pub(crate) struct Token {
    last_four: String,
    created_at: Timestamp,
}

impl Token {
    /// Reads `last_four` and `token_created_at`; none if the account has no token.
    pub(crate) fn from_row(row: &impl Row) -> Result<Option<Self>, StorageError> {
        let Some(last_four) = row.text("last_four")? else { return Ok(None) };
        Ok(Some(Self { last_four, created_at: Timestamp(integer(row, "token_created_at")?) }))
    }
}
