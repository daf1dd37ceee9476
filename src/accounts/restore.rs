//! Restoring the accounts from a backup. Who was signed in then is not now, and links that were good are not.

use super::check::Check;
use super::statements::check::Range;
use super::statements::restore::{start_anew, tables};
use crate::store::budget::Budget;
use crate::store::{Database, Storage, StorageError, integer, required};
use crate::time::Timestamp;

/// Whether a backup can go into the database.
///
/// # Errors
/// When it does not answer.
pub async fn is_empty(storage: &impl Storage) -> Result<bool, StorageError> {
    let rows = storage.rows(Database::Accounts, tables()).await?;
    Ok(integer(required(rows.first(), "tables")?, "tables")? == 0)
}

/// What is left to do once the rows of the backup are there: signs everybody out, and adds up every ledger.
///
/// # Errors
/// When the database does not answer.
pub async fn finish(storage: &impl Storage, now: Timestamp) -> Result<Check, StorageError> {
    storage.batch(Database::Accounts, start_anew(now)).await?;
    let mut check = Check::default();
    check.add(storage, &mut Budget::new(usize::MAX), Range::ALL, 0).await?;
    Ok(check)
}
