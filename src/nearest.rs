//! Finds the known name that a misspelt one probably means.

use strsim::levenshtein;

/// Names with more bytes than this are not compared.
const LONGEST: usize = 32;

/// The known name nearest to an unknown one, ignoring case: at most two edits away (one for a name of fewer than five characters, none
/// for a single one), or the only one that begins with it (`likes_count` for `likes`). A list is not near to any name.
pub(crate) fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    if name.len() > LONGEST || name.contains(',') {
        return None;
    }
    let name = name.to_ascii_lowercase();
    let most = match name.chars().count() {
        0 | 1 => 0,
        2..5 => 1,
        _ => 2,
    };
    let near = known.iter().map(|known| (levenshtein(&name, known), *known)).min();
    near.filter(|(edits, _)| *edits <= most).map(|(_, known)| known).or_else(|| longer(&name, known))
}

fn longer<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let mut matches = known.iter().filter(|known| name.len() >= 3 && known.starts_with(name));
    matches.next().filter(|_| matches.next().is_none()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[&str] = &["id", "likes_count", "views_count", "media", "media_type", "published_at"];

    #[test]
    fn a_near_name_is_found() {
        assert_eq!(nearest("likes_cuont", KNOWN), Some("likes_count"));
        assert_eq!(nearest("like_count", KNOWN), Some("likes_count"));
        assert_eq!(nearest("Published_At", KNOWN), Some("published_at"));
        assert_eq!(nearest("published", KNOWN), Some("published_at"));
        assert_eq!(nearest("views", KNOWN), Some("views_count"));
    }

    #[test]
    fn a_far_name_has_no_neighbour() {
        assert_eq!(nearest("text", KNOWN), None);
        assert_eq!(nearest("", KNOWN), None);
        assert_eq!(nearest("med", KNOWN), None);
        assert_eq!(
            (nearest("", &["x"]), nearest("y", &["x"]), nearest("xy", &["x"])),
            (None, None, Some("x"))
        );
        assert_eq!(nearest("id,media", KNOWN), None);
        assert_eq!(nearest(&"x".repeat(1_000_000), KNOWN), None);
    }
}
