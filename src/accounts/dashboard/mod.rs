//! The endpoints of the owners' dashboard.

pub mod account;
pub mod api_token;
pub mod history;
pub mod known;
pub mod mail_limits;
pub mod outbox;
pub mod session;
pub mod sign_in;
pub mod test_token;
