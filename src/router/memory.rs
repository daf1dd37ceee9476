//! What an isolate remembers between calls: hints only, of no one call.

use crate::posts::read::ExpensiveQueries;
use crate::upkeep::health::HealthMemory;
use crate::{accounts, shards};

/// The memory.
#[derive(Debug, Default)]
pub struct Memory {
    /// What is remembered of callers.
    pub accounts: accounts::memory::Memory,
    /// Where posts are believed to be.
    pub shards: shards::memory::Memory,
    /// Queries that read many rows.
    pub expensive: ExpensiveQueries,
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
            health: HealthMemory::new(),
        }
    }
}
