//! Strict percent-encoding by [RFC 3986, section 2](https://www.rfc-editor.org/rfc/rfc3986#section-2).

use std::borrow::Cow;

/// Why a text can't be decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// A `%` without two hexadecimal digits after it.
    #[error("expected two hexadecimal digits after every %")]
    Escape,
    /// The decoded bytes are not UTF-8.
    #[error("expected UTF-8 after percent-decoding")]
    Utf8,
}

/// Decodes a text once. With `plus_is_blank`, as in a query string, `+` is a blank.
///
/// # Errors
/// When an escape is malformed, or the decoded bytes are not UTF-8.
pub fn decode(text: &str, plus_is_blank: bool) -> Result<Cow<'_, str>, DecodeError> {
    if !text.bytes().any(|byte| byte == b'%' || byte == b'+' && plus_is_blank) {
        return Ok(Cow::Borrowed(text));
    }
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'%' => decode_escape(bytes.next(), bytes.next()).ok_or(DecodeError::Escape)?,
            b'+' if plus_is_blank => b' ',
            other => other,
        });
    }
    String::from_utf8(decoded).map(Cow::Owned).map_err(|_| DecodeError::Utf8)
}

fn decode_escape(high: Option<u8>, low: Option<u8>) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    Some(digit(high?)? << 4 | digit(low?)?)
}

/// Encodes everything except the unreserved characters, so that the result can be a path segment or a value in a query string.
pub fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => encoded.push(byte.into()),
            _ => {
                const HEX: [char; 16] =
                    ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];
                encoded.push('%');
                encoded.extend(
                    [byte >> 4, byte & 15].map(|digit| HEX.get(usize::from(digit)).copied().unwrap_or('0')),
                );
            }
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn plus_is_a_blank_only_in_a_query() {
        assert_eq!(decode("a+b%2B", true).unwrap(), "a b+");
        assert_eq!(decode("a+b%2B", false).unwrap(), "a+b+");
    }

    #[test]
    fn bad_escapes_and_bad_utf8_are_refused() {
        for text in ["%", "%4", "%zz", "a%+1b", "%é1"] {
            assert_eq!(decode(text, false), Err(DecodeError::Escape), "{text}");
        }
        assert_eq!(decode("%ff", true), Err(DecodeError::Utf8));
        assert_eq!(decode("%25zz", true).unwrap(), "%zz");
    }

    proptest! {
        #[test]
        fn every_text_survives_a_round_trip(text in any::<String>(), plus in any::<bool>()) {
            let encoded = encode(&text);
            prop_assert_eq!(decode(&encoded, plus).unwrap(), text);
        }
    }
}
