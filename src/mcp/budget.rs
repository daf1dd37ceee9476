//! `max_chars`: the most characters of the data of an answer, as compact JSON.
//!
//! Characters are counted as JavaScript does, by units of UTF-16. Any other count is smaller, or the same.

use crate::http::error::{ValidationError, ValidationErrorCode};
use crate::http::limit::parse_in_range;
use crate::posts::answer::Served;
use crate::posts::query::pairs::MoreValues;
use crate::posts::shape::Fields;
use crate::store::{AsText, StorageError, json};

/// The name of the parameter.
pub(super) const NAME: &str = "max_chars";
/// The least that can be asked for.
pub(super) const LEAST: u64 = 2_000;
/// The most that can be asked for.
pub(super) const MOST: u64 = 200_000;
/// What is meant if nothing is asked for.
pub(super) const DEFAULT: usize = 20_000;
/// What has to be left for posts besides what an answer always says.
const ROOM: usize = 1_000;
/// The keys of a post that is too long even without its text.
const ESSENTIAL: &str = "platform,author.username,content,published_at";

/// Parameters, and `max_chars`.
#[derive(Debug)]
pub(super) struct WithMaxChars<M> {
    /// The other parameters.
    pub(super) more: M,
    names: &'static [&'static str],
    /// The most characters.
    pub(super) max_chars: usize,
}

impl<M: MoreValues> WithMaxChars<M> {
    /// Parameters with these names, one of which is `max_chars`.
    pub(super) const fn new(more: M, names: &'static [&'static str]) -> Self {
        Self { more, names, max_chars: DEFAULT }
    }
}

impl<M: MoreValues> MoreValues for WithMaxChars<M> {
    fn names(&self) -> &'static [&'static str] {
        self.names
    }

    fn set(&mut self, name: &str, value: &str) -> Result<bool, ValidationError> {
        if name != NAME {
            return self.more.set(name, value);
        }
        self.max_chars = usize::try_from(parse_in_range(value, LEAST, MOST)?).unwrap_or(DEFAULT);
        Ok(true)
    }
}

