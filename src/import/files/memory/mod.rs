//! Reading files that are in memory, as a web page has them: to the posts that the command line would store.
//!
//! First each file is given ([`Files::add`]), and the bytes of it that are asked for ([`Files::need`], [`Files::give`]):
//! of a zip with many pictures only the rest. Then all are looked at ([`Files::begin`]) and read ([`Files::take`]), so
//! that somebody may do something else in between, and in the end posts and reports are there ([`Files::finish`]).

mod gathered;
mod held;
mod loading;
mod pieces;
#[cfg(test)]
mod tests;
mod words;

pub use gathered::{Full, Kind, LISTED, MOST_OF_POSTS, Refused, Report};

use super::{Filter, Readable, Run, Surveyed, survey};
use crate::import::open::is_left_behind;
use crate::import::{Format, Settings};
use crate::post::Post;
use crate::time::Timestamp;
use gathered::Gathered;
use held::Held;
use loading::{Loading, is_media};
use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use words::in_options;

/// The most bytes of files that are held.
pub const MOST_IN_ALL: u64 = 1 << 30;

/// Files that are read together.
#[derive(Debug)]
pub struct Files {
    format: Option<&'static Format>,
    settings: Settings,
    filter: Filter,
    given: Vec<Given>,
    reading: Option<Reading>,
}

/// Files that were looked at, and are read.
#[derive(Debug)]
struct Reading {
    run: Run<Held>,
    /// What is left to read.
    left: VecDeque<Surveyed<Held>>,
    gathered: Gathered,
    /// The folders and zips that were given, and the report of each zip.
    roots: Vec<(Rc<str>, Option<usize>)>,
    warnings: Vec<String>,
}

/// A file that was given.
#[derive(Debug)]
struct Given {
    path: String,
    time: Option<Timestamp>,
    loading: Loading,
    /// Why it was not loaded.
    refused: Option<String>,
}

/// What came out of files.
#[derive(Debug, Default)]
pub struct Gave {
    /// The posts, each once, in the order in which they came.
    pub posts: Vec<Post>,
    /// What is to be said of each file; the files of a zip after it.
    pub files: Vec<Report>,
    /// What is to be known of all.
    pub warnings: Vec<String>,
}

impl Files {
    /// Begins. `format` is what the user says the files are.
    pub fn new(settings: Settings, filter: Filter, format: Option<&'static Format>) -> Self {
        Self { format, settings, filter, given: Vec::new(), reading: None }
    }

    /// Gives a file of so many bytes, and when it was last changed. Its path has folders where it was found in some.
    /// Answers its number.
    pub fn add(&mut self, path: &str, size: u64, time: Option<Timestamp>) -> usize {
        let path = path.replace('\\', "/");
        let path = path.trim_start_matches("./").trim_start_matches('/').to_owned();
        self.given.push(Given { path, time, loading: Loading::new(size), refused: None });
        self.given.len() - 1
    }

    /// The ranges of a file's bytes that are needed next; none when all are there. Each goes from its first byte to that
    /// after its last.
    pub fn need(&mut self, number: usize) -> Vec<(u64, u64)> {
        let held: u64 = self.given.iter().map(|given| given.loading.pieces.held()).sum();
        let Some(given) = self.given.get_mut(number).filter(|given| !given.is_left_behind()) else {
            return Vec::new();
        };
        let ranges = given.loading.need();
        let more: u64 = ranges.iter().map(|(from, to)| to.saturating_sub(*from)).sum();
        if held.saturating_add(more) <= MOST_IN_ALL {
            return ranges;
        }
        given.loading.give_up();
        given.refused = Some(format!(
            "expected files of at most {} MiB in all, without pictures and videos, got more: read fewer at once",
            MOST_IN_ALL >> 20
        ));
        Vec::new()
    }

    /// Gives bytes of a file that were asked for.
    pub fn give(&mut self, number: usize, from: u64, bytes: Vec<u8>) {
        if let Some(given) = self.given.get_mut(number) {
            given.loading.give(from, bytes);
        }
    }

    /// Says why the bytes of a file can't be given.
    pub fn fail(&mut self, number: usize, why: &str) {
        if let Some(given) = self.given.get_mut(number) {
            given.loading.give_up();
            given.refused = Some(format!("can't be read: {why}"));
        }
    }

    /// Looks at all files. Answers how many there are to read, with those in zips.
    pub fn begin(&mut self) -> usize {
        let mut looked = Looked { gathered: Gathered::new(self.settings.now), ..Looked::default() };
        for given in in_order(std::mem::take(&mut self.given)) {
            looked.add(given, self.format);
        }
        let Looked { gathered, files, roots } = looked;
        let run = Run::new(self.settings.clone(), self.filter, &files);
        let left = VecDeque::from(files);
        let count = left.len();
        self.reading = Some(Reading { run, left, gathered, roots, warnings: Vec::new() });
        count
    }

