//! Examines a whole file before its elements are converted.

use super::elements::{Origin, Sink};
use crate::formats::element_reader::collect_evidence;
use crate::formats::sniff::{HEAD, Layout, Recognised};
use crate::formats::table::Evidence;
use crate::formats::{Settings, mapped};
use std::io::{self, BufRead, Cursor, Read};
use std::sync::Arc;

/// Adds the evidence from the whole file to the settings, and reports it. `None` if the file lacks the columns that the operator
/// named.
pub(crate) fn apply_evidence<F, S: Sink<F>>(
    settings: Settings,
    table: Evidence,
    found: &Recognised,
    origin: &Origin,
    sink: &mut S,
) -> Option<Settings> {
    if let Some((remark, count)) = table.remark {
        for _ in 0..count {
            sink.remarked(origin, remark);
        }
    }
    let mut mapping = settings.mapping.clone();
    if *found.format == mapped::FORMAT && !table.columns.is_empty() {
        mapping = match mapping.of_file(&table.columns, &table.rows) {
            Ok(mapping) => mapping,
            Err(why) => {
                sink.warned(origin, &format!("not read: {why}"));
                return None;
            }
        };
        if settings.mapping.is_auto() {
            sink.guessed(origin, &mapping.to_string());
        }
    }
    Some(Settings { table: Arc::new(table), mapping, ..settings })
}

/// How much of a table that can be read only once is examined before its rows are converted.
const TABLE_AHEAD: u64 = 32 << 20;
/// The same for a document: no more than recognising it already needed.
const DOCUMENT_AHEAD: u64 = HEAD as u64;

/// Examines the start of a file that can be read only once. Also returns a reader that begins at its first byte again.
pub(crate) fn read_ahead<'a>(
    mut reader: Box<dyn BufRead + 'a>,
    found: &Recognised,
) -> io::Result<(Evidence, Box<dyn BufRead + 'a>)> {
    let is_table = matches!(found.layout, Layout::Table(_)) || *found.format == mapped::FORMAT;
    let ahead = if is_table { TABLE_AHEAD } else { DOCUMENT_AHEAD };
    let mut head = Vec::new();
    reader.by_ref().take(ahead).read_to_end(&mut head)?;
    let known = collect_evidence(Box::new(head.as_slice()), found)?;
    Ok((known, Box::new(Cursor::new(head).chain(reader))))
}
