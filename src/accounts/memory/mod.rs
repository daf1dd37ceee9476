//! What an isolate remembers about callers. All of it is hints only.

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

/// What an isolate remembers about callers between calls.
#[derive(Debug, Default)]
pub struct Memory {
    /// Tokens that succeeded recently.
    pub recent: RecentTokens,
    /// Dashboard sessions that were valid recently.
    pub sessions: RecentSessions,
    /// Networks with too many refused credentials.
    pub refusals: RefusalMemory,
    /// When strangers may ask for mails again, once the mails of an hour are used up.
    pub mails_resume_at: Cell<Timestamp>,
    /// Callers that lacked credits at their last call.
    pub short: ShortOfCredits,
    /// The signing keys of Cloudflare Access.
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
