//! Sessions of the dashboard that this isolate saw lately. A hint only: it says whose calls to count before storage is
//! asked. Whether a session is good, storage decides each time.

use crate::time::Timestamp;
use core::cell::RefCell;
use std::collections::BTreeMap;

/// How long a session is remembered, in milliseconds.
const MEMORY: i64 = 5 * 60 * 1000;
/// The most sessions remembered; past it, all are forgotten.
const MOST: usize = 10_000;

/// The memory: of each session its account, and when it was seen.
#[derive(Debug, Default)]
pub struct RecentSessions(RefCell<BTreeMap<String, (i64, Timestamp)>>);

impl RecentSessions {
    /// An empty memory.
    pub const fn new() -> Self {
        Self(RefCell::new(BTreeMap::new()))
    }

    /// The account of a session that was good lately.
    pub fn account(&self, session_key: &str, now: Timestamp) -> Option<i64> {
        let known = self.0.borrow();
        known.get(session_key).filter(|(_, at)| now.0 - at.0 < MEMORY).map(|(account, _)| *account)
    }

    /// Remembers a session that is good.
    pub fn remember(&self, session_key: &str, account: i64, now: Timestamp) {
        let mut known = self.0.borrow_mut();
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(session_key.to_owned(), (account, now));
    }

    /// Forgets a session that storage refused.
    pub fn forget(&self, session_key: &str) {
        self.0.borrow_mut().remove(session_key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_remembered_for_minutes_and_in_bounds() {
        let recent = RecentSessions::new();
        recent.remember("a", 7, Timestamp(0));
        assert_eq!(recent.account("a", Timestamp(MEMORY - 1)), Some(7));
        assert_eq!(recent.account("a", Timestamp(MEMORY)), None);
        recent.forget("a");
        assert_eq!(recent.account("a", Timestamp(0)), None);
        for number in 0..=MOST {
            recent.remember(&number.to_string(), 7, Timestamp(0));
        }
        assert_eq!(recent.0.borrow().len(), 1);
    }
}
