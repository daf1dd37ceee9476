//! Looking at every file before any is imported: what it is, and what it says about the posts of others.

use super::inputs::{Head, Input};
use crate::import::open::{Kind, Opened, Zip};
use crate::import::sniff::{self, HEAD, LONG_HEAD, Recognised, Unknown};
use crate::import::table::{MOST_OF_A_WORKBOOK, Workbook, workbook};
use crate::import::{FORMATS, Format};
use std::io::{self, Cursor, Read};

/// A file, and what it is.
pub(super) struct Surveyed {
    /// The file.
    pub(super) input: Input,
    /// What it is, why it is not known, or why it can't be read.
    pub(super) found: io::Result<Result<Recognised, Unknown>>,
}

/// Looks at a file. `format` is what the operator says it is.
pub(super) fn survey(mut input: Input, format: Option<&'static Format>) -> Surveyed {
    let found = look(&mut input, format);
    Surveyed { input, found }
}

fn look(input: &mut Input, format: Option<&'static Format>) -> io::Result<Result<Recognised, Unknown>> {
    let formats: Vec<&'static Format> = format.map_or_else(|| FORMATS.to_vec(), |format| vec![format]);
    let head = match input.head()? {
        Head::Text(head) => head,
        Head::Workbook(Some(book)) => return Ok(book.recognise(&formats)),
        Head::Workbook(None) => return Ok(Err(Unknown::Packed("zip"))),
    };
    if let Some(format) = format {
        return Ok(sniff::recognise_as(&head, format));
    }
    let found = sniff::recognise(&head, &formats);
    let may_tell_later =
        matches!(found, Err(Unknown::Json { .. })) && head.len() == HEAD && input.is_lasting();
    Ok(if may_tell_later { sniff::recognise(&input.start(LONG_HEAD)?, &formats) } else { found })
}

/// A workbook; nothing for a zip that is none.
pub(super) fn open_workbook(opened: Opened<'_>) -> io::Result<Option<Workbook>> {
    let (kind, mut bytes) = (opened.kind, Vec::new());
    opened.reader.take(MOST_OF_A_WORKBOOK as u64 + 1).read_to_end(&mut bytes)?;
    if kind == Kind::Zip && !Zip::new(Cursor::new(&bytes)).is_ok_and(|zip| zip.is_workbook()) {
        return Ok(None);
    }
    workbook(bytes).map(Some)
}
