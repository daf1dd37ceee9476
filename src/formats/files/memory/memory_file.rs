//! A file in memory.

use super::chunks::{ChunkReader, Chunks};
use crate::formats::files::readable::{FileLocation, Readable};
use crate::formats::open::{Entry, Opened, Zip, open};
use crate::time::Timestamp;
use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A file in memory, or a file in a zip in memory.
#[derive(Debug, Clone)]
pub(crate) struct MemoryFile {
    location: FileLocation,
    time: Option<Timestamp>,
    place: Place,
}

#[derive(Debug, Clone)]
enum Place {
    File(Rc<Chunks>),
    Entry(Rc<RefCell<Zip<ChunkReader>>>, Entry),
}

impl MemoryFile {
    /// A file that was added. If its path has a folder, the user named that folder, otherwise the file itself.
    pub(crate) fn new(path: &str, time: Option<Timestamp>, chunks: &Rc<Chunks>) -> Self {
        let root = path.split_once('/').map(|(root, _)| root);
        let location = FileLocation {
            name: path.to_owned(),
            path: PathBuf::from(path),
            archive: None,
            scope: PathBuf::from(root.unwrap_or_default()),
            named: root.is_none(),
            root: root.map(Into::into),
        };
        Self { location, time, place: Place::File(Rc::clone(chunks)) }
    }

    /// The files in it, if it is a zip. `None` for other files, and for workbooks, although those are zips.
    pub(crate) fn members(&self) -> io::Result<Option<Vec<(Entry, Self)>>> {
        let Place::File(chunks) = &self.place else { return Ok(None) };
        if !chunks.head().starts_with(b"PK\x03\x04") {
            return Ok(None);
        }
        let mut zip = Zip::new(ChunkReader::new(chunks))?;
        if zip.is_workbook() {
            return Ok(None);
        }
        let (entries, zip) = (zip.entries()?, Rc::new(RefCell::new(zip)));
        let archive = Rc::from(self.location.path.as_path());
        Ok(Some(
            entries.into_iter().map(|entry| (entry.clone(), self.member(entry, &zip, &archive))).collect(),
        ))
    }

    fn member(&self, entry: Entry, zip: &Rc<RefCell<Zip<ChunkReader>>>, archive: &Rc<Path>) -> Self {
        let name = &self.location.name;
        let location = FileLocation {
            name: format!("{name}/{}", entry.path),
            path: self.location.folder().join(&entry.path),
            archive: Some(Rc::clone(archive)),
            scope: self.location.scope.clone(),
            named: false,
            root: Some(self.location.root.clone().unwrap_or_else(|| name.as_str().into())),
        };
        Self { location, time: self.time, place: Place::Entry(Rc::clone(zip), entry) }
    }
}

impl Readable for MemoryFile {
    fn location(&self) -> &FileLocation {
        &self.location
    }

    fn time(&self) -> Option<Timestamp> {
        self.time
    }

    fn read<T>(&mut self, then: impl FnOnce(Opened<'_>) -> io::Result<T>) -> io::Result<T> {
        match &self.place {
            Place::File(chunks) => then(open(ChunkReader::new(chunks))?),
            Place::Entry(zip, entry) => {
                let mut zip = zip.borrow_mut();
                let reader = zip.read(entry)?;
                then(open(reader)?)
            }
        }
    }
}
