//! The core on real SQLite with the real migrations.

mod api;
mod bodies;
mod charging;
mod histories;
mod injection;
mod invented;
mod loading;
mod meaning;
mod openapi;
mod operators;
mod order;
mod plans;
mod queries;
mod refusals;
mod sqlite;
mod tokens;
