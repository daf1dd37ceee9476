//! Reads the elements of a recognised file.

use super::sniff::{Layout, Recognised};
use super::source::{Raw, Source};
use super::split::{PathSplitter, SequenceSplitter, SplitReader};
use super::table::{Evidence, Rows, Workbook};
use super::{Export, Part, Role, mapped};
use std::io::{self, BufRead};

/// Reads the elements of a file, each with the part that it belongs to.
pub struct ElementReader<'a> {
    source: Box<dyn Source + 'a>,
    parts: Vec<&'static Part>,
}

impl<'a> ElementReader<'a> {
    /// Reads an open file. `companions` selects the elements that describe posts in other files, instead of the file's own
    /// posts. `table` is the evidence from all rows, if the file is a table.
    pub fn new(
        reader: Box<dyn BufRead + 'a>,
        recognised: &Recognised,
        companions: bool,
        table: &Evidence,
    ) -> Self {
        let is_selected = |part: &&'static Part| matches!(part.role, Role::Companion(_)) == companions;
        match &recognised.layout {
            Layout::Elements(container) => Self::new_boxed(
                SplitReader::new(reader, SequenceSplitter::new(*container)),
                &recognised.parts,
            ),
            Layout::Table(dialect) => {
                Self::new_boxed(Rows::new(reader, *dialect, table.shape), &recognised.parts)
            }
            Layout::Places(places) | Layout::Pages(places) => {
                let selected = places.iter().zip(&recognised.parts).filter(|(_, part)| is_selected(part));
                let (places, parts): (Vec<_>, Vec<_>) =
                    selected.map(|(place, part)| (place.clone(), *part)).unzip();
                let places = PathSplitter::new(places);
                let is_lines = matches!(recognised.layout, Layout::Pages(_));
                Self::new_boxed(
                    SplitReader::new(reader, if is_lines { places.by_line() } else { places }),
                    &parts,
                )
            }
            Layout::Sheets => Self::new_boxed(NoElements, &[]),
        }
    }

    /// Reads a workbook.
    pub fn workbook(workbook: &Workbook, recognised: &Recognised) -> Self {
        Self::new_boxed(workbook.rows(recognised.format), &recognised.parts)
    }

    fn new_boxed(source: impl Source + 'a, parts: &[&'static Part]) -> Self {
        Self { source: Box::new(source), parts: parts.to_vec() }
    }

    /// The next element and its part.
    ///
    /// # Errors
    /// When the file can't be read any further.
    pub fn advance(&mut self) -> io::Result<Option<(Raw, &'static Part)>> {
        while let Some(raw) = self.source.next()? {
            if let Some(part) = self.parts.get(raw.place) {
                return Ok(Some((raw, part)));
            }
        }
        Ok(None)
    }
}

impl core::fmt::Debug for ElementReader<'_> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(formatter, "{:?}", self.parts)
    }
}

struct NoElements;

impl Source for NoElements {
    fn next(&mut self) -> io::Result<Option<Raw>> {
        Ok(None)
    }
}

/// Collects evidence from all rows of a table, from all objects of a mapped file, or from the first elements of any other
/// document.
///
/// # Errors
/// When the file can't be read to its end.
pub fn collect_evidence<'a>(reader: Box<dyn BufRead + 'a>, recognised: &Recognised) -> io::Result<Evidence> {
    if let Layout::Table(dialect) = recognised.layout {
        return Evidence::of_text(reader, dialect);
    }
    let mut reading = ElementReader::new(reader, recognised, false, &Evidence::default());
    let elements = core::iter::from_fn(|| reading.advance().transpose());
    let mut objects = elements.map_while(Result::ok).filter_map(|(raw, _)| raw.content.value());
    Ok(if *recognised.format == mapped::FORMAT {
        Evidence::of_objects(objects)
    } else {
        Evidence::of_documents(objects.by_ref().take(FIRST))
    })
}

/// How many elements of a document are examined to see how its ids and dates are written.
const FIRST: usize = 64;

/// Adds what a file says about posts to the export. Returns how many of its elements can't be read.
///
/// # Errors
/// When the file can't be read any further.
pub fn read_companion(export: &mut Export, reading: &mut ElementReader<'_>) -> io::Result<u64> {
    let mut unreadable = 0;
    while let Some((raw, part)) = reading.advance()? {
        let Role::Companion(learn) = part.role else { continue };
        match raw.content.value() {
            Some(element) => learn(export, &element),
            None => unreadable += 1,
        }
    }
    Ok(unreadable)
}
