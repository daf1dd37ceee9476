//! A set of posts as bytes: to store it, and to read it back faster than posts are read.
//!
//! The bytes are the [`MAGIC`], the version of the form in four bytes, the SHA-256 of the rest and of the eight and four bytes before
//! it, and the rest: a line for each post in the order of time, with its key and its document. The key is stored, because it depends
//! on what was in the set before, and cursors have it. Nothing is compressed: who wants that has the platform's streams for it, which
//! also decide how much time it may take.

use super::PostSet;
use super::member::Member;
use crate::key::Range;
use sha2::{Digest, Sha256};

/// What the bytes begin with.
const MAGIC: &[u8; 8] = b"PostSet\n";
/// The version of the form. What changes it, changes this number.
const VERSION: u32 = 1;

/// Why bytes are not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SavedError {
    /// They are something else.
    #[error("expected the bytes of a set of posts, and others came")]
    Other,
    /// A later version of this code wrote them.
    #[error(
        "expected the bytes of a set of posts in version {VERSION}, and those of version {0} came: a newer version of the package wrote them"
    )]
    Newer(u32),
    /// They were cut or changed.
    #[error(
        "expected the bytes of a set of posts as they were written, and some are missing or were changed"
    )]
    Damaged,
}

impl PostSet {
    /// The set as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut lines = String::new();
        for (key, member) in &self.members {
            lines.push_str(&key.to_string());
            lines.push(' ');
            lines.push_str(&member.document);
            lines.push('\n');
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(hash(VERSION, lines.as_bytes()));
        bytes.extend(lines.into_bytes());
        bytes
    }

    /// Reads bytes that [`Self::to_bytes`] made.
    ///
    /// # Errors
    /// When they are not as they were made, or a later version made them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SavedError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(SavedError::Other)?;
        let (version, rest) = rest.split_first_chunk::<4>().ok_or(SavedError::Damaged)?;
        let version = u32::from_le_bytes(*version);
        if version > VERSION {
            return Err(SavedError::Newer(version));
        }
        let (sum, lines) = rest.split_first_chunk::<32>().ok_or(SavedError::Damaged)?;
        if *sum != hash(version, lines) {
            return Err(SavedError::Damaged);
        }
        let lines = core::str::from_utf8(lines).map_err(|_| SavedError::Damaged)?;
        let mut set = Self::default();
        for line in lines.lines() {
            set.restore(line).ok_or(SavedError::Damaged)?;
        }
        Ok(set)
    }

    /// Adds the post of a line under its key.
    fn restore(&mut self, line: &str) -> Option<()> {
        let (key, document) = line.split_once(' ')?;
        let key = key.parse().ok()?;
        let member = Member::of_document(document.to_owned())?;
        let fits = Range::containing(key) == Range::new(member.published_at, &member.author_key());
        let is_new = self.keys.insert(member.id.clone(), key).is_none();
        (fits && is_new && self.members.insert(key, member).is_none()).then_some(())
    }
}

fn hash(version: u32, lines: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(MAGIC);
    hash.update(version.to_le_bytes());
    hash.update(lines);
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::offline::{Form, Loaded};
    use crate::time::Timestamp;

    fn set(count: usize) -> PostSet {
        let line = |n: usize| {
            format!(
                r#"{{"platform":"x","platform_post_id":"{n}","author":{{"username":"a"}},"content":"\n\u2028 {n}","published_at":"2026-03-01T00:00:0{}Z"}}"#,
                n % 3
            )
        };
        let lines: Vec<_> = (0..count).map(line).collect();
        Loaded::parse(&lines.join("\n"), Form::Canonical, Timestamp(0)).set
    }

    #[test]
    fn a_set_reads_as_it_was_written() {
        for count in [0, 1, 7] {
            let bytes = set(count).to_bytes();
            let again = PostSet::from_bytes(&bytes).unwrap();
            assert_eq!((again.len(), again.to_bytes()), (count, bytes));
        }
    }

    #[test]
    fn every_bit_counts() {
        let bytes = set(2).to_bytes();
        for at in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[at / 8] ^= 1 << (at % 8);
            let error = PostSet::from_bytes(&changed).unwrap_err();
            let expected = match at / 8 {
                0..8 => matches!(error, SavedError::Other),
                8..12 => matches!(error, SavedError::Newer(_) | SavedError::Damaged),
                _ => error == SavedError::Damaged,
            };
            assert!(expected, "{at}: {error}");
        }
        for length in 0..bytes.len() {
            let error = PostSet::from_bytes(&bytes[..length]).unwrap_err();
            assert_eq!(error, if length < 8 { SavedError::Other } else { SavedError::Damaged });
        }
        assert_eq!(
            PostSet::from_bytes(&[bytes.as_slice(), b"\n"].concat()).unwrap_err(),
            SavedError::Damaged
        );
    }

    /// Bytes whose checksum is right: made by a program that writes something else.
    fn sealed(version: u32, lines: &str) -> Vec<u8> {
        [MAGIC.as_slice(), &version.to_le_bytes(), &hash(version, lines.as_bytes()), lines.as_bytes()]
            .concat()
    }

    #[test]
    fn a_newer_version_is_named() {
        let error = PostSet::from_bytes(&sealed(7, "{}")).unwrap_err();
        assert_eq!(error, SavedError::Newer(7));
        assert!(error.to_string().contains("version 7"), "{error}");
    }

    #[test]
    fn lines_that_are_no_posts_under_their_keys_are_damage() {
        let bytes = set(1).to_bytes();
        let line = core::str::from_utf8(&bytes[44..]).unwrap();
        assert_eq!(PostSet::from_bytes(&sealed(VERSION, line)).unwrap().len(), 1);
        let document = line.split_once(' ').unwrap().1;
        for lines in [&format!("5 {document}"), "{}", "\n", "1 {}\n", "1 null\n", &format!("{line}{line}")] {
            assert_eq!(
                PostSet::from_bytes(&sealed(VERSION, lines)).unwrap_err(),
                SavedError::Damaged,
                "{lines}"
            );
        }
    }
}
