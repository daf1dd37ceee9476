//! Cuts a post to a size.

use super::size;
use crate::posts::answer::Served;
use crate::posts::shape::Fields;
use crate::posts::shape::fields::NAMES;
use crate::store::{StorageError, json};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// A post that is cut to a size, and the keys that are not whole in it, in their order.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CutPost {
    pub(super) text: String,
    pub(super) keys: Vec<&'static str>,
}

/// Cuts a post to a size: in its `content`, and if that is not enough, without its largest other values. Ids and counts are small, and so
/// they stay. The room is also that of the names of the keys.
///
/// # Errors
/// When the stored text is damaged.
pub(super) fn cut(
    post: &Served<String>,
    fields: Option<Fields>,
    room: usize,
) -> Result<CutPost, StorageError> {
    let mut kept = fields.unwrap_or(Fields::ALL);
    let mut left_out = Vec::new();
    let mut largest = by_size(&post.json(Some(kept))?)?;
    loop {
        let text = post.json(Some(kept))?;
        let left_out_keys = names(&left_out, false);
        if size(&text) + size(&json(&left_out_keys)) <= room {
            return Ok(CutPost { text, keys: left_out_keys });
        }
        let keys = names(&left_out, true);
        if let Some(text) = cut_content(&text, room.saturating_sub(size(&json(&keys)))) {
            return Ok(CutPost { text, keys });
        }
        let Some(place) = largest.pop() else { return Ok(CutPost { text, keys: left_out_keys }) };
        kept = kept.without(place);
        left_out.push(place);
    }
}

/// The names of keys, in their order.
fn names(left_out: &[usize], has_cut_content: bool) -> Vec<&'static str> {
    let is_named = |place: usize| left_out.contains(&place) || has_cut_content && place == Fields::CONTENT;
    let named = NAMES.iter().enumerate().filter(|(place, _)| is_named(*place));
    named.map(|(_, name)| *name).collect()
}

/// The places of the keys of a post that may be left out, the largest last. Those of the author are keys of their own.
fn by_size(post: &str) -> Result<Vec<usize>, StorageError> {
    type Members<'a> = BTreeMap<&'a str, &'a RawValue>;
    let damaged = |error| StorageError::new(format!("a document is damaged: {error}"));
    let members: Members<'_> = serde_json::from_str(post).map_err(damaged)?;
    let author = members.get("author").map_or("{}", |author| author.get());
    let author: Members<'_> = serde_json::from_str(author).map_err(damaged)?;
    let value = |name: &str| match name.strip_prefix("author.") {
        Some(part) => author.get(part),
        None => members.get(name).filter(|_| !matches!(name, "id" | "author" | "content")),
    };
    let with_size = |(place, name): (usize, &&str)| Some((value(name)?.get().len(), place));
    let mut sizes: Vec<_> = NAMES.iter().enumerate().filter_map(with_size).collect();
    sizes.sort_unstable();
    Ok(sizes.into_iter().map(|(_, place)| place).collect())
}

/// A post whose `content` is cut so that the post has a size. `None` if it has no text, or one that is too short for that.
fn cut_content(post: &str, room: usize) -> Option<String> {
    // Inside of a string, a quote has a backslash before it.
    const KEY: &str = r#""content":"#;
    let (before, rest) = post.split_at_checked(post.find(KEY)? + KEY.len())?;
    let mut texts = serde_json::Deserializer::from_str(rest).into_iter::<String>();
    let content = texts.next()?.ok()?;
    let after = rest.get(texts.byte_offset()..)?;
    let room = room.checked_sub(size(before) + size(after) + 2)?;
    Some(format!("{before}{}{after}", json(&prefix(&content, room))))
}

/// The longest start of a text that has at most this many characters as JSON, without the quotes.
fn prefix(text: &str, room: usize) -> &str {
    let mut used = 0;
    let end = text.char_indices().find(|(_, c)| {
        used += escaped_size(*c);
        used > room
    });
    end.and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

fn escaped_size(c: char) -> usize {
    match c {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        '\0'..='\u{1f}' => 6,
        _ => c.len_utf16(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_text_is_cut_as_late_as_possible(content in any::<String>(), room in 0_usize..40) {
            let cut = prefix(&content, room);
            prop_assert!(size(&json(&cut)) <= room + 2);
            if let Some(next) = content[cut.len()..].chars().next() {
                let more = format!("{cut}{next}");
                prop_assert!(size(&json(&more)) > room + 2);
            }
        }
    }
}
