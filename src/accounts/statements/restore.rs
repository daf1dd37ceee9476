//! Restoring the accounts into an empty database.

use crate::store::Statement;
use crate::store::builder::statement;
use crate::time::Timestamp;

/// Whether there are accounts, or could be: `tables`.
pub fn tables() -> Statement {
    statement!("SELECT count(*) AS tables FROM sqlite_master WHERE name = 'accounts'")
}

/// Signs everybody out, voids all links, and says so in the operators' log.
pub fn start_anew(at: Timestamp) -> Vec<Statement> {
    vec![
        statement!("DELETE FROM sessions WHERE true"),
        statement!("DELETE FROM links WHERE true"),
        statement!(
            "INSERT INTO changes (at, action, subject) VALUES (CAST(?1 AS INTEGER), 'restore accounts', 'backup')",
            at.0
        ),
    ]
}
