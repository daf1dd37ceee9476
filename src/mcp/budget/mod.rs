//! `max_chars`: the most characters of the data of an answer, as compact JSON.
//!
//! Characters are counted as JavaScript does, by units of UTF-16. Any other count is smaller, or the same.

mod cut;
mod list;

use crate::http::error::{ValidationError, ValidationErrorCode};
use crate::http::limit::parse_in_range;
use crate::posts::answer::Answer;
use crate::posts::query::pairs::MoreValues;
use crate::store::StorageError;
pub(super) use list::{Entry, List};

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

/// The answer that has as many whole entries of a list as fit, and what it says `about` so many. A first post that does not fit alone
/// is cut.
///
/// # Errors
/// When a stored text is damaged.
pub(super) fn fit<T>(
    list: &List,
    max_chars: usize,
    mut about: impl FnMut(usize) -> String,
) -> Result<Answer<T>, StorageError> {
    let (text, is_empty) = fitting_text(list, max_chars, &mut about)?;
    Ok(Answer::of_text(text, is_empty))
}

/// The text of [`fit`], and whether it says nothing about any post: compiled once for answers of all kinds.
fn fitting_text(
    list: &List,
    max_chars: usize,
    about: &mut dyn FnMut(usize) -> String,
) -> Result<(String, bool), StorageError> {
    let mut written = list.written()?;
    let mut total: usize = written.iter().flatten().map(|entry| size(&entry.text) + 1).sum();
    loop {
        let mut kept: Vec<_> = written.iter().flatten().collect();
        let is_last = kept.len() <= 1;
        // What an answer says about its list is not made for so many entries that their own texts are too long.
        if total <= max_chars || is_last {
            kept.sort_by_key(|entry| entry.rank);
            let texts: Vec<_> = kept.iter().map(|entry| entry.text.as_str()).collect();
            let about = about(written.len());
            let whole = list.data(&texts, false, &about);
            let fits = size(&whole) <= max_chars;
            let post = kept.iter().find_map(|entry| entry.post);
            match post {
                Some(post) if is_last && !fits => {
                    return Ok((list.cut(post, max_chars, &about)?, false));
                }
                post if is_last || fits => return Ok((whole, post.is_none())),
                _ => {}
            }
        }
        total -= written.pop().flatten().map(|entry| size(&entry.text) + 1).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::posts::answer::Served;
    use crate::posts::shape::Fields;
    use crate::store::json;
    use proptest::prelude::*;

    fn served(content: &str) -> Served<String> {
        let document = format!(
            r#"{{"id":"x:1","author":{{"username":"reef"}},"content":{},"media":["{}"]}}"#,
            json(&content),
            "u".repeat(300)
        );
        Served { platform: "x", stamp: String::new(), document }
    }

    fn fitted(
        posts: &[Served<String>],
        fields: Option<Fields>,
        max_chars: usize,
        about: impl FnMut(usize) -> String,
    ) -> String {
        fit::<String>(&List::of_posts(posts, fields), max_chars, about).unwrap().ending
    }

    fn whole(posts: &[String], about: &str) -> String {
        format!(r#"{{"posts":[{}],{about}}}"#, posts.join(","))
    }

    proptest! {
        #[test]
        fn an_answer_has_as_many_posts_as_fit(lengths in proptest::collection::vec(0_usize..900, 0..6), max in 800_usize..4_000) {
            let posts: Vec<_> = lengths.iter().map(|length| served(&"é".repeat(*length))).collect();
            let about = |count: usize| format!(r#""left":{:?}"#, vec!["x"; posts.len() - count]);
            let made = fitted(&posts, None, max, about);
            let value: serde_json::Value = serde_json::from_str(&made).unwrap();
            let count = value["posts"].as_array().unwrap().len();
            prop_assert!(size(&made) <= max);
            prop_assert_eq!(value["left"].as_array().unwrap().len(), posts.len() - count);
            let texts: Vec<_> = posts.iter().map(|post| post.json(None).unwrap()).collect();
            if value["truncated"].is_null() {
                prop_assert_eq!(&made, &whole(&texts[..count], &about(count)));
            }
            for more in count + 1..=posts.len() {
                prop_assert!(size(&whole(&texts[..more], &about(more))) > max, "{} would fit", more);
            }
            prop_assert!(count > 0 || posts.is_empty());
        }

        #[test]
        fn a_list_ends_after_the_last_entry_that_fits(kinds in proptest::collection::vec((0_usize..5, 0_usize..400), 0..9), max in 600_usize..1_500) {
            let post = |length: &usize| served(&"c".repeat(*length));
            let posts: Vec<_> = kinds.iter().map(|(_, length)| post(length)).collect();
            let entry = |((kind, _), post): ((u8, _), &Served<String>)| match kind {
                0 => None,
                rank @ 1..=2 => Some(Entry::Text(rank, format!(r#"{{"rank":{rank}}}"#))),
                _ => Some(Entry::Post(post.clone())),
            };
            let kinds = kinds.iter().map(|(kind, length)| (u8::try_from(*kind).unwrap(), length));
            let entries: Vec<_> = kinds.zip(&posts).map(entry).collect();
            let list = List { name: "changes", around: ["{\"post\":", "}"], fields: None, entries };
            let answer: Answer<String> = fit(&list, max, |count| format!(r#""taken":{count}"#)).unwrap();
            let value: serde_json::Value = serde_json::from_str(&answer.ending).unwrap();
            let count = usize::try_from(value["taken"].as_u64().unwrap()).unwrap();
            let changes = value["changes"].as_array().unwrap();
            prop_assert!(size(&answer.ending) <= max && (count > 0 || list.entries.is_empty()));
            prop_assert_eq!(changes.len(), list.entries[..count].iter().flatten().count());
            prop_assert_eq!(answer.is_empty, !changes.iter().any(|change| change["post"].is_object()));
            let rank = |change: &serde_json::Value| change["rank"].as_u64().unwrap_or_default();
            prop_assert!(changes.is_sorted_by_key(rank));
            prop_assert!(value["truncated"].is_null() || changes.len() == 1);
            if let Some(next) = list.entries[count..].iter().position(Option::is_some) {
                let next = list.written().unwrap().swap_remove(count + next).unwrap().text;
                prop_assert!(size(&answer.ending) + size(&next) + 1 > max, "{} would fit", next);
            }
        }
    }

    #[test]
    fn a_first_post_that_is_too_long_is_cut_in_its_text() {
        let post = served(&"\"é\u{1}".repeat(900));
        let made = fitted(std::slice::from_ref(&post), None, 1_000, |_| r#""page":1"#.into());
        let value: serde_json::Value = serde_json::from_str(&made).unwrap();
        assert!((992..=1_000).contains(&size(&made)), "{}", size(&made));
        assert_eq!((&value["truncated"], &value["posts"][0]["id"]), (&true.into(), &"x:1".into()));
        let content = value["posts"][0]["content"].as_str().unwrap();
        assert!(content.len() > 100 && "\"é\u{1}".repeat(900).starts_with(content));
    }

    #[test]
    fn a_post_that_is_too_long_without_its_text_keeps_its_essential_keys() {
        let post = served(&"coral ".repeat(100));
        let made = fitted(std::slice::from_ref(&post), None, 250, |_| r#""page":1"#.into());
        assert!((245..=250).contains(&size(&made)), "{made}");
        assert!(
            made.starts_with(
                r#"{"posts":[{"id":"x:1","platform":"x","author":{"username":"reef"},"content":"coral coral"#
            ),
            "{made}"
        );
        assert!(made.ends_with(r#""}],"truncated":true,"page":1}"#), "{made}");
        let short = served("coral");
        let made = fitted(&[short], Some(Fields::parse("media").unwrap()), 100, |_| r#""page":1"#.into());
        assert_eq!(made, r#"{"posts":[{"id":"x:1"}],"truncated":true,"page":1}"#);
    }
}
