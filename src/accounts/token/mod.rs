//! Tokens: those of accounts, and those that a web page is given in their place.
//!
//! A browser token takes the same path as an API token. It names its API token by the first half of that token's `token_key`,
//! by which storage finds it with a range of the same index. The question that every call asks of `ACCOUNTS` also returns the
//! API token's sealed hash, and the signature is checked with it before anything else is believed. `browser.rs` has the form.
//!
//! The isolate remembers the hash. That is no state: a token that it did not sign is forged at any time. So a browser token that
//! succeeded lately costs one call to each database too, and one whose API token is gone fails when the page is charged. The
//! owner's cap for a day is a condition of the update that charges. It is compared with a column of the day's usage row, which
//! is written anyway.

mod api;
pub(crate) mod browser;

pub use api::{ApiToken, TokenHash, seal, unseal};
pub use browser::{BROWSER_START, BrowserToken, MAX_LIFETIME, Restriction};
