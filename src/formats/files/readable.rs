//! The location of a file, and how to read it.

use crate::formats::open::{Kind, Opened, Zip};
use crate::formats::sniff;
use crate::formats::sniff::{HEAD, Unknown};
use crate::formats::table::{MOST_OF_A_WORKBOOK, Workbook, workbook};
use crate::time::Timestamp;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// How many bytes are enough to tell pictures and videos from files that may hold posts.
pub(crate) const GLANCE: usize = 4096;

/// The location of a file.
#[derive(Debug, Clone)]
pub struct FileLocation {
    /// Its name in messages.
    pub name: String,
    /// Its path, for finding companions. A file in a zip counts as one in the zip's folder.
    pub path: PathBuf,
    /// The zip that contains it.
    pub archive: Option<Rc<Path>>,
    /// The folder that the user named, or the folder of the zip or file that the user named.
    pub scope: PathBuf,
    /// Whether the user named the file itself, not a folder or zip that contains it.
    pub named: bool,
    /// The named folder or zip that contains it, by its name in messages.
    pub root: Option<Rc<str>>,
}

impl FileLocation {
    /// Its folder.
    pub fn folder(&self) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("")).to_owned()
    }
}

/// The start of a file, by which it is recognised.
#[derive(Debug)]
pub enum Head {
    /// The beginning of a text.
    Text(Vec<u8>),
    /// A workbook, or `None` for another zip.
    Workbook(Option<Workbook>),
}

/// A file of a run.
pub trait Readable: Clone {
    /// Its location.
    fn location(&self) -> &FileLocation;

    /// When it was last changed, if known.
    fn time(&self) -> Option<Timestamp>;

    /// Opens the file and reads it.
    ///
    /// # Errors
    /// When it can't be opened, and the errors of `then`.
    fn read<T>(&mut self, then: impl FnOnce(Opened<'_>) -> io::Result<T>) -> io::Result<T>;

    /// Whether it can be read more than once, unlike a pipe.
    fn is_lasting(&self) -> bool {
        true
    }

    /// The folder whose other files may belong to the same export although the user did not name them. `None` for a file in a
    /// zip.
    fn lies_in(&self) -> Option<PathBuf> {
        None
    }

    /// The unpacked start of its content, which is enough to recognise it, or a whole workbook.
    ///
    /// # Errors
    /// When it can't be read or unpacked.
    fn head(&mut self) -> io::Result<Head> {
        head(self)
    }

    /// The first `length` bytes of its unpacked content, if it can be read more than once.
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

/// The unpacked start of the content of a file that can be read more than once, or a whole workbook.
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
        // An export has many pictures and videos. The first bytes are enough to recognise them.
        if sniff::recognise(&head, &[]) != Err(Unknown::Binary) {
            read_up_to(reader, HEAD - GLANCE, &mut head)?;
        }
        Ok(Head::Text(head))
    })
}

/// Reads up to `length` bytes. If the file is damaged after the first bytes, the error is reported later, when posts are read.
fn read_up_to(reader: impl Read, length: usize, head: &mut Vec<u8>) -> io::Result<()> {
    match reader.take(length as u64).read_to_end(head) {
        Err(error) if head.is_empty() => Err(error),
        _ => Ok(()),
    }
}

/// Opens a workbook. `None` for another zip.
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
