//! What endpoints that know their caller answer a call with.

use super::memory::Memory;
use super::settings::Settings;
use crate::{http, shards};
use core::ops::Deref;

/// What endpoints that know their caller answer a call with: all that [`http::service::Service`] has, and more.
#[derive(Debug)]
pub struct Service<'a, S> {
    /// What every endpoint has.
    pub http: http::service::Service<'a, S>,
    /// Prices, limits, mails and operators.
    pub settings: &'a Settings,
    /// What this isolate remembers of callers.
    pub memory: &'a Memory,
    /// Where it believes posts to be.
    pub shards: &'a shards::memory::Memory,
}

impl<S> Clone for Service<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Service<'_, S> {}

impl<'a, S> Deref for Service<'a, S> {
    type Target = http::service::Service<'a, S>;

    fn deref(&self) -> &Self::Target {
        &self.http
    }
}
