//! Cuts a post to a size.

use super::size;
use crate::posts::answer::Served;
use crate::posts::shape::Fields;
use crate::store::{StorageError, json};

/// The keys of a post that is too long even without its text.
const ESSENTIAL: &str = "platform,author.username,content,published_at";

/// A post that is cut to a size: in its text, and if that is not enough, to its essential keys.
///
/// # Errors
/// When the stored text is damaged.
pub(super) fn cut(
    post: &Served<String>,
    fields: Option<Fields>,
    room: usize,
) -> Result<String, StorageError> {
    if let Some(cut) = cut_content(&post.json(fields)?, room) {
        return Ok(cut);
    }
    let essential = Fields::parse(ESSENTIAL).unwrap_or(Fields::ALL);
    let text = post.json(Some(fields.map_or(essential, |fields| fields.and(essential))))?;
    if size(&text) <= room {
        return Ok(text);
    }
    Ok(cut_content(&text, room).unwrap_or(text))
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
