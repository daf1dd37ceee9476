//! Converts elements to posts, filters, merges and checks them.

use super::file_counts::FileCounts;
use super::filter::{Filter, LeftOut};
use super::second_ids::SecondIds;
use crate::formats::element_reader::ElementReader;
use crate::formats::merge::{Across, Merger};
use crate::formats::repair::Repairs;
use crate::formats::sniff::Unknown;
use crate::formats::source::convert;
use crate::formats::{Format, Found, ImportError, Item, Outcome, Role, Settings};
use crate::posts::post::line;
use crate::posts::post::line::PostLine;
use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;

/// The most bytes of a post's line.
const MOST_OF_A_LINE: usize = (1 << 20) - 1;

/// Where a post comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The file.
    pub file: Rc<str>,
    /// The file's number in the run, from 0.
    pub number: usize,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The format of the file.
    pub format: &'static str,
}

/// Receives the results of a run over files of type `F`. If it returns an error, the run ends.
pub trait Sink<F> {
    /// Why it can't continue.
    type Error;

    /// The posts of a file are about to be read.
    fn begin(&mut self, file: &mut F, format: &'static Format);
    /// The file was read to its end, or up to an error.
    fn end(&mut self, file: &F, done: io::Result<()>);
    /// A file has no posts, only information about posts in other files.
    fn is_companion(&mut self, file: &F, format: &'static Format);
    /// A file that may have posts has no known format.
    fn unrecognised(&mut self, file: &F, unknown: &Unknown);
    /// A file is of a kind that has no posts.
    fn passed_over(&mut self, file: &F, unknown: &Unknown);
    /// A file can't be read at all.
    fn broken(&mut self, file: &F, error: &io::Error);
    /// The companions of a file can't be read.
    ///
    /// # Errors
    /// When the run can't continue without them.
    fn companions_broken(&mut self, file: &F, error: io::Error) -> Result<(), Self::Error>;
    /// One more element was read.
    ///
    /// # Errors
    /// When the run must end.
    fn read(&mut self) -> Result<(), Self::Error>;
    /// Texts of the current file were repaired.
    fn repaired(&mut self, repairs: Repairs);
    /// An element is not a post.
    fn skipped(&mut self, origin: &Origin, reason: &'static str);
    /// A filter leaves out a post.
    fn left_out(&mut self, origin: &Origin, why: LeftOut);
    /// A remark about how a post was read.
    fn remarked(&mut self, origin: &Origin, remark: &'static str);
    /// A key or column of the source has a count, text or media that no field of the post used.
    fn unused(&mut self, origin: &Origin, key: &str);
    /// A file may not have been read correctly. `origin` is the file.
    fn warned(&mut self, origin: &Origin, warning: &str);
    /// The mapping that was guessed for the columns of a file. This comes before the posts of the file.
    fn guessed(&mut self, origin: &Origin, mapping: &str);
    /// An element should be a post, but can't be imported.
    ///
    /// # Errors
    /// When it can't be recorded.
    fn refused(&mut self, origin: &Origin, error: &ImportError) -> Result<(), Self::Error>;
    /// The ids of an author's posts on LinkedIn that the service has stored. LinkedIn has several ids for a post, and an earlier
    /// run may have stored it under another one. Without a service, the list is empty.
    ///
    /// # Errors
    /// When the service does not answer.
    fn stored(&mut self, username: &str) -> Result<Vec<String>, Self::Error> {
        let _ = username;
        Ok(Vec::new())
    }
    /// A post, and its canonical line for the service.
    ///
    /// # Errors
    /// When it can't be accepted.
    fn post(&mut self, post: PostLine, line: &str, origin: Origin) -> Result<(), Self::Error>;
}

/// Converts, filters and merges the elements of a run.
#[derive(Debug)]
pub(crate) struct Elements {
    filter: Filter,
    merger: Merger<Origin>,
    /// How many elements were read.
    pub(crate) read: u64,
    /// Counts for the current file.
    counts: FileCounts,
    second_ids: SecondIds,
}

impl Elements {
    pub(crate) fn new(filter: Filter, across: Across) -> Self {
        Self {
            filter,
            merger: Merger::new(across),
            read: 0,
            counts: FileCounts::default(),
            second_ids: SecondIds::default(),
        }
    }

    /// How many elements were merged into a post of another element.
    pub(crate) fn merged(&self) -> u64 {
        self.merger.merged()
    }

    /// Converts the elements of a file. The outer error is the file's, the inner one the sink's.
    pub(crate) fn import_all<F, S: Sink<F>>(
        &mut self,
        reading: &mut ElementReader<'_>,
        mut origin: Origin,
        settings: &Settings,
        sink: &mut S,
    ) -> io::Result<Result<(), S::Error>> {
        (self.counts, self.second_ids) = (FileCounts::default(), SecondIds::default());
        while let Some((raw, part)) = reading.advance()? {
            origin.line = raw.line;
            let (outcome, repairs) = convert(&raw.content, part, settings);
            if outcome.is_ok() && repairs != Repairs::default() {
                sink.repaired(repairs);
            }
            let handled = self.outcome(outcome, matches!(part.role, Role::Text(_)), &origin, sink);
            if handled.is_err() {
                return Ok(handled);
            }
        }
        Ok(Ok(()))
    }

    /// Handles the result of an element. `strict` says that it was already parsed as strictly as the service does.
    fn outcome<F, S: Sink<F>>(
        &mut self,
        outcome: Outcome,
        strict: bool,
        origin: &Origin,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        if let Ok(Item::Many(outcomes)) = outcome {
            // Each of them counts as read, but not the element that contains them.
            return outcomes.into_iter().try_for_each(|outcome| self.outcome(outcome, strict, origin, sink));
        }
        self.read += 1;
        sink.read()?;
        match outcome {
            Ok(Item::Post(found)) => self.found(*found, strict, origin, sink),
            Ok(Item::Many(_)) => Ok(()),
            Ok(Item::Skipped(reason)) => {
                self.counts.skipped_or_refused += 1;
                sink.skipped(origin, reason);
                Ok(())
            }
            Err(error) => {
                self.counts.skipped_or_refused += 1;
                sink.refused(origin, &error)
            }
        }
    }

    fn found<F, S: Sink<F>>(
        &mut self,
        mut found: Found,
        strict: bool,
        origin: &Origin,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        self.counts.add(&found);
        self.second_ids.number(&mut found);
        if let Some(why) = self.filter.leaves_out(&found) {
            sink.left_out(origin, why);
            return Ok(());
        }
        for remark in &found.remarks {
            sink.remarked(origin, remark);
        }
        for key in &found.unused {
            sink.unused(origin, key);
        }
        if let Some(username) = self.merger.new_author(&found.post) {
            sink.stored(username)?.iter().for_each(|id| self.merger.add_stored_id(username, id));
        }
        let mut ready = self.merger.add(found, origin.clone()).into_iter();
        ready.try_for_each(|(post, origin)| check(post, strict, origin, sink))
    }

    /// Skips a file for a reason that was already reported.
    #[expect(clippy::unnecessary_wraps, reason = "it is called in place of `import_all`")]
    pub(crate) fn skip_file<E>(&mut self) -> Result<(), E> {
        self.counts = FileCounts::default();
        self.counts.skipped_or_refused = 1;
        Ok(())
    }

    /// The counts of the file that was read last.
    pub(crate) const fn counts(&self) -> &FileCounts {
        &self.counts
    }

    /// Passes on the posts that waited for the end of the run.
    pub(crate) fn finish<F, S: Sink<F>>(&mut self, sink: &mut S) -> Result<(), S::Error> {
        let mut ready = self.merger.finish().into_iter();
        ready.try_for_each(|(post, origin)| check(post, false, origin, sink))
    }
}

/// How many different unused keys are counted.
const MOST_UNUSED: usize = 100;

/// Counts an unused key in a report.
pub fn note_unused(counts: &mut BTreeMap<String, u64>, key: &str) {
    if let Some(count) = counts.get_mut(key) {
        *count += 1;
    } else if counts.len() < MOST_UNUSED {
        counts.insert(key.to_owned(), 1);
    }
}

/// Checks a converted post as the service will check it, and passes it on.
fn check<F, S: Sink<F>>(post: PostLine, strict: bool, origin: Origin, sink: &mut S) -> Result<(), S::Error> {
    let text = serde_json::to_string(&post).unwrap_or_default();
    let parsed = if strict { Ok(post) } else { line::parse(text.as_bytes()) };
    let post = match parsed {
        Ok(post) => post,
        Err(error) => {
            return sink.refused(&origin, &ImportError::new(error.code.name(), error.message));
        }
    };
    if text.len() > MOST_OF_A_LINE {
        let reason = format!("expected at most 1 MiB in all, got {} bytes", text.len());
        return sink.refused(&origin, &ImportError::new("TOO_LONG", reason));
    }
    sink.post(post, &text, origin)
}
