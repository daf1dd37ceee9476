//! Imports files in memory, for a web page. The posts are the same as those of the command line.
//!
//! 1. [`Files::add`] adds each file.
//! 2. [`Files::missing_ranges`] and [`Files::supply`] load the bytes that are needed. Pictures in a zip are not loaded.
//! 3. [`Files::recognise`] recognises each file.
//! 4. [`Files::start`], then [`Files::import_next`] for one file at a time, so that a page stays responsive in between.
//! 5. [`Files::finish`] returns the posts and reports.

mod added_file;
mod chunks;
mod collector;
mod loading;
mod memory_file;
mod option_names;

#[cfg(test)]
mod tests;

pub use collector::{Full, Kind, LISTED, MOST_OF_POSTS, RejectedElement, Report};

use super::{Filter, Readable, Run, Surveyed};
use crate::formats::{Format, Settings};
use crate::posts::post::Post;
use crate::time::Timestamp;
use added_file::{AddedFile, FileContents, in_order};
use collector::Collector;
use memory_file::MemoryFile;
use option_names::in_options;
use std::collections::VecDeque;
use std::path::Path;
use std::rc::Rc;

/// The most bytes of files that are kept in memory.
pub const MOST_IN_ALL: u64 = 1 << 30;

/// Files that are imported together.
#[derive(Debug)]
pub struct Files {
    format: Option<&'static Format>,
    settings: Settings,
    filter: Filter,
    added: Vec<AddedFile>,
    /// How many bytes are in memory.
    held: u64,
    run: Option<StartedRun>,
}

/// A run that has started.
#[derive(Debug)]
struct StartedRun {
    run: Run<MemoryFile>,
    /// The files that are not read yet, each with the number of the added file.
    left: VecDeque<(usize, Surveyed<MemoryFile>)>,
    collector: Collector,
    /// The folders and zips that were added, and the report of each zip.
    roots: Vec<(Rc<str>, Option<usize>)>,
    warnings: Vec<String>,
}

/// The result of an import.
#[derive(Debug, Default)]
pub struct ImportResult {
    /// The posts, each once, in the order in which they were read.
    pub posts: Vec<Post>,
    /// A report for each file. Those of the files in a zip follow that of the zip.
    pub files: Vec<Report>,
    /// Warnings about the import as a whole.
    pub warnings: Vec<String>,
}

impl Files {
    /// Starts with no files. `format` is the format that the user named.
    pub fn new(settings: Settings, filter: Filter, format: Option<&'static Format>) -> Self {
        Self { format, settings, filter, added: Vec::new(), held: 0, run: None }
    }

    /// Adds a file by its path, size in bytes and time of last change. The path includes folders if there are any.
    /// Returns the file's number.
    pub fn add(&mut self, path: &str, size: u64, time: Option<Timestamp>) -> usize {
        let number = self.added.len();
        self.added.push(AddedFile::new(number, path, size, time));
        number
    }

    /// The byte ranges of a file that are needed next, as start and exclusive end. Empty when the file is loaded.
    pub fn missing_ranges(&mut self, number: usize) -> Vec<(u64, u64)> {
        let Some(added) = self.added.get_mut(number).filter(|added| !added.is_left_behind()) else {
            return Vec::new();
        };
        let ranges = added.loading.missing_ranges();
        let more: u64 = ranges.iter().map(|(from, to)| to.saturating_sub(*from)).sum();
        if self.held.saturating_add(more) <= MOST_IN_ALL {
            return ranges;
        }
        added.loading.give_up();
        added.refused = Some(format!(
            "expected files of at most {} MiB in all, without pictures and videos, got more: read fewer at once",
            MOST_IN_ALL >> 20
        ));
        Vec::new()
    }

    /// Supplies bytes that were requested.
    pub fn supply(&mut self, number: usize, from: u64, bytes: Vec<u8>) {
        if let Some(added) = self.added.get_mut(number) {
            self.held = self.held.saturating_add(bytes.len() as u64);
            added.loading.supply(from, bytes);
        }
    }

    /// Records why the bytes of a file can't be loaded.
    pub fn fail(&mut self, number: usize, why: &str) {
        if let Some(added) = self.added.get_mut(number) {
            added.loading.give_up();
            added.refused = Some(format!("can't be read: {why}"));
        }
    }

    /// Recognises a file whose bytes are loaded.
    pub fn recognise(&mut self, number: usize) {
        if let Some(added) = self.added.get_mut(number) {
            added.recognise(self.format);
        }
    }

