//! From elements to posts: converts, leaves out, merges and checks.

use super::filter::{Filter, LeftOut};
use super::seconds::Seconds;
use super::tally::Tally;
use crate::formats::merge::{Across, Merger};
use crate::formats::reading::Reading;
use crate::formats::repair::Repairs;
use crate::formats::sniff::Unknown;
use crate::formats::source::convert;
use crate::formats::{Format, Found, Item, Outcome, Refusal, Role, Settings};
use crate::posts::post::line;
use crate::posts::post::line::PostLine;
use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;

/// The most bytes of a post's line.
const MOST_OF_A_LINE: usize = (1 << 20) - 1;

/// Where a post was read.
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

/// Takes what comes out of the files of a run `F`. An error of its own ends the run.
pub trait Sink<F> {
    /// Why it can't take any more.
    type Error;

    /// The posts of a file are about to be read.
    fn begin(&mut self, file: &mut F, format: &'static Format);
    /// They were, to the end or up to an error.
    fn end(&mut self, file: &F, done: io::Result<()>);
    /// A file holds no posts, and only says something about those of others.
    fn is_companion(&mut self, file: &F, format: &'static Format);
    /// A file is of no known format, and should perhaps be.
    fn unrecognised(&mut self, file: &F, unknown: &Unknown);
    /// A file is nothing that posts would be in.
    fn passed_over(&mut self, file: &F, unknown: &Unknown);
    /// A file can't be read at all.
    fn broken(&mut self, file: &F, error: &io::Error);
    /// What other files say of the posts of a file can't be read.
    ///
    /// # Errors
    /// When the run can't go on without it.
    fn companions_broken(&mut self, file: &F, error: io::Error) -> Result<(), Self::Error>;
    /// One more element was read.
    ///
    /// # Errors
    /// When the run is to end.
    fn read(&mut self) -> Result<(), Self::Error>;
    /// Texts of the present file were repaired.
    fn repaired(&mut self, repairs: Repairs);
    /// An element is no post.
    fn skipped(&mut self, origin: &Origin, reason: &'static str);
    /// A post is not meant.
    fn left_out(&mut self, origin: &Origin, why: LeftOut);
    /// Something is to be known of how a post was read.
    fn remarked(&mut self, origin: &Origin, remark: &'static str);
    /// A source has a count, or text or media, that no field of the post took: under which key or column.
    fn unused(&mut self, origin: &Origin, key: &str);
    /// Something makes it doubtful that a file was read as it should be. `origin` is the file.
    fn warned(&mut self, origin: &Origin, warning: &str);
    /// What the columns of a file were guessed to be, in the form of a mapping. Nothing was taken of it so far.
    fn guessed(&mut self, origin: &Origin, mapping: &str);
    /// An element should have been a post.
    ///
    /// # Errors
    /// When that can't be noted.
    fn refused(&mut self, origin: &Origin, refusal: &Refusal) -> Result<(), Self::Error>;
    /// The ids of the posts on LinkedIn that the service has of an author. LinkedIn has several ids for a post, and an earlier
    /// run may have stored it under another one. Where there is no service: none.
    ///
    /// # Errors
    /// When the service does not say.
    fn stored(&mut self, username: &str) -> Result<Vec<String>, Self::Error> {
        let _ = username;
        Ok(Vec::new())
    }
    /// A post, and the line of it that the service takes.
    ///
    /// # Errors
    /// When it can't be taken.
    fn post(&mut self, post: PostLine, line: &str, origin: Origin) -> Result<(), Self::Error>;
}

/// The elements of a run on their way.
#[derive(Debug)]
pub(crate) struct Elements {
    filter: Filter,
    merger: Merger<Origin>,
    /// How many there were.
    pub(crate) read: u64,
    /// What came of those of the present file.
    tally: Tally,
    seconds: Seconds,
}

impl Elements {
    pub(crate) fn new(filter: Filter, across: Across) -> Self {
        Self {
            filter,
            merger: Merger::new(across),
            read: 0,
            tally: Tally::default(),
            seconds: Seconds::default(),
        }
    }

    /// How many elements said more of a post that another had brought.
    pub(crate) fn merged(&self) -> u64 {
        self.merger.merged()
    }

    /// Takes the elements of a file. The outer error is the file's, the inner one the sink's.
    pub(crate) fn take<F, S: Sink<F>>(
        &mut self,
        reading: &mut Reading<'_>,
        mut origin: Origin,
        settings: &Settings,
        sink: &mut S,
    ) -> io::Result<Result<(), S::Error>> {
        (self.tally, self.seconds) = (Tally::default(), Seconds::default());
        while let Some((raw, part)) = reading.advance()? {
            origin.line = raw.line;
            let (outcome, repairs) = convert(&raw.content, part, settings);
            if outcome.is_ok() && repairs != Repairs::default() {
                sink.repaired(repairs);
            }
            let taken = self.outcome(outcome, matches!(part.role, Role::Text(_)), &origin, sink);
            if taken.is_err() {
                return Ok(taken);
            }
        }
        Ok(Ok(()))
    }

    /// Takes what an element gave. `strict` is whether it was read as strictly as the service does.
    fn outcome<F, S: Sink<F>>(
        &mut self,
        outcome: Outcome,
        strict: bool,
        origin: &Origin,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        if let Ok(Item::Many(outcomes)) = outcome {
            // Each of them was read, and not the one that they are in.
            return outcomes.into_iter().try_for_each(|outcome| self.outcome(outcome, strict, origin, sink));
        }
        self.read += 1;
        sink.read()?;
        match outcome {
            Ok(Item::Post(found)) => self.found(*found, strict, origin, sink),
            Ok(Item::Many(_)) => Ok(()),
            Ok(Item::Skipped(reason)) => {
                self.tally.passed += 1;
                sink.skipped(origin, reason);
                Ok(())
            }
            Err(refusal) => {
                self.tally.passed += 1;
                sink.refused(origin, &refusal)
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
        self.tally.note(&found);
        self.seconds.number(&mut found);
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
            sink.stored(username)?.iter().for_each(|id| self.merger.know(username, id));
        }
        let mut ready = self.merger.take(found, origin.clone()).into_iter();
        ready.try_for_each(|(post, origin)| check(post, strict, origin, sink))
    }

    /// Takes nothing of a file, for a reason that was said.
    #[expect(clippy::unnecessary_wraps, reason = "it stands for taking the elements")]
    pub(crate) fn passed_over<E>(&mut self) -> Result<(), E> {
        self.tally = Tally::default();
        self.tally.passed = 1;
        Ok(())
    }

    /// What came of the elements of the file that was taken last.
    pub(crate) const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Gives the posts that waited for the end of the run.
    pub(crate) fn finish<F, S: Sink<F>>(&mut self, sink: &mut S) -> Result<(), S::Error> {
        let mut ready = self.merger.finish().into_iter();
        ready.try_for_each(|(post, origin)| check(post, false, origin, sink))
    }
}

/// How many keys are counted that were not used.
const MOST_UNUSED: usize = 100;

/// Counts a key that was not used, among those of a report.
pub fn note_unused(counts: &mut BTreeMap<String, u64>, key: &str) {
    if let Some(count) = counts.get_mut(key) {
        *count += 1;
    } else if counts.len() < MOST_UNUSED {
        counts.insert(key.to_owned(), 1);
    }
}

/// Checks a converted post as the service will check it, and gives it on as that reads it.
fn check<F, S: Sink<F>>(post: PostLine, strict: bool, origin: Origin, sink: &mut S) -> Result<(), S::Error> {
    let text = serde_json::to_string(&post).unwrap_or_default();
    let parsed = if strict { Ok(post) } else { line::parse(text.as_bytes()) };
    let post = match parsed {
        Ok(post) => post,
        Err(rejection) => {
            return sink.refused(&origin, &Refusal::new(rejection.code.name(), rejection.message));
        }
    };
    if text.len() > MOST_OF_A_LINE {
        let reason = format!("expected at most 1 MiB in all, got {} bytes", text.len());
        return sink.refused(&origin, &Refusal::new("TOO_LONG", reason));
    }
    sink.post(post, &text, origin)
}
