//! The endpoints of the owners' dashboard.

pub mod account;
pub mod entering;
pub mod history;
pub mod known;
pub mod mail_limits;
pub mod outbox;
pub mod own_token;
pub mod visitor;
