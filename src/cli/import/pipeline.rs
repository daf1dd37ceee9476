//! Counts the posts of the files and sends them in batches.
//!
//! Memory holds the batches that are being sent, a window of new posts, one batch of repeated posts, and hashes of the last few
//! million ids ([`Seen`]). A repeated post is sent after the first one, so that the service merges them by its own rules. It counts
//! as merged.

use super::batch::{Answer, Batch};
use super::filter::left_out;
use super::inputs::Input;
use super::progress::Progress;
use super::report::Report;
use super::seen::Seen;
use super::sender::Sender;
use super::stored;
use super::window::Window;
use crate::cli::client::Client;
use crate::cli::error::CliError;
use crate::cli::escape::shown;
use crate::cli::stop;
use crate::formats::files::{LeftOut, Origin, Sink, note_unused};
use crate::formats::repair::Repairs;
use crate::formats::sniff::Unknown;
use crate::formats::{Format, ImportError};
use crate::posts::post::line::PostLine;
use std::io;
use std::rc::Rc;

/// How many files are named while they are read.
const NAMED: u64 = 100;
const AND_MORE: u64 = NAMED + 1;

const NO_POSTS: &str = "without posts: import the folder or zip that it comes from";

/// An import under way.
pub(super) struct Pipeline {
    /// `None` in a dry run.
    sender: Option<Sender>,
    pub(super) report: Report,
    pub(super) progress: Progress,
    /// How many files were started.
    named: u64,
    fresh: Window,
    repeats: Batch,
    seen: Seen,
}

impl Pipeline {
    /// Starts an import of files of `total` bytes.
    pub(super) fn new(client: Option<Client>, mut report: Report, total: u64) -> Self {
        report.dry_run = client.is_none();
        let progress = Progress::new(total);
        Self {
            sender: client.map(|client| Sender::new(client, progress.bar())),
            report,
            progress,
            named: 0,
            fresh: Window::default(),
            repeats: Batch::of_repeats(),
            seen: Seen::default(),
        }
    }

    /// Prints the format of a file. Only the first files are named, because a folder may have a hundred thousand.
    fn name(&mut self, name: &str, format: &Format) {
        self.named += 1;
        match self.named {
            ..=NAMED => self.progress.say(&format!("{name}: {format}")),
            AND_MORE => self.progress.say("... and more files; the totals are at the end"),
            _ => {}
        }
    }

    /// Reports that a file can't be read, or not to its end.
    pub(super) fn report_broken(&mut self, name: &str, error: &io::Error) {
        self.report.broken += 1;
        self.progress.say(&format!("{name}: can't be read further: {error}"));
    }

    /// Adds the text of a post to the batch of new posts or of repeated posts.
    fn queue(&mut self, text: &str, post: &PostLine, origin: Origin) -> Result<(), CliError> {
        if self.seen.is_first(post) {
            self.report.ready(origin.format, post.platform.network);
            if !self.fresh.fits(text) {
                self.send_full()?;
            }
            self.fresh.push(post.published_at, text, origin);
            if self.fresh.has_batch() {
                self.send_if_idle()?;
            }
        } else {
            if !self.repeats.fits(text) {
                self.send_repeats()?;
            }
            self.repeats.push(text, origin);
        }
        Ok(())
    }

    /// Sends the remaining posts. `merged` is how many elements were merged into posts of others.
    pub(super) fn finish(&mut self, merged: u64) -> Result<(), CliError> {
        self.report.duplicates += merged;
        self.send_fresh()?;
        self.send_repeats()?;
        self.wait()
    }

    /// Does not wait for a full window while the service has nothing to do: what comes slowly is sent batch by batch.
    fn send_if_idle(&mut self) -> Result<(), CliError> {
        while let Some(answer) = self.sender.as_mut().map(Sender::poll).transpose()?.flatten() {
            self.count(answer)?;
        }
        if self.sender.as_ref().is_some_and(Sender::is_idle) { self.send_full() } else { Ok(()) }
    }

    fn send_full(&mut self) -> Result<(), CliError> {
        while let Some(batch) = self.fresh.take_full_batch() {
            self.send(batch)?;
        }
        Ok(())
    }

    fn send_fresh(&mut self) -> Result<(), CliError> {
        while let Some(batch) = self.fresh.take_batch() {
            self.send(batch)?;
        }
        Ok(())
    }

    /// Sends the repeated posts, after the new ones.
    fn send_repeats(&mut self) -> Result<(), CliError> {
        let batch = self.repeats.take();
        if batch.is_empty() {
            return Ok(());
        }
        if self.sender.is_none() {
            self.report.duplicates += batch.len();
            return Ok(());
        }
        self.send_fresh()?;
        self.send(batch)
    }

    fn send(&mut self, batch: Batch) -> Result<(), CliError> {
        let Some(sender) = &mut self.sender else { return Ok(()) };
        let answer = sender.send(batch)?;
        answer.map_or(Ok(()), |answer| self.count(answer))
    }

