//! Follows one object or array to its end.

/// Where in an object or array a byte stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nesting {
    /// How deep.
    Nested(u32),
    /// In a text inside such.
    Text(u32),
    /// After a backslash in such a text.
    Escape(u32),
}

impl Nesting {
    /// What follows a byte; nothing if that ends the value.
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
