//! The report of an import: counts, and every refusal with its location and reason.

use super::progress::Progress;
use crate::cli::error::CliError;
use crate::cli::escape::shown;
use crate::cli::table::table;
use crate::formats::files::Origin;
use crate::formats::repair::Repairs;
use crate::platform::Network;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// How many refusals are shown; all of them go to the file of `--rejects`.
const SHOWN: u64 = 20;
/// How many refusals with the same code a dry run shows.
const EXAMPLES: usize = 3;

/// The counts of an import.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// Files whose posts were read.
    pub(super) files: u64,
    /// Elements that were read.
    pub(super) read: u64,
    /// Posts that were sent, or would have been, by format and network.
    kinds: BTreeMap<(&'static str, &'static str), u64>,
    /// The refusals of each format and code: how many, and the first few.
    refusals: BTreeMap<(&'static str, String), (u64, Vec<String>)>,
    /// Posts that were not stored before.
    pub(super) new: u64,
    /// Posts that changed.
    pub(super) updated: u64,
    /// Posts that did not change.
    pub(super) unchanged: u64,
    /// Lines of posts that were erased for good.
    pub(super) erased: u64,
    /// Posts that came more than once in this run.
    pub(super) duplicates: u64,
    /// Elements that are not posts or are left out, by reason.
    pub(super) skipped: BTreeMap<&'static str, u64>,
    /// Elements and lines that were refused.
    pub(super) refused: u64,
    /// Files that can't be read, or not to their end.
    pub(super) broken: u64,
    /// Remarks about how posts were read, with the number of posts.
    pub(super) remarks: BTreeMap<&'static str, u64>,
    /// Keys and columns with counts, text or media that no field used, with the number of elements.
    pub(super) unused: BTreeMap<String, u64>,
    /// The guessed mapping of each file, if guessing was requested.
    pub(super) maps: BTreeMap<String, String>,
    /// Files that may not have been read correctly.
    pub(super) doubtful: u64,
    /// Files that were not recognised.
    pub(super) unrecognised: u64,
    /// Files in folders that contain no posts.
    pub(super) ignored: u64,
    /// Named folders and zips that had nothing to import.
    pub(super) barren: u64,
    /// Texts that were repaired.
    pub(super) repairs: Repairs,
    /// Whether nothing was sent.
    pub(super) dry_run: bool,
    rejects: Option<(String, BufWriter<File>)>,
}

impl Report {
    /// Starts a report. `rejects` is the file for all refusals.
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

    /// Whether nothing was refused or doubtful, and every named file and folder was read.
    pub(super) fn is_clean(&self) -> bool {
        let unread = self.unrecognised + self.broken + self.barren;
        self.refused + self.doubtful + unread == 0
    }

