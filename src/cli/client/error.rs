//! Why a call failed, and whether to retry it.

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CallError {
    /// No answer came.
    #[error("{url} did not answer: {reason}")]
    Network {
        /// What was called.
        url: String,
        /// What went wrong.
        reason: String,
    },
    /// The service refused.
    #[error("the service refused: {code}: {message}{}{}", details.concat(), in_log(request_id.as_deref()))]
    Refused {
        /// The HTTP status.
        status: u16,
        /// The code, for programs.
        code: String,
        /// The message, for people.
        message: String,
        /// Each error that the answer lists, on a line of its own.
        details: Vec<String>,
        /// The request's id in the service's log.
        request_id: Option<String>,
        /// How long to wait before another try, in seconds.
        retry_after: Option<u64>,
    },
    /// The service received another number of lines than were sent.
    #[error("the service received {came} of {sent} lines: does a proxy change the request?")]
    Incomplete {
        /// How many the service received.
        came: u64,
        /// How many were sent.
        sent: u64,
    },
    /// An answer that is not the service's.
    #[error("{url} answered {status}, but not as this service does: is the address right?")]
    Strange {
        /// What was called.
        url: String,
        /// The HTTP status.
        status: u16,
    },
}

/// Where to find a refused request.
fn in_log(request_id: Option<&str>) -> String {
    request_id.map(|id| format!(" (request {id})")).unwrap_or_default()
}

impl CallError {
    /// Whether the same call may succeed later.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Self::Network { .. } => true,
            Self::Refused { status, .. } => matches!(status, 429 | 503),
            Self::Incomplete { .. } => false,
            Self::Strange { status, .. } => matches!(status, 429 | 502..=504),
        }
    }

    /// Whether the service refused the request (4xx), as opposed to failing itself.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self, Self::Refused { status: 400..=499, .. })
    }

    /// How many seconds the service asks to wait.
    pub(crate) fn wait(&self) -> Option<u64> {
        if let Self::Refused { retry_after, .. } = self { *retry_after } else { None }
    }
}
