//! Reading files that are in memory, as a web page has them: to the posts that the command line would store.
//!
//! First each file is given ([`Files::add`]), and the bytes of it that are asked for ([`Files::need`], [`Files::give`]):
//! of a zip with many pictures only the rest. Then all are looked at ([`Files::begin`]) and read ([`Files::take`]), so
//! that somebody may do something else in between, and in the end posts and reports are there ([`Files::finish`]).

mod gathered;
mod held;
mod loading;
mod pieces;
#[cfg(test)]
mod tests;

pub use gathered::{Full, Kind, LISTED, MOST_OF_POSTS, Refused, Report};

use super::{Filter, Readable, Run, Surveyed, survey};
use crate::import::open::is_left_behind;
use crate::import::sniff::Unknown;
use crate::import::{Format, Settings};
use crate::platform::Network;
use crate::post::Post;
use crate::time::Timestamp;
use gathered::Gathered;
use held::Held;
use loading::{Loading, is_media};
use std::collections::VecDeque;
use std::io;

/// The most bytes of files that are held.
pub const MOST_IN_ALL: u64 = 1 << 30;

/// Files that are read together.
#[derive(Debug)]
pub struct Files {
    format: Option<&'static Format>,
    settings: Settings,
    filter: Filter,
    given: Vec<Given>,
    /// What is left to read.
    left: VecDeque<Surveyed<Held>>,
    reading: Option<(Run<Held>, Gathered)>,
    warnings: Vec<String>,
}

/// A file that was given.
#[derive(Debug)]
struct Given {
    path: String,
    time: Option<Timestamp>,
    loading: Loading,
    /// Why it was not loaded.
    refused: Option<String>,
}

/// What came out of files.
#[derive(Debug)]
pub struct Gave {
    /// The posts, each once, in the order in which they came.
    pub posts: Vec<Post>,
    /// What is to be said of each file; the files of a zip after it.
    pub files: Vec<Report>,
    /// What is to be known of all.
    pub warnings: Vec<String>,
}

impl Files {
    /// Begins. `format` is what the user says the files are.
    pub fn new(settings: Settings, filter: Filter, format: Option<&'static Format>) -> Self {
        Self {
            format,
            settings,
            filter,
            given: Vec::new(),
            left: VecDeque::new(),
            reading: None,
            warnings: Vec::new(),
        }
    }

    /// Gives a file of so many bytes, and when it was last changed. Its path has folders where it was found in some.
    /// Answers its number.
    pub fn add(&mut self, path: &str, size: u64, time: Option<Timestamp>) -> usize {
        let path = path.replace('\\', "/");
        let path = path.trim_start_matches("./").trim_start_matches('/').to_owned();
        self.given.push(Given { path, time, loading: Loading::new(size), refused: None });
        self.given.len() - 1
    }

    /// The ranges of a file's bytes that are needed next; none when all are there. Each goes from its first byte to that
    /// after its last.
    pub fn need(&mut self, number: usize) -> Vec<(u64, u64)> {
        let held: u64 = self.given.iter().map(|given| given.loading.pieces.held()).sum();
        let Some(given) = self.given.get_mut(number).filter(|given| !given.is_left_behind()) else {
            return Vec::new();
        };
        let ranges = given.loading.need();
        let more: u64 = ranges.iter().map(|(from, to)| to.saturating_sub(*from)).sum();
        if held.saturating_add(more) <= MOST_IN_ALL {
            return ranges;
        }
        given.loading.give_up();
        given.refused = Some(format!(
            "expected files of at most {} MiB in all, without pictures and videos, got more: read fewer at once",
            MOST_IN_ALL >> 20
        ));
        Vec::new()
    }

    /// Gives bytes of a file that were asked for.
    pub fn give(&mut self, number: usize, from: u64, bytes: Vec<u8>) {
        if let Some(given) = self.given.get_mut(number) {
            given.loading.give(from, bytes);
        }
    }

    /// Looks at all files. Answers how many there are to read, with those in zips.
    pub fn begin(&mut self) -> usize {
        let mut files = Vec::new();
        for (reports, given) in in_order(std::mem::take(&mut self.given)) {
            files.push((given.surveyed(self.format), reports));
        }
        0
    }
}
