//! Reads single files of a zip without unpacking all of it.

use super::expansion::Expansion;
use std::io::{self, Read, Seek};
use zip::ZipArchive;
use zip::result::ZipError;

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
    /// Its index in the zip's list of files.
    pub index: usize,
    /// Its path in the zip, with `/`.
    pub path: String,
    /// The position in the zip at which it starts.
    pub start: u64,
    /// Its packed size in bytes.
    pub packed: u64,
    /// Its unpacked size in bytes, according to the zip.
    pub size: u64,
}

impl<R: Read + Seek> Zip<R> {
    /// Opens a zip.
    ///
    /// # Errors
    /// When it is not a zip, or damaged.
    pub fn new(reader: R) -> io::Result<Self> {
        Ok(Self { archive: ZipArchive::new(reader).map_err(to_io_error)? })
    }

    /// Whether it is a workbook, `.xlsx`.
    pub fn is_workbook(&self) -> bool {
        self.archive.index_for_name("[Content_Types].xml").is_some()
    }

    /// The position at which its list of files starts, after all files.
    pub fn list_start(&self) -> u64 {
        self.archive.central_directory_start()
    }

    /// Its files, in the order of their paths, without metadata of macOS.
    ///
    /// # Errors
    /// When its list of files is damaged.
    pub fn entries(&mut self) -> io::Result<Vec<Entry>> {
        let (mut entries, mut places) = (Vec::new(), Vec::new());
        for index in 0..self.archive.len() {
            let file = self.archive.by_index_data(index).map_err(to_io_error)?;
            let path = file.name().map_err(to_io_error)?.replace('\\', "/");
            let left = path.split('/').any(is_left_behind);
            if entries.len() == MOST_ENTRIES {
                return Err(invalid(format!("expected at most {MOST_ENTRIES} files in a zip, got more")));
            }
            places.push((file.header_start(), file.compressed_size()));
            if file.is_file() && !left {
                let (start, packed, size) = (file.header_start(), file.compressed_size(), file.size());
                entries.push(Entry { index, path, start, packed, size });
            }
        }
        places.sort_unstable();
        // Bytes that are listed a thousand times would be unpacked a thousand times.
        if places
            .windows(2)
            .any(|pair| matches!(pair, [(a, size), (b, _)] if a.saturating_add(*size) > *b || a == b))
        {
            return Err(invalid(
                "expected files that lie one after another in the zip, got two in one place".into(),
            ));
        }
        entries.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(entries)
    }

    /// Reads a file in it. [`Expansion`] limits its unpacked size.
    ///
    /// # Errors
    /// When it can't be unpacked: damaged, encrypted, or packed by another method.
    pub fn read(&mut self, entry: &Entry) -> io::Result<impl Read + '_> {
        let file = self.archive.by_index(entry.index).map_err(to_io_error)?;
        Ok(Expansion::of(entry.packed).checked(Packed(file)))
    }
}

/// Whether a file or folder of this name is metadata that macOS puts into folders and zips.
pub fn is_left_behind(name: &str) -> bool {
    name == "__MACOSX" || name.starts_with("._") || name == ".DS_Store"
}

/// Converts the error of a zip, so that its message says what to do.
fn to_io_error(error: ZipError) -> io::Error {
    match error {
        ZipError::Io(error) => error,
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => {
            invalid("it is encrypted: unpack the zip with its password, and import the files in it".into())
        }
        ZipError::UnsupportedArchive(_) | ZipError::CompressionMethodNotSupported(_) => foreign(),
        _ => damaged(),
    }
}

fn foreign() -> io::Error {
    invalid("it is packed in a way that is not supported: unpack the zip, and import the files in it".into())
}

fn damaged() -> io::Error {
    invalid("the zip is damaged, or was not downloaded completely: download it again".into())
}

/// A file in a zip. An unsupported packing or damage may show only when it is read.
struct Packed<R>(R);

impl<R: Read> Read for Packed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::Unsupported => foreign(),
            io::ErrorKind::InvalidData => damaged(),
            _ => error,
        })
    }
}

fn invalid(text: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, text)
}
