//! Recognises every file before any is imported.

use super::readable::{Head, Readable};
use crate::formats::sniff::{HEAD, LONG_HEAD, Layout, Recognised, Unknown};
use crate::formats::{FORMATS, Format, sniff};
use std::io;

/// A file and its format.
#[derive(Debug)]
pub struct Surveyed<F> {
    /// The file.
    pub file: F,
    /// Its format, why that is unknown, or why the file can't be read.
    pub found: io::Result<Result<Recognised, Unknown>>,
}

impl<F> Surveyed<F> {
    /// Its format, if it is known.
    pub fn recognised(&self) -> Option<&Recognised> {
        self.found.as_ref().ok()?.as_ref().ok()
    }
}

/// Recognises a file. `format` is the format that the user named, if any.
pub fn survey<F: Readable>(mut file: F, format: Option<&'static Format>) -> Surveyed<F> {
    let found = recognise(&mut file, format);
    Surveyed { file, found }
}

fn recognise(
    file: &mut impl Readable,
    format: Option<&'static Format>,
) -> io::Result<Result<Recognised, Unknown>> {
    let formats: Vec<&'static Format> = format.map_or_else(|| FORMATS.to_vec(), |format| vec![format]);
    let head = match file.head()? {
        Head::Text(head) => head,
        Head::Workbook(Some(book)) => return Ok(book.recognise(&formats)),
        Head::Workbook(None) => return Ok(Err(Unknown::Packed("zip"))),
    };
    if let Some(format) = format {
        return Ok(sniff::recognise_as(&head, format));
    }
    let found = sniff::recognise(&head, &formats);
    let may_be_known_later =
        matches!(found, Err(Unknown::Json { .. })) && head.len() == HEAD && file.is_lasting();
    // A longer head may show more places with posts.
    let may_have_more = found.as_ref().is_ok_and(|found| matches!(found.layout, Layout::Places(_)))
        && head.len() == HEAD
        && file.is_lasting();
    Ok(if may_be_known_later || may_have_more {
        sniff::recognise(&file.start(LONG_HEAD)?, &formats)
    } else {
        found
    })
}

/// The formats of files, each once.
pub(crate) fn formats_of<F>(files: &[Surveyed<F>]) -> Vec<&'static Format> {
    let mut formats: Vec<&'static Format> = Vec::new();
    for surveyed in files {
        let format = surveyed.recognised().map(|found| found.format);
        formats.extend(format.filter(|format| !formats.contains(format)));
    }
    formats
}
