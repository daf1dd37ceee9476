//! Detects the encoding of a text, and decodes it.

use core::fmt;
use std::io::{BufRead, BufReader};

/// The encoding of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// UTF-16, with the lower byte first.
    Utf16Le,
    /// UTF-16, with the higher byte first.
    Utf16Be,
}

/// How many characters are examined for UTF-16 without a byte order mark.
const UNITS: usize = 64;
/// How many ASCII characters in a row are enough for UTF-16.
const SURE: usize = 4;

impl Encoding {
    /// The encoding of a text with these first bytes, by its byte order mark. Without one, ASCII in UTF-16 is known by the NUL in
    /// every second byte.
    pub fn of(head: &[u8]) -> Self {
        match head {
            [0xff, 0xfe, 0, 0, ..] => Self::Utf8,
            [0xff, 0xfe, ..] => Self::Utf16Le,
            [0xfe, 0xff, ..] => Self::Utf16Be,
            _ if ascii(head, 1) >= SURE => Self::Utf16Le,
            _ if ascii(head, 0) >= SURE => Self::Utf16Be,
            _ => Self::Utf8,
        }
    }
}

/// How many ASCII characters a text starts with if it is UTF-16 with the higher byte at the index `high` of each pair.
fn ascii(head: &[u8], high: usize) -> usize {
    let is_ascii = |unit: &&[u8]| {
        let (Some(higher), Some(lower)) = (unit.get(high), unit.get(1 - high)) else { return false };
        *higher == 0 && matches!(lower, b'\t' | b'\n' | b'\r' | b' '..=b'~')
    };
    head.chunks_exact(2).take(UNITS).take_while(is_ascii).count()
}

impl fmt::Display for Encoding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
        })
    }
}

/// Decodes a text to UTF-8. Halves of surrogate pairs in UTF-16 become U+FFFD. Invalid bytes in UTF-8 are kept, because such a
/// byte must not cost more than its post.
pub fn decoded<'a>(reader: Box<dyn BufRead + 'a>, encoding: Encoding) -> Box<dyn BufRead + 'a> {
    let from = match encoding {
        Encoding::Utf8 => return reader,
        Encoding::Utf16Le => encoding_rs::UTF_16LE,
        Encoding::Utf16Be => encoding_rs::UTF_16BE,
    };
    let decoder = encoding_rs_io::DecodeReaderBytesBuilder::new().encoding(Some(from)).build(reader);
    Box::new(BufReader::with_capacity(1 << 16, decoder))
}
