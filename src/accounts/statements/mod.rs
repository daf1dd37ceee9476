//! Statements about accounts.

pub mod accounts;
pub mod changes;
pub mod check;
pub mod deletion;
pub mod hourly;
pub mod idempotency;
pub mod ledger;
pub mod links;
pub mod mails;
pub mod owners;
pub mod progress;
pub mod restore;
pub mod reversal;
pub mod roll_up;
pub mod sessions;
pub mod test_tokens;
