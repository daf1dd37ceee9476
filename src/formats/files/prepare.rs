//! What is known of a file that was looked at as a whole before its elements are taken.

use super::elements::{Origin, Sink};
use crate::formats::element_reader::collect_evidence;
use crate::formats::sniff::{HEAD, Layout, Recognised};
use crate::formats::table::Evidence;
use crate::formats::{Settings, mapped};
use std::io::{self, BufRead, Cursor, Read};
use std::sync::Arc;

/// Settings with what a file shows as a whole, and what is to be said of that; nothing where it has not the columns that
/// the operator names.
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

/// How much of a table that can be read only once is looked at before its rows are taken.
const TABLE_AHEAD: u64 = 32 << 20;
/// How much of a document: no more than was waited for to recognise it.
const DOCUMENT_AHEAD: u64 = HEAD as u64;

/// What a file shows that can be read only once, as far as it is looked at before, and the whole of it again.
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
