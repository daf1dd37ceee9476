//! Reads a file element by element.

use super::{Splitter, Step};
use crate::formats::ImportError;
use crate::formats::source::{Content, Raw, Source};
use std::io::{self, BufRead};
use std::ops::Range;

/// The most bytes of an element. Otherwise, a quote that is never closed would load the rest of the file into memory.
pub const MOST: usize = 8 << 20;

/// The elements of a file, one after another.
#[derive(Debug)]
pub struct SplitReader<R, C> {
    reader: R,
    splitter: C,
    line: u64,
    /// The line on which the current element starts.
    first_line: u64,
    bytes: Vec<u8>,
    too_large: bool,
    ended: bool,
}

impl<R: BufRead, C: Splitter> SplitReader<R, C> {
    /// Reads the elements of a file.
    pub fn new(reader: R, splitter: C) -> Self {
        Self { reader, splitter, line: 1, first_line: 1, bytes: Vec::new(), too_large: false, ended: false }
    }

    fn take_element(&mut self) -> Raw {
        let bytes = std::mem::take(&mut self.bytes);
        let content =
            if std::mem::take(&mut self.too_large) { Content::TooLarge } else { Content::Json(bytes) };
        Raw { line: self.first_line, place: self.splitter.place(), content }
    }
}

impl<R: BufRead, C: Splitter> Source for SplitReader<R, C> {
    fn next(&mut self) -> io::Result<Option<Raw>> {
        loop {
            let chunk = match self.reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                if std::mem::replace(&mut self.ended, true) {
                    return Ok(None);
                }
                if self.splitter.is_inside() {
                    return Ok(Some(self.take_element()));
                }
                let content = Content::Damaged(ends_early());
                return Ok(self.splitter.is_open().then(|| Raw {
                    line: self.line,
                    place: self.splitter.place(),
                    content,
                }));
            }
            let piece = find_piece(&mut self.splitter, chunk);
            if self.bytes.is_empty() {
                self.first_line = self.line + lines(chunk, 0..piece.kept.start);
            }
            self.line += lines(chunk, 0..piece.used);
            append(&mut self.bytes, &mut self.too_large, chunk.get(piece.kept).unwrap_or_default());
            self.reader.consume(piece.used);
            if piece.ended {
                return Ok(Some(self.take_element()));
            }
        }
    }
}

fn ends_early() -> ImportError {
    let text = "expected the end of the list or object around the elements, but the file ends before it: the rest is \
        missing. Was the file downloaded or saved completely?";
    ImportError::new("INVALID_JSON", text)
}

/// The part of a chunk that belongs to the current element, and whether the element ended.
struct Piece {
    kept: Range<usize>,
    used: usize,
    ended: bool,
}

fn find_piece(splitter: &mut impl Splitter, chunk: &[u8]) -> Piece {
    let mut from = None;
    for (at, byte) in chunk.iter().enumerate() {
        let end = match splitter.step(*byte) {
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

/// Keeps a piece of a chunk, unless the element becomes too large.
fn append(bytes: &mut Vec<u8>, too_large: &mut bool, piece: &[u8]) {
    if bytes.len() + piece.len() > MOST {
        *too_large = true;
    } else {
        bytes.extend_from_slice(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::split::{Container, SequenceSplitter};
    use std::io::BufReader;

    fn read(text: &str, container: Container, capacity: usize) -> Vec<(u64, String)> {
        let mut elements = SplitReader::new(
            BufReader::with_capacity(capacity, text.as_bytes()),
            SequenceSplitter::new(container),
        );
        let mut found = Vec::new();
        while let Some(element) = elements.next().unwrap() {
            let Content::Json(bytes) = element.content else { panic!("{element:?}") };
            found.push((element.line, String::from_utf8(bytes).unwrap()));
        }
        found
    }

    #[test]
    fn elements_have_their_line_numbers_whatever_the_buffer_size() {
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
    fn an_element_that_is_cut_off_is_returned_too() {
        assert_eq!(
            read("[{\"a\":1},{\"b", Container::Values, 4),
            [(1, "{\"a\":1}".into()), (1, "{\"b".into())]
        );
    }

    #[test]
    fn a_list_that_does_not_end_is_reported() {
        let damaged = |text: &str, container| {
            let mut elements = SplitReader::new(text.as_bytes(), SequenceSplitter::new(container));
            let mut found = Vec::new();
            while let Some(element) = elements.next().unwrap() {
                found.push(matches!(element.content, Content::Damaged(_)));
            }
            found
        };
        assert_eq!(damaged("[{\"a\":1},\n", Container::Values), [false, true]);
        assert_eq!(damaged("window.a = [{\"a\":1}", Container::Script), [false, true]);
        assert_eq!(damaged("[{\"a\":1}]", Container::Values), [false]);
        assert_eq!(damaged("{\"a\":1}\n{\"a\":2}\n", Container::Lines), [false, false]);
    }

    #[test]
    fn an_element_that_never_ends_does_not_fill_memory() {
        let text = format!("{{\"a\":\"{}", "x".repeat(MOST + 10));
        let mut elements = SplitReader::new(text.as_bytes(), SequenceSplitter::new(Container::Values));
        let element = elements.next().unwrap().unwrap();
        assert_eq!(element.content, Content::TooLarge);
        assert!(elements.bytes.capacity() <= 2 * MOST);
    }
}
