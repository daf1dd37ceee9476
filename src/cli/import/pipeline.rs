//! From elements to batches: repairs, converts, merges and sends.
//!
//! What is kept in memory is one batch of new posts, one of posts that came before in this run, and a hash of each
//! id. A post that comes again goes out after the first, so that the service merges them by its own rules, and what
//! that changes is counted as merged. Versions of edited posts are the exception: they have ids of their own, so they
//! wait for the end, when the last of them is known.

use super::super::client::Client;
use super::super::error::CliError;
use super::super::output::shown;
use super::batch::{Batch, Origin};
use super::inputs::Input;
use super::progress::Progress;
use super::reader::{Element, Elements};
use super::report::Report;
use crate::import::elements::Container;
use crate::import::sniff::Unknown;
use crate::import::{Converter, Format, Found, Item, Refusal, Settings, repair};
use crate::post::line::{self, PostLine};
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// An import under way.
pub(super) struct Pipeline<'a> {
    /// `None` in a dry run.
    client: Option<&'a Client>,
    settings: Settings,
    report: Report,
    progress: Progress,
    /// Whether the service has answered in this run.
    reached: bool,
    fresh: Batch,
    repeats: Batch,
    seen: HashSet<u64>,
    /// The last version that was met of each edited post, by the id of its first.
    versions: BTreeMap<String, (PostLine, Origin)>,
}

impl<'a> Pipeline<'a> {
    /// Begins an import of files of so many bytes in all.
    pub(super) fn new(
        client: Option<&'a Client>,
        settings: Settings,
        mut report: Report,
        total: u64,
    ) -> Self {
        report.dry_run = client.is_none();
        Self {
            client,
            settings,
            report,
            progress: Progress::new(total),
            reached: false,
            fresh: Batch::default(),
            repeats: Batch::default(),
            seen: HashSet::new(),
            versions: BTreeMap::new(),
        }
    }

    /// Imports the elements of a file. Answers how many there were.
    pub(super) fn file(
        &mut self,
        input: &mut Input,
        format: Format,
        container: Container,
        converter: &Converter,
    ) -> Result<u64, CliError> {
        self.progress.say(&format!("{}: {format}", input.name));
        self.settings.file_time = input.time();
        let file: Rc<str> = input.name.as_str().into();
        let mut elements = Elements::new(input.open()?, container);
        let before = self.report.read;
        while let Some(element) = elements.next().map_err(|error| input.error(error))? {
            self.report.read += 1;
            let origin = Origin { file: Rc::clone(&file), line: element.line };
            match self.convert(&element, converter) {
                Ok(Item::Post(found)) if matches!(converter, Converter::Canonical) => {
                    self.queue(&canonical_text(&found.post), &found.post, origin)?;
                }
                Ok(Item::Post(found)) => self.take(*found, origin)?,
                Ok(Item::Skipped(reason)) => *self.report.skipped.entry(reason).or_default() += 1,
                Err(refusal) => self.refuse(&origin, &refusal)?,
            }
            self.progress.at(elements.consumed, self.report.read);
        }
        self.report.files += 1;
        self.progress.file_done(input.size);
        Ok(self.report.read - before)
    }

    /// Says that a file is none that can be read.
    pub(super) fn unrecognised(&mut self, name: &str, why: &Unknown) {
        self.report.unrecognised += 1;
        let advice = "`postern formats` lists what is known, --format names one";
        self.progress.say(&format!("{name}: not recognised: {} ({advice})", shown(&why.to_string())));
    }

    /// Counts a file in a folder that has no posts.
    pub(super) fn ignored(&mut self) {
        self.report.ignored += 1;
    }

    fn convert(&mut self, element: &Element, converter: &Converter) -> Result<Item, Refusal> {
        if element.too_large {
            return Err(Refusal::new("TOO_LONG", "expected at most 32 MiB, got more: is a quote missing?"));
        }
        let text = core::str::from_utf8(&element.bytes).map_err(|error| {
            let message = format!("expected UTF-8, got other bytes after byte {}", error.valid_up_to());
            Refusal::new("INVALID_UTF8", message)
        })?;
        let (text, repairs) = repair::repair(text);
        let item = converter.convert(&text, &self.settings)?;
        if matches!(item, Item::Post(_)) {
            self.report.repairs += repairs;
        }
        Ok(item)
    }

    fn refuse(&mut self, origin: &Origin, refusal: &Refusal) -> Result<(), CliError> {
        self.report.refuse(origin, refusal.code, &refusal.reason, &self.progress)
    }

    fn take(&mut self, found: Found, origin: Origin) -> Result<(), CliError> {
        let Some(first) = found.first_version else { return self.check(&found.post, origin) };
        let first = crate::post::post_id(found.post.platform.network, &first);
        let age = |post: &PostLine| (post.platform_post_id.len(), post.platform_post_id.clone());
        match self.versions.get_mut(&first) {
            Some(known) => {
                self.report.duplicates += 1;
                if age(&known.0) <= age(&found.post) {
                    *known = (found.post, origin);
                }
            }
            None => {
                self.versions.insert(first, (found.post, origin));
            }
        }
        Ok(())
    }

    /// Checks a converted post as the service will check it, and puts it into its batch.
    fn check(&mut self, post: &PostLine, origin: Origin) -> Result<(), CliError> {
        let text = canonical_text(post);
        if let Err(rejection) = line::parse(text.as_bytes()) {
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
        let mut hasher = DefaultHasher::new();
        (post.platform.network, &post.platform_post_id).hash(&mut hasher);
        if self.seen.insert(hasher.finish()) {
            self.report.ready += 1;
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
        for (post, origin) in core::mem::take(&mut self.versions).into_values() {
            self.check(&post, origin)?;
        }
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
        self.progress.end();
        Ok(self.report)
    }
}

fn canonical_text(post: &PostLine) -> String {
    serde_json::to_string(post).unwrap_or_default()
}
