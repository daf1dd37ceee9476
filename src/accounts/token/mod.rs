//! Tokens: those of accounts, and those that a web page is given in their place.

mod api;
pub(crate) mod browser;

pub use api::{ApiToken, TokenHash, seal, unseal};
pub use browser::{BROWSER_START, BrowserToken, MAX_LIFETIME, Restriction};
