//! Limits the size of unpacked files, because a zip bomb of a few kilobytes could keep a machine busy for a day.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

/// A packed file may unpack to this many times its size. Exports and lists of posts unpack to 5 to 60 times their size, or up
/// to 200 times if most lines are alike. Zip bombs start at about 1,000.
pub const MOST_TIMES: u64 = 400;
/// How many unpacked bytes are always allowed, before the limit applies.
pub const UNCHECKED: u64 = 64 << 20;

/// Compares the bytes that go into unpacking with those that come out.
#[derive(Debug, Clone, Default)]
pub struct Expansion {
    packed: Rc<Cell<u64>>,
}

impl Expansion {
    /// For a file whose packed bytes are counted while they are read, see [`Expansion::counted`].
    pub fn packed() -> Self {
        Self::default()
    }

    /// For a file whose packed size is known.
    pub fn of(packed: u64) -> Self {
        Self { packed: Rc::new(Cell::new(packed)) }
    }

    /// Wraps the packed file and counts its bytes.
    pub fn counted<R>(&self, reader: R) -> Counted<R> {
        Counted { reader, packed: Rc::clone(&self.packed) }
    }

    /// Wraps the unpacked content. Reading fails when there is too much of it.
    pub fn checked<R>(&self, reader: R) -> Checked<R> {
        Checked { reader, packed: Rc::clone(&self.packed), unpacked: 0 }
    }
}

/// A packed file, whose bytes are counted.
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

/// The content of a packed file, whose size is limited.
#[derive(Debug)]
pub struct Checked<R> {
    reader: R,
    packed: Rc<Cell<u64>>,
    unpacked: u64,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.unpacked += read as u64;
        if self.unpacked > UNCHECKED && self.unpacked / MOST_TIMES > self.packed.get() {
            let text = format!(
                "expected to unpack to at most {MOST_TIMES} times its size, got more: it is not a list of posts"
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        Ok(read)
    }
}
