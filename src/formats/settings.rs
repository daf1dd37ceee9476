//! Settings of a conversion.

use super::Export;
use super::mapped::Mapping;
use super::table::Evidence;
use super::value::zone::Zone;
use crate::time::Timestamp;
use std::sync::Arc;

/// What a conversion needs besides the element.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The author of posts whose file names none, without `@`.
    pub author: Option<String>,
    /// The current time. No post may be more than two days later.
    pub now: Timestamp,
    /// When the file was last changed. This stands for the time at which its counts were read, if the file does not have that.
    pub file_time: Option<Timestamp>,
    /// The time zone of times without one. `None` is UTC, and such times are then approximate.
    pub zone: Option<Zone>,
    /// What to import although it is left out by default.
    pub include: Include,
    /// Which column is which field, for files of no known format.
    pub mapping: Mapping,
    /// The information from the other files of the export.
    pub export: Arc<Export>,
    /// The evidence from all rows, if the file is a table.
    pub table: Arc<Evidence>,
}

impl Settings {
    /// Default settings with the current time.
    pub fn at(now: Timestamp) -> Self {
        Self {
            author: None,
            now,
            file_time: None,
            zone: None,
            include: Include::default(),
            mapping: Mapping::default(),
            export: Arc::default(),
            table: Arc::default(),
        }
    }

    /// When the counts of a post were read, if its source does not say: when the export was made, otherwise the file's time. A
    /// time before the post does not count.
    pub fn collected_at(&self, published: Timestamp) -> Option<Timestamp> {
        self.collected_at_or(None, published)
    }

    /// When the counts of a post were read: the `stated` time of the source, otherwise as in [`Settings::collected_at`].
    pub fn collected_at_or(&self, stated: Option<Timestamp>, published: Timestamp) -> Option<Timestamp> {
        stated.into_iter().chain(self.export.made).chain(self.file_time).find(|time| *time >= published)
    }
}

/// What to import although it is left out by default: posts that are not, or no longer, public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Include {
    /// Posts that their author deleted.
    pub deleted: bool,
    /// Posts that are not public.
    pub private: bool,
    /// Snapchat's memories.
    pub memories: bool,
}
