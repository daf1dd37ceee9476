//! What scripts write where they know nothing, such as `nan` of pandas and `None` of Python.

use super::key_words;
use crate::formats::sniff::signs::folded;

/// What nobody says of himself or writes in a post.
const GAPS: [&str; 5] = ["nan", "NaN", "NAN", "<NA>", "NaT"];
/// What a post may say, but nothing else in a table.
const WORDS: [&str; 4] = ["None", "null", "NULL", "undefined"];

/// Whether text is what scripts write where there is no name, address or language.
pub fn is_nothing(text: &str) -> bool {
    let text = text.trim();
    GAPS.contains(&text) || WORDS.contains(&text)
}

/// A cell of a table, empty where a script wrote that it knows nothing.
pub fn cell<'a>(column: &str, cell: &'a str) -> &'a str {
    // The longest of the words has nine letters.
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
    fn cells_that_say_nothing_are_empty_but_a_text_may_be_a_word() {
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
