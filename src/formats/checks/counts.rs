//! Finds counts that the source has but the post lacks: counts that no field used, and counts that can't be read. Removes zeros
//! that mean unknown.

use crate::formats::sniff::signatures::folded;
use crate::formats::value::{ids, key_words};
use crate::formats::{Found, json};
use crate::posts::post::Kind;
use crate::posts::post::line::PostLine;
use serde_json::Value;

/// The remark about counts in an unknown notation.
pub(crate) const UNREADABLE: &str = "counts that can't be read were left out";

/// Counts up to this may stand for a count that is hidden or unknown.
const NOTHING: u64 = 3;
/// How deep counts are searched for.
const DEEPEST: usize = 4;

/// Whether each of [`key_words::COUNTS`] is missing.
fn missing(post: &PostLine) -> [bool; 5] {
    [post.likes_count, post.comments_count, post.views_count, post.shares_count, post.saves_count]
        .map(|count| count.is_none())
}

/// Removes views of 0 if the post has likes, comments, shares or saves. Then 0 can only mean unknown.
pub(crate) fn without_false_zeros(post: &mut PostLine) {
    let others = [post.likes_count, post.comments_count, post.shares_count, post.saves_count];
    if post.views_count == Some(0) && others.iter().flatten().any(|count| *count > 0) {
        post.views_count = None;
    }
}

/// Notes the counts of a source that no field of its post used.
pub(crate) fn note_unused(found: &mut Found, element: &Value, is_row: bool) {
    // The counts in a repost are those of the original post.
    if found.post.kind == Some(Kind::Repost) {
        return;
    }
    if is_row {
        note_row(found, element);
    }
    let missing = missing(&found.post);
    if missing.contains(&true) {
        find_unused_counts(element, missing, "", DEEPEST, found);
    }
}

fn find_unused_counts(value: &Value, missing: [bool; 5], path: &str, deepest: usize, found: &mut Found) {
    let Some(map) = value.as_object().filter(|_| deepest > 0) else { return };
    for (key, value) in map {
        match value {
            Value::Object(_) if !key_words::is_of_another(&folded(key)) => {
                find_unused_counts(value, missing, &join(path, key), deepest - 1, found);
            }
            Value::Number(_) | Value::String(_) => note_if_unused(key, value, missing, path, found),
            _ => {}
        }
    }
}

fn note_if_unused(key: &str, value: &Value, missing: [bool; 5], path: &str, found: &mut Found) {
    // The value is checked first, because that is faster than the name, and most values are not counts.
    let count = json::count(value);
    let may_be_count = count.map_or_else(|| is_unreadable(value), |count| count.value > NOTHING);
    let is_missing = may_be_count
        && key_words::count_of(&folded(key)).is_some_and(|place| missing.get(place) == Some(&true));
    if !is_missing {
        return;
    }
    if count.is_some() {
        found.unused.push(join(path, key));
    } else if !found.remarks.contains(&UNREADABLE) {
        found.remarks.push(UNREADABLE);
    }
}

/// Notes what counts only in the row of a table: small counts, words in columns of counts, and a repeated column with another
/// value.
fn note_row(found: &mut Found, row: &Value) {
    let missing = missing(&found.post);
    for (key, value) in row.as_object().into_iter().flatten() {
        let second_of = key.strip_suffix(" (2)");
        let count = json::count(value).map(|count| count.value);
        let is_small = count.is_some_and(|count| (1..=NOTHING).contains(&count));
        let text = value.as_str().unwrap_or_default().trim();
        let is_word = count.is_none()
            && text.len() <= 24
            && text.contains(char::is_alphabetic)
            && !ids::is_nothing(text);
        // The value is checked first, because that is faster than the name.
        if second_of.is_none() && !is_small && !is_word {
            continue;
        }
        let Some(place) = key_words::count_of(&folded(key.trim_end_matches(" (2)"))) else { continue };
        let is_missing = missing.get(place) == Some(&true);
        let first = second_of.and_then(|name| row.get(name));
        let differs = first.is_some_and(|first| count.is_some() && first != value);
        if is_missing && is_small || !is_missing && differs {
            found.unused.push(key.clone());
        }
        if is_missing && is_word && !found.remarks.contains(&UNREADABLE) {
            found.remarks.push(UNREADABLE);
        }
    }
}

/// Whether it is a short text with digits. The caller has checked that it is not a count.
fn is_unreadable(value: &Value) -> bool {
    let text = value.as_str().unwrap_or_default().trim();
    text.len() <= 24 && !text.starts_with('-') && text.contains(|char: char| char.is_numeric())
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Network;
    use crate::time::Timestamp;
    use serde_json::json;

    fn found() -> Found {
        PostLine::new(Network::X, "1".into(), "a".into(), Timestamp(0)).into()
    }

    #[test]
    fn unused_counts_are_noted() {
        let mut found = found();
        found.post.likes_count = Some(12);
        let element = json!({"Likes": 12, "Comments": "14", "stats": {"play_count": 900, "shares": 0}, "viewer_count_text": "x",
            "author": {"likes_count": 5000}, "reply_to_id": 77, "retweeted_status": {"views": 99}});
        note_unused(&mut found, &element, false);
        assert_eq!(found.unused, ["Comments", "stats.play_count"]);
        assert!(found.remarks.is_empty());
    }

    #[test]
    fn unreadable_counts_are_remarked_once() {
        let mut found = found();
        note_unused(&mut found, &json!({"likes": "about 12", "views": "12 or 13", "saves": "hidden"}), false);
        assert_eq!((found.remarks.as_slice(), found.unused.len()), (&[UNREADABLE][..], 0));
    }

    #[test]
    fn rows_of_tables_may_have_words_small_counts_and_repeated_columns() {
        let mut found = found();
        found.post.likes_count = Some(1);
        let row = json!({"Likes": "1", "Likes (2)": "99", "Geteilt insgesamt": "2", "Comentarios totales": "3",
            "Gespeicherte Beiträge": "2", "views": " warm"});
        note_unused(&mut found, &row, true);
        found.unused.sort_unstable();
        assert_eq!(
            found.unused,
            ["Comentarios totales", "Gespeicherte Beiträge", "Geteilt insgesamt", "Likes (2)"]
        );
        assert_eq!(found.remarks, [UNREADABLE]);
    }

    #[test]
    fn zero_views_of_a_liked_post_are_unknown() {
        let mut post = found().post;
        (post.views_count, post.likes_count) = (Some(0), Some(0));
        without_false_zeros(&mut post);
        assert_eq!(post.views_count, Some(0));
        post.likes_count = Some(1);
        without_false_zeros(&mut post);
        assert_eq!(post.views_count, None);
    }
}
