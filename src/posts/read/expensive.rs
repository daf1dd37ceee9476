//! Queries that read many rows or take long. A hint only, of one isolate: whether a page is kept, and under which version, the
//! databases and the kept page itself say.

use core::cell::RefCell;
use std::collections::BTreeMap;

/// A page is dear if more rows were read for it. A read of KV costs as much as 500 rows, a write as 5,000.
const DEAR: u64 = 10_000;
/// Or if databases worked on it for longer, in microseconds: a database does one thing at a time, and putting the words of
/// a prefix together reads no rows. A read of KV takes some milliseconds.
const LONG: u64 = 50_000;
/// The most queries remembered; past it, all are forgotten.
const MOST: usize = 1_000;

/// What databases did for a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// Rows read.
    pub rows: u64,
    /// Microseconds.
    pub micros: u64,
}

impl Cost {
    /// Nothing.
    pub(crate) const NONE: Self = Self { rows: 0, micros: 0 };

    /// The sum of two.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self { rows: self.rows + other.rows, micros: self.micros + other.micros }
    }

    /// Whether that is dear.
    pub(crate) const fn is_expensive(self) -> bool {
        self.rows > DEAR || self.micros > LONG
    }
}

/// Hashes of dear queries, and what each one's page would be kept under when it was last read.
#[derive(Debug, Default)]
pub struct ExpensiveQueries(RefCell<BTreeMap<String, String>>);

impl ExpensiveQueries {
    /// An empty memory.
    pub const fn new() -> Self {
        Self(RefCell::new(BTreeMap::new()))
    }

    /// Whether any query was dear.
    pub fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }

    /// Whether a query was dear.
    pub fn is_known(&self, query: &str) -> bool {
        self.0.borrow().contains_key(query)
    }

    /// Takes note of what a page cost: whether it was dear, and came for the second time under its key.
    pub fn has_come_again(&self, query: &str, key: &str, cost: Cost) -> bool {
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

    const CHEAP: Cost = Cost { rows: DEAR, micros: LONG };
    const MANY: Cost = Cost { rows: DEAR + 1, micros: 0 };
    const SLOW: Cost = Cost { rows: 1, micros: LONG + 1 };

    #[test]
    fn a_dear_page_comes_again_under_the_same_version_only() {
        let expensive = ExpensiveQueries::new();
        assert!(!expensive.has_come_again("q", "1/q", MANY) && expensive.is_known("q"));
        assert!(!expensive.has_come_again("q", "2/q", SLOW));
        assert!(expensive.has_come_again("q", "2/q", MANY));
        assert!(!expensive.has_come_again("q", "2/q", CHEAP) && !expensive.is_known("q"));
    }

    #[test]
    fn the_memory_is_bounded() {
        let expensive = ExpensiveQueries::new();
        for number in 0..=MOST {
            expensive.has_come_again(&number.to_string(), "", SLOW);
        }
        assert_eq!(expensive.0.borrow().len(), 1);
    }
}
