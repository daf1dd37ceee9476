//! Integers that JavaScript represents exactly.

/// The largest count: 2^53 - 1, up to which JavaScript numbers represent integers exactly.
pub const MAX_COUNT: u64 = (1 << 53) - 1;
