//! Collects the posts of files in memory, merged as the service merges them, and a report for each file.

use super::memory_file::MemoryFile;
use super::option_names::{self, in_options};
use crate::formats::files::{LeftOut, Origin, Sink, note_unused};
use crate::formats::repair::Repairs;
use crate::formats::sniff::Unknown;
use crate::formats::{Format, ImportError};
use crate::posts::post::line::PostLine;
use crate::posts::post::merge::{Change, merge};
use crate::posts::post::{Post, post_id};
use crate::time::Timestamp;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;

/// The most bytes of posts' lines that are kept.
pub const MOST_OF_POSTS: usize = 512 << 20;
/// The most refusals that the report of a file lists.
pub const LISTED: usize = 1000;

/// The report of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The path with which it was added. For a file in a zip, the path of the zip comes first.
    pub name: String,
    /// The format as which it was read.
    pub format: Option<Kind>,
    /// How many posts it has.
    pub posts: u64,
    /// Elements that are not posts or are left out, by reason.
    pub skipped: BTreeMap<&'static str, u64>,
    /// Remarks about how posts were read, with the number of posts.
    pub remarks: BTreeMap<&'static str, u64>,
    /// Keys and columns with counts, text or media that no field used, with the number of elements.
    pub unused: BTreeMap<String, u64>,
    /// Why the file may not have been read correctly.
    pub warnings: Vec<String>,
    /// The guessed mapping, if guessing was requested.
    pub map: Option<String>,
    /// The first elements that should be posts but can't be imported, and why.
    pub refused: Vec<RejectedElement>,
    /// How many such elements there are in all.
    pub refusals: u64,
    /// How many files were skipped because they can't contain posts: files in this zip, or this file in a folder.
    pub passed_over: u64,
    /// Why the file was not read, or not to its end.
    pub error: Option<String>,
}

/// A format, for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// What it is and where it comes from.
    pub title: Cow<'static, str>,
}

impl From<&'static Format> for Kind {
    fn from(format: &'static Format) -> Self {
        Self { name: format.name, title: option_names::in_options(format.description) }
    }
}

/// An element that should be a post but can't be imported, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RejectedElement {
    /// The line on which it begins, from 1.
    pub line: u64,
    /// What is wrong, for programs.
    pub code: &'static str,
    /// What was expected and what was found.
    pub message: String,
}

/// There are more posts than are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected at most {} MiB of posts in all, got more: read fewer files at once", MOST_OF_POSTS >> 20)]
pub struct Full;

impl Report {
    /// Records that the file can't be read, or not to its end.
    pub(crate) fn broken(&mut self, error: &io::Error) {
        self.error = Some(format!("can't be read further: {error}"));
    }
}

/// Collects posts and reports.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    now: Timestamp,
    posts: Vec<Post>,
    /// The index of each post, by its id.
    indexes: HashMap<String, usize>,
    /// How many more bytes of lines are allowed.
    pub(crate) room: usize,
    reports: Vec<Report>,
    /// The report of each file of the run, and the report of the zip that contains it.
    files: Vec<(usize, Option<usize>)>,
    /// The file that is being read.
    current: usize,
    /// The reports of skipped files in zips, which are dropped.
    dropped: BTreeSet<usize>,
}

impl Collector {
    pub(crate) fn new(now: Timestamp) -> Self {
        Self { now, room: MOST_OF_POSTS, ..Self::default() }
    }

    /// Starts the report of a file. Returns its number.
    pub(crate) fn report(&mut self, name: &str) -> usize {
        self.reports.push(Report { name: name.to_owned(), ..Report::default() });
        self.reports.len() - 1
    }

    /// Adds the next file of the run, by its report and that of the zip that contains it.
    pub(crate) fn add_file(&mut self, report: usize, zip: Option<usize>) {
        self.files.push((report, zip));
    }

    /// Continues with the next file of the run.
    pub(crate) fn next(&mut self) {
        self.current += 1;
    }

    /// Updates a report.
    pub(crate) fn update(&mut self, report: usize, note: impl FnOnce(&mut Report)) {
        if let Some(report) = self.reports.get_mut(report) {
            note(report);
        }
    }

    /// Updates the report of a file of the run.
    fn update_file(&mut self, number: usize, note: impl FnOnce(&mut Report)) {
        if let Some((report, _)) = self.files.get(number) {
            self.update(*report, note);
        }
    }

    /// Updates the report of the file that is being read.
    pub(crate) fn update_current(&mut self, note: impl FnOnce(&mut Report)) {
        self.update_file(self.current, note);
    }

    /// The posts and reports.
    pub(crate) fn finish(self) -> (Vec<Post>, Vec<Report>) {
        let reports = self.reports.into_iter().enumerate();
        let kept = reports.filter(|(number, _)| !self.dropped.contains(number));
        (self.posts, kept.map(|(_, report)| report).collect())
    }

