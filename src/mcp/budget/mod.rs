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

    fn set(&mut self, name: &str, value: &str) -> Result<bool, Vec<ValidationError>> {
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
/// is cut, unless what is said about the entries before it takes its room.
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
        let is_single = kept.len() <= 1;
        // What an answer says about its list is not made for so many entries that their own texts are too long.
        if total <= max_chars || is_single {
            kept.sort_by_key(|entry| entry.rank);
            let texts: Vec<_> = kept.iter().map(|entry| entry.text.as_str()).collect();
            let about = about(written.len());
            let whole = list.data(&texts, &about);
            let post = kept.iter().find_map(|entry| entry.post);
            let is_last = written.len() <= 1;
            let room = list.room(max_chars, &about);
            match post {
                post if size(&whole) <= max_chars => return Ok((whole, post.is_none())),
                Some(post) if is_last || is_single && room >= ROOM => {
                    return Ok((list.cut(post, room, &about)?, false));
                }
                None if is_last => return Ok((whole, true)),
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
    fn a_post_that_is_too_long_without_its_text_loses_its_largest_values_one_after_another() {
        let post = served(&"coral ".repeat(100));
        let made = fitted(std::slice::from_ref(&post), None, 250, |_| r#""page":1"#.into());
        assert!((245..=250).contains(&size(&made)), "{made}");
        assert!(
            made.starts_with(
                r#"{"posts":[{"id":"x:1","platform":"x","author":{"username":"reef"},"content":"coral coral"#
            ),
            "{made}"
        );
        let ending = r#""}],"truncated":true,"truncated_keys":["content","media"],"page":1}"#;
        assert!(made.ends_with(ending), "{made}");
        let short = served("coral");
        let made = fitted(&[short], Some(Fields::parse("media").unwrap()), 100, |_| r#""page":1"#.into());
        assert_eq!(made, r#"{"posts":[{"id":"x:1"}],"truncated":true,"truncated_keys":["media"],"page":1}"#);
    }

    /// A post all of whose texts and lists are long.
    const LONG: &str = r#"{"id":"x:1","platform_post_id":"1","url":"URL","author":{"id":"7","username":"reef","display_name":"NAME","url":null,"avatar_url":"AVATAR","verified":true,"followers_count":9},"content":"TEXT","language":null,"media_type":"image","media":[{"type":"image","url":"u","alt_text":"ALT"}],"hashtags":["TAG"],"mentions":[],"likes_count":7,"comments_count":null,"views_count":9007199254740991,"shares_count":null,"saves_count":null,"kind":"original","refers_to":null,"approximate":[],"published_at":"2026-03-01T00:00:00.000Z","edited_at":null,"collected_at":"2026-03-01T00:00:00.000Z"}"#;

    fn long_post(lengths: [(&str, usize); 6]) -> Served<String> {
        let put = |document: String, (name, length): &(&str, usize)| {
            document.replace(&format!("\"{name}\""), &json(&"é".repeat(*length)))
        };
        let document = lengths.iter().fold(LONG.to_owned(), put);
        Served { platform: "x", stamp: String::new(), document }
    }

    proptest! {
        #[test]
        fn a_cut_post_names_the_keys_that_are_not_whole_and_keeps_ids_and_counts(
            lengths in proptest::collection::vec(0_usize..3_000, 6),
            max in 1_100_usize..4_000,
        ) {
            let names = ["URL", "NAME", "AVATAR", "TEXT", "ALT", "TAG"];
            let post = long_post(core::array::from_fn(|at| (names[at], lengths[at])));
            let whole: serde_json::Value = serde_json::from_str(&post.json(None).unwrap()).unwrap();
            let made = fitted(&[post], None, max, |_| r#""page":1"#.into());
            let value: serde_json::Value = serde_json::from_str(&made).unwrap();
            prop_assert!(size(&made) <= max, "{} of {max}", size(&made));
            let keys: Vec<_> = value["truncated_keys"].as_array().into_iter().flatten().filter_map(|key| key.as_str()).collect();
            prop_assert_eq!(value["truncated"] == true, !keys.is_empty());
            let cut = &value["posts"][0];
            for name in crate::posts::shape::fields::NAMES.iter().filter(|name| **name != "author") {
                let pointer = format!("/{}", name.replace('.', "/"));
                let is_whole = cut.pointer(&pointer) == whole.pointer(&pointer);
                prop_assert_eq!(is_whole, !keys.contains(name), "{}: {:?}", name, keys);
                prop_assert!(is_whole || !(name.ends_with("id") || name.ends_with("_count")), "{}", name);
            }
            if keys.contains(&"content") {
                let content = cut["content"].as_str().unwrap();
                prop_assert!(whole["content"].as_str().unwrap().starts_with(content));
                prop_assert!(size(&made) + 2 > max, "no room is wasted");
            }
        }
    }
}
