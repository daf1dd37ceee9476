//! What an import did: counts, and every refusal with its place and reason.

use super::super::error::CliError;
use super::super::output::shown;
use super::batch::Origin;
use super::progress::Progress;
use crate::import::repair::Repairs;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// How many refusals are shown; all of them go to the file of `--rejects`.
const SHOWN: u64 = 20;

/// Counts of everything that was met.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// Files whose posts were read.
    pub(super) files: u64,
    /// Elements that were read.
    pub(super) read: u64,
    /// Posts that would have been sent.
    pub(super) ready: u64,
    /// Posts that were not known.
    pub(super) new: u64,
    /// Posts that changed.
    pub(super) updated: u64,
    /// Posts that did not change.
    pub(super) unchanged: u64,
    /// Lines of posts that were erased for good.
    pub(super) erased: u64,
    /// Posts that came more than once in this run.
    pub(super) duplicates: u64,
    /// Elements that are no posts, by what they are.
    pub(super) skipped: BTreeMap<&'static str, u64>,
    /// Elements and lines that were refused.
    pub(super) refused: u64,
    /// Files that were not recognised.
    pub(super) unrecognised: u64,
    /// Files in folders that hold no posts.
    pub(super) ignored: u64,
    /// Folders that were named and had nothing to import.
    pub(super) barren: u64,
    /// Texts that were repaired.
    pub(super) repairs: Repairs,
    /// Whether nothing was sent.
    pub(super) dry_run: bool,
    rejects: Option<(String, BufWriter<File>)>,
}

impl Report {
    /// Begins a report, with the file that takes all refusals.
    pub(super) fn new(rejects: Option<&Path>) -> Result<Self, CliError> {
        let open = |path: &Path| {
            let name = shown(&path.display().to_string());
            match File::create(path) {
                Ok(file) => Ok((name, BufWriter::new(file))),
                Err(error) => Err(CliError::File(name, error)),
            }
        };
        Ok(Self { rejects: rejects.map(open).transpose()?, ..Self::default() })
    }

    /// Whether nothing was refused, every file recognised, and something found wherever it was said to be.
    pub(super) fn is_clean(&self) -> bool {
        self.refused == 0 && self.unrecognised == 0 && self.barren == 0
    }

    /// Notes a refusal.
    pub(super) fn refuse(
        &mut self,
        origin: &Origin,
        code: &str,
        reason: &str,
        progress: &Progress,
    ) -> Result<(), CliError> {
        self.refused += 1;
        let reason = reason.replace(['\n', '\r'], " ");
        let line = shown(&format!("{}:{}: {code} {reason}", origin.file, origin.line));
        if self.refused <= SHOWN {
            progress.say(&line);
        }
        match &mut self.rejects {
            Some((name, file)) => {
                writeln!(file, "{line}").map_err(|error| CliError::File(name.clone(), error))
            }
            None => Ok(()),
        }
    }

    /// Ends the file of refusals, and says how many were not shown.
    pub(super) fn end(&mut self, progress: &Progress) -> Result<(), CliError> {
        if self.refused > SHOWN {
            let more = self.refused - SHOWN;
            let all = match &self.rejects {
                Some((name, _)) => format!("all are in {name}"),
                None => "--rejects FILE lists them all".to_owned(),
            };
            progress.say(&format!("... and {more} more refusals; {all}"));
        }
        match &mut self.rejects {
            Some((name, file)) => file.flush().map_err(|error| CliError::File(name.clone(), error)),
            None => Ok(()),
        }
    }

    fn skipped_in_all(&self) -> u64 {
        self.skipped.values().sum()
    }

    /// The counts for people.
    pub(super) fn text(&self) -> String {
        let mut lines = vec![format!("{:>10}  read from {}", self.read, counted(self.files, "file"))];
        let mut add = |count: u64, text: &str| lines.push(format!("{count:>10}  {text}"));
        if self.dry_run {
            add(self.ready, "ready to import (nothing was sent)");
        } else {
            add(self.new, "new");
            add(self.updated, "updated");
            add(self.unchanged, "unchanged");
        }
        if self.erased > 0 {
            add(self.erased, "erased before, and left so");
        }
        if self.duplicates > 0 {
            add(self.duplicates, "duplicates merged");
        }
        for (reason, count) in &self.skipped {
            add(*count, &format!("skipped: {reason}"));
        }
        add(self.refused, "refused");
        let Repairs { nuls, surrogates } = self.repairs;
        if nuls > 0 {
            add(nuls, "NUL characters dropped");
        }
        if surrogates > 0 {
            add(surrogates, "lone surrogates replaced");
        }
        if self.unrecognised > 0 {
            add(self.unrecognised, "files not recognised");
        }
        if self.barren > 0 {
            add(self.barren, "folders with nothing to import");
        }
        if self.ignored > 0 {
            add(self.ignored, "other files passed over");
        }
        lines.join("\n")
    }

    /// The counts for scripts.
    pub(super) fn json(&self) -> Value {
        json!({
            "dry_run": self.dry_run,
            "files": {"read": self.files, "unrecognised": self.unrecognised, "ignored": self.ignored},
            "folders": {"barren": self.barren},
            "read": self.read,
            "ready": self.ready,
            "new": self.new,
            "updated": self.updated,
            "unchanged": self.unchanged,
            "erased": self.erased,
            "duplicates": self.duplicates,
            "skipped": {"total": self.skipped_in_all(), "reasons": self.skipped},
            "refused": self.refused,
            "repairs": {"nuls": self.repairs.nuls, "surrogates": self.repairs.surrogates},
        })
    }
}

fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
