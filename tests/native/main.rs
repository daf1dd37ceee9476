//! The core on real SQLite with the real migrations.

mod api;
mod invented;
mod meaning;
mod plans;
mod queries;
mod sqlite;
