//! Statements about test tokens.

use super::deletion::NOT_CLOSED;
use crate::store::Statement;
use crate::store::builder::statement;

/// An account by its number: its `status`, and how often its test token was `replaced`.
pub fn test_state(account: i64) -> Statement {
    statement!(
        format!(
            "SELECT a.status, a.test_tokens_replaced AS replaced FROM accounts a \
             WHERE a.account_id = CAST(?1 AS INTEGER) AND {NOT_CLOSED}"
        ),
        account
    )
}

/// Replaces the test token of an account: how often it was `replaced` then.
pub fn replace_test_token(account: i64) -> Statement {
    statement!(
        "UPDATE accounts SET test_tokens_replaced = test_tokens_replaced + 1 WHERE account_id = CAST(?1 AS INTEGER) \
         RETURNING test_tokens_replaced AS replaced",
        account
    )
}
