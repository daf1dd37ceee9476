//! What an isolate remembers of callers: hints only.

pub mod access;
pub mod recent;
pub mod recent_sessions;
pub mod refusals;
pub mod short;

use crate::time::Timestamp;
use access::AccessMemory;
use core::cell::Cell;
use recent::RecentTokens;
use recent_sessions::RecentSessions;
use refusals::RefusalMemory;
use short::ShortOfCredits;

/// What an isolate remembers of callers between calls.
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
    /// What Cloudflare Access signs with.
    pub access: AccessMemory,
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
            access: AccessMemory::new(),
        }
    }
}
