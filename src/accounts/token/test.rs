//! Test tokens: every account has one, which reads invented posts for nothing.
//!
//! A test token opens nothing of value, so nothing of it is stored. It is made from the account's number and the number of times that
//! its owner replaced it: a MAC under a key derived from `TOKEN_KEY`, and both numbers under a mask that depends on the MAC, so that
//! tokens tell nothing. Storage says which is the current one.

use super::form;
use crate::mac::mac;
use hmac::Mac as _;

const PREFIX: &str = "postern_test_";
/// Keeps keys of different purposes apart.
const INFO: &[u8] = b"postern test token v1";
/// The bytes of both numbers.
const NUMBERS: usize = 8 + 4;
/// The bytes of the MAC.
const TAG: usize = 32 - NUMBERS;

/// A well-formed test token. [`TestToken::open`] says whose it is.
#[derive(Clone, PartialEq, Eq)]
pub struct TestToken {
    text: String,
    bits: [u8; 32],
}

impl core::fmt::Debug for TestToken {
    /// Never shows the token.
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str("TestToken")
    }
}

/// What a test token says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TestOwner {
    /// The number of the account.
    pub account: i64,
    /// How often its owner has replaced the token before this one.
    pub replaced: u32,
}

impl TestToken {
    /// The token of an owner. `None` if the key is refused, which does not occur.
    pub fn new(token_key: &[u8; 32], owner: TestOwner) -> Option<Self> {
        let mut bits = [0; 32];
        let mut numbers = [0; NUMBERS];
        numbers.first_chunk_mut::<8>()?.copy_from_slice(&owner.account.to_be_bytes());
        numbers.last_chunk_mut::<4>()?.copy_from_slice(&owner.replaced.to_be_bytes());
        let tag = tag(token_key, &numbers)?;
        bits.first_chunk_mut::<TAG>()?.copy_from_slice(&tag);
        bits.last_chunk_mut::<NUMBERS>()?.copy_from_slice(&masked(token_key, &tag, numbers)?);
        Some(Self { text: form::write(PREFIX, bits), bits })
    }

    /// Parses a token; none if its form or checksum is wrong.
    pub fn parse(text: &str) -> Option<Self> {
        let bits = form::secret(PREFIX, text).and_then(form::bits)?;
        Some(Self { text: text.to_owned(), bits })
    }

    /// The token itself.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The token itself, without what was read of it.
    pub fn into_text(self) -> String {
        self.text
    }

    /// Whose it is; none if it was not made under this key.
    pub fn open(&self, token_key: &[u8; 32]) -> Option<TestOwner> {
        let tag = self.bits.first_chunk::<TAG>()?;
        let numbers = masked(token_key, tag, *self.bits.last_chunk::<NUMBERS>()?)?;
        let (account, replaced) = numbers.split_first_chunk::<8>()?;
        let owner = TestOwner {
            account: i64::from_be_bytes(*account),
            replaced: u32::from_be_bytes(replaced.try_into().ok()?),
        };
        let expected = keyed(token_key, b"tag", &numbers)?;
        expected.verify_truncated_left(tag).is_ok().then_some(owner)
    }
}

fn tag(token_key: &[u8; 32], numbers: &[u8; NUMBERS]) -> Option<[u8; TAG]> {
    keyed(token_key, b"tag", numbers)?.finalize().into_bytes().first_chunk().copied()
}

/// Numbers with a mask, or without it if they have it already.
fn masked(token_key: &[u8; 32], tag: &[u8; TAG], mut numbers: [u8; NUMBERS]) -> Option<[u8; NUMBERS]> {
    let mask = keyed(token_key, b"mask", tag)?.finalize().into_bytes();
    for (byte, mask) in numbers.iter_mut().zip(mask) {
        *byte ^= mask;
    }
    Some(numbers)
}

fn keyed(token_key: &[u8; 32], purpose: &[u8], bytes: &[u8]) -> Option<hmac::Hmac<sha2::Sha256>> {
    let key = mac(token_key, &[INFO])?.finalize().into_bytes();
    mac(&key, &[purpose, bytes])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const KEY: [u8; 32] = [7; 32];
    const OWNER: TestOwner = TestOwner { account: 42, replaced: 0 };

    #[test]
    fn the_form_of_a_test_token_never_changes() {
        let token = TestToken::new(&KEY, OWNER).unwrap();
        assert_eq!(token.text().len(), 13 + 43 + 6);
        assert_eq!(TestToken::parse(token.text()), Some(token.clone()));
        assert_eq!((token.open(&KEY), token.open(&[8; 32])), (Some(OWNER), None));
        assert_eq!(format!("{token:?}"), "TestToken");
        assert_eq!(token.text(), "postern_test_xiW2xM5G8hbsXUZH6UIrcz0ddt3MOvFecXOlkQ3Qm8l0FP3fg");
    }

    proptest! {
        #[test]
        fn a_token_says_whose_it_is_and_no_two_are_alike(account in any::<i64>(), replaced in any::<u32>(), key in any::<[u8; 32]>()) {
            let owner = TestOwner { account, replaced };
            let token = TestToken::new(&key, owner).unwrap();
            prop_assert_eq!(token.open(&key), Some(owner));
            let next = TestToken::new(&key, TestOwner { replaced: replaced.wrapping_add(1), ..owner }).unwrap();
            prop_assert!(token.text() != next.text());
        }

        #[test]
        fn bits_that_nobody_made_open_to_nothing(bits in any::<[u8; 32]>(), at in 0..256_usize) {
            prop_assert_eq!(TestToken::parse(&form::write(PREFIX, bits)).unwrap().open(&KEY), None);
            let mut changed = TestToken::new(&KEY, OWNER).unwrap().bits;
            changed[at / 8] ^= 1 << (at % 8);
            prop_assert_eq!(TestToken::parse(&form::write(PREFIX, changed)).unwrap().open(&KEY), None);
        }
    }
}
