//! The signing keys of Cloudflare Access.

use crate::http::runtime::PublicKey;
use crate::time::Timestamp;
use core::cell::RefCell;

/// How long keys are remembered, in milliseconds. Access changes them every six weeks, and the old ones stay valid for
/// another week.
const LIFETIME: i64 = 3_600_000;
/// How long an unknown key causes no further request, in milliseconds. Otherwise made-up keys would cause a request each.
const PAUSE: i64 = 60_000;

/// The keys that this isolate knows, and when it last fetched them.
#[derive(Debug, Default)]
pub struct AccessMemory(RefCell<Option<(Timestamp, Vec<PublicKey>)>>);

impl AccessMemory {
    /// Creates an empty memory.
    pub const fn new() -> Self {
        Self(RefCell::new(None))
    }

    /// The key with this id. If it is unknown, the error says whether keys may be fetched now.
    pub(crate) fn find(&self, id: &str, now: Timestamp) -> Result<PublicKey, bool> {
        let known = self.0.borrow();
        let Some((asked_at, keys)) = known.as_ref() else { return Err(true) };
        let age = now.0 - asked_at.0;
        let key = keys.iter().find(|key| key.id == id && age < LIFETIME);
        key.cloned().ok_or(age >= PAUSE)
    }

    /// Remembers keys that were fetched.
    pub(crate) fn remember(&self, keys: Vec<PublicKey>, now: Timestamp) {
        self.0.replace(Some((now, keys)));
    }
}
