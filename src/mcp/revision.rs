//! The revisions of the protocol that are spoken.

/// A revision of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Revision {
    /// The newest: every request says for itself which revision it is of, and what its client can do.
    V2026_07_28,
    /// The last one that begins with `initialize`.
    V2025_11_25,
    /// The one before it. What this service has is the same in both.
    V2025_06_18,
}

impl Revision {
    /// Every revision, the newest first.
    pub(super) const ALL: [Self; 3] = [Self::V2026_07_28, Self::V2025_11_25, Self::V2025_06_18];

    /// Its name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::V2026_07_28 => "2026-07-28",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2025_06_18 => "2025-06-18",
        }
    }

    /// The revision of this name, if it is spoken.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|revision| revision.name() == name)
    }

    /// Whether each request stands for itself, without `initialize` before it.
    pub(super) const fn is_stateless(self) -> bool {
        matches!(self, Self::V2026_07_28)
    }

    /// The revision that answers an `initialize` with this name: the same one, or else the newest that has `initialize`.
    pub(super) fn negotiate(name: &str) -> Self {
        Self::from_name(name).filter(|revision| !revision.is_stateless()).unwrap_or(Self::V2025_11_25)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initialize_gets_what_it_asks_for_or_the_newest_that_has_initialize() {
        for (asked, answered) in [
            ("2025-06-18", "2025-06-18"),
            ("2025-11-25", "2025-11-25"),
            ("2026-07-28", "2025-11-25"),
            ("2024-11-05", "2025-11-25"),
            ("1.0", "2025-11-25"),
        ] {
            assert_eq!(Revision::negotiate(asked).name(), answered, "{asked}");
        }
    }
}
