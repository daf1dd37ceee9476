//! The core on real SQLite with the real migrations.

mod api;
mod invented;
mod meaning;
mod order;
mod plans;
mod queries;
mod sqlite;
