//! The files of a run, one after another, with what others of their exports say.

use super::at::{At, Readable, open_workbook};
use super::elements::{Elements, Origin, Sink};
use super::exports::Exports;
use super::filter::Filter;
use super::survey::Surveyed;
use crate::formats::listed::Listed;
use crate::formats::merge::Across;
use crate::formats::reading::Reading;
use crate::formats::sniff::{Recognised, ShardMap, Unknown};
use crate::formats::{Format, Settings};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// What is known of the files of a run.
#[derive(Debug)]
pub struct Run<F> {
    settings: Settings,
    elements: Elements,
    exports: Exports<F>,
    /// How many files were taken.
    taken: usize,
    /// The folders and zips that hold exports.
    of_exports: BTreeSet<Rc<str>>,
    /// Those that hold web pages.
    pages: BTreeSet<Rc<str>>,
    /// Those that hold something to import, or something that is worth saying.
    fruitful: BTreeSet<Rc<str>>,
    /// How many elements were read of each script of an archive, by its path, the zip that it is in, and the name that it
    /// assigns to.
    scripts: BTreeMap<(PathBuf, Option<Rc<Path>>, String), u64>,
}

impl<F: Readable> Run<F> {
    /// Begins a run of files that were looked at.
    pub fn new(settings: Settings, filter: Filter, files: &[Surveyed<F>]) -> Self {
        let mut run = Self {
            settings,
            elements: Elements::new(filter, Across::of(&formats_of(files))),
            exports: Exports::default(),
            taken: 0,
            of_exports: BTreeSet::new(),
            pages: BTreeSet::new(),
            fruitful: BTreeSet::new(),
            scripts: BTreeMap::new(),
        };
        for surveyed in files {
            let Some(found) = surveyed.recognised() else { continue };
            run.exports.note(&surveyed.file, found);
            if found.format.is_export() {
                run.of_exports.extend(surveyed.file.at().root.clone());
            }
        }
        run
    }

    /// Looks for the companions of files that were named without them. `beside` gives what stands in a folder and what may
    /// tell its owner, of a file.
    pub fn look_beside(&mut self, files: &[Surveyed<F>], beside: impl Fn(&Path, &F) -> Vec<Surveyed<F>>) {
        for surveyed in files {
            let Some(found) = surveyed.recognised() else { continue };
            if found.format.is_export() && found.has_posts() {
                let file = &surveyed.file;
                self.exports.look_beside(file, found.format, |folder| beside(folder, file));
            }
        }
    }

    /// Takes the posts of the next file.
    ///
    /// # Errors
    /// The sink's.
    pub fn take<S: Sink<F>>(&mut self, surveyed: Surveyed<F>, sink: &mut S) -> Result<(), S::Error> {
        let Surveyed { mut file, found } = surveyed;
        let root = file.at().root.clone();
        let some = match found {
            Ok(Ok(found)) if found.has_posts() => {
                self.posts(&mut file, &found, sink)?;
                true
            }
            Ok(Ok(found)) => {
                sink.is_companion(&file, found.format);
                false
            }
            Ok(Err(unknown)) => self.pass(&file, &unknown, sink),
            Err(error) => {
                sink.broken(&file, &error);
                true
            }
        };
        self.taken += 1;
        self.fruitful.extend(root.filter(|_| some));
        Ok(())
    }

    fn posts<S: Sink<F>>(&mut self, file: &mut F, found: &Recognised, sink: &mut S) -> Result<(), S::Error> {
        let export = match self.exports.of(file, found.format) {
            Ok(export) => export,
            Err(error) => return sink.companions_broken(file, error),
        };
        let file_time = file.time().filter(|time| *time <= self.settings.now);
        let settings = Settings { file_time, export, ..self.settings.clone() };
        sink.begin(file, found.format);
        let before = self.elements.read;
        let done = match self.elements(file, found, &settings, sink) {
            // What the sink says is no fault of the file.
            Ok(Err(error)) => return Err(error),
            Ok(Ok(())) => Ok(()),
            Err(error) => Err(error),
        };
        sink.end(file, done);
        if let Some(global) = &found.global {
            let script = (file.at().path.clone(), file.at().archive.clone(), global.clone());
            // An archive that is given twice has no more in it than once.
            self.scripts.insert(script, self.elements.read - before);
        }
        Ok(())
    }

