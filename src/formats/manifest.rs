//! The manifest of an export, which lists its files.

/// A file of posts in the manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestEntry {
    /// Its path in the export.
    pub file: String,
    /// The name that its script assigns to.
    pub global: String,
    /// How many posts it should have.
    pub posts: u64,
}
