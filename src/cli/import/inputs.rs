//! The files that the user named, including those in named folders and zips.

use super::metered::Metered;
use crate::cli::clock;
use crate::cli::error::CliError;
use crate::cli::escape::shown;
use crate::formats::files;
use crate::formats::files::{FileLocation, Head, Readable};
use crate::formats::open::{Entry, Opened, Zip, is_left_behind, open};
use crate::formats::sniff::HEAD;
use crate::time::Timestamp;
use std::cell::{Cell, RefCell};
use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A file to import.
#[derive(Clone)]
pub(super) struct Input {
    pub(super) location: FileLocation,
    /// Its size in bytes, 0 if unknown.
    pub(super) size: u64,
    /// Counts how many of its bytes were read.
    pub(super) meter: Rc<Cell<u64>>,
    place: Place,
}

/// Where a file's bytes are.
#[derive(Clone)]
enum Place {
    /// Standard input or another pipe, which can be read only once, and the bytes that were read to recognise it.
    Stream(Rc<RefCell<dyn Read>>, Vec<u8>),
    File,
    Entry(Rc<RefCell<Zip<File>>>, Entry, Option<Timestamp>),
}

impl Input {
    /// A file.
    pub(super) fn file(path: PathBuf, root: Option<&Rc<str>>, scope: &Path) -> Self {
        let size = fs::metadata(&path).map_or(0, |metadata| metadata.len());
        let location = FileLocation {
            name: shown(&path.display().to_string()),
            path,
            archive: None,
            scope: scope.to_owned(),
            named: root.is_none(),
            root: root.cloned(),
        };
        Self { location, size, meter: Rc::default(), place: Place::File }
    }

    /// A stream, which can be read only once.
    fn stream(path: &Path, reader: impl Read + 'static) -> Self {
        let place = Place::Stream(Rc::new(RefCell::new(reader)), Vec::new());
        Self { size: 0, place, ..Self::file(path.to_owned(), None, path) }
    }
}

impl Readable for Input {
    fn location(&self) -> &FileLocation {
        &self.location
    }

    fn time(&self) -> Option<Timestamp> {
        match &self.place {
            Place::Stream(..) => None,
            Place::File => modified(&self.location.path),
            Place::Entry(_, _, time) => *time,
        }
    }

    fn is_lasting(&self) -> bool {
        !matches!(self.place, Place::Stream(..))
    }

    fn lies_in(&self) -> Option<PathBuf> {
        let folder = self.location.path.parent().filter(|_| matches!(self.place, Place::File))?;
        Some(if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() })
    }

    fn head(&mut self) -> io::Result<Head> {
        let Place::Stream(reader, head) = &mut self.place else { return files::head(self) };
        // The rest is read later, so no more is taken than is kept in `head`.
        (&mut *reader.borrow_mut()).take(HEAD as u64).read_to_end(head)?;
        let mut text = Vec::new();
        // The packed head may end in the middle of a block, which is not an error.
        let _ = open(head.as_slice())?.reader.take(HEAD as u64).read_to_end(&mut text);
        Ok(Head::Text(text))
    }

    fn read<T>(&mut self, then: impl FnOnce(Opened<'_>) -> io::Result<T>) -> io::Result<T> {
        let read = Rc::clone(&self.meter);
        match &mut self.place {
            Place::Stream(reader, head) => {
                let mut reader = reader.borrow_mut();
                let whole = Cursor::new(std::mem::take(head)).chain(&mut *reader);
                then(open(Metered { reader: whole, read })?)
            }
            Place::File => then(open(Metered { reader: File::open(&self.location.path)?, read })?),
            Place::Entry(zip, entry, _) => {
                let mut zip = zip.borrow_mut();
                let reader = zip.read(entry)?;
                then(open(Metered { reader, read })?)
            }
        }
    }
}

fn modified(path: &Path) -> Option<Timestamp> {
    Some(clock::timestamp(fs::metadata(path).ok()?.modified().ok()?))
}

