//! Where an isolate believes posts to be.

use super::ShardMap;
use core::cell::RefCell;

/// The table of shards as storage last gave it: a hint.
#[derive(Debug, Default)]
pub struct Memory(RefCell<Option<ShardMap>>);

impl Memory {
    /// Knows nothing.
    pub const fn new() -> Self {
        Self(RefCell::new(None))
    }

    /// Where posts were when storage last said so.
    pub fn layout(&self) -> Option<ShardMap> {
        self.0.borrow().clone()
    }

    /// Remembers where posts are.
    pub fn remember(&self, layout: &ShardMap) {
        let mut known = self.0.borrow_mut();
        if known.as_ref() != Some(layout) {
            *known = Some(layout.clone());
        }
    }
}
