//! Tokens that this isolate saw succeed. A hint only: it says whose calls to count before storage is asked, and which calls
//! may read their page before they are charged. Storage decides each time whether a token is valid.

use crate::accounts::token::TokenHash;
use crate::time::Timestamp;
use core::cell::RefCell;
use core::ops::Bound;
use std::collections::BTreeMap;

/// How long a success is remembered, in milliseconds.
const LIFETIME: i64 = 5 * 60 * 1000;
/// How many tokens are remembered at most. Beyond that, all are forgotten.
const MAX_TOKENS: usize = 10_000;

/// The time of success for a token that never succeeded.
const LONG_AGO: Timestamp = Timestamp(-LIFETIME);

/// The account of a token, which never changes, and its balance when this isolate last saw it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owner {
    /// The account's number.
    pub account: i64,
    /// The balance.
    pub balance: i64,
}

/// A success: whose and when, and the hash of the token if it signed a browser token. The hash never goes out of date: a
/// browser token that it did not sign is forged at any time.
#[derive(Debug, Clone, Copy)]
struct Success {
    owner: Owner,
    at: Timestamp,
    hash: Option<TokenHash>,
}

/// The memory, by token key.
#[derive(Debug, Default)]
pub struct RecentTokens(RefCell<BTreeMap<String, Success>>);

impl RecentTokens {
    /// Creates an empty memory.
    pub const fn new() -> Self {
        Self(RefCell::new(BTreeMap::new()))
    }

    /// Whether a token succeeded in the last minutes.
    pub fn is_recent(&self, token_key: &str, now: Timestamp) -> bool {
        self.0.borrow().get(token_key).is_some_and(|success| now.0 - success.at.0 < LIFETIME)
    }

    /// The owner of a token that was seen before.
    pub fn owner(&self, token_key: &str) -> Option<Owner> {
        self.0.borrow().get(token_key).map(|success| success.owner)
    }

    /// The hash of the token whose key starts like this, if a browser token that it signed has succeeded.
    pub fn parent(&self, start: &str) -> Option<TokenHash> {
        let known = self.0.borrow();
        let (key, success) = known.range::<str, _>((Bound::Included(start), Bound::Unbounded)).next()?;
        success.hash.filter(|_| key.starts_with(start))
    }

    /// Remembers a success.
    pub fn remember(&self, token_key: &str, owner: Owner, hash: Option<TokenHash>, now: Timestamp) {
        let hash = hash.or_else(|| self.0.borrow().get(token_key)?.hash);
        self.insert(token_key, Success { owner, at: now, hash });
    }

    /// Remembers the owner of a token that was refused, for example for lack of credits: its calls are counted, too.
    pub fn remember_owner(&self, token_key: &str, owner: Owner) {
        let success = self.0.borrow().get(token_key).copied();
        let (at, hash) = success.map_or((LONG_AGO, None), |success| (success.at, success.hash));
        self.insert(token_key, Success { owner, at, hash });
    }

    fn insert(&self, token_key: &str, success: Success) {
        let mut known = self.0.borrow_mut();
        if known.len() >= MAX_TOKENS {
            known.clear();
        }
        known.insert(token_key.to_owned(), success);
    }

    /// Forgets a token that storage refused.
    pub fn forget(&self, token_key: &str) {
        self.0.borrow_mut().remove(token_key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::token::ApiToken;

    const OWNER: Owner = Owner { account: 7, balance: 3 };

    #[test]
    fn a_success_is_recent_for_minutes_and_a_refusal_ends_it() {
        let recent = RecentTokens::new();
        assert_eq!(LIFETIME, 300_000);
        recent.remember("a", OWNER, None, Timestamp(1000));
        assert!(recent.is_recent("a", Timestamp(1000 + LIFETIME - 1)));
        assert!(!recent.is_recent("a", Timestamp(1000 + LIFETIME)));
        assert_eq!(recent.owner("a"), Some(OWNER), "a token never changes its account");
        recent.remember_owner("a", Owner { balance: 2, ..OWNER });
        assert!(recent.is_recent("a", Timestamp(1000 + LIFETIME - 1)));
        recent.remember_owner("b", OWNER);
        assert_eq!((recent.is_recent("b", Timestamp(0)), recent.owner("b")), (false, Some(OWNER)));
        recent.forget("a");
        assert_eq!((recent.is_recent("a", Timestamp(1000)), recent.owner("a")), (false, None));
    }

    #[test]
    fn the_memory_is_bounded() {
        let recent = RecentTokens::new();
        for number in 0..MAX_TOKENS {
            recent.remember(&number.to_string(), OWNER, None, Timestamp(0));
        }
        assert!(recent.is_recent("0", Timestamp(0)));
        recent.remember("one more", OWNER, None, Timestamp(0));
        assert_eq!(recent.0.borrow().len(), 1);
    }

    #[test]
    fn the_api_token_of_a_browser_token_is_found_by_the_start_of_its_key() {
        let recent = RecentTokens::new();
        let hash = ApiToken::from_secret([1; 32]).hash();
        recent.remember("abcd", OWNER, Some(hash), Timestamp(0));
        recent.remember("abcd", OWNER, None, Timestamp(1));
        assert_eq!(recent.parent("ab"), Some(hash));
        assert_eq!([recent.parent("aa"), recent.parent("ac")], [None; 2]);
        recent.remember("ab", OWNER, None, Timestamp(2));
        assert_eq!(recent.parent("ab"), None, "the first key that starts so decides");
    }
}
