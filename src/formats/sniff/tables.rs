//! Recognises tables by their columns.

use super::{Layout, Near, Recognised, Unknown, signs};
use crate::formats::table::{Dialect, are_names, heads};
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

/// A row that may name the columns, and how it is written.
type Head = (Dialect, Vec<String>);

/// How a table that the operator names the format of is written: by the row that names most columns. A row with a cell that
/// is no name is none of those, even if it is wider: it may have won one by a separator in a text.
pub(crate) fn dialect(text: &str) -> Option<Dialect> {
    let heads = heads(text);
    let widest = |fits: &dyn Fn(&Head) -> bool| {
        let heads = heads.iter().rev().filter(|head| fits(head));
        heads.max_by_key(|(_, columns)| columns.iter().filter(|name| !name.is_empty()).count())
    };
    let has_rows = |(dialect, columns): &Head| {
        heads.iter().any(|(other, row)| {
            other.separator == dialect.separator
                && other.before > dialect.before
                && row.len() == columns.len()
        })
    };
    let names = |head: &Head| are_names(&head.1);
    let found = widest(&|head| names(head) && has_rows(head)).or_else(|| widest(&names));
    found.or_else(|| widest(&|_| true)).map(|(dialect, _)| *dialect)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(text: &str) -> (u8, usize) {
        dialect(text).map(|dialect| (dialect.separator, dialect.before)).unwrap()
    }

    #[test]
    fn a_row_with_a_cell_too_many_is_no_header() {
        let row = "17,Soup, warm,2024-06-10\n";
        assert_eq!(header(&format!("id,text,date\n{row}18,Cup,2024-06-11\n")), (b',', 0));
        assert_eq!(header(&format!("id,text,date\n{row}")), (b',', 0));
        assert_eq!(header("id;text;date\n17;Soup, warm, red, good;2024-06-10\n"), (b';', 0));
    }

    #[test]
    fn notes_before_the_header_are_none() {
        assert_eq!(header("Notes, by me\nid;text;date\n17;Soup, warm;2024-06-10\n"), (b';', 1));
        assert_eq!(header("Posts,,Counts,\nid,text,likes,views\n17,Soup,1,2\n"), (b',', 1));
        assert_eq!(header("1,2\n3,4\n"), (b',', 0));
    }
}
