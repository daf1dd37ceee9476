//! Reading a file element by element.

use crate::import::elements::{Container, Cutter, Step};
use std::io::{self, BufRead};
use std::ops::Range;

/// The most bytes of one element. A quote that is never closed would otherwise take the rest of the file into memory.
const MOST: usize = 32 << 20;

/// One element of a file.
pub(super) struct Element {
    /// The line on which it begins, from 1.
    pub(super) line: u64,
    /// Its bytes; of one that is too large, the first of them.
    pub(super) bytes: Vec<u8>,
    /// Whether it is larger than any post can be.
    pub(super) too_large: bool,
}

/// The elements of a file, one after another.
pub(super) struct Elements<R> {
    reader: R,
    cutter: Cutter,
    line: u64,
    begun: u64,
    bytes: Vec<u8>,
    too_large: bool,
    /// How many bytes of the file were read.
    pub(super) consumed: u64,
}

impl<R: BufRead> Elements<R> {
    /// The elements of what a reader gives.
    pub(super) fn new(reader: R, container: Container) -> Self {
        let cutter = Cutter::new(container);
        Self { reader, cutter, line: 1, begun: 1, bytes: Vec::new(), too_large: false, consumed: 0 }
    }

    /// The next element.
    pub(super) fn next(&mut self) -> io::Result<Option<Element>> {
        loop {
            let chunk = match self.reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                let cut_short = self.cutter.is_inside();
                self.cutter = Cutter::new(Container::Values);
                return Ok(cut_short.then(|| self.take()));
            }
            let piece = piece(&mut self.cutter, chunk);
            if self.bytes.is_empty() {
                self.begun = self.line + lines(chunk, 0..piece.kept.start);
            }
            self.line += lines(chunk, 0..piece.used);
            keep(&mut self.bytes, &mut self.too_large, chunk.get(piece.kept).unwrap_or_default());
            self.reader.consume(piece.used);
            self.consumed += piece.used as u64;
            if piece.ended {
                return Ok(Some(self.take()));
            }
        }
    }

    fn take(&mut self) -> Element {
        let bytes = std::mem::take(&mut self.bytes);
        Element { line: self.begun, bytes, too_large: std::mem::take(&mut self.too_large) }
    }
}

/// What of a chunk belongs to the present element, and whether that ended.
struct Piece {
    kept: Range<usize>,
    used: usize,
    ended: bool,
}

fn piece(cutter: &mut Cutter, chunk: &[u8]) -> Piece {
    let mut from = None;
    for (at, byte) in chunk.iter().enumerate() {
        let end = match cutter.step(*byte) {
            Step::Outside => continue,
            Step::Inside => {
                from.get_or_insert(at);
                continue;
            }
            Step::Last => at + 1,
            Step::Before => at,
        };
        return Piece { kept: from.unwrap_or(at)..end, used: at + 1, ended: true };
    }
    let used = chunk.len();
    Piece { kept: from.unwrap_or(used)..used, used, ended: false }
}

fn lines(chunk: &[u8], part: Range<usize>) -> u64 {
    chunk.get(part).unwrap_or_default().iter().map(|byte| u64::from(*byte == b'\n')).sum()
}

/// Keeps a piece of a chunk, unless that would be too much.
fn keep(bytes: &mut Vec<u8>, too_large: &mut bool, piece: &[u8]) {
    if bytes.len() + piece.len() > MOST {
        *too_large = true;
    } else {
        bytes.extend_from_slice(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn read(text: &str, container: Container, capacity: usize) -> Vec<(u64, String)> {
        let mut elements = Elements::new(BufReader::with_capacity(capacity, text.as_bytes()), container);
        let mut found = Vec::new();
        while let Some(element) = elements.next().unwrap() {
            found.push((element.line, String::from_utf8(element.bytes).unwrap()));
        }
        assert_eq!(elements.consumed, text.len() as u64);
        found
    }

    #[test]
    fn elements_come_with_their_lines_however_the_file_is_read() {
        let script = "window.YTD.tweets.part0 = [\n  {\"a\":\n 1},\n\n {\"b\":\"\\\"\"} ]";
        let lines = "{\"a\":1}\n\n{\"b\":\noops\n{\"c\":2}";
        for capacity in [1, 2, 3, 7, 64] {
            let expected = [(2, "{\"a\":\n 1}".to_owned()), (5, "{\"b\":\"\\\"\"}".to_owned())];
            assert_eq!(read(script, Container::Script, capacity), expected);
            let expected = [(1, "{\"a\":1}"), (3, "{\"b\":"), (4, "oops"), (5, "{\"c\":2}")];
            assert_eq!(
                read(lines, Container::Lines, capacity),
                expected.map(|(line, text)| (line, text.to_owned()))
            );
        }
    }

    #[test]
    fn an_element_cut_short_by_the_end_is_given_too() {
        assert_eq!(
            read("[{\"a\":1},{\"b", Container::Values, 4),
            [(1, "{\"a\":1}".into()), (1, "{\"b".into())]
        );
    }

    #[test]
    fn an_element_that_never_ends_does_not_fill_the_memory() {
        let text = format!("{{\"a\":\"{}", "x".repeat(MOST + 10));
        let mut elements = Elements::new(text.as_bytes(), Container::Values);
        let element = elements.next().unwrap().unwrap();
        assert!(element.too_large && element.bytes.len() <= MOST);
    }
}
