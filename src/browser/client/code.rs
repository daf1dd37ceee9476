//! The client's own errors; all others are the service's.

pub(super) const NETWORK_ERROR: &str = "NETWORK_ERROR";
pub(super) const TIMEOUT: &str = "TIMEOUT";
pub(super) const ABORTED: &str = "ABORTED";
pub(super) const DECODE_ERROR: &str = "DECODE_ERROR";
