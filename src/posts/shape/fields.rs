//! `fields`: which keys of a post an answer has.

use crate::http::error::{ValidationError, ValidationErrorCode, quoted};
use crate::http::list::parse_items;
use crate::nearest::nearest;

/// Every key of a post, and of its author, in the order of an answer.
pub const NAMES: &[&str] = &[
    "id",
    "platform",
    "platform_post_id",
    "url",
    "author",
    "author.id",
    "author.username",
    "author.display_name",
    "author.url",
    "author.avatar_url",
    "author.verified",
    "author.followers_count",
    "content",
    "language",
    "media_type",
    "media",
    "hashtags",
    "mentions",
    "likes_count",
    "comments_count",
    "views_count",
    "shares_count",
    "saves_count",
    "kind",
    "refers_to",
    "approximate",
    "published_at",
    "edited_at",
    "collected_at",
];

/// The place of `author` in [`NAMES`]. The keys of the author follow.
const AUTHOR: usize = 4;
/// `author` and the keys of the author.
const WHOLE_AUTHOR: u32 = 0b1111_1111 << AUTHOR;

/// Some keys of a post, a bit each, in the order of [`NAMES`]. `id` is always one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fields(u32);

impl Fields {
    /// All keys.
    pub const ALL: Self = Self((1 << NAMES.len()) - 1);

    /// Parses a list of keys. `author` stands for all keys of the author.
    ///
    /// # Errors
    /// Every item that is not a key or came before; or the list, if it is none.
    pub fn parse(text: &str) -> Result<Self, Vec<ValidationError>> {
        let (mut named, mut fields) = (0_u32, 1_u32);
        parse_items(text, NAMES.len(), &mut |item| {
            let place = NAMES.iter().position(|name| *name == item).ok_or_else(|| unknown(item))?;
            if named >> place & 1 == 1 {
                return Err(repeated(item));
            }
            named |= 1 << place;
            fields |= if place == AUTHOR { WHOLE_AUTHOR } else { 1 << place };
            Ok(())
        })?;
        if fields & WHOLE_AUTHOR == WHOLE_AUTHOR & !(1 << AUTHOR) {
            fields |= WHOLE_AUTHOR;
        }
        Ok(Self(fields))
    }

    /// The place of `content` in [`NAMES`].
    pub(crate) const CONTENT: usize = 12;

    /// Whether the key at a place of [`NAMES`] is one of them. `author` is one only if all of its keys are.
    pub const fn has(self, place: usize) -> bool {
        self.0 >> place & 1 == 1
    }

    /// The keys but for the one at a place of [`NAMES`]. Without one of its keys the author is not whole.
    #[must_use]
    pub(crate) const fn without(self, place: usize) -> Self {
        let is_of_author = WHOLE_AUTHOR >> place & 1 == 1;
        let whole = if is_of_author { 1 << AUTHOR } else { 0 };
        Self(self.0 & !(1 << place | whole))
    }

    /// Whether the author is one of them, at least in part.
    pub const fn has_author(self) -> bool {
        self.0 & WHOLE_AUTHOR != 0
    }

    /// Their names, in their order. The whole author is one name.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let is_part = move |place: usize| (AUTHOR + 1..AUTHOR + 8).contains(&place) && self.has(AUTHOR);
        let named = NAMES.iter().enumerate().filter(move |(place, _)| self.has(*place) && !is_part(*place));
        named.map(|(_, name)| *name)
    }

    /// The list that is parsed as these keys: the same for all lists that mean the same.
    pub fn text(self) -> String {
        self.names().collect::<Vec<_>>().join(",")
    }
}

fn unknown(item: &str) -> ValidationError {
    let message = format!("expected keys of a post, and {} came", quoted(item));
    ValidationError {
        did_you_mean: nearest(item, NAMES),
        ..ValidationError::new(ValidationErrorCode::InvalidValue, message).among(NAMES)
    }
}

fn repeated(item: &str) -> ValidationError {
    let message = format!("expected each key once, and {} came more than once", quoted(item));
    ValidationError::new(ValidationErrorCode::InvalidValue, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ValidationErrorCode::{InvalidValue, OutOfRange};

    fn text(list: &str) -> String {
        Fields::parse(list).unwrap().text()
    }

    fn codes(list: &str) -> Vec<ValidationErrorCode> {
        Fields::parse(list).unwrap_err().into_iter().map(|error| error.code).collect()
    }

    #[test]
    fn a_list_means_the_same_in_every_order_and_the_id_is_always_in_it() {
        assert_eq!(text("likes_count,content"), "id,content,likes_count");
        assert_eq!(text("content,id,likes_count"), "id,content,likes_count");
        assert_eq!(text("id"), "id");
        assert_eq!(text("author.url,author.username"), "id,author.username,author.url");
        assert_eq!(Fields::parse(&NAMES.join(",")), Ok(Fields::ALL));
    }

    #[test]
    fn all_keys_of_the_author_are_the_author() {
        assert_eq!(text("author"), "id,author");
        assert_eq!(text("author.username,author"), "id,author");
        let parts: Vec<_> = NAMES.iter().copied().filter(|name| name.starts_with("author.")).collect();
        assert_eq!(text(&parts.join(",")), "id,author");
    }

    #[test]
    fn without_a_key_the_others_are_left() {
        let place = |name: &str| NAMES.iter().position(|known| *known == name).unwrap();
        assert_eq!(place("content"), Fields::CONTENT);
        let fields = Fields::parse("author,content,media").unwrap();
        assert_eq!(fields.without(place("media")).text(), "id,author,content");
        let without_id = fields.without(place("author.id")).without(place("author.url"));
        assert!(without_id.text().starts_with("id,author.username,author.display_name,author.avatar_url"));
    }

    #[test]
    fn every_item_that_is_not_a_key_is_named_with_the_one_that_was_meant() {
        let errors = Fields::parse("contents,id,author.name,likes,x").unwrap_err();
        assert_eq!(
            errors.iter().map(|error| error.did_you_mean).collect::<Vec<_>>(),
            [Some("content"), None, Some("likes_count"), None]
        );
        assert!(errors.iter().all(|error| error.code == InvalidValue && error.allowed == Some(NAMES)));
        assert!(errors[0].message.contains("\"contents\""), "{}", errors[0].message);
    }

    #[test]
    fn an_item_twice_an_empty_one_and_too_many_are_refused() {
        assert_eq!(codes("id,content,id"), [InvalidValue]);
        assert_eq!(codes("id,,content"), [InvalidValue]);
        assert_eq!(codes("ID"), [InvalidValue]);
        assert_eq!(codes(&"id,".repeat(29)), [OutOfRange]);
    }
}
