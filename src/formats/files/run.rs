//! Imports the files of a run one after another, each with the information from the other files of its export.

use super::elements::{Elements, Origin, Sink};
use super::exports::Exports;
use super::filter::Filter;
use super::prepare::{apply_evidence, read_ahead};
use super::readable::{FileLocation, Readable, open_workbook};
use super::survey::{Surveyed, formats_of};
use crate::formats::element_reader::{ElementReader, collect_evidence};
use crate::formats::manifest::ManifestEntry;
use crate::formats::merge::Across;
use crate::formats::sniff::{Layout, Recognised, Unknown};
use crate::formats::table::Evidence;
use crate::formats::{Format, Settings};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The state of a run.
#[derive(Debug)]
pub struct Run<F> {
    settings: Settings,
    elements: Elements,
    exports: Exports<F>,
    /// How many files were processed.
    processed: usize,
    /// Recognised files without elements, each with the folder or zip that contains it.
    empty: Vec<(Origin, Option<Rc<str>>)>,
    /// Companions that the user named directly.
    companions: Vec<Origin>,
    /// Whether any file had posts.
    has_posts: bool,
    /// The folders and zips with elements.
    with_elements: BTreeSet<Rc<str>>,
    /// The folders and zips with exports.
    with_exports: BTreeSet<Rc<str>>,
    /// The folders and zips with web pages.
    with_pages: BTreeSet<Rc<str>>,
    /// The folders and zips with something to import or to report.
    fruitful: BTreeSet<Rc<str>>,
    /// How many elements were read from each script of an archive, by the path, the zip that contains it, and the name that
    /// the script assigns to.
    scripts: BTreeMap<(PathBuf, Option<Rc<Path>>, String), u64>,
}

impl<F: Readable> Run<F> {
    /// Starts a run over recognised files.
    pub fn new(settings: Settings, filter: Filter, files: &[Surveyed<F>]) -> Self {
        let mut run = Self {
            settings,
            elements: Elements::new(filter, Across::of(&formats_of(files))),
            exports: Exports::default(),
            processed: 0,
            empty: Vec::new(),
            companions: Vec::new(),
            has_posts: false,
            with_elements: BTreeSet::new(),
            with_exports: BTreeSet::new(),
            with_pages: BTreeSet::new(),
            fruitful: BTreeSet::new(),
            scripts: BTreeMap::new(),
        };
        for surveyed in files {
            let Some(found) = surveyed.recognised() else { continue };
            run.exports.add(&surveyed.file, found);
            if found.format.is_export() {
                run.with_exports.extend(surveyed.file.location().root.clone());
            }
        }
        run
    }

    /// Looks for the companions of files that the user named without them. `beside` lists the files of a folder and those that
    /// may name the owner, for a file.
    pub fn look_beside(&mut self, files: &[Surveyed<F>], beside: impl Fn(&Path, &F) -> Vec<Surveyed<F>>) {
        for surveyed in files {
            let Some(found) = surveyed.recognised() else { continue };
            if found.format.is_export() && found.has_posts() {
                let file = &surveyed.file;
                self.exports.look_beside(file, found.format, |folder| beside(folder, file));
            }
        }
    }

    /// Imports the posts of the next file.
    ///
    /// # Errors
    /// The sink's.
    pub fn import_file<S: Sink<F>>(&mut self, surveyed: Surveyed<F>, sink: &mut S) -> Result<(), S::Error> {
        let Surveyed { mut file, found } = surveyed;
        let root = file.location().root.clone();
        let is_fruitful = match found {
            Ok(Ok(found)) if found.has_posts() => {
                self.import_posts(&mut file, &found, sink)?;
                true
            }
            Ok(Ok(found)) => {
                if file.location().named {
                    self.companions.push(self.origin(&file, found.format));
                }
                sink.is_companion(&file, found.format);
                false
            }
            Ok(Err(unknown)) => self.pass_over(&file, &unknown, sink),
            Err(error) => {
                sink.broken(&file, &error);
                true
            }
        };
        self.processed += 1;
        self.fruitful.extend(root.filter(|_| is_fruitful));
        Ok(())
    }

    fn import_posts<S: Sink<F>>(
        &mut self,
        file: &mut F,
        found: &Recognised,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let export = match self.exports.for_file(file, found.format) {
            Ok(export) => export,
            Err(error) => return sink.companions_broken(file, error),
        };
        let file_time = file.time().filter(|time| *time <= self.settings.now);
        let author = found.author.clone().or_else(|| self.settings.author.clone());
        let settings = Settings { author, file_time, export, ..self.settings.clone() };
        sink.begin(file, found.format);
        let before = self.elements.read;
        let done = match self.import_elements(file, found, settings, sink) {
            // An error of the sink is not an error of the file.
            Ok(Err(error)) => return Err(error),
            Ok(Ok(())) => Ok(()),
            Err(error) => Err(error),
        };
        self.record_counts(file, found.format, done.is_ok(), sink);
        sink.end(file, done);
        if let Some(global) = &found.global {
            let script = (file.location().path.clone(), file.location().archive.clone(), global.clone());
            // An archive that is imported twice counts once.
            self.scripts.insert(script, self.elements.read - before);
        }
        Ok(())
    }

    fn origin(&self, file: &F, format: &'static Format) -> Origin {
        Origin {
            file: file.location().name.as_str().into(),
            number: self.processed,
            line: 0,
            format: format.name,
        }
    }