    /// Adds a post, or merges it with an earlier one as the service does.
    fn add(&mut self, line: PostLine) {
        let id = post_id(line.platform.network, &line.platform_post_id);
        let index = self.indexes.get(&id).copied();
        let known = index.and_then(|index| self.posts.get_mut(index));
        match (merge(known.as_deref(), line, self.now), known) {
            (Change::Inserted(post), _) => {
                self.indexes.insert(id, self.posts.len());
                self.posts.push(post);
            }
            (Change::Updated(post), Some(known)) => *known = post,
            _ => {}
        }
    }
}

impl Sink<MemoryFile> for Collector {
    type Error = Full;

    fn begin(&mut self, _: &mut MemoryFile, format: &'static Format) {
        self.update_current(|report| report.format = Some(format.into()));
    }

    fn end(&mut self, file: &MemoryFile, done: io::Result<()>) {
        if let Err(error) = done {
            self.broken(file, &error);
        }
    }

    fn is_companion(&mut self, _: &MemoryFile, format: &'static Format) {
        self.update_current(|report| report.format = Some(format.into()));
    }

    fn unrecognised(&mut self, _: &MemoryFile, unknown: &Unknown) {
        self.update_current(|report| report.error = Some(format!("not recognised: {unknown}")));
    }

    fn passed_over(&mut self, _: &MemoryFile, _: &Unknown) {
        let Some((report, zip)) = self.files.get(self.current).copied() else { return };
        self.dropped.extend(zip.map(|_| report));
        self.update(zip.unwrap_or(report), |report| report.passed_over += 1);
    }

    fn broken(&mut self, _: &MemoryFile, error: &io::Error) {
        self.update_current(|report| report.broken(error));
    }

    fn companions_broken(&mut self, _: &MemoryFile, error: io::Error) -> Result<(), Full> {
        let text = format!("the other files of its export can't be read: {error}");
        self.update_current(|report| report.error = Some(text));
        Ok(())
    }

    fn read(&mut self) -> Result<(), Full> {
        Ok(())
    }

    fn repaired(&mut self, repairs: Repairs) {
        let Repairs { nuls, surrogates, slips } = repairs;
        let named = [
            ("NUL characters dropped", nuls),
            ("lone surrogates replaced", surrogates),
            ("mistakes in JSON repaired", slips),
        ];
        for (remark, count) in named.into_iter().filter(|(_, count)| *count > 0) {
            self.update_current(|report| *report.remarks.entry(remark).or_default() += count);
        }
    }

    fn skipped(&mut self, origin: &Origin, reason: &'static str) {
        self.update_file(origin.number, |report| *report.skipped.entry(reason).or_default() += 1);
    }

    fn left_out(&mut self, origin: &Origin, why: LeftOut) {
        self.skipped(origin, left_out(why));
    }

    fn remarked(&mut self, origin: &Origin, remark: &'static str) {
        self.update_file(origin.number, |report| {
            *report.remarks.entry(option_names::remark(remark)).or_default() += 1;
        });
    }

    fn unused(&mut self, origin: &Origin, key: &str) {
        self.update_file(origin.number, |report| note_unused(&mut report.unused, key));
    }

    fn warned(&mut self, origin: &Origin, warning: &str) {
        self.update_file(origin.number, |report| report.warnings.push(in_options(warning).into_owned()));
    }

    fn guessed(&mut self, origin: &Origin, mapping: &str) {
        self.update_file(origin.number, |report| report.map = Some(mapping.to_owned()));
    }

    fn refused(&mut self, origin: &Origin, error: &ImportError) -> Result<(), Full> {
        let ImportError { code, reason } = error;
        self.update_file(origin.number, |report| {
            report.refusals += 1;
            if report.refused.len() < LISTED {
                report.refused.push(RejectedElement {
                    line: origin.line,
                    code,
                    message: in_options(reason).into_owned(),
                });
            }
        });
        Ok(())
    }

    fn post(&mut self, post: PostLine, line: &str, origin: Origin) -> Result<(), Full> {
        self.room = self.room.checked_sub(line.len()).ok_or(Full)?;
        self.update_file(origin.number, |report| report.posts += 1);
        self.add(post);
        Ok(())
    }
}

/// Why a post is left out, with the option that says so.
const fn left_out(why: LeftOut) -> &'static str {
    match why {
        LeftOut::Before => "before fromDate",
        LeftOut::After => "after toDate",
        LeftOut::Elsewhere => "of another platform",
        LeftOut::Repost => "repost (exclude)",
        LeftOut::Reply => "reply (exclude)",
        LeftOut::Story => "story (exclude)",
    }
}
