//! The keys of Cloudflare Access.

use crate::http::runtime::PublicKey;
use crate::time::Timestamp;
use core::cell::RefCell;

/// How long keys are good for, in milliseconds. Access changes them every six weeks, and signs with the old ones for a week
/// more.
const KEPT: i64 = 3_600_000;
/// How long nobody asks again after an unknown key, in milliseconds: who makes up keys must not make us ask each time.
const PAUSE: i64 = 60_000;

/// The keys that an isolate knows, and when it asked for them last.
#[derive(Debug, Default)]
pub struct AccessMemory(RefCell<Option<(Timestamp, Vec<PublicKey>)>>);

impl AccessMemory {
    /// Knows no key.
    pub const fn new() -> Self {
        Self(RefCell::new(None))
    }

    /// The key of this name, if it is known; or else whether it may be asked for.
    pub(crate) fn find(&self, id: &str, now: Timestamp) -> Result<PublicKey, bool> {
        let known = self.0.borrow();
        let Some((asked_at, keys)) = known.as_ref() else { return Err(true) };
        let age = now.0 - asked_at.0;
        let key = keys.iter().find(|key| key.id == id && age < KEPT);
        key.cloned().ok_or(age >= PAUSE)
    }

    /// Remembers the keys that were asked for.
    pub(crate) fn remember(&self, keys: Vec<PublicKey>, now: Timestamp) {
        self.0.replace(Some((now, keys)));
    }
}
