//! Replaces the line ends of old Macs, a single CR, with LF.

use std::io::{self, BufRead, Read};

/// A text whose lines end with LF, or with CR and LF if they did before.
#[derive(Debug)]
pub(crate) struct LineEnds<R> {
    reader: R,
    kind: Kind,
    /// Bytes from the reader, with their line ends replaced, and how many of them were consumed.
    converted: Vec<u8>,
    consumed: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// There was no line end yet.
    Unknown,
    /// The first line end had an LF.
    Unix,
    /// The first line end was a single CR.
    Mac,
}

impl<R: BufRead> LineEnds<R> {
    pub(crate) const fn new(reader: R) -> Self {
        Self { reader, kind: Kind::Unknown, converted: Vec::new(), consumed: 0 }
    }

    /// Looks for the first line end in the reader's next bytes. If they end with CR, the bytes after them decide.
    fn decide(&mut self) -> io::Result<()> {
        let chunk = self.reader.fill_buf()?;
        let Some(at) = chunk.iter().position(|byte| matches!(byte, b'\r' | b'\n')) else { return Ok(()) };
        match (chunk.get(at), chunk.get(at + 1)) {
            (Some(b'\r'), None) => {
                self.converted = chunk.to_vec();
                let read = chunk.len();
                self.reader.consume(read);
                let is_unix = self.reader.fill_buf()?.first().is_none_or(|byte| *byte == b'\n');
                self.kind = if is_unix { Kind::Unix } else { Kind::Mac };
                if self.kind == Kind::Mac {
                    to_unix(&mut self.converted);
                }
            }
            (Some(b'\r'), Some(next)) if *next != b'\n' => self.kind = Kind::Mac,
            _ => self.kind = Kind::Unix,
        }
        Ok(())
    }
}

fn to_unix(bytes: &mut [u8]) {
    bytes.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
}

impl<R: BufRead> BufRead for LineEnds<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.consumed >= self.converted.len() {
            self.converted.clear();
            self.consumed = 0;
            if self.kind == Kind::Unknown {
                self.decide()?;
            }
            if self.kind == Kind::Mac && self.converted.is_empty() {
                let chunk = self.reader.fill_buf()?;
                self.converted.extend_from_slice(chunk);
                let read = chunk.len();
                self.reader.consume(read);
                to_unix(&mut self.converted);
            }
        }
        if self.converted.is_empty() {
            self.reader.fill_buf()
        } else {
            Ok(self.converted.get(self.consumed..).unwrap_or_default())
        }
    }

    fn consume(&mut self, amount: usize) {
        if self.converted.is_empty() {
            self.reader.consume(amount);
        } else {
            self.consumed += amount;
        }
    }
}

impl<R: BufRead> Read for LineEnds<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut chunk = self.fill_buf()?;
        let read = chunk.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn read(text: &str, capacity: usize) -> String {
        let mut whole = String::new();
        LineEnds::new(BufReader::with_capacity(capacity, text.as_bytes()))
            .read_to_string(&mut whole)
            .unwrap();
        whole
    }

    #[test]
    fn only_line_ends_of_old_macs_are_replaced() {
        for capacity in [1, 2, 3, 4, 5, 64] {
            for (text, expected) in [
                ("a,b\r1,2\r3,4", "a,b\n1,2\n3,4"),
                ("a,b\r\n1,\"x\ry\"\r\n", "a,b\r\n1,\"x\ry\"\r\n"),
                ("a,b\n1,\r\n", "a,b\n1,\r\n"),
                ("a,b\r", "a,b\r"),
                ("none", "none"),
                ("", ""),
            ] {
                assert_eq!(read(text, capacity), expected, "{text:?} {capacity}");
            }
        }
    }
}
