//! Charging a page: [`transaction`] is the batch on the primary that decides; [`request`] runs it for a call in progress
//! and remembers the result.

pub mod request;
pub mod transaction;
