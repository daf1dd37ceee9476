//! Where an isolate last saw posts.

use super::ShardMap;
use core::cell::RefCell;

/// The table of shards as storage last returned it. A hint only.
#[derive(Debug, Default)]
pub struct Memory(RefCell<Option<ShardMap>>);

impl Memory {
    /// Creates an empty memory.
    pub const fn new() -> Self {
        Self(RefCell::new(None))
    }

    /// Where posts were according to the latest answer of storage.
    pub fn shard_map(&self) -> Option<ShardMap> {
        self.0.borrow().clone()
    }

    /// Remembers where posts are.
    pub fn remember(&self, shard_map: &ShardMap) {
        let mut known = self.0.borrow_mut();
        if known.as_ref() != Some(shard_map) {
            *known = Some(shard_map.clone());
        }
    }
}
