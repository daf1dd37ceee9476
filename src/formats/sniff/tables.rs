//! Recognises tables by their columns.

use super::{Layout, Near, Recognised, Unknown, signs};
use crate::formats::table::{Dialect, heads};
use crate::formats::{Format, Part};

pub(crate) fn recognise(text: &str, formats: &[&'static Format]) -> Result<Recognised, Unknown> {
    let heads = heads(text);
    for format in formats {
        for (dialect, columns) in &heads {
            if let Some(part) = part(format, columns) {
                let layout = Layout::Table(*dialect);
                return Ok(Recognised { format, layout, parts: vec![part], global: None, author: None });
            }
        }
    }
    match heads
        .into_iter()
        .rev()
        .max_by_key(|(_, columns)| columns.len())
        .filter(|(_, columns)| columns.len() > 1)
    {
        Some((_, columns)) => Err(Unknown::Table { near: near(formats, &columns), columns }),
        None => Err(Unknown::Text),
    }
}

/// The part of a format whose columns a table has.
pub(crate) fn part(format: &Format, columns: &[String]) -> Option<&'static Part> {
    let folded: Vec<String> = columns.iter().map(|column| signs::folded(column)).collect();
    format.parts.iter().find(|part| part.signs.iter().any(|sign| signs::columns(sign, &folded).is_whole()))
}

/// The formats whose columns are nearest to being there.
pub(crate) fn near(formats: &[&'static Format], columns: &[String]) -> Vec<Near> {
    let near = formats.iter().filter_map(|format| {
        let signs = format.parts.iter().filter(|part| part.has_posts()).flat_map(|part| part.signs);
        signs.map(|sign| Near::by_columns(format.name, sign, columns)).max_by_key(Near::nearness)
    });
    Near::best(near.collect())
}

/// How a table that the operator names the format of is written: by its widest header.
pub(crate) fn dialect(text: &str) -> Option<Dialect> {
    heads(text).into_iter().rev().max_by_key(|(_, columns)| columns.len()).map(|(dialect, _)| dialect)
}
