//! Splits a table that is text into records: its lines, joined if a quoted cell continues on the next line. A quote that is
//! never closed costs its own row, but not those after it.

use super::cells::{self, State};
use super::shape::Shape;
use crate::formats::ImportError;
use crate::formats::split::MOST;
use std::collections::VecDeque;
use std::io::{self, BufRead};

/// A record of the file: one line, or several if cells contain line breaks.
#[derive(Debug)]
pub(crate) struct Record {
    /// The line on which it begins, from 1.
    pub(crate) line: u64,
    /// Its bytes without the line end, or what is wrong with it.
    pub(crate) bytes: Result<Vec<u8>, ImportError>,
}

/// Reads the records of a table.
#[derive(Debug)]
pub(crate) struct Records<R> {
    reader: R,
    separator: u8,
    /// How long rows may be, if known.
    pub(crate) shape: Option<Shape>,
    /// The patterns of the cells of the last good row.
    shapes: Vec<Vec<u8>>,
    /// Lines that were read ahead.
    ahead: VecDeque<Vec<u8>>,
    /// How many lines were returned.
    lines: u64,
}

impl<R: BufRead> Records<R> {
    pub(crate) const fn new(reader: R, separator: u8) -> Self {
        Self { reader, separator, shape: None, shapes: Vec::new(), ahead: VecDeque::new(), lines: 0 }
    }

    /// The next record that is not an empty line.
    pub(crate) fn next(&mut self) -> io::Result<Option<Record>> {
        loop {
            let line = self.lines + 1;
            let Some(mut first) = self.line()? else { return Ok(None) };
            if first.is_empty() {
                continue;
            }
            if let Some(end) = self.lone_cr(&first) {
                let rest = first.split_off(end + 1);
                self.ahead.push_front(rest);
            }
            let state = State::Start.after(trimmed(&first), self.separator);
            let bytes = match state {
                State::Broken => Err(after_quote(line)),
                State::Quoted => self.joined(first, line)?,
                _ => Ok(first),
            };
            let bytes = bytes.map(|mut bytes| {
                if bytes.ends_with(b"\r") {
                    bytes.pop();
                }
                bytes
            });
            return Ok(Some(Record { line, bytes }));
        }
    }

    /// Remembers the patterns of the cells of a good row.
    pub(crate) fn remember(&mut self, cells: &[std::borrow::Cow<'_, [u8]>]) {
        self.shapes = cells::shapes(cells);
    }

    /// A line, without its end.
    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        if let Some(line) = self.ahead.pop_front() {
            self.lines += 1;
            return Ok(Some(line));
        }
        let line = self.read_line()?;
        self.lines += u64::from(line.is_some());
        Ok(line)
    }

    fn read_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let most = MOST as u64 + 1;
        io::Read::take(&mut self.reader, most).read_until(b'\n', &mut line)?;
        if line.len() > MOST {
            let text = "expected rows of at most 8 MiB, got more: is this a table?";
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        if line.is_empty() {
            return Ok(None);
        }
        if line.ends_with(b"\n") {
            line.pop();
        }
        Ok(Some(line))
    }

    /// The record that starts with a line in which a quote is not closed.
    fn joined(&mut self, first: Vec<u8>, begun: u64) -> io::Result<Result<Vec<u8>, ImportError>> {
        let (mut state, mut lines, mut size) = (State::Quoted, Vec::new(), first.len());
        while state.is_open() && size <= MOST {
            let Some(next) = self.line()? else { break };
            state = state.after(trimmed(&next), self.separator);
            size += next.len() + 1;
            lines.push(next);
        }
        let is_whole = !matches!(state, State::Quoted | State::Broken);
        if is_whole && !lines.iter().any(|line| self.is_row_itself(line)) {
            // If its length is wrong, it is refused as a whole, because its lines are not rows.
            return Ok(Ok(lines.iter().fold(first, |mut record, line| {
                record.push(b'\n');
                record.extend_from_slice(line);
                record
            })));
        }
        // Reading continues with the first line that is a row, or otherwise after the examined lines.
        let next = lines.iter().position(|line| self.is_row(line)).unwrap_or(lines.len());
        let rest = lines.split_off(next);
        self.lines -= rest.len() as u64;
        for line in rest.into_iter().rev() {
            self.ahead.push_front(line);
        }
        Ok(Err(not_closed(begun)))
    }

    /// The first single CR in a line that ends a row, as on old Macs: the part before it is a row, but the whole line is not.
    fn lone_cr(&self, line: &[u8]) -> Option<usize> {
        let ends = line.iter().enumerate().filter(|(_, byte)| **byte == b'\r').map(|(at, _)| at);
        let mut ends = ends.filter(|at| at + 1 < line.len()).peekable();
        ends.peek()?;
        let part = |at: usize| line.get(..at).unwrap_or_default();
        let is_row = |at: &usize| {
            let state = State::Start.after(part(*at), self.separator);
            !matches!(state, State::Quoted | State::Broken) && self.fits(part(*at))
        };
        let end = ends.find(is_row).filter(|_| self.shape.is_some())?;
        let whole = State::Start.after(trimmed(line), self.separator);
        (matches!(whole, State::Quoted | State::Broken) || !self.fits(line)).then_some(end)
    }

    fn fits(&self, record: &[u8]) -> bool {
        let cells = cells::cells(trimmed(record), self.separator);
        let ends_empty = cells.last().is_some_and(|cell| cell.is_empty());
        self.shape.is_none_or(|shape| shape.fits(cells.len(), ends_empty))
    }

    /// Whether a line could be a row.
    fn is_row(&self, line: &[u8]) -> bool {
        let state = State::Start.after(trimmed(line), self.separator);
        match state {
            State::Broken => false,
            State::Quoted => self.looks_like_one(line),
            _ => self.shape.is_some() && self.fits(line) || self.looks_like_one(line),
        }
    }

    /// Whether a line looks so much like a row that it can't be a line of a text.
    fn is_row_itself(&self, line: &[u8]) -> bool {
        let state = State::Start.after(trimmed(line), self.separator);
        let fits = state.is_open() || self.shape.is_none() || self.fits(line);
        state != State::Broken && fits && self.looks_like_one(line)
    }

    fn looks_like_one(&self, line: &[u8]) -> bool {
        let cells = cells::cells(trimmed(line), self.separator);
        cells.len() > 1 && cells::are_alike(&cells, &self.shapes)
    }
}

/// A line without the CR before its end.
fn trimmed(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn after_quote(line: u64) -> ImportError {
    let text = format!(
        "expected a separator or the line's end after the quote that closes a cell of the row on line {line}, got \
         something else: is a quote in a text not doubled?"
    );
    ImportError::new("INVALID_CSV", text)
}

fn not_closed(line: u64) -> ImportError {
    let text = format!(
        "expected the quote that is opened in the row on line {line} to be closed in this row, but it is not: reading \
         continued at the next line that is a row"
    );
    ImportError::new("INVALID_CSV", text)
}