    /// Takes the elements of a file. The outer error is the file's, the inner one the sink's.
    fn elements<S: Sink<F>>(
        &mut self,
        file: &mut F,
        found: &Recognised,
        settings: &Settings,
        sink: &mut S,
    ) -> io::Result<Result<(), S::Error>> {
        let name = file.at().name.as_str().into();
        let origin = Origin { file: name, number: self.taken, line: 0, format: found.format.name };
        let elements = &mut self.elements;
        file.read(|opened| {
            if found.layout != ShardMap::Sheets {
                return elements.take(&mut Reading::new(opened.reader, found, false), origin, settings, sink);
            }
            match open_workbook(opened)? {
                Some(book) => elements.take(&mut Reading::workbook(&book, found), origin, settings, sink),
                None => Ok(Ok(())),
            }
        })
    }

    /// Passes over a file that is not recognised. Answers whether that was worth saying.
    fn pass<S: Sink<F>>(&mut self, file: &F, unknown: &Unknown, sink: &mut S) -> bool {
        let at = file.at();
        self.pages.extend(at.root.clone().filter(|_| *unknown == Unknown::Html));
        let of_export = at.root.as_ref().is_some_and(|root| self.of_exports.contains(root));
        let is_said = at.named || unknown.may_hold_posts() && !of_export;
        if is_said {
            sink.unrecognised(file, unknown);
        } else {
            sink.passed_over(file, unknown);
        }
        is_said
    }

    /// Gives the posts that waited for the end of the run.
    ///
    /// # Errors
    /// The sink's.
    pub fn finish<S: Sink<F>>(&mut self, sink: &mut S) -> Result<(), S::Error> {
        self.elements.finish(sink)
    }

    /// How many elements said more of a post that another had brought, and went into it here.
    pub fn merged(&self) -> u64 {
        self.elements.merged()
    }

    /// Whether a folder or zip had something to import, or something that was worth saying.
    pub fn is_fruitful(&self, root: &str) -> bool {
        self.fruitful.contains(root)
    }

    /// Whether a folder or zip has web pages in it.
    pub fn has_pages(&self, root: &str) -> bool {
        self.pages.contains(root)
    }

    /// What the user should know of the exports.
    pub fn warnings(&self) -> &[String] {
        &self.exports.warnings
    }

    /// Where the posts that were read are not as many as an export's own list says. `name` gives a path as it is shown.
    pub fn differences(&self, name: impl Fn(&Path) -> String) -> Vec<String> {
        self.exports.listed(|list, listed, whole| {
            let path = list.folder().join(listed.file.rsplit('/').next().unwrap_or_default());
            let what = self.difference(list, listed, whole)?;
            Some(format!("{}: the archive's manifest lists {} posts, {what}", name(&path), listed.posts))
        })
    }

    fn difference(&self, list: &At, listed: &Listed, whole: bool) -> Option<String> {
        match self.read_of(list, &listed.global) {
            Some(read) if read == listed.posts => None,
            Some(read) => Some(format!("{read} were read")),
            None if whole && listed.posts > 0 => Some("but the file is not there".to_owned()),
            None => None,
        }
    }

    /// How many elements were read of a script of the archive that a list is of: one in the same zip, or in another.
    fn read_of(&self, list: &At, global: &str) -> Option<u64> {
        let folder = list.folder();
        let all: Vec<_> = self
            .scripts
            .iter()
            .filter(|((path, _, name), _)| path.parent() == Some(&folder) && name == global)
            .collect();
        let sum = |own: bool| {
            let those = all.iter().filter(|((_, archive, _), _)| !own || *archive == list.archive);
            those.map(|(_, read)| **read).reduce(|sum, read| sum + read)
        };
        sum(true).or_else(|| sum(false))
    }
}

/// The formats of files, each once.
fn formats_of<F>(files: &[Surveyed<F>]) -> Vec<&'static Format> {
    let mut formats: Vec<&'static Format> = Vec::new();
    for surveyed in files {
        let format = surveyed.recognised().map(|found| found.format);
        formats.extend(format.filter(|format| !formats.contains(format)));
    }
    formats
}
