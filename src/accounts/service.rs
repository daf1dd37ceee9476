//! The service as endpoints with authenticated callers see it.

use super::memory::Memory;
use super::settings::Settings;
use crate::{http, shards};
use core::ops::Deref;

/// The service as endpoints with authenticated callers see it: [`http::service::Service`], and more.
#[derive(Debug)]
pub struct Service<'a, S> {
    /// The part that every endpoint has.
    pub http: http::service::Service<'a, S>,
    /// Prices, limits, mails and operators.
    pub settings: &'a Settings,
    /// What this isolate remembers about callers.
    pub memory: &'a Memory,
    /// Where this isolate last saw posts.
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
