//! Counts that a source has and a post has not: those that no field took, and those that can't be read. Zeros that say
//! nothing.

use crate::formats::sniff::signs::folded;
use crate::formats::value::{ids, key_words};
use crate::formats::{Found, json};
use crate::posts::post::Kind;
use crate::posts::post::line::PostLine;
use serde_json::Value;

/// What is said of counts that are written in a way that is not known.
pub(crate) const UNREADABLE: &str = "counts that can't be read were left out";

/// Up to how much is sent in place of a count that is hidden, or stands for one that is not known.
const NOTHING: u64 = 3;
/// How deep counts are looked for.
const DEEPEST: usize = 4;

/// Whether each of [`key_words::COUNTS`] is missing.
fn missing(post: &PostLine) -> [bool; 5] {
    [post.likes_count, post.comments_count, post.views_count, post.shares_count, post.saves_count]
        .map(|count| count.is_none())
}

/// Takes out views that can't be: nobody likes, answers or passes on what nobody saw, so that 0 stands for unknown.
pub(crate) fn without_false_zeros(post: &mut PostLine) {
    let others = [post.likes_count, post.comments_count, post.shares_count, post.saves_count];
    if post.views_count == Some(0) && others.iter().flatten().any(|count| *count > 0) {
        post.views_count = None;
    }
}

/// Notes which counts of a source no field of its post took.
pub(crate) fn note_unused(found: &mut Found, element: &Value, is_row: bool) {
    // The counts of a post that is passed on are another's.
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
    // What says nothing is most of a table, and need not be looked at by its name.
    let count = json::count(value);
    let says = count.map_or_else(|| is_unreadable(value), |count| count.value > NOTHING);
    let wanted =
        says && key_words::count_of(&folded(key)).is_some_and(|place| missing.get(place) == Some(&true));
    if !wanted {
        return;
    }
    if count.is_some() {
        found.unused.push(join(path, key));
    } else if !found.remarks.contains(&UNREADABLE) {
        found.remarks.push(UNREADABLE);
    }
}

/// Notes in the row of a table what would be too little to note elsewhere: small counts, words where counts are wanted, and
/// a second column of a name with another value.
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
        // Most cells say nothing here, and need not be looked at by their names.
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

/// Whether it is a text with digits that is no count, and not a longer one that only has some.
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
    fn counts_that_nothing_took_are_named() {
        let mut found = found();
        found.post.likes_count = Some(12);
        let element = json!({"Likes": 12, "Comments": "14", "stats": {"play_count": 900, "shares": 0}, "viewer_count_text": "x",
            "author": {"likes_count": 5000}, "reply_to_id": 77, "retweeted_status": {"views": 99}});
        note_unused(&mut found, &element, false);
        assert_eq!(found.unused, ["Comments", "stats.play_count"]);
        assert!(found.remarks.is_empty());
    }

    #[test]
    fn counts_that_cannot_be_read_are_said_once() {
        let mut found = found();
        note_unused(&mut found, &json!({"likes": "about 12", "views": "12 or 13", "saves": "hidden"}), false);
        assert_eq!((found.remarks.as_slice(), found.unused.len()), (&[UNREADABLE][..], 0));
    }

    #[test]
    fn rows_of_tables_have_counts_that_shifted_came_twice_or_are_small() {
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
    fn what_was_liked_was_seen() {
        let mut post = found().post;
        (post.views_count, post.likes_count) = (Some(0), Some(0));
        without_false_zeros(&mut post);
        assert_eq!(post.views_count, Some(0));
        post.likes_count = Some(1);
        without_false_zeros(&mut post);
        assert_eq!(post.views_count, None);
    }
}
