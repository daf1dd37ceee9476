//! Callers whose last call was refused for want of credits. A hint about order only: such a caller's balance is looked at
//! before a page is read, so that who can't pay has nothing read. Whether a page can be paid for, storage decides each time.

use core::cell::RefCell;
use std::collections::BTreeSet;

/// The most callers remembered; past it, all are forgotten.
const MOST: usize = 10_000;

/// The memory: keys of tokens, and whether it is a browser token that was made of it. Those have a cap of their own.
#[derive(Debug, Default)]
pub struct ShortOfCredits(RefCell<BTreeSet<(String, bool)>>);

impl ShortOfCredits {
    /// An empty memory.
    pub const fn new() -> Self {
        Self(RefCell::new(BTreeSet::new()))
    }

    /// Whether a caller was short of credits when that was last seen.
    pub fn has(&self, token_key: &str, is_browser: bool) -> bool {
        let known = self.0.borrow();
        !known.is_empty() && known.contains(&(token_key.to_owned(), is_browser))
    }

    /// Remembers whether a caller is short of credits.
    pub fn set(&self, token_key: &str, is_browser: bool, is_short: bool) {
        let mut known = self.0.borrow_mut();
        if !is_short {
            if !known.is_empty() {
                known.remove(&(token_key.to_owned(), is_browser));
            }
            return;
        }
        if known.len() >= MOST {
            known.clear();
        }
        known.insert((token_key.to_owned(), is_browser));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_and_the_browser_tokens_made_of_it_are_remembered_apart() {
        let short = ShortOfCredits::new();
        short.set("a", true, true);
        assert!(short.has("a", true) && !short.has("a", false) && !short.has("b", true));
        short.set("a", true, false);
        assert!(!short.has("a", true));
    }

    #[test]
    fn the_memory_is_bounded() {
        let short = ShortOfCredits::new();
        for number in 0..=MOST {
            short.set(&number.to_string(), false, true);
        }
        assert_eq!(short.0.borrow().len(), 1);
    }
}
