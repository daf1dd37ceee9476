//! Charging a page: [`transaction`] is the batch on the primary that decides, [`request`] calls it for a request under way and
//! remembers what came of it.

pub mod request;
pub mod transaction;
