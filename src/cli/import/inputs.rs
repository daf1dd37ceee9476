//! The files that were named, and those in the folders that were named.

use super::super::clock;
use super::super::error::CliError;
use super::super::output::shown;
use crate::import::sniff::HEAD;
use crate::time::Timestamp;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// How many bytes of a file are looked at to see whether it may be JSON.
const GLANCE: usize = 4096;

/// A file to be looked at.
pub(super) struct Input {
    /// What it is called in messages.
    pub(super) name: String,
    /// Where it is; standard input has no place.
    pub(super) path: Option<PathBuf>,
    /// Whether it was named itself, not found in a folder.
    pub(super) named: bool,
    /// The folder that was named and has it, as it is called in messages.
    pub(super) folder: Option<Rc<str>>,
    /// Its size in bytes, 0 if unknown.
    pub(super) size: u64,
    /// What was read of it to recognise it.
    head: Vec<u8>,
}

impl Input {
    fn new(path: PathBuf, folder: Option<Rc<str>>) -> Self {
        let size = fs::metadata(&path).map_or(0, |metadata| metadata.len());
        let name = shown(&path.display().to_string());
        Self { name, path: Some(path), named: folder.is_none(), folder, size, head: Vec::new() }
    }

    fn stdin() -> Self {
        Self { name: "-".to_owned(), path: None, named: true, folder: None, size: 0, head: Vec::new() }
    }

    /// An error of this file.
    pub(super) fn error(&self, error: io::Error) -> CliError {
        CliError::File(self.name.clone(), error)
    }

    /// When the file was last changed.
    pub(super) fn time(&self) -> Option<Timestamp> {
        let modified = fs::metadata(self.path.as_ref()?).ok()?.modified().ok()?;
        Some(clock::timestamp(modified))
    }

    /// The beginning of the file, enough to recognise it. Of standard input it is kept for [`Self::open`].
    pub(super) fn head(&mut self) -> Result<Vec<u8>, CliError> {
        let Some(path) = &self.path else {
            let read = io::stdin().lock().take(HEAD as u64).read_to_end(&mut self.head);
            return read.map(|_| self.head.clone()).map_err(|error| self.error(error));
        };
        // The first bytes tell pictures and videos, of which an export has many, from what is worth a longer look.
        let most = if head(path, GLANCE).is_ok_and(|glance| is_json(&glance)) { HEAD } else { GLANCE };
        head(path, most).map_err(|error| self.error(error))
    }

    /// The whole file, from its beginning.
    pub(super) fn open(&mut self) -> Result<Box<dyn BufRead>, CliError> {
        let Some(path) = &self.path else {
            let head = Cursor::new(std::mem::take(&mut self.head));
            return Ok(Box::new(BufReader::with_capacity(1 << 16, head.chain(io::stdin()))));
        };
        let file = File::open(path).map_err(|error| self.error(error))?;
        Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
    }
}

fn is_json(head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    text.is_empty() || text.starts_with(b"{") || text.starts_with(b"[")
}

/// The first bytes of a file.
pub(super) fn head(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    File::open(path)?.take(most as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// Every file that is meant, those of a folder in the order of their names, and the folders that were named.
pub(super) fn collect(named: &[PathBuf]) -> Result<(Vec<Input>, Vec<Rc<str>>), CliError> {
    let (mut inputs, mut folders) = (Vec::new(), Vec::new());
    for path in named {
        if path.as_os_str() == "-" {
            inputs.push(Input::stdin());
            continue;
        }
        let metadata =
            fs::metadata(path).map_err(|error| CliError::File(path.display().to_string(), error))?;
        if metadata.is_dir() {
            let folder: Rc<str> = shown(&path.display().to_string()).into();
            walk(path, &folder, &mut inputs)?;
            folders.push(folder);
        } else {
            inputs.push(Input::new(path.clone(), None));
        }
    }
    Ok((inputs, folders))
}

/// Adds the files of a folder and of those in it. Links to folders are not followed, so that none goes in a circle;
/// what packers for macOS leave behind is passed over.
fn walk(folder: &Path, named: &Rc<str>, inputs: &mut Vec<Input>) -> Result<(), CliError> {
    let failed = |error| CliError::File(folder.display().to_string(), error);
    let mut entries =
        fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>).map_err(failed)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name == "__MACOSX" || name.starts_with("._") || name == ".DS_Store" {
            continue;
        }
        let kind = entry.file_type().map_err(failed)?;
        if kind.is_dir() {
            walk(&entry.path(), named, inputs)?;
        } else if kind.is_file() || entry.path().is_file() {
            inputs.push(Input::new(entry.path(), Some(Rc::clone(named))));
        }
    }
    Ok(())
}
