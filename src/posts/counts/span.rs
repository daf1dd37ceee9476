//! What an answer has counted.

use super::Counted;

/// What was counted, and how far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Span {
    /// What was counted.
    pub counted: Counted,
    /// The key that posts were looked at up to. `None` if there are no more.
    pub furthest: Option<i64>,
}
