//! Follows one object or array to its end.

/// A position in an object or array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nesting {
    /// In an object or array, at this depth.
    Nested(u32),
    /// In a string.
    Text(u32),
    /// After a backslash in a string.
    Escape(u32),
}

impl Nesting {
    /// The position after a byte. `None` if the byte ends the value.
    #[inline]
    pub(crate) fn step(self, byte: u8) -> Option<Self> {
        Some(match self {
            Self::Text(depth) => match byte {
                b'"' => Self::Nested(depth),
                b'\\' => Self::Escape(depth),
                _ => self,
            },
            Self::Nested(depth) => match byte {
                b'"' => Self::Text(depth),
                b'{' | b'[' => Self::Nested(depth.saturating_add(1)),
                b'}' | b']' => return (depth > 1).then(|| Self::Nested(depth - 1)),
                _ => self,
            },
            Self::Escape(depth) => Self::Text(depth),
        })
    }
}
