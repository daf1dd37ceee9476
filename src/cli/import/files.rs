//! Importing the files of a run, one after another, with what others of their exports say.

use super::super::error::CliError;
use super::super::output::shown;
use super::exports::Exports;
use super::inputs::Input;
use super::pipeline::Pipeline;
use super::survey::Surveyed;
use crate::import::Settings;
use crate::import::sniff::{Recognised, Unknown};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

const NO_POSTS: &str = "without posts: import the folder or zip that it is from";

/// What is known of the files of a run.
pub(super) struct Import {
    pub(super) settings: Settings,
    pub(super) exports: Exports,
    /// The folders and zips that hold web pages.
    pub(super) pages: BTreeSet<Rc<str>>,
    /// How many elements were read of each script of an archive, by its folder, the zip that it is in, and the name that
    /// it assigns to.
    pub(super) read: BTreeMap<(PathBuf, Option<Rc<Path>>, String), u64>,
}

impl Import {
    /// Imports all files. Answers which folders and zips had nothing to import.
    pub(super) fn all(
        &mut self,
        files: Vec<Surveyed>,
        mut barren: Vec<Rc<str>>,
        pipeline: &mut Pipeline<'_>,
    ) -> Result<Vec<Rc<str>>, CliError> {
        let mut exports: BTreeSet<Rc<str>> = BTreeSet::new();
        for Surveyed { input, found } in &files {
            let Ok(Ok(found)) = found else { continue };
            self.exports.note(input, found);
            if found.format.is_export() {
                exports.extend(input.root.clone());
            }
        }
        for Surveyed { input, found } in &files {
            let Ok(Ok(found)) = found else { continue };
            if found.format.is_export() && found.parts.iter().any(|part| part.has_posts()) {
                self.exports.look_beside(input, found.format);
            }
        }
        for Surveyed { mut input, found } in files {
            let root = input.root.clone();
            let of_export = root.as_ref().is_some_and(|root| exports.contains(root));
            let some = match found {
                Ok(Ok(found)) => self.take(&mut input, &found, pipeline)?,
                Ok(Err(unknown)) => {
                    self.pages.extend(root.clone().filter(|_| unknown == Unknown::Html));
                    pass(&input, &unknown, of_export, pipeline)
                }
                Err(error) => {
                    pipeline.broken(&input.name, &error);
                    true
                }
            };
            barren.retain(|other| !some || Some(other) != root.as_ref());
        }
        Ok(barren)
    }

    /// Imports the posts of one file. Answers whether it has any.
    fn take(
        &mut self,
        input: &mut Input,
        found: &Recognised,
        pipeline: &mut Pipeline<'_>,
    ) -> Result<bool, CliError> {
        if !found.parts.iter().any(|part| part.has_posts()) {
            if input.named {
                pipeline.progress.say(&format!("{}: {}, but {NO_POSTS}", input.name, found.format));
            }
            return Ok(false);
        }
        let export = self
            .exports
            .of(input, found.format)
            .map_err(|error| CliError::File(input.name.clone(), error))?;
        let settings = Settings {
            file_time: input.time().filter(|time| *time <= self.settings.now),
            export,
            ..self.settings.clone()
        };
        let read = pipeline.file(input, found, &settings)?;
        if let Some(global) = &found.global {
            *self.read.entry((input.folder(), input.archive.clone(), global.clone())).or_default() += read;
        }
        Ok(true)
    }

    /// Where the posts that were read are not as many as an export's own list says.
    pub(super) fn differences(&self) -> Vec<String> {
        self.exports.listed(|list, listed, whole| {
            let folder = list.folder();
            let path = folder.join(listed.file.rsplit('/').next().unwrap_or_default());
            let text = |what: &str| {
                Some(format!(
                    "{}: the archive's manifest lists {} posts, {what}",
                    shown(&path.display().to_string()),
                    listed.posts
                ))
            };
            match self.read_of(list, &listed.global) {
                Some(read) if read == listed.posts => None,
                Some(read) => text(&format!("{read} were read")),
                None if whole && listed.posts > 0 => text("but the file is not there"),
                None => None,
            }
        })
    }
}

impl Import {
    /// How many elements were read of a script of the archive that a list is of: one in the same zip, or in another.
    fn read_of(&self, list: &Input, global: &str) -> Option<u64> {
        let read = |archive| self.read.get(&(list.folder(), archive, global.to_owned())).copied();
        read(list.archive.clone()).or_else(|| {
            let mut others =
                self.read.iter().filter(|((folder, _, name), _)| *folder == list.folder() && name == global);
            others.next().map(|(_, read)| others.fold(*read, |sum, (_, read)| sum + read))
        })
    }
}

/// Passes over a file that is not recognised. Answers whether that was worth saying.
fn pass(input: &Input, unknown: &Unknown, of_export: bool, pipeline: &mut Pipeline<'_>) -> bool {
    if input.named || unknown.may_hold_posts() && !of_export {
        pipeline.report.unrecognised += 1;
        let advice = match unknown {
            Unknown::Json { .. } | Unknown::Table { .. } => {
                "`postern formats` lists what is known, --format names one, --map reads any table or list"
            }
            _ => "`postern formats` lists what is known",
        };
        pipeline.progress.say(&format!(
            "{}: not recognised: {} ({advice})",
            input.name,
            shown(&unknown.to_string())
        ));
        return true;
    }
    pipeline.report.ignored += 1;
    false
}
