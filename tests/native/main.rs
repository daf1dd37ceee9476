//! The core on real SQLite with the real migrations.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "what a test relies on fails it; clippy only knows the functions with #[test] as tests"
)]

mod access;
mod api;
mod bodies;
mod bounded;
mod browser_cap;
mod browser_scope;
mod browser_tokens;
mod changes;
mod charging;
mod check;
mod checkouts;
mod copies;
mod copies_model;
mod count_shards;
mod counts;
mod deletion;
mod deprecation;
mod erase;
mod erase_shards;
mod export;
mod fill;
mod filters;
mod histories;
mod idempotency;
mod idempotency_model;
mod index;
mod injection;
mod invented;
mod jobs;
mod keywords;
mod loading;
mod mcp;
mod meaning;
#[path = "../../bench/cheapest/meter.rs"]
mod meter;
mod metered;
mod migrations;
mod offline;
mod offline_apply;
mod openapi;
mod operators;
mod order;
mod owners;
mod page_cache;
mod payments;
mod payments_model;
mod payments_operators;
mod payments_story;
mod plans;
mod prefixes;
mod queries;
mod refunds;
mod refusals;
mod registry;
mod replicas;
mod restore;
mod reversal_orders;
mod reversals;
mod roll_up;
mod rows;
mod sample;
mod sample_queries;
#[path = "../../bench/cheapest/sampled.rs"]
mod sampled;
mod scans;
mod shapes;
mod shards;
mod sqlite;
mod stripe;
mod test_tokens;
mod token_checks;
mod tokens;
mod unpaid;
mod upkeep;
#[path = "../../bench/cheapest/ways.rs"]
mod ways;
mod webhook;
