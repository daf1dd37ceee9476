//! Callers whose last call was refused for lack of credits. A hint about order only: the balance of such a caller is
//! checked before a page is read, so that nothing is read for those who can't pay. Storage decides each time whether a page
//! can be paid for.

use core::cell::RefCell;
use std::collections::BTreeSet;

/// How many callers of each kind are remembered at most. Beyond that, all of the kind are forgotten.
const MAX_CALLERS: usize = 10_000;

/// The memory: the keys of API tokens that lacked credits, and of those whose browser tokens did, which have a cap of their own.
#[derive(Debug, Default)]
pub struct ShortOfCredits {
    own: RefCell<BTreeSet<String>>,
    browser: RefCell<BTreeSet<String>>,
}

impl ShortOfCredits {
    /// Creates an empty memory.
    pub const fn new() -> Self {
        Self { own: RefCell::new(BTreeSet::new()), browser: RefCell::new(BTreeSet::new()) }
    }

    /// Whether a caller lacked credits at the last call.
    pub fn has(&self, token_key: &str, is_browser: bool) -> bool {
        self.known(is_browser).borrow().contains(token_key)
    }

    /// Remembers whether a caller lacks credits.
    pub fn set(&self, token_key: &str, is_browser: bool, is_short: bool) {
        let mut known = self.known(is_browser).borrow_mut();
        if !is_short {
            known.remove(token_key);
            return;
        }
        if known.len() >= MAX_CALLERS {
            known.clear();
        }
        known.insert(token_key.to_owned());
    }

    const fn known(&self, is_browser: bool) -> &RefCell<BTreeSet<String>> {
        if is_browser { &self.browser } else { &self.own }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_and_its_browser_tokens_are_remembered_separately() {
        let short = ShortOfCredits::new();
        short.set("a", true, true);
        assert!(short.has("a", true) && !short.has("a", false) && !short.has("b", true));
        short.set("a", true, false);
        assert!(!short.has("a", true));
    }

    #[test]
    fn the_memory_is_bounded() {
        let short = ShortOfCredits::new();
        for number in 0..=MAX_CALLERS {
            short.set(&number.to_string(), false, true);
        }
        assert_eq!(short.own.borrow().len(), 1);
    }
}
