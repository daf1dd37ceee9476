//! Turns rows into objects. Columns that a tool flattened, such as `author/name` or `hashtags.0.text`, become objects and lists
//! again.

use crate::formats::sniff::signatures::{folded, folds_to};
use crate::formats::value::{nothing, python};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// The columns of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    columns: Vec<Vec<String>>,
}

impl Header {
    /// Creates a header from the names of the columns. A repeated name gets a number: `Post URL`, `Post URL (2)`.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut columns: Vec<Vec<String>> = Vec::new();
        for name in names {
            let name = name.trim_start_matches('\u{feff}').trim();
            let path = path(name);
            let again = (2..=99).map(|number| vec![format!("{name} ({number})")]);
            let column = core::iter::once(path).chain(again).find(|path| !columns.contains(path));
            columns.push(column.unwrap_or_default());
        }
        Self { columns }
    }

    /// Converts a row to an object. Cells with a placeholder for an unknown value become empty. Empty cells of flattened columns
    /// are left out.
    pub fn row<'a>(&self, cells: impl IntoIterator<Item = &'a str>) -> Value {
        let mut row = Map::new();
        for (path, cell) in self.columns.iter().zip(cells) {
            let cell = nothing::cell(path.last().map_or("", String::as_str), cell);
            match path.as_slice() {
                [name] => {
                    row.insert(name.clone(), value(cell));
                }
                [name, rest @ ..] if !cell.is_empty() => {
                    put(row.entry(name.clone()).or_insert(Value::Null), rest, cell);
                }
                _ => {}
            }
        }
        Value::Object(row)
    }
}

/// Whether a row consists of the names of the columns, in any order.
pub(super) fn is_header_again(texts: &[Cow<'_, str>], names: &[String]) -> bool {
    let sorted = |names: &mut dyn Iterator<Item = &str>| {
        let mut names: Vec<String> = names.map(folded).collect();
        names.sort_unstable();
        names
    };
    // Few rows begin with the name of a column, so most need no further comparison.
    texts.len() == names.len()
        && texts.first().is_some_and(|first| names.iter().any(|name| folds_to(first, name)))
        && sorted(&mut texts.iter().map(AsRef::as_ref)) == sorted(&mut names.iter().map(String::as_str))
}

/// The value of a cell: its text, or an object that Python printed.
fn value(cell: &str) -> Value {
    let object = cell.starts_with('{').then(|| python::parse(cell)).flatten();
    object.unwrap_or_else(|| cell.into())
}

/// The keys that a column's name joins with `/` or `.`. A name with blanks is a single key.
fn path(name: &str) -> Vec<String> {
    let separator = if name.contains('/') { '/' } else { '.' };
    let keys: Vec<String> = name.split(separator).map(str::to_owned).collect();
    let joined = keys.iter().all(|key| !key.is_empty() && !key.contains(char::is_whitespace));
    if joined { keys } else { vec![name.to_owned()] }
}

/// The most entries of a list that columns can name.
const MOST: usize = 1000;

fn put(into: &mut Value, path: &[String], cell: &str) {
    let [key, rest @ ..] = path else {
        *into = value(cell);
        return;
    };
    if let Some(index) = key.parse::<usize>().ok().filter(|index| *index < MOST) {
        if !into.is_array() {
            *into = Value::Array(Vec::new());
        }
        if let Some(list) = into.as_array_mut() {
            if list.len() <= index {
                list.resize(index + 1, Value::Null);
            }
            list.get_mut(index).into_iter().for_each(|entry| put(entry, rest, cell));
        }
        return;
    }
    if !into.is_object() {
        *into = Value::Object(Map::new());
    }
    if let Some(map) = into.as_object_mut() {
        put(map.entry(key.clone()).or_insert(Value::Null), rest, cell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn flattened_columns_become_objects_and_lists_again() {
        let header = Header::new([
            "id",
            "authorMeta/name",
            "hashtags/0/name",
            "hashtags/1/name",
            "public_metrics.like_count",
            "Score (weighted / all)",
        ]);
        assert_eq!(
            header.row(["1", "reef", "a", "", "5", "x"]),
            json!({"id": "1", "authorMeta": {"name": "reef"}, "hashtags": [{"name": "a"}], "public_metrics": {"like_count": "5"}, "Score (weighted / all)": "x"})
        );
    }

    #[test]
    fn placeholders_for_unknown_values_become_empty() {
        let header = Header::new(["id", "author/name", "author/nick", "text"]);
        assert_eq!(
            header.row(["1", "reef", "None", "None"]),
            json!({"id": "1", "author": {"name": "reef"}, "text": "None"})
        );
        let printed = Header::new(["id", "user"]).row(["1", "{'pk': '9', 'private': True}"]);
        assert_eq!(printed, json!({"id": "1", "user": {"pk": "9", "private": true}}));
        assert_eq!(header.row(["nan", "", "", "nan"]), json!({"id": "", "text": ""}));
    }

    #[test]
    fn repeated_names_get_numbers_and_short_rows_lack_the_last_columns() {
        let header = Header::new(["Post URL", "Engagements", "", "Post URL"]);
        assert_eq!(
            header.row(["a", "1", "", "b"]),
            json!({"Post URL": "a", "Engagements": "1", "": "", "Post URL (2)": "b"})
        );
        assert_eq!(header.row(["a"]), json!({"Post URL": "a"}));
    }

    #[test]
    fn columns_that_contradict_each_other_do_no_harm() {
        let header = Header::new(["a", "a/b", "a/0", "x/99999999999", "x/y"]);
        let _ = header.row(["1", "2", "3", "4", "5"]);
    }
}
