//! Whole numbers that JavaScript holds exactly.

/// The largest count, and the largest integer that JavaScript numbers hold exactly: 2^53 - 1.
pub const MAX_COUNT: u64 = (1 << 53) - 1;
