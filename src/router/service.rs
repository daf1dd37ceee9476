//! Everything that is needed to answer a call.

use super::memory::Memory;
use super::settings::Settings;
use crate::http::entropy::Entropy;
use crate::offline::TestFile;
use crate::time::Timestamp;
use crate::{accounts, http, payments};

/// Everything that is needed to answer a call. Each endpoint gets the part that it needs.
#[derive(Debug)]
pub struct Service<'a, S> {
    /// Storage, limits and the body.
    pub runtime: &'a S,
    /// The operator's settings.
    pub settings: &'a Settings,
    /// What this isolate remembers.
    pub memory: &'a Memory,
    /// The time of the call.
    pub now: Timestamp,
    /// The random bytes of the call.
    pub entropy: Entropy,
}

impl<'a, S> Service<'a, S> {
    /// The part that every endpoint needs.
    pub fn http(&self) -> http::service::Service<'a, S> {
        let Self { runtime, settings, now, entropy, .. } = *self;
        http::service::Service { runtime, settings: &settings.http, now, entropy }
    }

    /// The part that endpoints about accounts need.
    pub fn accounts(&self) -> accounts::service::Service<'a, S> {
        let Self { settings, memory, .. } = *self;
        accounts::service::Service {
            http: self.http(),
            settings: &settings.accounts,
            memory: &memory.accounts,
            shards: &memory.shards,
        }
    }

    /// The invented posts that calls with test tokens read.
    pub(crate) const fn test_posts(&self) -> TestFile<'a, S> {
        TestFile { runtime: self.runtime, memory: &self.memory.test_posts }
    }

    /// The part that endpoints about payments need.
    pub fn payments(&self) -> payments::service::Service<'a, S> {
        payments::service::Service { accounts: self.accounts(), settings: &self.settings.payments }
    }
}
