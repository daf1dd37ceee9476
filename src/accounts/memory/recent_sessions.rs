//! Dashboard sessions that this isolate saw recently. A hint only: it says whose calls to count before storage is asked.
//! Storage decides each time whether a session is valid.

use crate::time::Timestamp;
use core::cell::RefCell;
use std::collections::BTreeMap;

/// How long a session is remembered, in milliseconds.
const LIFETIME: i64 = 5 * 60 * 1000;
/// How many sessions are remembered at most. Beyond that, all are forgotten.
const MAX_SESSIONS: usize = 10_000;

/// The memory: the account of each session, and when it was seen.
#[derive(Debug, Default)]
pub struct RecentSessions(RefCell<BTreeMap<String, (i64, Timestamp)>>);

impl RecentSessions {
    /// Creates an empty memory.
    pub const fn new() -> Self {
        Self(RefCell::new(BTreeMap::new()))
    }

    /// The account of a session that was valid in the last minutes.
    pub fn account(&self, session_key: &str, now: Timestamp) -> Option<i64> {
        let known = self.0.borrow();
        known.get(session_key).filter(|(_, at)| now.0 - at.0 < LIFETIME).map(|(account, _)| *account)
    }

    /// Remembers a valid session.
    pub fn remember(&self, session_key: &str, account: i64, now: Timestamp) {
        let mut known = self.0.borrow_mut();
        if known.len() >= MAX_SESSIONS {
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
    fn sessions_are_remembered_for_minutes_and_up_to_a_limit() {
        let recent = RecentSessions::new();
        recent.remember("a", 7, Timestamp(0));
        assert_eq!(recent.account("a", Timestamp(LIFETIME - 1)), Some(7));
        assert_eq!(recent.account("a", Timestamp(LIFETIME)), None);
        recent.forget("a");
        assert_eq!(recent.account("a", Timestamp(0)), None);
        for number in 0..=MAX_SESSIONS {
            recent.remember(&number.to_string(), 7, Timestamp(0));
        }
        assert_eq!(recent.0.borrow().len(), 1);
    }
}
