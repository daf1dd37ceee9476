//! Tokens that this isolate saw succeed lately. A hint about order only: a call with such a token reads its page
//! before it is charged, any other is checked first. Whether a token is good, storage decides each time.

use crate::sorted::Sorted;
use crate::time::Timestamp;
use crate::token::TokenHash;
use core::cell::RefCell;

/// How long a success is remembered, in milliseconds.
const MEMORY: i64 = 5 * 60 * 1000;
/// The most tokens remembered; past it, all are forgotten.
const MOST: usize = 10_000;

/// A success: whose, when, and of what a browser token was made, if it was one. The hash is no state: a browser token that
/// it did not sign is a forged one at any time.
type Success = (i64, Timestamp, Option<TokenHash>);

/// The memory.
#[derive(Debug, Default)]
pub struct RecentTokens(RefCell<Sorted<String, Success>>);

impl RecentTokens {
    /// An empty memory.
    pub const fn new() -> Self {
        Self(RefCell::new(Sorted::new()))
    }

    /// The account of a token that succeeded lately.
    pub fn account(&self, token_key: &str, now: Timestamp) -> Option<i64> {
        let known = self.0.borrow();
        known.get(token_key).filter(|(_, at, _)| now.0 - at.0 < MEMORY).map(|(account, ..)| *account)
    }

    /// The hash of the token whose key starts so, if a browser token that was made of it succeeded lately.
    pub fn parent(&self, start: &str) -> Option<TokenHash> {
        let known = self.0.borrow();
        known.from(start).first().filter(|(key, _)| key.starts_with(start)).and_then(|(_, (.., hash))| *hash)
    }

    /// Remembers a success.
    pub fn remember(&self, token_key: &str, account: i64, hash: Option<TokenHash>, now: Timestamp) {
        let mut known = self.0.borrow_mut();
        if known.len() >= MOST {
            known.clear();
        }
        let hash = hash.or_else(|| known.get(token_key)?.2);
        known.insert(token_key.to_owned(), (account, now, hash));
    }

    /// Forgets a token that storage refused.
    pub fn forget(&self, token_key: &str) {
        self.0.borrow_mut().remove(token_key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::ApiToken;

    #[test]
    fn a_success_is_remembered_for_minutes_and_a_refusal_ends_it() {
        let recent = RecentTokens::new();
        assert_eq!(MEMORY, 300_000);
        recent.remember("a", 7, None, Timestamp(1000));
        assert_eq!(recent.account("a", Timestamp(1000 + MEMORY - 1)), Some(7));
        assert_eq!(recent.account("a", Timestamp(1000 + MEMORY)), None);
        recent.forget("a");
        assert_eq!(recent.account("a", Timestamp(1000)), None);
    }

    #[test]
    fn the_memory_is_bounded() {
        let recent = RecentTokens::new();
        for number in 0..MOST {
            recent.remember(&number.to_string(), 1, None, Timestamp(0));
        }
        assert_eq!(recent.account("0", Timestamp(0)), Some(1));
        recent.remember("one more", 1, None, Timestamp(0));
        assert_eq!(recent.0.borrow().len(), 1);
    }

    #[test]
    fn the_token_of_a_browser_token_is_known_by_the_start_of_its_key_and_stays_known() {
        let recent = RecentTokens::new();
        let hash = ApiToken::from_secret([1; 32]).hash();
        recent.remember("abcd", 7, Some(hash), Timestamp(0));
        recent.remember("abcd", 7, None, Timestamp(1));
        assert_eq!(recent.parent("ab"), Some(hash));
        assert_eq!([recent.parent("aa"), recent.parent("ac")], [None; 2]);
        recent.remember("ab", 8, None, Timestamp(2));
        assert_eq!(recent.parent("ab"), None, "the first key that starts so decides");
    }
}
