//! Counts how many bytes of a file were read.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

/// Counts the bytes that are read.
pub(super) struct Metered<R> {
    pub(super) reader: R,
    /// How many bytes were read so far.
    pub(super) read: Rc<Cell<u64>>,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.read.set(self.read.get() + read as u64);
        Ok(read)
    }
}
