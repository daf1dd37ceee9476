//! A zip, whose files are read without unpacking it.

use super::expansion::Expansion;
use std::io::{self, Read, Seek};
use zip::ZipArchive;

/// The most files of a zip.
const MOST_ENTRIES: usize = 1_000_000;

/// A zip.
#[derive(Debug)]
pub struct Zip<R> {
    archive: ZipArchive<R>,
}

/// A file in a zip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its place in the zip.
    pub index: usize,
    /// Its path in the zip, with `/`.
    pub path: String,
    /// Its packed size in bytes.
    pub packed: u64,
    /// Its size in bytes, as the zip says.
    pub size: u64,
}

impl<R: Read + Seek> Zip<R> {
    /// Opens a zip.
    ///
    /// # Errors
    /// When it is none, or damaged.
    pub fn new(reader: R) -> io::Result<Self> {
        Ok(Self { archive: ZipArchive::new(reader)? })
    }

    /// Whether it is a workbook, `.xlsx`.
    pub fn is_workbook(&self) -> bool {
        self.archive.index_for_name("[Content_Types].xml").is_some()
    }

    /// Its files, in the order of their paths, without what packers for macOS leave behind.
    ///
    /// # Errors
    /// When its list of files is damaged.
    pub fn entries(&mut self) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for index in 0..self.archive.len() {
            let file = self.archive.by_index_raw(index)?;
            let path = file.name()?.replace('\\', "/");
            let left = path
                .split('/')
                .any(|name| name == "__MACOSX" || name.starts_with("._") || name == ".DS_Store");
            if entries.len() == MOST_ENTRIES {
                let text = format!("expected at most {MOST_ENTRIES} files in a zip, got more");
                return Err(io::Error::new(io::ErrorKind::InvalidData, text));
            }
            if file.is_file() && !left {
                entries.push(Entry { index, path, packed: file.compressed_size(), size: file.size() });
            }
        }
        entries.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(entries)
    }

    /// What a file in it holds, packed at most so many times.
    ///
    /// # Errors
    /// When it can't be unpacked: damaged, encrypted, or packed by another method.
    pub fn read(&mut self, entry: &Entry) -> io::Result<impl Read + '_> {
        let file = self.archive.by_index(entry.index)?;
        Ok(Expansion::of(entry.packed).checked(file))
    }
}