    /// Waits for the batches under way.
    fn wait(&mut self) -> Result<(), CliError> {
        while let Some(answer) = self.sender.as_mut().map(Sender::wait).transpose()?.flatten() {
            self.count(answer)?;
        }
        Ok(())
    }

    fn count(&mut self, answer: Answer) -> Result<(), CliError> {
        self.report.new += answer.inserted;
        if answer.are_repeats {
            // One that is new was refused the first time it came.
            self.report.duplicates += answer.updated + answer.unchanged + answer.erased;
        } else {
            self.report.updated += answer.updated;
            self.report.unchanged += answer.unchanged;
            self.report.erased += answer.erased;
        }
        self.rejected(answer.rejected)
    }

    fn rejected(&mut self, rejected: Vec<(Origin, String, String)>) -> Result<(), CliError> {
        let mut rejected = rejected.into_iter();
        rejected.try_for_each(|(origin, code, reason)| {
            self.report.refuse(&origin, &code, &reason, &self.progress)
        })
    }

    /// Ends the import: removes the progress bar and completes the file of refusals. If the import was interrupted, batches that were
    /// already sent still count if they are answered; the error that is reported is the first one.
    pub(super) fn into_report(mut self) -> Result<Report, CliError> {
        drop(self.wait());
        self.report.end(&self.progress)?;
        Ok(self.report)
    }
}

impl Sink<Input> for Pipeline {
    type Error = CliError;

    fn begin(&mut self, input: &mut Input, format: &'static Format) {
        self.name(&input.location.name, format);
        input.meter = Rc::clone(&self.progress.read);
    }

    fn end(&mut self, input: &Input, done: io::Result<()>) {
        match done {
            Ok(()) => self.report.files += 1,
            Err(error) => self.broken(input, &error),
        }
        self.progress.file_done(input.size);
    }

    fn is_companion(&mut self, input: &Input, format: &'static Format) {
        if input.location.named {
            self.progress.say(&format!("{}: {format}, but {NO_POSTS}", input.location.name));
        }
    }

    fn unrecognised(&mut self, input: &Input, unknown: &Unknown) {
        self.report.unrecognised += 1;
        let advice = match unknown {
            Unknown::Json { .. } | Unknown::Table { .. } => {
                "`postern formats` lists the known formats, --format selects one, --map reads any table or list, and --map auto \
                 guesses how"
            }
            _ => "`postern formats` lists the known formats",
        };
        let (name, unknown) = (&input.location.name, shown(&unknown.to_string()));
        self.progress.say(&format!("{name}: not recognised: {unknown} ({advice})"));
    }

    fn passed_over(&mut self, _: &Input, _: &Unknown) {
        self.report.ignored += 1;
    }

    fn broken(&mut self, input: &Input, error: &io::Error) {
        self.report_broken(&input.location.name, error);
    }

    fn companions_broken(&mut self, input: &Input, error: io::Error) -> Result<(), CliError> {
        Err(CliError::File(input.location.name.clone(), error))
    }

    fn read(&mut self) -> Result<(), CliError> {
        if stop::is_asked() {
            return Err(CliError::Stopped);
        }
        self.report.read += 1;
        self.progress.at(self.report.read);
        Ok(())
    }

    fn repaired(&mut self, repairs: Repairs) {
        self.report.repairs += repairs;
    }

    fn skipped(&mut self, _: &Origin, reason: &'static str) {
        self.report.skip(reason);
    }

    fn left_out(&mut self, _: &Origin, why: LeftOut) {
        self.report.skip(left_out(why));
    }

    fn remarked(&mut self, _: &Origin, remark: &'static str) {
        *self.report.remarks.entry(remark).or_default() += 1;
    }

    fn unused(&mut self, _: &Origin, key: &str) {
        note_unused(&mut self.report.unused, key);
    }

    fn warned(&mut self, origin: &Origin, warning: &str) {
        self.report.doubtful += 1;
        self.progress.say(&shown(&format!("{}: warning: {warning}", origin.file)));
    }

    fn guessed(&mut self, origin: &Origin, mapping: &str) {
        self.progress.say(&shown(&format!("{}: read with --map '{mapping}'", origin.file)));
        self.report.maps.insert(origin.file.to_string(), mapping.to_owned());
    }

    fn refused(&mut self, origin: &Origin, refusal: &ImportError) -> Result<(), CliError> {
        self.report.refuse(origin, refusal.code, &refusal.reason, &self.progress)
    }

    fn stored(&mut self, username: &str) -> Result<Vec<String>, CliError> {
        self.wait()?;
        let Some(sender) = &mut self.sender else { return Ok(Vec::new()) };
        Ok(stored::ids_on_linkedin(sender, username)?)
    }

    fn post(&mut self, post: PostLine, line: &str, origin: Origin) -> Result<(), CliError> {
        self.queue(line, &post, origin)
    }
}
