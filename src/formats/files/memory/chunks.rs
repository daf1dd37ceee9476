//! A file of which only a part is in memory. For a zip, that is its list of files and the files that are read.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{self, Read, Seek, SeekFrom};
use std::rc::Rc;

/// The bytes of a file that are in memory, by their start positions.
#[derive(Debug, Default)]
pub(crate) struct Chunks {
    /// The size of the whole file.
    size: u64,
    chunks: BTreeMap<u64, Vec<u8>>,
}

/// Reads a file from its chunks, at any position. If bytes are missing, reading fails and the position is recorded.
#[derive(Debug, Clone)]
pub(crate) struct ChunkReader {
    chunks: Rc<Chunks>,
    at: u64,
    missing: Rc<Cell<Option<u64>>>,
}

impl Chunks {
    pub(crate) const fn new(size: u64) -> Self {
        Self { size, chunks: BTreeMap::new() }
    }

    pub(crate) const fn size(&self) -> u64 {
        self.size
    }

    /// How many bytes are in memory.
    pub(crate) fn held(&self) -> u64 {
        self.chunks.values().map(|bytes| bytes.len() as u64).sum()
    }

    /// Adds bytes. Chunks that they cover are removed.
    pub(crate) fn supply(&mut self, from: u64, bytes: Vec<u8>) {
        if self.chunks.get(&from).is_some_and(|known| known.len() >= bytes.len()) {
            return;
        }
        let to = from.saturating_add(bytes.len() as u64);
        self.chunks.retain(|start, known| *start < from || start + known.len() as u64 > to);
        self.chunks.insert(from, bytes);
    }

    pub(crate) fn clear(&mut self) {
        self.chunks.clear();
    }

    /// The bytes in memory from a position on.
    fn from(&self, at: u64) -> Option<&[u8]> {
        let covering = self.chunks.range(..=at).rev();
        let mut rests = covering.filter_map(|(start, bytes)| bytes.get(usize::try_from(at - start).ok()?..));
        rests.find(|rest| !rest.is_empty())
    }

    /// The first bytes.
    pub(crate) fn head(&self) -> &[u8] {
        self.from(0).unwrap_or_default()
    }
}

impl ChunkReader {
    pub(crate) fn new(chunks: &Rc<Chunks>) -> Self {
        Self { chunks: Rc::clone(chunks), at: 0, missing: Rc::default() }
    }

    /// The position at which bytes were missing last.
    pub(crate) fn missing(&self) -> Rc<Cell<Option<u64>>> {
        Rc::clone(&self.missing)
    }
}

impl Read for ChunkReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at >= self.chunks.size || buffer.is_empty() {
            return Ok(0);
        }
        let Some(mut rest) = self.chunks.from(self.at) else {
            self.missing.set(Some(self.at));
            return Err(io::Error::other("expected more of the file than was given"));
        };
        let read = rest.read(buffer)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for ChunkReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.chunks.size.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = place.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}
