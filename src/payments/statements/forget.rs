//! Checkouts that nobody paid.

use crate::store::Statement;
use crate::store::builder::{MAX_EXPIRED, statement};
use crate::time::Timestamp;

/// Forgets unpaid sessions from before a time, up to the limit of one statement. If money arrives after all, its event says
/// whose it is.
pub fn forget_unpaid(before: Timestamp) -> Statement {
    statement!(
        format!(
            "DELETE FROM payments WHERE session IN (SELECT session FROM payments \
             WHERE state IN ('open', 'failed') AND at < CAST(?1 AS INTEGER) LIMIT {MAX_EXPIRED})"
        ),
        before.0
    )
}