    /// What the file is called that is read next.
    pub fn next(&self) -> Option<&str> {
        self.reading.as_ref()?.left.front().map(|surveyed| surveyed.file.at().name.as_str())
    }

    /// Reads the posts of the next file.
    pub fn take(&mut self) {
        let Some(reading) = &mut self.reading else { return };
        let Some(file) = reading.left.pop_front() else { return };
        if let Err(full) = reading.run.take(file, &mut reading.gathered) {
            reading.gathered.present(|report| report.error = Some(full.to_string()));
            reading
                .warnings
                .extend(reading.left.drain(..).map(|left| format!("{}: {full}", left.file.at().name)));
        }
        reading.gathered.next();
    }

    /// Ends. Gives what came out of all files.
    pub fn finish(self) -> Gave {
        self.reading.map_or_else(Gave::default, Reading::finish)
    }
}

impl Reading {
    fn finish(mut self) -> Gave {
        let full = self.run.finish(&mut self.gathered).err();
        let path = |path: &Path| path.display().to_string();
        let said = self.run.warnings().iter().cloned().chain(self.run.differences(path));
        let mut warnings: Vec<String> =
            said.map(|text| in_options(&text).into_owned()).chain(self.warnings).collect();
        warnings.extend(full.map(|full| full.to_string()));
        for (root, zip) in &self.roots {
            if self.run.is_fruitful(root) {
                continue;
            }
            let what = if self.run.has_pages(root) { PAGES } else { BARREN };
            match zip {
                Some(zip) => self.gathered.of(*zip, |report| report.error = Some(what.to_owned())),
                None => warnings.push(format!("{root}: {what}")),
            }
        }
        let (posts, files) = self.gathered.finish();
        Gave { posts, files, warnings }
    }
}

const PAGES: &str = "it holds web pages, and nothing that can be imported: ask for the export again, as JSON";
const BARREN: &str = "nothing that can be imported was found in it";

/// Files that were looked at.
#[derive(Debug, Default)]
struct Looked {
    gathered: Gathered,
    files: Vec<Surveyed<Held>>,
    roots: Vec<(Rc<str>, Option<usize>)>,
}

impl Looked {
    fn add(&mut self, given: Given, format: Option<&'static Format>) {
        let report = self.gathered.report(&given.path);
        let file = Held::new(&given.path, given.time, &given.loading.pieces);
        let root = file.at().root.clone();
        if let Some(root) = root.clone().filter(|root| self.roots.iter().all(|(other, _)| other != root)) {
            self.roots.push((root, None));
        }
        if given.is_left_behind() {
            return self.gathered.of(report, |report| report.passed_over = 1);
        }
        if let Some(error) = given.refused {
            return self.gathered.of(report, |report| report.error = Some(error));
        }
        match file.members() {
            Ok(Some(members)) => {
                if root.is_none() {
                    self.roots.push((given.path.as_str().into(), Some(report)));
                }
                for (entry, file) in members {
                    self.member(is_media(&entry), file, format, report);
                }
            }
            Ok(None) => self.file(file, format, report, None),
            Err(error) => self.gathered.of(report, |report| report.broken(&error)),
        }
    }

    fn member(&mut self, is_media: bool, file: Held, format: Option<&'static Format>, zip: usize) {
        if is_media {
            return self.gathered.of(zip, |report| report.passed_over += 1);
        }
        let report = self.gathered.report(&file.at().name);
        self.file(file, format, report, Some(zip));
    }

    fn file(&mut self, file: Held, format: Option<&'static Format>, report: usize, zip: Option<usize>) {
        self.gathered.expect(report, zip);
        self.files.push(survey(file, format));
    }
}

impl Given {
    /// Whether it is what packers and the finder of macOS leave behind.
    fn is_left_behind(&self) -> bool {
        self.path.split('/').any(is_left_behind)
    }
}

/// Files in the order in which they are read: as they came, and those of a folder where its first is, by their paths.
fn in_order(given: Vec<Given>) -> Vec<Given> {
    let mut firsts: HashMap<String, usize> = HashMap::new();
    let mut keyed: Vec<_> = given
        .into_iter()
        .enumerate()
        .map(|(number, given)| match given.path.split_once('/') {
            Some((root, _)) => {
                (*firsts.entry(root.to_owned()).or_insert(number), PathBuf::from(&given.path), given)
            }
            None => (number, PathBuf::new(), given),
        })
        .collect();
    keyed.sort_by(|(a, path, _), (b, other, _)| (a, path).cmp(&(b, other)));
    keyed.into_iter().map(|(_, _, given)| given).collect()
}
