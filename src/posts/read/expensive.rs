//! Remembers queries that read many rows or take long. This is only a hint of one isolate. The versions in the databases and the
//! cached page itself decide whether a page is served from the cache.

use core::cell::RefCell;
use std::collections::BTreeMap;

/// A page is expensive if more rows than this were read for it. A read of KV costs as much as 500 rows, a write as 5,000.
const EXPENSIVE: u64 = 10_000;
/// A page is also expensive if databases worked on it for longer than this, in microseconds. A database does one thing at a time,
/// and combining the words of a prefix takes time but reads no rows. A read of KV takes some milliseconds.
const LONG: u64 = 50_000;
/// The most queries that are remembered. When there are more, all are forgotten.
const MOST: usize = 1_000;

/// What databases did for a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// Rows read.
    pub rows: u64,
    /// Microseconds of work.
    pub micros: u64,
}

impl Cost {
    /// No cost.
    pub(crate) const NONE: Self = Self { rows: 0, micros: 0 };

    /// The sum of two costs.
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self { rows: self.rows + other.rows, micros: self.micros + other.micros }
    }

    /// Whether it is expensive.
    pub(crate) const fn is_expensive(self) -> bool {
        self.rows > EXPENSIVE || self.micros > LONG
    }
}

/// Hashes of expensive queries, each with the cache key that its page had when it was last read.
#[derive(Debug, Default)]
pub struct ExpensiveQueries(RefCell<BTreeMap<String, String>>);

impl ExpensiveQueries {
    /// An empty memory.
    pub const fn new() -> Self {
        Self(RefCell::new(BTreeMap::new()))
    }

    /// Whether no query is remembered.
    pub fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }

    /// Whether a query was expensive when it was last read.
    pub fn is_known(&self, query: &str) -> bool {
        self.0.borrow().contains_key(query)
    }

    /// Records what a page cost. Returns whether it was expensive for the second time under the same key.
    pub fn record(&self, query: &str, key: &str, cost: Cost) -> bool {
        let mut known = self.0.borrow_mut();
        if !cost.is_expensive() {
            known.remove(query);
            return false;
        }
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(query.to_owned(), key.to_owned()).is_some_and(|last| last == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHEAP: Cost = Cost { rows: EXPENSIVE, micros: LONG };
    const MANY: Cost = Cost { rows: EXPENSIVE + 1, micros: 0 };
    const SLOW: Cost = Cost { rows: 1, micros: LONG + 1 };

    #[test]
    fn an_expensive_page_comes_again_under_the_same_version_only() {
        let expensive = ExpensiveQueries::new();
        assert!(!expensive.record("q", "1/q", MANY) && expensive.is_known("q"));
        assert!(!expensive.record("q", "2/q", SLOW));
        assert!(expensive.record("q", "2/q", MANY));
        assert!(!expensive.record("q", "2/q", CHEAP) && !expensive.is_known("q"));
    }

    #[test]
    fn the_memory_is_bounded() {
        let expensive = ExpensiveQueries::new();
        for number in 0..=MOST {
            expensive.record(&number.to_string(), "", SLOW);
        }
        assert_eq!(expensive.0.borrow().len(), 1);
    }
}
