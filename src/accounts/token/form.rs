//! The form of tokens: a prefix, 43 base62 characters of 256 bits, and 6 characters of the CRC-32 of everything before them. So a
//! malformed token is refused without asking storage, and scanners recognise a leaked one.

use crc::{CRC_32_ISO_HDLC, Crc, NoTable};

const SECRET_LENGTH: usize = 43;
const CHECKSUM_LENGTH: usize = 6;
const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A token with this prefix and these bits.
pub(super) fn write(prefix: &str, bits: [u8; 32]) -> String {
    let body = format!("{prefix}{}", base62(bits, SECRET_LENGTH));
    format!("{body}{}", checksum(&body))
}

/// The characters of a token's bits. `None` if it has another prefix, or its form or checksum is wrong.
pub(super) fn secret<'a>(prefix: &str, text: &'a str) -> Option<&'a str> {
    let rest = text.strip_prefix(prefix)?;
    let formed = rest.len() == SECRET_LENGTH + CHECKSUM_LENGTH
        && rest.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let (body, sum) = text.split_at_checked(prefix.len() + SECRET_LENGTH)?;
    (formed && sum == checksum(body)).then(|| rest.get(..SECRET_LENGTH))?
}

/// The 256 bits that base62 characters stand for. `None` if these are no base62, or stand for more.
pub(super) fn bits(secret: &str) -> Option<[u8; 32]> {
    let mut bits = [0_u8; 32];
    for character in secret.bytes() {
        let digit = BASE62.iter().position(|known| *known == character)?;
        let mut carry = u32::try_from(digit).ok()?;
        for byte in bits.iter_mut().rev() {
            let value = u32::from(*byte) * 62 + carry;
            *byte = value.to_le_bytes()[0];
            carry = value >> 8;
        }
        if carry > 0 {
            return None;
        }
    }
    Some(bits)
}

fn checksum(body: &str) -> String {
    let sum = Crc::<u32, NoTable>::new(&CRC_32_ISO_HDLC).checksum(body.as_bytes());
    let mut bytes = [0; 32];
    if let Some(last) = bytes.last_chunk_mut() {
        *last = sum.to_be_bytes();
    }
    base62(bytes, CHECKSUM_LENGTH)
}

/// The last `length` digits of a big-endian number in base 62.
fn base62(mut number: [u8; 32], length: usize) -> String {
    let mut digits: Vec<char> = (0..length)
        .map(|_| {
            let rest = number.iter_mut().fold(0_u32, |rest, byte| {
                let value = rest << 8 | u32::from(*byte);
                *byte = u8::try_from(value / 62).unwrap_or(u8::MAX);
                value % 62
            });
            BASE62.get(rest as usize).map_or('0', |digit| char::from(*digit))
        })
        .collect();
    digits.reverse();
    digits.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_right_checksum_does_not_excuse_wrong_characters_or_length() {
        for (text, good) in [("a".repeat(43), true), ("a".repeat(42) + "-", false), ("a".repeat(42), false)] {
            let body = format!("postern_live_{text}");
            let token = format!("{body}{}", checksum(&body));
            assert_eq!(secret("postern_live_", &token).is_some(), good, "{text}");
            assert_eq!(secret("postern_test_", &token), None);
        }
    }

    #[test]
    fn characters_that_stand_for_more_than_256_bits_are_refused() {
        assert_eq!(bits(&"0".repeat(43)), Some([0; 32]));
        assert_eq!(bits(&base62([255; 32], 43)), Some([255; 32]));
        assert_eq!(bits(&"z".repeat(43)), None);
        assert_eq!(bits("-"), None);
    }

    proptest! {
        #[test]
        fn bits_survive_a_round_trip(known in any::<[u8; 32]>()) {
            let token = write("postern_test_", known);
            prop_assert_eq!(secret("postern_test_", &token).and_then(bits), Some(known));
        }
    }
}