/// The number of characters of a text.
pub(super) fn size(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// Checks that enough is left for posts, where an answer says this many characters in any case.
///
/// # Errors
/// When a smaller query or a larger `max_chars` is needed.
pub(super) fn check_room(max_chars: usize, fixed: usize) -> Result<(), ValidationError> {
    let needed = fixed + ROOM;
    if needed <= max_chars {
        return Ok(());
    }
    let message = format!(
        "expected at least {needed} for so long a query, which the answer repeats, and {max_chars} came"
    );
    Err(ValidationError {
        minimum: i64::try_from(needed).ok(),
        ..ValidationError::new(ValidationErrorCode::OutOfRange, message).for_parameter(NAME)
    })
}

/// The data of an answer: as many whole posts as fit, and what it says `about` so many. A first post that does not fit alone is cut.
///
/// # Errors
/// When a stored text is damaged.
pub(super) fn fit<T: AsText>(
    posts: &[Served<T>],
    fields: Option<Fields>,
    max_chars: usize,
    mut about: impl FnMut(usize) -> String,
) -> Result<String, StorageError> {
    let texts = posts.iter().map(|post| post.json(fields)).collect::<Result<Vec<_>, _>>()?;
    let sizes: Vec<_> = texts.iter().map(|text| size(text) + 1).collect();
    let (mut count, mut total) = (texts.len(), sizes.iter().sum::<usize>());
    loop {
        // What an answer says about posts is not made for so many that their own texts are too long.
        let is_close = total <= max_chars || count <= 1;
        if is_close {
            let about = about(count);
            let kept = texts.get(..count).unwrap_or_default();
            let whole = size(&data(&[], false, &about)) + total.saturating_sub(1);
            match (posts.first(), kept) {
                (Some(post), [text]) if whole > max_chars => {
                    let room = max_chars.saturating_sub(size(&data(&[], true, &about)));
                    return Ok(data(&[cut(post, text, fields, room)?], true, &about));
                }
                _ if whole <= max_chars || kept.is_empty() => return Ok(data(kept, false, &about)),
                _ => {}
            }
        }
        count -= 1;
        total -= sizes.get(count).copied().unwrap_or_default();
    }
}

fn data(posts: &[String], is_truncated: bool, about: &str) -> String {
    let truncated = if is_truncated { r#""truncated":true,"# } else { "" };
    format!(r#"{{"posts":[{}],{truncated}{about}}}"#, posts.join(","))
}

/// A post that is cut to a size: in its text, and if that is not enough, to its essential keys.
fn cut<T: AsText>(
    post: &Served<T>,
    text: &str,
    fields: Option<Fields>,
    room: usize,
) -> Result<String, StorageError> {
    if let Some(cut) = cut_content(text, room) {
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

    fn served(content: &str) -> Served<String> {
        let document = format!(
            r#"{{"id":"x:1","author":{{"username":"reef"}},"content":{},"media":["{}"]}}"#,
            json(&content),
            "u".repeat(300)
        );
        Served { platform: "x", stamp: String::new(), document }
    }

    proptest! {
        #[test]
        fn an_answer_has_as_many_posts_as_fit(lengths in proptest::collection::vec(0_usize..900, 0..6), max in 800_usize..4_000) {
            let posts: Vec<_> = lengths.iter().map(|length| served(&"é".repeat(*length))).collect();
            let about = |count: usize| format!(r#""left":{:?}"#, vec!["x"; posts.len() - count]);
            let made = fit(&posts, None, max, about).unwrap();
            let value: serde_json::Value = serde_json::from_str(&made).unwrap();
            let count = value["posts"].as_array().unwrap().len();
            prop_assert!(size(&made) <= max);
            prop_assert_eq!(value["left"].as_array().unwrap().len(), posts.len() - count);
            let texts: Vec<_> = posts.iter().map(|post| post.json(None).unwrap()).collect();
            if value["truncated"].is_null() {
                prop_assert_eq!(&made, &data(&texts[..count], false, &about(count)));
            }
            for more in count + 1..=posts.len() {
                prop_assert!(size(&data(&texts[..more], false, &about(more))) > max, "{} would fit", more);
            }
            prop_assert!(count > 0 || posts.is_empty());
        }

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

    #[test]
    fn a_first_post_that_is_too_long_is_cut_in_its_text() {
        let post = served(&"\"é\u{1}".repeat(900));
        let made = fit(std::slice::from_ref(&post), None, 1_000, |_| r#""page":1"#.into()).unwrap();
        let value: serde_json::Value = serde_json::from_str(&made).unwrap();
        assert!((992..=1_000).contains(&size(&made)), "{}", size(&made));
        assert_eq!((&value["truncated"], &value["posts"][0]["id"]), (&true.into(), &"x:1".into()));
        let content = value["posts"][0]["content"].as_str().unwrap();
        assert!(content.len() > 100 && "\"é\u{1}".repeat(900).starts_with(content));
    }

    #[test]
    fn a_post_that_is_too_long_without_its_text_keeps_its_essential_keys() {
        let post = served(&"coral ".repeat(100));
        let made = fit(std::slice::from_ref(&post), None, 250, |_| r#""page":1"#.into()).unwrap();
        assert!((245..=250).contains(&size(&made)), "{made}");
        assert!(
            made.starts_with(
                r#"{"posts":[{"id":"x:1","platform":"x","author":{"username":"reef"},"content":"coral coral"#
            ),
            "{made}"
        );
        assert!(made.ends_with(r#""}],"truncated":true,"page":1}"#), "{made}");
        let short = served("coral");
        let made =
            fit(&[short], Some(Fields::parse("media").unwrap()), 100, |_| r#""page":1"#.into()).unwrap();
        assert_eq!(made, r#"{"posts":[{"id":"x:1"}],"truncated":true,"page":1}"#);
    }
}
