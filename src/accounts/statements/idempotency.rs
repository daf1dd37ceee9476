//! Pages that were charged under a caller's `Idempotency-Key`.
//!
//! The column `key` has a hash of the caller's key and the query, a slash, and the digest of the page. So a page that
//! changed is a row of its own with its own debit, and the rows of one key and query are next to each other.

use crate::encoding::hex;
use crate::store::Statement;
use crate::store::builder::statement;
use crate::time::Timestamp;

/// The key that a page is charged under: a hash of the caller's key and the query, and the digest of the page.
pub fn page_key(call: &str, digest: &[u8; 32]) -> String {
    format!("{call}/{}", hex(digest))
}

/// Whether any page was charged under this key and query since a time: `paid`.
pub fn is_paid(account: i64, call: &str, since: Timestamp) -> Statement {
    // The character after `/` is `0`.
    statement!(
        "SELECT EXISTS (SELECT 1 FROM idempotency WHERE account_id = CAST(?1 AS INTEGER) \
         AND key > ?2 || '/' AND key < ?2 || '0' AND at > CAST(?3 AS INTEGER)) AS paid",
        account,
        call,
        since.0
    )
}
