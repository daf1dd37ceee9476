//! The codes of the client's own errors. All others come from the service.

pub(super) const NETWORK_ERROR: &str = "NETWORK_ERROR";
pub(super) const TIMEOUT: &str = "TIMEOUT";
pub(super) const ABORTED: &str = "ABORTED";
pub(super) const DECODE_ERROR: &str = "DECODE_ERROR";
