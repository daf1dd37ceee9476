//! The id of a request.

/// The id of a request, as JSON: a text or an integer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Id(pub(super) String);
