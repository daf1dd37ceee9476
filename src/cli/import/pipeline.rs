//! From elements to batches: converts, merges and sends.
//!
//! What is kept in memory is one batch of new posts, one of posts that came before in this run, hashes of the last few
//! million ids ([`Seen`]), and the few posts that wait for others ([`Merger`]). A post that comes again goes out after the first, so that the
//! service merges them by its own rules, and what that changes is counted as merged.

use super::super::client::Client;
use super::super::error::CliError;
use super::super::stop;
use super::batch::{Batch, Origin};
use super::filter::FilterArgs;
use super::inputs::Input;
use super::progress::Progress;
use super::report::Report;
use super::seen::Seen;
use super::survey::open_workbook;
use crate::import::merge::{Across, Merger};
use crate::import::reading::Reading;
use crate::import::sniff::{Layout, Recognised};
use crate::import::source::{Raw, convert};
use crate::import::{Format, Found, Item, Outcome, Part, Refusal, Role, Settings};
use crate::post::line::{self, PostLine};
use std::io;
use std::rc::Rc;

/// How many files are named as they are read.
const NAMED: u64 = 100;
const AND_MORE: u64 = NAMED + 1;

/// An import under way.
pub(super) struct Pipeline<'a> {
    /// `None` in a dry run.
    client: Option<&'a Client>,
    filter: &'a FilterArgs,
    pub(super) report: Report,
    pub(super) progress: Progress,
    /// How many files were begun.
    named: u64,
    /// Whether the service has answered in this run.
    reached: bool,
    fresh: Batch,
    repeats: Batch,
    seen: Seen,
    merger: Merger<Origin>,
    failed: Option<CliError>,
}

impl<'a> Pipeline<'a> {
    /// Begins an import of files of so many bytes in all.
    pub(super) fn new(
        client: Option<&'a Client>,
        filter: &'a FilterArgs,
        mut report: Report,
        total: u64,
        across: Across,
    ) -> Self {
        report.dry_run = client.is_none();
        Self {
            client,
            filter,
            report,
            progress: Progress::new(total),
            named: 0,
            reached: false,
            fresh: Batch::default(),
            repeats: Batch::default(),
            seen: Seen::default(),
            merger: Merger::new(across),
            failed: None,
        }
    }

    /// Imports the posts of a file. Answers how many elements were read.
    pub(super) fn file(
        &mut self,
        input: &mut Input,
        found: &Recognised,
        settings: &Settings,
    ) -> Result<u64, CliError> {
        self.name(&input.name, found.format);
        let file: Rc<str> = input.name.as_str().into();
        let (before, size) = (self.report.read, input.size);
        let read = Rc::clone(&self.progress.read);
        let done = input.with(&read, |opened| {
            if found.layout != Layout::Sheets {
                return self.elements(
                    &mut Reading::new(opened.reader, found, false),
                    found.format,
                    &file,
                    settings,
                );
            }
            match open_workbook(opened)? {
                Some(book) => {
                    self.elements(&mut Reading::workbook(&book, found), found.format, &file, settings)
                }
                None => Ok(()),
            }
        });
        // What the service or a full disk says is no fault of the file.
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        match done {
            Ok(()) => self.report.files += 1,
            Err(error) => self.broken(&input.name, &error),
        }
        self.progress.file_done(size);
        Ok(self.report.read - before)
    }

    /// Says what a file is, of the first few: a folder may have a hundred thousand of a post each.
    fn name(&mut self, name: &str, format: &Format) {
        self.named += 1;
        match self.named {
            ..=NAMED => self.progress.say(&format!("{name}: {format}")),
            AND_MORE => self.progress.say("... and more files, which are counted at the end"),
            _ => {}
        }
    }

    /// Says that a file can't be read, or not to its end.
    pub(super) fn broken(&mut self, name: &str, error: &io::Error) {
        self.report.broken += 1;
        self.progress.say(&format!("{name}: can't be read on: {error}"));
    }

    fn elements(
        &mut self,
        reading: &mut Reading<'_>,
        format: &'static Format,
        file: &Rc<str>,
        settings: &Settings,
    ) -> io::Result<()> {
        while let Some((raw, part)) = reading.advance()? {
            let origin = Origin { file: Rc::clone(file), line: raw.line, format: format.name };
            if let Err(error) = self.element(&raw, part, origin, settings) {
                self.failed = Some(error);
                return Ok(());
            }
            self.progress.at(self.report.read);
        }
        Ok(())
    }

    fn element(
        &mut self,
        raw: &Raw,
        part: &Part,
        origin: Origin,
        settings: &Settings,
    ) -> Result<(), CliError> {
        if stop::is_asked() {
            return Err(CliError::Stopped);
        }
        self.report.read += 1;
        let (outcome, repairs) = convert(&raw.content, part, settings);
        if outcome.is_ok() {
            self.report.repairs += repairs;
        }
        self.outcome(outcome, matches!(part.role, Role::Text(_)), origin)
    }

