//! Statements about test tokens.

use super::accounts::change;
use super::deletion::NOT_CLOSED;
use crate::store::Statement;
use crate::store::builder::statement;
use crate::time::Timestamp;

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

/// Replaces the test token of an account. The first statement returns how often it was `replaced` then.
pub fn replace_test_token(email_key: &str, at: Timestamp) -> Vec<Statement> {
    let replace = statement!(
        "UPDATE accounts SET test_tokens_replaced = test_tokens_replaced + 1 WHERE email_key = ?1 \
         RETURNING test_tokens_replaced AS replaced",
        email_key
    );
    vec![replace, change(email_key, "owner makes test token", "", at)]
}