    /// Records the counts of a file, and warns if they are doubtful.
    fn record_counts<S: Sink<F>>(&mut self, file: &F, format: &'static Format, done: bool, sink: &mut S) {
        let (origin, root) = (self.origin(file, format), file.location().root.clone());
        let counts = self.elements.counts();
        if counts.is_empty() && done {
            self.empty.push((origin, root));
            return;
        }
        self.has_posts |= counts.has_posts();
        self.with_elements.extend(root);
        if let Some(doubt) = counts.doubt(format, &self.settings) {
            sink.warned(&origin, &doubt);
        }
    }

    /// Warns about recognised files without elements. In an export, such files next to others are normal.
    fn warn_about_empty<S: Sink<F>>(&self, sink: &mut S) {
        let mut warned: BTreeSet<&Rc<str>> = BTreeSet::new();
        for (origin, root) in &self.empty {
            let is_one_of_many =
                root.as_ref().is_some_and(|root| self.with_elements.contains(root) || !warned.insert(root));
            if !is_one_of_many {
                sink.warned(
                    origin,
                    &format!("it was recognised as {}, but it contains no posts", origin.format),
                );
            }
        }
        for origin in self.companions.iter().filter(|_| !self.has_posts && self.empty.is_empty()) {
            let text = "it only has information about posts in other files, and none of those was given";
            sink.warned(origin, text);
        }
    }

    /// Imports the elements of a file. The outer error is the file's, the inner one the sink's.
    fn import_elements<S: Sink<F>>(
        &mut self,
        file: &mut F,
        found: &Recognised,
        settings: Settings,
        sink: &mut S,
    ) -> io::Result<Result<(), S::Error>> {
        let origin = self.origin(file, found.format);
        let elements = &mut self.elements;
        let known = if file.is_lasting() && found.layout != Layout::Sheets {
            Some(file.read(|opened| collect_evidence(opened.reader, found))?)
        } else {
            None
        };
        file.read(|opened| {
            let book;
            let (table, mut reading) = if found.layout == Layout::Sheets {
                let Some(opened) = open_workbook(opened)? else { return Ok(Ok(())) };
                book = opened;
                (Evidence::of_sheets(book.rows(found.format))?, ElementReader::workbook(&book, found))
            } else {
                let (table, reader) = match known {
                    None => read_ahead(opened.reader, found)?,
                    Some(known) => (known, opened.reader),
                };
                let reading = ElementReader::new(reader, found, false, &table);
                (table, reading)
            };
            match apply_evidence(settings, table, found, &origin, sink) {
                Some(settings) => elements.import_all(&mut reading, origin, &settings, sink),
                None => Ok(elements.skip_file()),
            }
        })
    }

    /// Skips a file that is not recognised. Returns whether the user is told.
    fn pass_over<S: Sink<F>>(&mut self, file: &F, unknown: &Unknown, sink: &mut S) -> bool {
        let location = file.location();
        self.with_pages.extend(location.root.clone().filter(|_| *unknown == Unknown::Html));
        let is_of_export = location.root.as_ref().is_some_and(|root| self.with_exports.contains(root));
        let is_reported = location.named || unknown.may_hold_posts() && !is_of_export;
        if is_reported {
            sink.unrecognised(file, unknown);
        } else {
            sink.passed_over(file, unknown);
        }
        is_reported
    }

    /// Passes on the posts that waited for the end of the run.
    ///
    /// # Errors
    /// The sink's.
    pub fn finish<S: Sink<F>>(&mut self, sink: &mut S) -> Result<(), S::Error> {
        self.warn_about_empty(sink);
        self.elements.finish(sink)
    }

    /// How many elements were merged into a post of another element.
    pub fn merged(&self) -> u64 {
        self.elements.merged()
    }

    /// Whether a folder or zip had anything to import or to report.
    pub fn is_fruitful(&self, root: &str) -> bool {
        self.fruitful.contains(root)
    }

    /// Whether a folder or zip contains web pages.
    pub fn has_pages(&self, root: &str) -> bool {
        self.with_pages.contains(root)
    }

    /// Warnings about the exports.
    pub fn warnings(&self) -> Vec<String> {
        self.exports.warnings.iter().cloned().chain(self.exports.unjoined()).collect()
    }

    /// The files whose number of posts differs from the export's manifest. `name` formats a path for people.
    pub fn differences(&self, name: impl Fn(&Path) -> String) -> Vec<String> {
        self.exports.check_manifests(|manifest, entry, whole| {
            let path = manifest.folder().join(entry.file.rsplit('/').next().unwrap_or_default());
            let what = self.difference(manifest, entry, whole)?;
            Some(format!("{}: the archive's manifest lists {} posts, {what}", name(&path), entry.posts))
        })
    }

    fn difference(&self, manifest: &FileLocation, entry: &ManifestEntry, whole: bool) -> Option<String> {
        match self.elements_read(manifest, &entry.global) {
            Some(read) if read == entry.posts => None,
            Some(read) => Some(format!("{read} were read")),
            None if whole && entry.posts > 0 => Some("but the file is not there".to_owned()),
            None => None,
        }
    }

    /// How many elements were read from a script of the manifest's archive: of the same zip, otherwise of all zips.
    fn elements_read(&self, manifest: &FileLocation, global: &str) -> Option<u64> {
        let folder = manifest.folder();
        let all: Vec<_> = self
            .scripts
            .iter()
            .filter(|((path, _, name), _)| path.parent() == Some(&folder) && name == global)
            .collect();
        let sum = |own: bool| {
            let scripts = all.iter().filter(|((_, archive, _), _)| !own || *archive == manifest.archive);
            scripts.map(|(_, read)| **read).reduce(|sum, read| sum + read)
        };
        sum(true).or_else(|| sum(false))
    }
}
