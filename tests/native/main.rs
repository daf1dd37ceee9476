//! The core on real SQLite with the real migrations.

mod api;
mod sqlite;
