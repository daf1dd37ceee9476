//! Sessions of account owners. A session that is over is no row to anybody; the daily job removes it.

use crate::store::builder::{MAX_EXPIRED, statement};
use crate::store::{Statement, repeatable};
use crate::time::Timestamp;

/// A session is written at most this often, in milliseconds: it says when it was seen to the hour.
const SEEN: i64 = 3_600_000;

/// Takes note that a session is used, and gives its `account_id`, `email` and `email_key`. One that was made before
/// `absolute`, or not used since `idle`, is over.
pub fn visit(session_key: &str, now: Timestamp, absolute: i64, idle: i64) -> Vec<Statement> {
    let seen = statement!(
        "UPDATE sessions SET seen_at = CAST(?2 AS INTEGER) WHERE session_key = ?1 \
         AND created_at > CAST(?3 AS INTEGER) AND seen_at > CAST(?4 AS INTEGER) AND seen_at < CAST(?5 AS INTEGER)",
        session_key,
        now.0,
        absolute,
        idle,
        now.0 - SEEN
    );
    let who = statement!(
        "SELECT a.account_id, a.email, a.email_key FROM sessions s JOIN accounts a ON a.account_id = s.account_id \
         WHERE s.session_key = ?1 AND s.created_at > CAST(?2 AS INTEGER) AND s.seen_at > CAST(?3 AS INTEGER)",
        session_key,
        absolute,
        idle
    );
    repeatable(vec![seen, who])
}

/// Ends a session, or all of its account: a row for each that ended.
pub fn end(session_key: &str, everywhere: bool) -> Statement {
    let which = if everywhere {
        "account_id = (SELECT account_id FROM sessions WHERE session_key = ?1)"
    } else {
        "session_key = ?1"
    };
    statement!(format!("DELETE FROM sessions WHERE {which} RETURNING session_key"), session_key)
}

/// Forgets sessions that are over, as many as go in one statement.
pub fn forget_sessions(absolute: Timestamp, idle: Timestamp) -> Statement {
    statement!(
        format!(
            "DELETE FROM sessions WHERE session_key IN (SELECT session_key FROM sessions \
             WHERE created_at <= CAST(?1 AS INTEGER) UNION ALL SELECT session_key FROM sessions \
             WHERE seen_at <= CAST(?2 AS INTEGER) LIMIT {MAX_EXPIRED})"
        ),
        absolute.0,
        idle.0
    )
}
