//! Settings of a conversion.

use super::Export;
use super::mapped::Mapping;
use super::table::Evidence;
use super::value::zone::Zone;
use crate::time::Timestamp;
use std::sync::Arc;

/// What a conversion needs beside the element.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The author of posts whose file names none, without `@`.
    pub author: Option<String>,
    /// The present, which no post may be more than two days ahead of.
    pub now: Timestamp,
    /// When the file was last changed: when its counts were read, where it does not say.
    pub file_time: Option<Timestamp>,
    /// The zone of times that name none; `None` is UTC, and such times are then approximate.
    pub zone: Option<Zone>,
    /// What is imported although it is left out by default.
    pub include: Include,
    /// Which column is which field, for files that no format knows.
    pub mapping: Mapping,
    /// What the other files of the export say.
    pub export: Arc<Export>,
    /// What all rows of the table show together, where it is one.
    pub table: Arc<Evidence>,
}

impl Settings {
    /// Settings with nothing but the present.
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

    /// When the counts of a post were read, where its source does not say: when the export was made, else the file's time;
    /// unless that is before the post.
    pub fn collected_at(&self, published: Timestamp) -> Option<Timestamp> {
        self.collected_at_or(None, published)
    }

    /// When they were read: what the source says, else as above; unless that is before the post.
    pub fn collected_at_or(&self, said: Option<Timestamp>, published: Timestamp) -> Option<Timestamp> {
        said.into_iter().chain(self.export.made).chain(self.file_time).find(|time| *time >= published)
    }
}

/// What is left out unless it is asked for: posts that were never, or are no longer, for everyone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Include {
    /// Posts that their author deleted.
    pub deleted: bool,
    /// Posts that only some could see.
    pub private: bool,
    /// Snapchat's memories.
    pub memories: bool,
}
