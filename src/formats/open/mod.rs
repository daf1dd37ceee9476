//! Opens a file: unpacks it and decodes its text, by its first bytes and never by its name.

mod encoding;
mod expansion;
mod line_ends;
mod packing;
mod zip;

pub use encoding::{Encoding, decoded};
pub use expansion::{Expansion, MOST_TIMES, UNCHECKED};
pub use packing::{Packing, unpacked};
pub use zip::{Entry, Zip, is_left_behind};

use line_ends::LineEnds;
use std::io::{self, BufRead, BufReader, Cursor, Read};

/// How many bytes are examined to detect the packing of a file.
const GLANCE: usize = 512;
/// How many times a file may be packed.
const LAYERS: usize = 3;

/// A file, unpacked and in UTF-8.
pub struct Opened<'a> {
    /// Its text, or the bytes of a workbook or zip.
    pub reader: Box<dyn BufRead + 'a>,
    /// The packings that were removed, outermost first.
    pub packings: Vec<Packing>,
    /// The original encoding of the text.
    pub encoding: Encoding,
    /// Whether it is a stream, a zip or a workbook.
    pub kind: Kind,
}

/// The kind of an unpacked file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Text, or anything else that is read from start to end.
    Stream,
    /// A zip, which may be an export or an `.xlsx`.
    Zip,
    /// An older workbook, `.xls`.
    Workbook,
}

/// Opens a file. [`Expansion`] limits its unpacked size.
///
/// # Errors
/// When it can't be read or unpacked.
pub fn open<'a>(reader: impl Read + 'a) -> io::Result<Opened<'a>> {
    let mut reader: Box<dyn BufRead + 'a> = Box::new(BufReader::with_capacity(1 << 16, reader));
    let mut packings = Vec::new();
    loop {
        let (head, whole) = glance(reader)?;
        let next = Packing::of(&head).filter(|_| packings.len() < LAYERS);
        let Some(packing) = next else {
            let kind = Kind::of(&head);
            let encoding = Encoding::of(&head);
            let reader: Box<dyn BufRead + 'a> = match kind {
                Kind::Stream => Box::new(LineEnds::new(decoded(whole, encoding))),
                Kind::Zip | Kind::Workbook => whole,
            };
            return Ok(Opened { reader, packings, encoding, kind });
        };
        reader = unpacked(whole, packing)?;
        packings.push(packing);
    }
}

impl Kind {
    fn of(head: &[u8]) -> Self {
        match head {
            [b'P', b'K', 3, 4, ..] => Self::Zip,
            [0xd0, 0xcf, 0x11, 0xe0, ..] => Self::Workbook,
            _ => Self::Stream,
        }
    }
}

/// The first bytes of a reader, and a reader that starts with them again.
fn glance<'a>(mut reader: Box<dyn BufRead + 'a>) -> io::Result<(Vec<u8>, Box<dyn BufRead + 'a>)> {
    let mut head = Vec::new();
    reader.by_ref().take(GLANCE as u64).read_to_end(&mut head)?;
    let whole = Cursor::new(head.clone()).chain(reader);
    Ok((head, Box::new(whole)))
}

impl core::fmt::Debug for Opened<'_> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(formatter, "{:?} {:?} {:?}", self.packings, self.encoding, self.kind)
    }
}

#[cfg(test)]
mod tests;
