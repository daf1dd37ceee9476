//! What an isolate remembers between calls: only hints, and nothing of a single call.

use crate::offline::TestMemory;
use crate::posts::read::ExpensiveQueries;
use crate::upkeep::health::HealthMemory;
use crate::{accounts, shards};

/// The memory of an isolate.
#[derive(Debug, Default)]
pub struct Memory {
    /// What is remembered about callers.
    pub accounts: accounts::memory::Memory,
    /// Where posts were when they were last looked up.
    pub shards: shards::memory::Memory,
    /// Queries that are known to read many rows.
    pub expensive: ExpensiveQueries,
    /// The invented posts that calls with test tokens read.
    pub test_posts: TestMemory,
    /// Storage's health.
    pub health: HealthMemory,
}

impl Memory {
    /// An empty memory.
    pub const fn new() -> Self {
        Self {
            accounts: accounts::memory::Memory::new(),
            shards: shards::memory::Memory::new(),
            expensive: ExpensiveQueries::new(),
            test_posts: TestMemory::new(),
            health: HealthMemory::new(),
        }
    }
}
