//! Cursors: where a page ended, bound to the query that the page belongs to.

use crate::encoding::{base64url, checksum, from_base64url};

/// The first bytes of a hash of a query without its `limit` and `cursor`.
pub type Fingerprint = [u8; 8];

/// The last post of a page, in the order that the page is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// In a page by time: the post's key.
    Time {
        /// The key.
        post_id: i64,
    },
    /// In a page by a count: the count, which may be unknown, and the post's key.
    Count {
        /// The count.
        count: Option<u64>,
        /// The key.
        post_id: i64,
    },
}

/// A position in a query's results. Its text form is `next_cursor`: opaque, never expiring, and without secrets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    /// The query that it belongs to.
    pub query: Fingerprint,
    /// After which post the next page begins.
    pub position: Position,
}

/// The first byte says which form follows, so that new forms can be added.
const TIME: u8 = 1;
const COUNT: u8 = 2;
const NO_COUNT: u8 = 3;

impl Cursor {
    /// The text form.
    pub fn encode(&self) -> String {
        let mut bytes = Vec::with_capacity(29);
        match self.position {
            Position::Time { post_id } => {
                bytes.push(TIME);
                bytes.extend(post_id.to_be_bytes());
            }
            Position::Count { count: Some(count), post_id } => {
                bytes.push(COUNT);
                bytes.extend(post_id.to_be_bytes());
                bytes.extend(count.to_be_bytes());
            }
            Position::Count { count: None, post_id } => {
                bytes.push(NO_COUNT);
                bytes.extend(post_id.to_be_bytes());
            }
        }
        bytes.extend(self.query);
        bytes.extend(checksum(&bytes));
        base64url(&bytes)
    }

    /// Whether a text has the length and the alphabet of a text form. That is all that can be checked without hashing.
    pub fn looks_valid(text: &str) -> bool {
        let is_base64url = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        matches!(text.len(), 28 | 39) && text.bytes().all(is_base64url)
    }

    /// Decodes the text form. `None` if the text is not one.
    pub fn decode(text: &str) -> Option<Self> {
        let bytes = from_base64url(text)?;
        let (bytes, sum) = bytes.split_last_chunk::<4>()?;
        if *sum != checksum(bytes) {
            return None;
        }
        let (form, rest) = bytes.split_first()?;
        let (key, rest) = rest.split_first_chunk::<8>()?;
        let post_id = i64::from_be_bytes(*key);
        let (position, rest) = match *form {
            TIME => (Position::Time { post_id }, rest),
            NO_COUNT => (Position::Count { count: None, post_id }, rest),
            COUNT => {
                let (count, rest) = rest.split_first_chunk::<8>()?;
                (Position::Count { count: Some(u64::from_be_bytes(*count)), post_id }, rest)
            }
            _ => return None,
        };
        let query = Fingerprint::try_from(rest).ok()?;
        Some(Self { query, position })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn positions() -> impl Strategy<Value = Position> {
        let post_id = 0..i64::MAX;
        prop_oneof![
            post_id.clone().prop_map(|post_id| Position::Time { post_id }),
            (any::<Option<u64>>(), post_id).prop_map(|(count, post_id)| Position::Count { count, post_id }),
        ]
    }

    proptest! {
        #[test]
        fn every_cursor_survives_a_round_trip(query in any::<Fingerprint>(), position in positions()) {
            let cursor = Cursor { query, position };
            prop_assert_eq!(Cursor::decode(&cursor.encode()), Some(cursor));
            prop_assert!(Cursor::looks_valid(&cursor.encode()));
        }

        #[test]
        fn every_text_that_decodes_is_the_encoded_form(text in "[A-Za-z0-9_-]{0,40}") {
            if let Some(cursor) = Cursor::decode(&text) {
                prop_assert_eq!(cursor.encode(), text);
            }
        }
    }

    #[test]
    fn an_unknown_form_or_length_is_refused_even_with_a_right_checksum() {
        let with = |form: u8, length: usize| {
            let mut bytes = [vec![form], vec![7; length]].concat();
            bytes.extend(checksum(&bytes));
            Cursor::decode(&base64url(&bytes)).is_some()
        };
        for (form, length) in [(TIME, 16), (NO_COUNT, 16), (COUNT, 24)] {
            assert!(with(form, length));
            assert!(!with(form, length - 1) && !with(form, length + 1), "{form}");
        }
        assert!(![0, 4, 255].into_iter().any(|form| with(form, 16) || with(form, 24)));
    }

    #[test]
    fn anything_but_a_cursor_is_refused() {
        let good = Cursor { query: [7; 8], position: Position::Time { post_id: 5 } }.encode();
        assert!(Cursor::decode(&good).is_some());
        for text in ["", "A", "null", &good[1..], &format!("{good}A"), &format!("{good}="), "' OR 1=1 --"] {
            assert_eq!(Cursor::decode(text), None, "{text}");
        }
        for at in 0..good.len() {
            let other = if good.as_bytes()[at] == b'A' { "B" } else { "A" };
            let mut changed = good.clone();
            changed.replace_range(at..=at, other);
            assert_eq!(Cursor::decode(&changed), None, "{changed}");
        }
    }
}
