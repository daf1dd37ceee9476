//! Repairs ids that went through tables, spreadsheets or floating-point numbers, and detects those that are lost.

use crate::platform::Network;

/// How many digits a spreadsheet keeps of a number.
const KEPT: usize = 15;

/// An id without the marks that tell spreadsheets to treat it as text, `'17` and `="17"`, and without the `.0` that tables with
/// empty cells add to a short number.
pub fn without_marks(text: &str) -> &str {
    let text = without_quotes(text);
    match text.split_once(['.', ',']) {
        Some((whole, fraction)) if is_short_number(whole) && is_zeros(fraction) => whole,
        _ => text,
    }
}

/// A number without the marks that tell spreadsheets to treat it as text: `'17`, `="17"`.
pub fn without_quotes(text: &str) -> &str {
    let text = text.trim();
    let quoted = text.strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"'));
    quoted.or_else(|| text.strip_prefix(['\'', '’'])).unwrap_or(text).trim()
}

/// An id without marks, if it is whole.
pub fn whole(text: &str) -> Option<&str> {
    let id = without_marks(text);
    (!id.is_empty() && damage(id).is_none()).then_some(id)
}

/// What damaged an id, if it is damaged.
pub fn damage(text: &str) -> Option<&'static str> {
    let id = without_marks(text);
    if id.is_empty() || is_nothing(id) {
        Some("the id is missing")
    } else if is_scientific(id) {
        Some("a spreadsheet rounded it")
    } else if id.starts_with('#') {
        Some("a spreadsheet treated it as a formula, or as too wide to show")
    } else if is_float(id) {
        Some("it went through a floating-point number, which keeps only the first digits")
    } else {
        None
    }
}

/// Whether all digits of an id are zero after the 15 that spreadsheets keep. This holds for rounded ids, and by chance for one of
/// ten thousand others.
pub fn is_zeroed(id: &str) -> bool {
    id.get(KEPT..).is_some_and(|rest| !rest.is_empty() && is_zeros(rest)) && is_digits(id)
}

/// Whether all digits of an id are zero after the 17 that JavaScript prints of a number at most.
pub fn is_printed(id: &str) -> bool {
    id.get(17..).is_some_and(|rest| !rest.is_empty() && is_zeros(rest)) && is_digits(id)
}

/// Whether an id is exactly a floating-point number. By chance, this holds for one of a thousand of today's ids.
pub fn is_double(id: &str) -> bool {
    id.len() > KEPT + 1 && is_digits(id) && id.parse::<f64>().is_ok_and(|number| format!("{number:.0}") == id)
}

/// Whether an id has the form of post ids on a network, or of the ids that are made here for posts without one (`exp:`).
pub fn has_form(network: Network, id: &str) -> bool {
    id.starts_with("exp:")
        || match network {
            Network::X | Network::Tiktok => is_digits(id) && id.len() <= 20,
            Network::Linkedin => id.split_once(':').is_some_and(|(kind, number)| {
                kind.bytes().all(|byte| byte.is_ascii_alphabetic()) && is_digits(number)
            }),
            Network::Instagram => {
                let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
                (5..=28).contains(&id.len()) && id.bytes().all(fits)
            }
            Network::Snapchat => !id.contains(char::is_whitespace),
        }
}

/// The form of a network's ids, for messages.
pub const fn expected_form(network: Network) -> &'static str {
    match network {
        Network::X | Network::Tiktok => "digits",
        Network::Linkedin => "the kind and the digits of a urn, such as activity:7300000000000000001",
        Network::Instagram => "the code in the post's address, such as CI5REoqrS8V",
        Network::Snapchat => "an id without blanks",
    }
}

/// The number in an id, which would show rounding.
pub fn number(id: &str) -> &str {
    id.rsplit_once(':').map_or(id, |(_, number)| number)
}

/// Whether text is a placeholder that tools write for a missing value.
pub fn is_nothing(text: &str) -> bool {
    const WORDS: [&str; 12] =
        ["nan", "null", "none", "n/a", "na", "undefined", "nil", "-", "--", "—", "<na>", "nat"];
    WORDS.iter().any(|word| text.trim().eq_ignore_ascii_case(word))
}

/// Whether text is a number that a spreadsheet or a program rounded: `1.78E+09`.
pub fn is_rounded_number(text: &str) -> bool {
    is_scientific(without_quotes(text))
}

/// Whether an id is in scientific notation: `7.379E+18`, `7,379E+18`.
fn is_scientific(id: &str) -> bool {
    let Some((mantissa, exponent)) = id.split_once(['e', 'E']) else { return false };
    let mut parts = mantissa.split(['.', ',']);
    is_digits(exponent.strip_prefix('+').unwrap_or(exponent))
        && parts.by_ref().take(2).all(is_digits)
        && parts.next().is_none()
}

/// Whether it is a long number with a fraction of zeros, so that it went through a floating-point number.
fn is_float(id: &str) -> bool {
    let Some((whole, fraction)) = id.split_once(['.', ',']) else { return false };
    whole.len() > KEPT && is_digits(whole) && is_zeros(fraction)
}

fn is_short_number(text: &str) -> bool {
    text.len() <= KEPT && is_digits(text)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_zeros(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte == b'0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_for_spreadsheets_are_removed() {
        for text in ["'7379000000000000002", "=\"7379000000000000002\"", " 7379000000000000002 "] {
            assert_eq!(whole(text), Some("7379000000000000002"), "{text}");
        }
        assert_eq!((whole("17.0"), whole("17,00")), (Some("17"), Some("17")));
        assert_eq!(whole("W7_E1.2.3e4"), Some("W7_E1.2.3e4"));
    }

    #[test]
    fn damage_is_detected() {
        for (text, what) in [
            ("7,379E+18", "a spreadsheet rounded it"),
            ("7.38E+18", "a spreadsheet rounded it"),
            ("'7e18", "a spreadsheet rounded it"),
            ("nan", "the id is missing"),
            ("#NAME?", "a spreadsheet treated it as a formula, or as too wide to show"),
            (
                "7379000000000000001.0",
                "it went through a floating-point number, which keeps only the first digits",
            ),
        ] {
            assert_eq!((whole(text), damage(text)), (None, Some(what)), "{text}");
        }
    }

    #[test]
    fn rounded_ids_are_detected() {
        assert!(is_zeroed("7379123456789010000") && !is_zeroed("7379123456789012345"));
        assert!(is_printed("1585841080431321000") && !is_printed("1585841080431321088"));
        assert!(is_double("7379123456789012480") && !is_double("7379123456789012345"));
        assert!(!is_zeroed("1000000") && !is_double("1000000"));
    }

    #[test]
    fn ids_have_the_form_of_their_network() {
        for (network, id, fit) in [
            (Network::X, "17", true),
            (Network::Tiktok, "nan", false),
            (Network::Tiktok, "7379000000000000001", true),
            (Network::Tiktok, "exp:2024-01-01", true),
            (Network::Linkedin, "share:7300000000000000001", true),
            (Network::Linkedin, "7.3E+18", false),
            (Network::Instagram, "CI5REoqrS8V", true),
            (Network::Instagram, "2.4E+18", false),
            (Network::Snapchat, "W7_a b", false),
        ] {
            assert_eq!(has_form(network, id), fit, "{id}");
        }
    }
}
