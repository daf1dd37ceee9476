//! The rules for usernames and hashtags, in posts and in parameters.

use super::line::MAX_ENTRIES;
use crate::text::fold_name;

/// The longest username or hashtag, in code points.
pub const MAX_NAME: usize = 100;
/// What a username must be, for messages.
pub const USERNAME: &str = "1 to 100 characters without blanks, control characters or /";
/// What a hashtag must be, for messages.
pub const HASHTAG: &str = "1 to 100 characters without blanks";

/// Why a text is not a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameError {
    /// Its number of code points, which is 0 or more than [`MAX_NAME`].
    Length(usize),
    /// It contains this character.
    Character(char),
}

/// Parses a username, and removes one leading `@`.
///
/// # Errors
/// When the text is not a username.
pub fn username(text: &str) -> Result<&str, NameError> {
    check(text.strip_prefix('@').unwrap_or(text), |c| c.is_whitespace() || c.is_control() || c == '/')
}

/// Parses a hashtag, and removes one leading `#` or `＃`.
///
/// # Errors
/// When the text is not a hashtag.
pub fn hashtag(text: &str) -> Result<&str, NameError> {
    check(text.strip_prefix(['#', '＃']).unwrap_or(text), char::is_whitespace)
}

fn check(name: &str, is_refused: impl Fn(char) -> bool) -> Result<&str, NameError> {
    if !has_name_length(name) {
        return Err(NameError::Length(name.chars().count()));
    }
    match name.chars().find(|c| is_refused(*c)) {
        Some(character) => Err(NameError::Character(character)),
        None => Ok(name),
    }
}

/// Whether a text has 1 to 100 code points.
pub(crate) fn has_name_length(text: &str) -> bool {
    !text.is_empty() && (text.len() <= MAX_NAME || text.chars().nth(MAX_NAME).is_none())
}

/// The first 100 names, without those that only differ from an earlier one in spelling.
pub(crate) fn distinct(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut folded: Vec<String> = Vec::new();
    let is_new = |name: &String| {
        let name = fold_name(name);
        let is_new = !folded.contains(&name);
        if is_new {
            folded.push(name);
        }
        is_new
    };
    names.into_iter().filter(is_new).take(MAX_ENTRIES).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_leading_sign_is_forgiven() {
        assert_eq!(username("@reef.watch"), Ok("reef.watch"));
        assert_eq!(username("@@reef"), Ok("@reef"));
        assert_eq!(hashtag("#Reef"), Ok("Reef"));
        assert_eq!(hashtag("＃Reef"), Ok("Reef"));
        assert_eq!(hashtag("##Reef"), Ok("#Reef"));
    }

    #[test]
    fn names_have_1_to_100_code_points() {
        for read in [username, hashtag] {
            assert_eq!(read(""), Err(NameError::Length(0)));
            assert_eq!(read(&"é".repeat(100)), Ok("é".repeat(100).as_str()));
            assert_eq!(read(&"é".repeat(101)), Err(NameError::Length(101)));
        }
        assert_eq!((username("@"), hashtag("#")), (Err(NameError::Length(0)), Err(NameError::Length(0))));
    }

    #[test]
    fn blanks_controls_and_slashes_are_refused() {
        for text in ["a b", "a\u{a0}b", "a\u{3000}", "\ta"] {
            assert!(username(text).is_err() && hashtag(text).is_err(), "{text:?}");
        }
        assert_eq!((username("a/b"), hashtag("a/b")), (Err(NameError::Character('/')), Ok("a/b")));
        assert_eq!(username("a\u{7}b"), Err(NameError::Character('\u{7}')));
    }

    #[test]
    fn the_first_spelling_of_a_name_is_kept() {
        let names = ["Reef", "straße", "REEF", "ｒｅｅｆ", "STRASSE", "café", "cafe"];
        assert_eq!(distinct(names.map(String::from)), ["Reef", "straße", "café", "cafe"]);
    }
}
