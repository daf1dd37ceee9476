//! What an isolate remembers between calls: hints only, of no one call.

use super::operator::access::AccessMemory;
use super::public::health::HealthMemory;
use super::refusals::RefusalMemory;
use crate::account::recent::RecentTokens;
use crate::account::recent_sessions::RecentSessions;
use crate::account::short::ShortOfCredits;
use crate::placement::Layout;
use crate::read::DearQueries;
use crate::time::Timestamp;
use core::cell::{Cell, RefCell};

/// The memory.
#[derive(Debug, Default)]
pub struct Memory {
    /// Tokens that succeeded lately.
    pub recent: RecentTokens,
    /// Sessions of the dashboard that were good lately.
    pub sessions: RecentSessions,
    /// Networks with too many refused credentials.
    pub refusals: RefusalMemory,
    /// Until when strangers can't ask for mails: the hour's are used up.
    pub mails_resume_at: Cell<Timestamp>,
    /// Callers that were short of credits.
    pub short: ShortOfCredits,
    /// Storage's health.
    pub health: HealthMemory,
    /// Queries that read many rows.
    pub dear: DearQueries,
    /// What Cloudflare Access signs with.
    pub access: AccessMemory,
    layout: RefCell<Option<Layout>>,
}

impl Memory {
    /// An empty memory.
    pub const fn new() -> Self {
        Self {
            recent: RecentTokens::new(),
            sessions: RecentSessions::new(),
            refusals: RefusalMemory::new(),
            mails_resume_at: Cell::new(Timestamp(0)),
            short: ShortOfCredits::new(),
            health: HealthMemory::new(),
            dear: DearQueries::new(),
            access: AccessMemory::new(),
            layout: RefCell::new(None),
        }
    }

    /// Where posts were when storage last said so.
    pub fn layout(&self) -> Option<Layout> {
        self.layout.borrow().clone()
    }

    /// Remembers where posts are.
    pub fn remember(&self, layout: &Layout) {
        let mut known = self.layout.borrow_mut();
        if known.as_ref() != Some(layout) {
            *known = Some(layout.clone());
        }
    }
}