    /// Starts to import the recognised files. Returns their number, including files in zips.
    pub fn start(&mut self) -> usize {
        let mut opened =
            OpenedFiles { collector: Collector::new(self.settings.now), ..OpenedFiles::default() };
        for file in in_order(std::mem::take(&mut self.added)) {
            opened.add(file);
        }
        let OpenedFiles { collector, files, numbers, roots } = opened;
        let run = Run::new(self.settings.clone(), self.filter, &files);
        let left: VecDeque<_> = numbers.into_iter().zip(files).collect();
        let count = left.len();
        self.run = Some(StartedRun { run, left, collector, roots, warnings: Vec::new() });
        count
    }

    /// The file that is imported next: the number of the added file that it is or is in, and its name in messages.
    pub fn next(&self) -> Option<(usize, &str)> {
        let (number, surveyed) = self.run.as_ref()?.left.front()?;
        Some((*number, surveyed.file.location().name.as_str()))
    }

    /// Imports the posts of the next file.
    pub fn import_next(&mut self) {
        let Some(started) = &mut self.run else { return };
        let Some((_, file)) = started.left.pop_front() else { return };
        if let Err(full) = started.run.import_file(file, &mut started.collector) {
            started.collector.update_current(|report| report.error = Some(full.to_string()));
            let left = started.left.drain(..);
            started.warnings.extend(left.map(|(_, left)| format!("{}: {full}", left.file.location().name)));
        }
        started.collector.next();
    }

    /// Ends the import and returns its result.
    pub fn finish(self) -> ImportResult {
        self.run.map_or_else(ImportResult::default, StartedRun::finish)
    }
}

impl StartedRun {
    fn finish(mut self) -> ImportResult {
        let full = self.run.finish(&mut self.collector).err();
        let path = |path: &Path| path.display().to_string();
        let of_run = self.run.warnings().into_iter().chain(self.run.differences(path));
        let mut warnings: Vec<String> =
            of_run.map(|text| in_options(&text).into_owned()).chain(self.warnings).collect();
        warnings.extend(full.map(|full| full.to_string()));
        for (root, zip) in &self.roots {
            if self.run.is_fruitful(root) {
                continue;
            }
            let what = if self.run.has_pages(root) { PAGES } else { BARREN };
            match zip {
                Some(zip) => self.collector.update(*zip, |report| report.error = Some(what.to_owned())),
                None => warnings.push(format!("{root}: {what}")),
            }
        }
        let (posts, files) = self.collector.finish();
        ImportResult { posts, files, warnings }
    }
}

const PAGES: &str =
    "it contains web pages and nothing that can be imported: request the export again, as JSON";
const BARREN: &str = "nothing that can be imported was found in it";

/// The recognised files, including those in zips.
#[derive(Debug, Default)]
struct OpenedFiles {
    collector: Collector,
    files: Vec<Surveyed<MemoryFile>>,
    /// The number of the added file, for each.
    numbers: Vec<usize>,
    roots: Vec<(Rc<str>, Option<usize>)>,
}

impl OpenedFiles {
    fn add(&mut self, added: AddedFile) {
        let (number, path) = (added.number, added.path.clone());
        let report = self.collector.report(&path);
        let folder = added.root().filter(|root| self.roots.iter().all(|(other, _)| **other != **root));
        self.roots.extend(folder.map(|folder| (folder.into(), None)));
        if added.is_left_behind() {
            self.collector.update(report, |report| report.passed_over = 1);
        }
        if let Some(error) = added.refused.clone() {
            self.collector.update(report, |report| report.error = Some(error));
        }
        match added.into_contents() {
            Some(FileContents::File(file)) => self.file(number, *file, report, None),
            Some(FileContents::Broken(error)) => {
                self.collector.update(report, |report| report.broken(&error));
            }
            Some(FileContents::Zip(media, files)) => {
                if !path.contains('/') {
                    self.roots.push((path.into(), Some(report)));
                }
                self.collector.update(report, |report| report.passed_over = media);
                for file in files {
                    let own = self.collector.report(&file.file.location().name);
                    self.file(number, file, own, Some(report));
                }
            }
            None => {}
        }
    }

    fn file(&mut self, number: usize, file: Surveyed<MemoryFile>, report: usize, zip: Option<usize>) {
        self.collector.add_file(report, zip);
        self.files.push(file);
        self.numbers.push(number);
    }
}
