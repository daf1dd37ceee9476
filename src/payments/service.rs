//! What endpoints about payments answer a call with.

use super::settings::Settings;
use crate::accounts;
use core::ops::Deref;

/// What endpoints about payments answer a call with: all that [`accounts::service::Service`] has, and more.
#[derive(Debug)]
pub struct Service<'a, S> {
    /// What endpoints that know their caller have.
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
