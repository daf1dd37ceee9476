//! Limits the size of unpacked files, because a zip bomb of a few kilobytes could keep a machine busy for a day.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

/// A packed file may hold this many times its size. Exports and lists of posts hold 5 to 60 times, and up to 200 where
/// most lines are alike; what packers can do at most begins at 1,000.
pub const MOST_TIMES: u64 = 400;
/// What a file may hold whatever its size: the bytes after which the limit counts.
pub const UNCHECKED: u64 = 64 << 20;

/// Counts what goes in and what comes out of unpacking.
#[derive(Debug, Clone, Default)]
pub struct Expansion {
    packed: Rc<Cell<u64>>,
}

impl Expansion {
    /// Counts the packed bytes as they are read.
    pub fn packed() -> Self {
        Self::default()
    }

    /// Of a file whose packed size is known.
    pub fn of(packed: u64) -> Self {
        Self { packed: Rc::new(Cell::new(packed)) }
    }

    /// The packed file.
    pub fn counted<R>(&self, reader: R) -> Counted<R> {
        Counted { reader, packed: Rc::clone(&self.packed) }
    }

    /// What it holds, which ends with an error where that is too much.
    pub fn checked<R>(&self, reader: R) -> Checked<R> {
        Checked { reader, packed: Rc::clone(&self.packed), came: 0 }
    }
}

/// A packed file.
#[derive(Debug)]
pub struct Counted<R> {
    reader: R,
    packed: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.packed.set(self.packed.get() + read as u64);
        Ok(read)
    }
}

/// What a packed file holds.
#[derive(Debug)]
pub struct Checked<R> {
    reader: R,
    packed: Rc<Cell<u64>>,
    came: u64,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.came += read as u64;
        if self.came > UNCHECKED && self.came / MOST_TIMES > self.packed.get() {
            let text = format!(
                "expected to unpack to at most {MOST_TIMES} times its size, got more: it is no list of posts"
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        Ok(read)
    }
}
