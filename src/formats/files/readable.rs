//! Where a file stands, and how it is read.

use crate::formats::open::{Kind, Opened, Zip};
use crate::formats::sniff;
use crate::formats::sniff::{HEAD, Unknown};
use crate::formats::table::{MOST_OF_A_WORKBOOK, Workbook, workbook};
use crate::time::Timestamp;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// How many bytes of a file are looked at to see whether it may hold posts.
pub(crate) const GLANCE: usize = 4096;

/// Where a file stands.
#[derive(Debug, Clone)]
pub struct FileLocation {
    /// What it is called in messages.
    pub name: String,
    /// Its path, as companions are looked for: a zip counts as the folder that it is in.
    pub path: PathBuf,
    /// The zip that it is in.
    pub archive: Option<Rc<Path>>,
    /// What was named for it to be read: a folder, the folder of a zip, or the folder of a file.
    pub scope: PathBuf,
    /// Whether it was named itself, not found in a folder or zip.
    pub named: bool,
    /// The folder or zip that was named and has it, as it is called in messages.
    pub root: Option<Rc<str>>,
}

impl FileLocation {
    /// The folder that it stands in.
    pub fn folder(&self) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("")).to_owned()
    }
}

/// What a file is recognised by.
#[derive(Debug)]
pub enum Head {
    /// The beginning of a text.
    Text(Vec<u8>),
    /// A workbook; nothing for another zip.
    Workbook(Option<Workbook>),
}

/// A file of a run.
pub trait Readable: Clone {
    /// Where it stands.
    fn location(&self) -> &FileLocation;

    /// When it was last changed, if that is known.
    fn time(&self) -> Option<Timestamp>;

    /// Opens the file and reads it.
    ///
    /// # Errors
    /// When it can't be opened, and those of reading it.
    fn read<T>(&mut self, then: impl FnOnce(Opened<'_>) -> io::Result<T>) -> io::Result<T>;

    /// Whether it can be read more than once.
    fn is_lasting(&self) -> bool {
        true
    }

    /// The folder whose other files may belong to it although they were not named; nothing for a file in a zip.
    fn lies_in(&self) -> Option<PathBuf> {
        None
    }

    /// The beginning of what it holds, unpacked, enough to recognise it; of a workbook all.
    ///
    /// # Errors
    /// When it can't be read or unpacked.
    fn head(&mut self) -> io::Result<Head> {
        head(self)
    }

    /// So many bytes of the beginning of a file that is lasting.
    ///
    /// # Errors
    /// When it can't be read or unpacked.
    fn start(&mut self, length: usize) -> io::Result<Vec<u8>> {
        self.read(|opened| {
            let mut start = Vec::new();
            read_up_to(opened.reader, length, &mut start)?;
            Ok(start)
        })
    }
}

/// The beginning of what a lasting file holds, unpacked, enough to recognise it; of a workbook all.
///
/// # Errors
/// When it can't be read or unpacked.
pub fn head(file: &mut impl Readable) -> io::Result<Head> {
    file.read(|opened| {
        if opened.kind != Kind::Stream {
            return open_workbook(opened).map(Head::Workbook);
        }
        let (mut head, mut reader) = (Vec::new(), opened.reader);
        read_up_to(reader.by_ref(), GLANCE, &mut head)?;
        // The first bytes tell pictures and videos, of which an export has many, from what is worth a longer look.
        if sniff::recognise(&head, &[]) != Err(Unknown::Binary) {
            read_up_to(reader, HEAD - GLANCE, &mut head)?;
        }
        Ok(Head::Text(head))
    })
}

/// Reads on up to a length. What is damaged or cut further on has posts before that, and is said when those are read.
fn read_up_to(reader: impl Read, length: usize, head: &mut Vec<u8>) -> io::Result<()> {
    match reader.take(length as u64).read_to_end(head) {
        Err(error) if head.is_empty() => Err(error),
        _ => Ok(()),
    }
}

/// A workbook; nothing for a zip that is none.
///
/// # Errors
/// When it can't be read.
pub fn open_workbook(opened: Opened<'_>) -> io::Result<Option<Workbook>> {
    let (kind, mut bytes) = (opened.kind, Vec::new());
    opened.reader.take(MOST_OF_A_WORKBOOK as u64 + 1).read_to_end(&mut bytes)?;
    if kind == Kind::Zip && !Zip::new(Cursor::new(&bytes)).is_ok_and(|zip| zip.is_workbook()) {
        return Ok(None);
    }
    workbook(bytes).map(Some)
}
