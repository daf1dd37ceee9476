//! Sessions of account owners. An expired session is never found; the daily job removes it.

use crate::store::builder::{MAX_EXPIRED, statement};
use crate::store::{Statement, repeatable};
use crate::time::Timestamp;

/// The minimum time between two updates of a session, in milliseconds: the time of its last use is exact to the hour.
const SEEN: i64 = 3_600_000;

/// Records that a session is used, and returns its `account_id`, `email` and `email_key`. A session that was created before
/// `absolute`, or last used before `idle`, has expired.
pub fn use_session(session_key: &str, now: Timestamp, absolute: i64, idle: i64) -> Vec<Statement> {
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

/// Ends a session, or all sessions of its account. Returns a row for each.
pub fn end_sessions(session_key: &str, everywhere: bool) -> Statement {
    let which = if everywhere {
        "account_id = (SELECT account_id FROM sessions WHERE session_key = ?1)"
    } else {
        "session_key = ?1"
    };
    statement!(format!("DELETE FROM sessions WHERE {which} RETURNING session_key"), session_key)
}

/// Forgets expired sessions, up to the limit of one statement.
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
