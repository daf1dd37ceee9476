//! The manifest of an export, which lists its files.

/// A file of posts that a manifest lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestEntry {
    /// Its path in the export.
    pub file: String,
    /// The name that its script assigns to.
    pub global: String,
    /// How many posts it has, according to the manifest.
    pub posts: u64,
}