    /// Records a refusal.
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
        let (count, examples) = self.refusals.entry((origin.format, code.to_owned())).or_default();
        *count += 1;
        if self.dry_run && examples.len() < EXAMPLES {
            examples.push(line.clone());
        } else if !self.dry_run && self.refused <= SHOWN {
            progress.say(&line);
        }
        match &mut self.rejects {
            Some((name, file)) => {
                writeln!(file, "{line}").map_err(|error| CliError::File(name.clone(), error))
            }
            None => Ok(()),
        }
    }

    /// Completes the file of refusals, and prints how many were not shown.
    pub(super) fn end(&mut self, progress: &Progress) -> Result<(), CliError> {
        if self.refused > SHOWN && !self.dry_run {
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

    /// Counts a post that is ready to be sent.
    pub(super) fn ready(&mut self, format: &'static str, network: Network) {
        *self.kinds.entry((format, network.name())).or_default() += 1;
    }

    /// Counts an element that is not a post or is left out.
    pub(super) fn skip(&mut self, reason: &'static str) {
        *self.skipped.entry(reason).or_default() += 1;
    }

    fn ready_in_all(&self) -> u64 {
        self.kinds.values().sum()
    }

    fn skipped_in_all(&self) -> u64 {
        self.skipped.values().sum()
    }

    /// The counts for people.
    pub(super) fn text(&self) -> String {
        let mut parts = self.dry_run_parts();
        let rows: Vec<_> =
            self.counts().into_iter().map(|(count, text)| vec![count.to_string(), text]).collect();
        parts.push(table(&rows, &[0]));
        parts.join("\n")
    }

    /// The counts in the order in which they are printed. Most are left out if they are zero.
    fn counts(&self) -> Vec<(u64, String)> {
        let Repairs { nuls, surrogates, slips } = self.repairs;
        let mut counts = vec![(self.read, format!("read from {}", count_and_noun(self.files, "file")))];
        counts.extend(self.stored().map(|(count, text)| (count, text.to_owned())));
        counts.extend(if_not_zero(self.erased, "erased earlier, not imported"));
        counts.extend(if_not_zero(self.duplicates, "duplicates merged"));
        counts.extend(self.skipped.iter().map(|(reason, count)| (*count, format!("skipped: {reason}"))));
        counts.push((self.refused, "refused".to_owned()));
        counts.extend(if_not_zero(nuls, "NUL characters dropped"));
        counts.extend(if_not_zero(surrogates, "lone surrogates replaced"));
        counts.extend(if_not_zero(slips, "mistakes in JSON repaired"));
        counts.extend(self.remarks.iter().map(|(remark, count)| (*count, (*remark).to_owned())));
        counts.extend(self.unused.iter().map(|(key, count)| (*count, shown(&format!("not used: {key}")))));
        counts.extend(if_not_zero(self.doubtful, &format!("{} with a warning", noun(self.doubtful, "file"))));
        counts.extend(if_not_zero(
            self.broken,
            &format!("{} that can't be read to the end", noun(self.broken, "file")),
        ));
        counts.extend(if_not_zero(
            self.unrecognised,
            &format!("{} not recognised", noun(self.unrecognised, "file")),
        ));
        counts.extend(if_not_zero(
            self.barren,
            &format!("{} with nothing to import", noun(self.barren, "folder")),
        ));
        counts
            .extend(if_not_zero(self.ignored, &format!("other {} passed over", noun(self.ignored, "file"))));
        counts
    }

    /// What the service did with the posts, or how many are ready to send.
    fn stored(&self) -> impl Iterator<Item = (u64, &'static str)> {
        let stored = if self.dry_run {
            vec![(self.ready_in_all(), "ready to import (nothing was sent)")]
        } else {
            vec![(self.new, "new"), (self.updated, "updated"), (self.unchanged, "unchanged")]
        };
        stored.into_iter()
    }

    /// The posts that a dry run would send, by format and network, and examples of refusals.
    fn dry_run_parts(&self) -> Vec<String> {
        if !self.dry_run {
            return Vec::new();
        }
        let mut parts = Vec::new();
        if !self.kinds.is_empty() {
            let mut rows = vec![["FORMAT", "PLATFORM", "POSTS"].map(str::to_owned).to_vec()];
            rows.extend(self.kinds.iter().map(|((format, network), posts)| {
                vec![(*format).to_owned(), (*network).to_owned(), posts.to_string()]
            }));
            parts.extend([table(&rows, &[2]), String::new()]);
        }
        for ((format, code), (count, examples)) in &self.refusals {
            parts.push(format!("refused of {format}: {code}, {count} times, such as"));
            parts.extend(examples.iter().map(|example| format!("  {example}")));
            parts.push(String::new());
        }
        parts
    }

    /// The counts for scripts.
    pub(super) fn json(&self) -> Value {
        json!({
            "dry_run": self.dry_run,
            "files": {"read": self.files, "broken": self.broken, "doubtful": self.doubtful, "unrecognised": self.unrecognised, "ignored": self.ignored},
            "folders": {"barren": self.barren},
            "read": self.read,
            "ready": self.ready_in_all(),
            "formats": self.formats(),
            "new": self.new,
            "updated": self.updated,
            "unchanged": self.unchanged,
            "erased": self.erased,
            "duplicates": self.duplicates,
            "skipped": {"total": self.skipped_in_all(), "reasons": self.skipped},
            "refused": self.refused,
            "refusals": self.refusals_by_code(),
            "remarks": self.remarks,
            "unused": self.unused,
            "maps": self.maps,
            "repairs": {"nuls": self.repairs.nuls, "surrogates": self.repairs.surrogates, "slips": self.repairs.slips},
        })
    }

    fn formats(&self) -> Vec<Value> {
        let kind = |((format, network), posts): (&(&str, &str), &u64)| json!({"format": format, "platform": network, "posts": posts});
        self.kinds.iter().map(kind).collect()
    }

    fn refusals_by_code(&self) -> Vec<Value> {
        let refusal = |((format, code), (count, _)): (&(&str, String), &(u64, Vec<String>))| json!({"format": format, "code": code, "count": count});
        self.refusals.iter().map(refusal).collect()
    }
}

/// A count, unless it is zero.
fn if_not_zero(count: u64, text: &str) -> Option<(u64, String)> {
    (count > 0).then(|| (count, text.to_owned()))
}

fn count_and_noun(count: u64, name: &str) -> String {
    format!("{count} {}", noun(count, name))
}

fn noun(count: u64, name: &str) -> String {
    if count == 1 { name.to_owned() } else { format!("{name}s") }
}
