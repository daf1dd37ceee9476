//! Endpoints about payments.

pub mod checkouts;
pub mod operators;
pub mod service;
mod test_event;
pub mod webhook;
