//! The service as endpoints about payments see it.

use super::settings::Settings;
use crate::accounts;
use core::ops::Deref;

/// The service as endpoints about payments see it: [`accounts::service::Service`], and more.
#[derive(Debug)]
pub struct Service<'a, S> {
    /// The part that endpoints with authenticated callers have.
    pub accounts: accounts::service::Service<'a, S>,
    /// What is for sale, and Stripe's secrets.
    pub settings: &'a Settings,
}

impl<'a, S> Deref for Service<'a, S> {
    type Target = accounts::service::Service<'a, S>;

    fn deref(&self) -> &Self::Target {
        &self.accounts
    }
}
