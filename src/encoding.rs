//! Encodes bytes as text: [RFC 4648](https://www.rfc-editor.org/rfc/rfc4648).

use base64ct::{Base64UrlUnpadded, Encoding};
use sha2::{Digest, Sha256};

/// Lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(bytes)
}

/// URL-safe base64 without padding.
pub fn base64url(bytes: &[u8]) -> String {
    Base64UrlUnpadded::encode_string(bytes)
}

/// Decodes what [`base64url`] encodes. `None` for anything else.
pub fn from_base64url(text: &str) -> Option<Vec<u8>> {
    Base64UrlUnpadded::decode_vec(text).ok()
}

/// Decodes base64 of either alphabet, with or without padding.
pub fn from_any_base64(text: &str) -> Option<Vec<u8>> {
    from_base64url(&text.trim_end_matches('=').replace('+', "-").replace('/', "_"))
}

/// A hash of a text, in 16 characters: short enough to store with each text, and long enough that no two texts share it.
pub fn stamp(text: &str) -> String {
    let hash = Sha256::digest(text);
    base64url(hash.first_chunk::<12>().unwrap_or(&[0; 12]))
}

/// Detects bytes that were cut or changed on their way. It has no key and protects no secret.
pub fn checksum(bytes: &[u8]) -> [u8; 4] {
    Sha256::digest(bytes).first_chunk().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_follow_the_standard() {
        assert_eq!(hex(&[0, 255, 16]), "00ff10");
        assert_eq!(base64url(&[251, 255, 254, 1]), "-__-AQ");
        assert_eq!(from_base64url("-__-AQ"), Some(vec![251, 255, 254, 1]));
        for text in ["-__-AQ==", "+//+AQ", "-__-A", "-__-AR", "-__-AQ "] {
            assert_eq!(from_base64url(text), None, "{text}");
        }
    }

    #[test]
    fn a_stamp_is_the_first_bytes_of_the_hash() {
        // SHA-256 of nothing: 47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU.
        assert_eq!(stamp(""), "47DEQpj8HBSa-_TI");
    }

    #[test]
    fn a_checksum_is_the_first_bytes_of_the_hash() {
        // SHA-256 of nothing begins with e3b0c442.
        assert_eq!(hex(&checksum(b"")), "e3b0c442");
    }

    #[test]
    fn both_alphabets_are_decoded() {
        for text in ["-__-AQ", "-__-AQ==", "+//+AQ==", "+//+AQ"] {
            assert_eq!(from_any_base64(text), Some(vec![251, 255, 254, 1]), "{text}");
        }
        assert_eq!(from_any_base64("+-"), None);
    }
}
