//! Every statement. Nothing else in the crate holds SQL.

pub mod accounts;
pub mod changes;
pub mod deletion;
pub mod erase;
pub mod fulltext;
pub mod hourly;
pub mod idempotency;
pub mod import;
pub mod ledger;
pub mod links;
pub mod mails;
pub mod owners;
pub mod page;
pub mod payments;
pub mod progress;
pub mod reversal;
pub mod roll_up;
pub mod sessions;
pub mod shards;
pub mod upkeep;