/// All files to import. Those of a folder are in the order of their names.
#[derive(Default)]
pub(super) struct Inputs {
    /// The files.
    pub(super) files: Vec<Input>,
    /// The folders and zips that the user named, by their names in messages.
    pub(super) roots: Vec<Rc<str>>,
    /// The files that can't be opened, and why.
    pub(super) broken: Vec<(String, io::Error)>,
}

impl Inputs {
    /// Collects the files that the named paths stand for.
    pub(super) fn collect(named: &[PathBuf]) -> Result<Self, CliError> {
        let mut inputs = Self::default();
        for path in named {
            if path.as_os_str() == "-" {
                inputs.files.push(Input::stream(path, io::stdin()));
                continue;
            }
            let failed = |error| CliError::File(path.display().to_string(), error);
            let metadata = fs::metadata(path).map_err(failed)?;
            if !metadata.is_dir() && !metadata.is_file() {
                inputs.files.push(Input::stream(path, File::open(path).map_err(failed)?));
                continue;
            }
            let root: Rc<str> = shown(&path.display().to_string()).into();
            if metadata.is_dir() {
                inputs.walk(path, &root, path)?;
                inputs.roots.push(root);
            } else {
                let scope = path.parent().unwrap_or(Path::new("")).to_owned();
                inputs.add(path.clone(), None, &scope);
            }
        }
        Ok(inputs)
    }

    /// Adds the files of a folder and its subfolders. Links to folders are not followed, because they may form a circle.
    /// Metadata of macOS is skipped.
    fn walk(&mut self, folder: &Path, root: &Rc<str>, scope: &Path) -> Result<(), CliError> {
        let failed = |error| CliError::File(folder.display().to_string(), error);
        let mut entries =
            fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>).map_err(failed)?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if is_left_behind(&name) {
                continue;
            }
            let kind = entry.file_type().map_err(failed)?;
            if kind.is_dir() {
                self.walk(&entry.path(), root, scope)?;
            } else if kind.is_file() || entry.path().is_file() {
                self.add(entry.path(), Some(root), scope);
            }
        }
        Ok(())
    }

    /// Adds a file, or the files in it if it is a zip and not a workbook.
    fn add(&mut self, path: PathBuf, root: Option<&Rc<str>>, scope: &Path) {
        match zip(&path) {
            Ok(Some(zip)) => {
                let name: Rc<str> = shown(&path.display().to_string()).into();
                if root.is_none() {
                    self.roots.push(Rc::clone(&name));
                }
                let root = root.cloned().unwrap_or_else(|| Rc::clone(&name));
                if let Err(error) = self.unzip(zip, &path, &root, scope) {
                    self.broken.push((name.to_string(), error));
                }
            }
            Ok(None) => self.files.push(Input::file(path, root, scope)),
            Err(error) => self.broken.push((shown(&path.display().to_string()), error)),
        }
    }

    fn unzip(&mut self, mut zip: Zip<File>, path: &Path, root: &Rc<str>, scope: &Path) -> io::Result<()> {
        let (entries, time, archive) = (zip.entries()?, modified(path), Rc::<Path>::from(path));
        let (zip, folder) = (Rc::new(RefCell::new(zip)), path.parent().unwrap_or(Path::new("")));
        let location = |entry: &Entry| FileLocation {
            name: shown(&format!("{}/{}", path.display(), entry.path)),
            path: folder.join(&entry.path),
            archive: Some(Rc::clone(&archive)),
            scope: scope.to_owned(),
            named: false,
            root: Some(Rc::clone(root)),
        };
        let input = |entry: Entry| Input {
            location: location(&entry),
            size: entry.size,
            meter: Rc::default(),
            place: Place::Entry(Rc::clone(&zip), entry, time),
        };
        self.files.extend(entries.into_iter().map(input));
        Ok(())
    }
}

/// Opens a file as a zip. `None` for other files, and for workbooks, although those are zips.
fn zip(path: &Path) -> io::Result<Option<Zip<File>>> {
    let mut file = File::open(path)?;
    let mut start = [0; 4];
    let read = file.read(&mut start)?;
    if read < 4 || start != *b"PK\x03\x04" {
        return Ok(None);
    }
    let zip = Zip::new(File::open(path)?)?;
    Ok((!zip.is_workbook()).then_some(zip))
}
