//! Tokens: those of accounts, and those that a web page is given in their place.

mod api;
mod browser;
mod claims;

pub use api::{ApiToken, TokenHash, seal, unseal};
pub use browser::{BROWSER_START, BrowserToken, MAX_LIFETIME, Restriction};
pub use claims::Claims;
