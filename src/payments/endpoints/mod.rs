//! Endpoints about payments.

pub mod checkouts;
pub mod operators;
pub mod service;
pub mod webhook;
