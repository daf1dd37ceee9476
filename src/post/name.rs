//! What makes a username and a hashtag, in posts and in parameters alike.

use super::line::MAX_ENTRIES;
use crate::text::fold_name;

/// The longest username or hashtag, in code points.
pub const MAX_NAME: usize = 100;
/// What a username has to be, for messages.
pub const USERNAME: &str = "1 to 100 characters without blanks, control characters or /";
/// What a hashtag has to be, for messages.
pub const HASHTAG: &str = "1 to 100 characters without blanks";

/// The username that was meant: without one leading `@`. `None` if it can't be one.
pub fn username(text: &str) -> Option<&str> {
    let name = text.strip_prefix('@').unwrap_or(text);
    let refused = |char: char| char.is_whitespace() || char.is_control() || char == '/';
    (has_name_length(name) && !name.contains(refused)).then_some(name)
}

/// The hashtag that was meant: without one leading `#` or `＃`. `None` if it can't be one.
pub fn hashtag(text: &str) -> Option<&str> {
    let tag = text.strip_prefix(['#', '＃']).unwrap_or(text);
    (has_name_length(tag) && !tag.contains(char::is_whitespace)).then_some(tag)
}

/// Whether a text has 1 to 100 code points.
pub(super) fn has_name_length(text: &str) -> bool {
    !text.is_empty() && (text.len() <= MAX_NAME || text.chars().nth(MAX_NAME).is_none())
}

/// The first 100 names, without those that were there before in another spelling.
pub(super) fn distinct(names: impl IntoIterator<Item = String>) -> Vec<String> {
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
        assert_eq!(username("@reef.watch"), Some("reef.watch"));
        assert_eq!(username("@@reef"), Some("@reef"));
        assert_eq!(hashtag("#Reef"), Some("Reef"));
        assert_eq!(hashtag("＃Reef"), Some("Reef"));
        assert_eq!(hashtag("##Reef"), Some("#Reef"));
    }

    #[test]
    fn names_have_1_to_100_code_points() {
        for read in [username, hashtag] {
            assert_eq!(read(""), None);
            assert_eq!(read(&"é".repeat(100)), Some("é".repeat(100).as_str()));
            assert_eq!(read(&"é".repeat(101)), None);
        }
        assert_eq!((username("@"), hashtag("#")), (None, None));
    }

    #[test]
    fn blanks_controls_and_slashes_are_refused() {
        for text in ["a b", "a\u{a0}b", "a\u{3000}", "\ta"] {
            assert_eq!((username(text), hashtag(text)), (None, None), "{text:?}");
        }
        assert_eq!((username("a/b"), hashtag("a/b")), (None, Some("a/b")));
        assert_eq!(username("a\u{7}b"), None);
    }

    #[test]
    fn the_first_spelling_of_a_name_is_kept() {
        let names = ["Reef", "straße", "REEF", "ｒｅｅｆ", "STRASSE", "café", "cafe"];
        assert_eq!(distinct(names.map(String::from)), ["Reef", "straße", "café", "cafe"]);
    }
}