    /// Takes what an element gave. `strict` is whether it was read as strictly as the service does.
    fn outcome(&mut self, outcome: Outcome, strict: bool, origin: Origin) -> Result<(), CliError> {
        match outcome {
            Ok(Item::Post(found)) => self.found(*found, strict, origin),
            Ok(Item::Many(outcomes)) => {
                // Each of them was read, and not the one that they are in.
                self.report.read = self.report.read + outcomes.len() as u64 - 1;
                outcomes.into_iter().try_for_each(|outcome| self.outcome(outcome, strict, origin.clone()))
            }
            Ok(Item::Skipped(reason)) => {
                self.report.skip(reason);
                Ok(())
            }
            Err(refusal) => self.refuse(&origin, &refusal),
        }
    }

    fn found(&mut self, found: Found, strict: bool, origin: Origin) -> Result<(), CliError> {
        if let Some(reason) = self.filter.leaves_out(&found) {
            self.report.skip(reason);
            return Ok(());
        }
        for remark in &found.remarks {
            *self.report.remarks.entry(remark).or_default() += 1;
        }
        let ready = self.merger.take(found, origin);
        ready.into_iter().try_for_each(|(post, origin)| self.check(&post, strict, origin))
    }

    fn refuse(&mut self, origin: &Origin, refusal: &Refusal) -> Result<(), CliError> {
        self.report.refuse(origin, refusal.code, &refusal.reason, &self.progress)
    }

    /// Checks a converted post as the service will check it, and puts it into its batch.
    fn check(&mut self, post: &PostLine, strict: bool, origin: Origin) -> Result<(), CliError> {
        let text = serde_json::to_string(post).unwrap_or_default();
        if !strict && let Err(rejection) = line::parse(text.as_bytes()) {
            return self.refuse(&origin, &Refusal::new(rejection.code.name(), rejection.message));
        }
        self.queue(&text, post, origin)
    }

    /// Puts the text of a post into the batch it belongs to.
    fn queue(&mut self, text: &str, post: &PostLine, origin: Origin) -> Result<(), CliError> {
        if !Batch::can_hold(text) {
            let reason = format!("expected at most 1 MiB in all, got {} bytes", text.len());
            return self.refuse(&origin, &Refusal::new("TOO_LONG", reason));
        }
        if self.seen.is_first(post) {
            self.report.ready(origin.format, post.platform.network);
            if !self.fresh.fits(text) {
                self.send_fresh()?;
            }
            self.fresh.push(text, origin);
        } else {
            if !self.repeats.fits(text) {
                self.send_repeats()?;
            }
            self.repeats.push(text, origin);
        }
        Ok(())
    }

    /// Sends what is left.
    pub(super) fn finish(&mut self) -> Result<(), CliError> {
        for (post, origin) in self.merger.finish() {
            self.check(&post, false, origin)?;
        }
        self.report.duplicates += self.merger.merged();
        self.send_fresh()?;
        self.send_repeats()
    }

    fn send_fresh(&mut self) -> Result<(), CliError> {
        let batch = core::mem::take(&mut self.fresh);
        let Some(client) = self.client.filter(|_| !batch.is_empty()) else { return Ok(()) };
        let answer = batch.send(client, self.reached, &self.progress)?;
        self.reached = true;
        self.report.new += answer.inserted;
        self.report.updated += answer.updated;
        self.report.unchanged += answer.unchanged;
        self.report.erased += answer.erased;
        self.rejected(answer.rejected)
    }

    /// Sends the posts that came before in this run, after those.
    fn send_repeats(&mut self) -> Result<(), CliError> {
        let batch = core::mem::take(&mut self.repeats);
        if batch.is_empty() {
            return Ok(());
        }
        let Some(client) = self.client else {
            self.report.duplicates += batch.len();
            return Ok(());
        };
        self.send_fresh()?;
        let answer = batch.send(client, self.reached, &self.progress)?;
        // One that is new was refused the first time it came.
        self.report.new += answer.inserted;
        self.report.duplicates += answer.updated + answer.unchanged + answer.erased;
        self.rejected(answer.rejected)
    }

    fn rejected(&mut self, rejected: Vec<(Origin, String, String)>) -> Result<(), CliError> {
        let mut rejected = rejected.into_iter();
        rejected.try_for_each(|(origin, code, reason)| {
            self.report.refuse(&origin, &code, &reason, &self.progress)
        })
    }

    /// Ends the import: takes the progress bar away and ends the list of refusals.
    pub(super) fn into_report(mut self) -> Result<Report, CliError> {
        self.report.end(&self.progress)?;
        Ok(self.report)
    }
}
