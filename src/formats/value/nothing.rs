//! Placeholders that scripts write for unknown values, such as `nan` of pandas and `None` of Python.

use super::key_words;
use crate::formats::sniff::signatures::folded;

/// Placeholders that are never a name or the text of a post.
const GAPS: [&str; 5] = ["nan", "NaN", "NAN", "<NA>", "NaT"];
/// Placeholders that may be the text of a post, but nothing else in a table.
const WORDS: [&str; 4] = ["None", "null", "NULL", "undefined"];

/// Whether text is a placeholder for an unknown name, address or language.
pub fn is_nothing(text: &str) -> bool {
    let text = text.trim();
    GAPS.contains(&text) || WORDS.contains(&text)
}

/// A cell of a table, or an empty text if the cell is a placeholder.
pub fn cell<'a>(column: &str, cell: &'a str) -> &'a str {
    // All other cells are ruled out quickly. The longest placeholder has nine letters.
    let is_short = (3..=16).contains(&cell.len());
    if is_short && is_nothing(cell) && (GAPS.contains(&cell.trim()) || !key_words::is_text(&folded(column))) {
        ""
    } else {
        cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_become_empty_unless_they_may_be_a_text() {
        for (column, text, kept) in [
            ("username", "nan", ""),
            ("username", "None", ""),
            ("lang", "<NA>", ""),
            ("full_text", "NaN", ""),
            ("full_text", "None", "None"),
            ("Texto del post", "null", "null"),
            ("Post text", "undefined", "undefined"),
            ("tweet_url", "undefined", ""),
            ("username", "nancy", "nancy"),
            ("username", "none", "none"),
            ("caption", "nan bread", "nan bread"),
        ] {
            assert_eq!(cell(column, text), kept, "{column} {text}");
        }
    }
}
