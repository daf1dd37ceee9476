//! The core on real SQLite with the real migrations.

mod api;
mod charging;
mod invented;
mod meaning;
mod order;
mod plans;
mod queries;
mod sqlite;
mod tokens;
