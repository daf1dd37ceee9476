//! The codes of the package's own errors. All others come from the service.

#[cfg(feature = "browser")]
pub(super) const NETWORK_ERROR: &str = "NETWORK_ERROR";
#[cfg(feature = "browser")]
pub(super) const TIMEOUT: &str = "TIMEOUT";
#[cfg(feature = "browser")]
pub(super) const ABORTED: &str = "ABORTED";
pub(super) const DECODE_ERROR: &str = "DECODE_ERROR";
#[cfg(feature = "offline")]
pub(super) const UNSUPPORTED_VERSION: &str = "UNSUPPORTED_VERSION";
