//! Recognises tables by their columns.

use super::{Layout, Near, Recognised, Unknown, signatures};
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

/// The part of a format that the columns of a table match.
pub(crate) fn part(format: &Format, columns: &[String]) -> Option<&'static Part> {
    let folded: Vec<String> = columns.iter().map(|column| signatures::folded(column)).collect();
    format.parts.iter().find(|part| {
        part.signatures.iter().any(|signature| signatures::columns(signature, &folded).is_complete())
    })
}

/// The formats whose columns match best.
pub(crate) fn near(formats: &[&'static Format], columns: &[String]) -> Vec<Near> {
    let near = formats.iter().filter_map(|format| {
        let signatures = format.parts.iter().filter(|part| part.has_posts()).flat_map(|part| part.signatures);
        signatures
            .map(|signature| Near::by_columns(format.name, signature, columns))
            .max_by_key(Near::nearness)
    });
    Near::best(near.collect())
}

/// A row that may be the header, and its dialect.
type Head = (Dialect, Vec<String>);

/// The dialect of a table whose format the operator named, by the row that names the most columns. A row with a cell that can't
/// be a name is not the header, even if it is longer: a text with a separator in it may have made it so.
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
    fn a_longer_row_that_is_not_names_is_not_the_header() {
        let row = "17,Soup, warm,2024-06-10\n";
        assert_eq!(header(&format!("id,text,date\n{row}18,Cup,2024-06-11\n")), (b',', 0));
        assert_eq!(header(&format!("id,text,date\n{row}")), (b',', 0));
        assert_eq!(header("id;text;date\n17;Soup, warm, red, good;2024-06-10\n"), (b';', 0));
    }

    #[test]
    fn notes_before_the_header_are_skipped() {
        assert_eq!(header("Notes, by me\nid;text;date\n17;Soup, warm;2024-06-10\n"), (b';', 1));
        assert_eq!(header("Posts,,Counts,\nid,text,likes,views\n17,Soup,1,2\n"), (b',', 1));
        assert_eq!(header("1,2\n3,4\n"), (b',', 0));
    }
}
