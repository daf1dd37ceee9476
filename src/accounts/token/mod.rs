//! Tokens: API tokens of accounts, browser tokens that web pages get in their place, and test tokens.
//!
//! A browser token takes the same path as an API token. It names its API token by the first half of that token's
//! `token_key`, so storage finds it with a range of the same index. The query that every call makes to `ACCOUNTS` also
//! returns the API token's sealed hash. The signature is checked with it before anything else is trusted. `browser.rs`
//! describes the form.
//!
//! The isolate remembers the hash, which never goes out of date: a token that it did not sign is forged at any time. So a
//! browser token that succeeded recently costs one call to each database, too, and one whose API token was revoked fails
//! when the page is charged. The owner's daily cap is a condition of the update that charges. It is compared with a column
//! of the day's usage row, which is written anyway.

mod api;
pub(crate) mod browser;
mod form;
mod test;

pub use api::{ApiToken, TokenHash, seal, unseal};
pub use browser::{BROWSER_START, BrowserToken, MAX_LIFETIME, Restriction};
pub use test::{TestOwner, TestToken};
