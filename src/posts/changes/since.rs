//! `since`: how far a copy has come.

use super::ChangeNumber;
use crate::encoding::{base64url, checksum, from_base64url};
use crate::http::error::{ValidationError, ValidationErrorCode, quoted};
use core::str::FromStr;

/// The text of [`Since::beginning`].
const BEGINNING: &str = "0";
/// The first byte, so that other forms can be added.
const FORM: u8 = 1;
/// The bytes of an era.
type Era = [u8; 8];

/// How far a copy has come on each database of posts. It names no values of posts, does not expire, and belongs to no query. A
/// database that it does not name is read from its beginning.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Since {
    /// The databases.
    pub(super) shards: Vec<ShardSince>,
    /// The last erasure that is known. `None` at the beginning: erasures of before do not matter to an empty copy.
    pub(super) erasure: Option<ChangeNumber>,
}

/// How far a copy has come on one database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ShardSince {
    /// The number of the database.
    pub(super) shard: u8,
    /// Its era: in another one, numbers mean nothing.
    pub(super) era: Era,
    /// The last change that is known.
    pub(super) change: ChangeNumber,
}

impl Since {
    /// The beginning, `0`: nothing is known.
    pub fn beginning() -> Self {
        Self::default()
    }

    /// What is known of a database.
    pub(super) fn of(&self, shard: u8) -> Option<ShardSince> {
        self.shards.iter().find(|known| known.shard == shard).copied()
    }

    /// The text form.
    pub fn encode(&self) -> String {
        let Some(erasure) = self.erasure else { return BEGINNING.to_owned() };
        let mut bytes = vec![FORM];
        bytes.extend(erasure.0.to_be_bytes());
        for known in &self.shards {
            bytes.push(known.shard);
            bytes.extend(known.era);
            bytes.extend(known.change.0.to_be_bytes());
        }
        bytes.extend(checksum(&bytes));
        base64url(&bytes)
    }

    /// How many characters the text form has that names so many databases.
    pub(crate) const fn text_size(databases: usize) -> usize {
        let bytes = 1 + 8 + databases * (1 + 8 + 8) + 4;
        (bytes * 4).div_ceil(3)
    }

    /// Checks the length and the alphabet of a text form. That is all that can be checked without hashing.
    ///
    /// # Errors
    /// When the text certainly is none.
    pub fn check(text: &str) -> Result<(), ValidationError> {
        let is_base64url = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let is_length =
            (0..=usize::from(u8::MAX) + 1).any(|databases| Self::text_size(databases) == text.len());
        let looks_valid = is_length && text.bytes().all(is_base64url);
        if text == BEGINNING || looks_valid { Ok(()) } else { Err(no_since(text)) }
    }

    fn decode(text: &str) -> Option<Self> {
        let bytes = from_base64url(text)?;
        let (bytes, sum) = bytes.split_last_chunk::<4>()?;
        let (form, rest) = bytes.split_first()?;
        let (erasure, mut rest) = rest.split_first_chunk::<8>()?;
        let mut since = Self { shards: Vec::new(), erasure: Some(number(*erasure)?) };
        while let Some((shard, more)) = rest.split_first() {
            let (era, more) = more.split_first_chunk::<8>()?;
            let (change, more) = more.split_first_chunk::<8>()?;
            since.shards.push(ShardSince { shard: *shard, era: *era, change: number(*change)? });
            rest = more;
        }
        (*form == FORM && *sum == checksum(bytes)).then_some(since)
    }
}

impl FromStr for Since {
    type Err = ValidationError;

    fn from_str(text: &str) -> Result<Self, ValidationError> {
        if text == BEGINNING {
            return Ok(Self::beginning());
        }
        Self::decode(text).ok_or_else(|| no_since(text))
    }
}

/// The error of a text that is no text form.
fn no_since(text: &str) -> ValidationError {
    let message = format!(
        "expected the next_since of an earlier answer, or 0 for the beginning, and {} came",
        quoted(text)
    );
    ValidationError::new(ValidationErrorCode::InvalidCursor, message)
}

fn number(bytes: [u8; 8]) -> Option<ChangeNumber> {
    Some(ChangeNumber(i64::from_be_bytes(bytes))).filter(|number| number.0 >= 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sinces() -> impl Strategy<Value = Since> {
        let change = (0..i64::MAX).prop_map(ChangeNumber);
        let shard = (any::<u8>(), any::<Era>(), change.clone());
        let shard = shard.prop_map(|(shard, era, change)| ShardSince { shard, era, change });
        (prop::collection::vec(shard, 0..65), change)
            .prop_map(|(shards, erasure)| Since { shards, erasure: Some(erasure) })
    }

    proptest! {
        #[test]
        fn every_since_survives_a_round_trip(since in sinces()) {
            prop_assert_eq!(since.encode().len(), Since::text_size(since.shards.len()));
            prop_assert_eq!(Since::check(&since.encode()), Ok(()));
            prop_assert_eq!(since.encode().parse(), Ok(since));
        }

        #[test]
        fn anything_else_is_refused(text in "[A-Za-z0-9_=-]{0,60}") {
            prop_assume!(text != BEGINNING);
            let parsed = text.parse::<Since>();
            prop_assert_eq!(parsed.map_err(|error| error.code), Err(ValidationErrorCode::InvalidCursor));
        }

        #[test]
        fn what_the_check_refuses_is_refused_in_the_same_words(text in "[A-Za-z0-9_=+-]{0,60}") {
            if let Err(error) = Since::check(&text) {
                prop_assert_eq!(text.parse::<Since>(), Err(error));
            }
        }
    }

    #[test]
    fn a_since_that_was_cut_or_changed_is_refused() {
        let shards = vec![ShardSince { shard: 0, era: [7; 8], change: ChangeNumber(9) }];
        let good = Since { shards, erasure: Some(ChangeNumber(5)) }.encode();
        assert!(good.parse::<Since>().is_ok());
        for at in 0..good.len() {
            let other = if good.as_bytes()[at] == b'A' { "B" } else { "A" };
            let mut changed = good.clone();
            changed.replace_range(at..=at, other);
            assert!(changed.parse::<Since>().is_err(), "{changed}");
            assert!(good[..at].parse::<Since>().is_err(), "{at}");
        }
    }

    #[test]
    fn the_beginning_is_0() {
        assert_eq!("0".parse(), Ok(Since::beginning()));
        assert_eq!(Since::beginning().encode(), "0");
    }
}
