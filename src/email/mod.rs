//! E-mail addresses, by a strict grammar.
//!
//! An address is a `Mailbox` of [RFC 5321, section 4.1.2](https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2): a
//! `Dot-string`, `@` and a `Domain` with a dot. Quoted local parts, comments, display names and address literals are
//! refused: mail services interpret them differently, and a sign-in link must reach the address that asked for it. A domain
//! may be written in Unicode ([UTS #46](https://www.unicode.org/reports/tr46/)); mail goes to its ASCII form.

mod domain;

use core::fmt;

/// The maximum length of an address ([RFC 5321, section 4.5.3.1](https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1)).
pub const MAX_EMAIL: usize = 254;
/// The maximum length of the part before the `@`.
const MAX_LOCAL: usize = 64;

/// An address to which mail can be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailAddress {
    local: String,
    /// In ASCII and lower case.
    domain: String,
    shown: String,
}

impl EmailAddress {
    /// Parses an address; none if the text is not one.
    pub fn parse(text: &str) -> Option<Self> {
        let (local, domain) = text.rsplit_once('@')?;
        let ascii = domain::to_ascii(domain)?;
        let fits = local.len() <= MAX_LOCAL && local.len() + 1 + ascii.len() <= MAX_EMAIL;
        (fits && is_dot_string(local)).then(|| Self {
            local: local.to_owned(),
            shown: display_form(text, local, domain, &ascii),
            domain: ascii,
        })
    }

    /// The form that mail is sent to: ASCII, with the local part as written.
    pub fn ascii(&self) -> String {
        format!("{}@{}", self.local, self.domain)
    }

    /// The form in which addresses are compared: ASCII in lower case.
    pub fn key(&self) -> String {
        self.ascii().to_ascii_lowercase()
    }
}

impl fmt::Display for EmailAddress {
    /// The form that is shown: as written, or with the domain in Unicode if it is not plain ASCII.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.shown)
    }
}

fn display_form(text: &str, local: &str, domain: &str, ascii: &str) -> String {
    let unicode = domain::to_unicode(ascii);
    if unicode.is_ascii() && domain.is_ascii() { text.to_owned() } else { format!("{local}@{unicode}") }
}

/// An e-mail address in the form that is compared. A text that this grammar refuses may be an older address, from the time
/// when addresses were compared in lower case.
pub fn email_key(text: &str) -> String {
    EmailAddress::parse(text).map_or_else(|| legacy_key(text), |email| email.key())
}

/// The form in which addresses were compared before domains were mapped to ASCII: lower case.
pub fn legacy_key(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// Whether a text is words of `atext` with single dots between them. The slash of `atext` is not allowed, because addresses
/// are used in paths.
fn is_dot_string(text: &str) -> bool {
    let is_atext = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-=?^_`{|}~".contains(&byte);
    text.split('.').all(|word| !word.is_empty() && word.bytes().all(is_atext))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_forms_for_showing_sending_and_comparing() {
        for (text, shown, ascii, key) in [
            (
                "Reef.Watch+a@Example.com",
                "Reef.Watch+a@Example.com",
                "Reef.Watch+a@example.com",
                "reef.watch+a@example.com",
            ),
            (
                "o'neil@xn--mnchen-3ya.de",
                "o'neil@münchen.de",
                "o'neil@xn--mnchen-3ya.de",
                "o'neil@xn--mnchen-3ya.de",
            ),
            ("a@MÜNCHEN.de", "a@münchen.de", "a@xn--mnchen-3ya.de", "a@xn--mnchen-3ya.de"),
            ("a@Ｅxample.com", "a@example.com", "a@example.com", "a@example.com"),
            ("a@faß.de", "a@faß.de", "a@xn--fa-hia.de", "a@xn--fa-hia.de"),
            ("a@例え。テスト", "a@例え.テスト", "a@xn--r8jz45g.xn--zckzah", "a@xn--r8jz45g.xn--zckzah"),
        ] {
            let email = EmailAddress::parse(text).expect(text);
            assert_eq!(
                (email.to_string(), email.ascii(), email.key()),
                (shown.into(), ascii.into(), key.into())
            );
            assert_eq!(email_key(text), key);
        }
    }

    #[test]
    fn ambiguous_addresses_are_refused() {
        for text in [
            "",
            "@",
            "a",
            "a@",
            "@example.com",
            "a@b",
            "a@b.",
            "a@.b",
            "a@b..c",
            "a@-b.com",
            "a@b_c.com",
            "a@b c.com",
            "a<victim@example.com>",
            "Reef <a@example.com>",
            "a,b@example.com",
            "a;b@example.com",
            "x@example.com(1)",
            "x(1)@example.com",
            "\"a b\"@example.com",
            "\"a\"@example.com",
            "a@b@example.com",
            "a@[127.0.0.1]",
            "a@127.0.0.1",
            ".a@example.com",
            "a.@example.com",
            "a..b@example.com",
            "a b@example.com",
            "a@example.com\n",
            "a\u{0}@example.com",
            "a@example.com,b@example.com",
            "mar\u{212a}@example.com",
            "ä@example.com",
            "ａ@example.com",
            "a＠example.com",
            "a@b（1）.com",
            "a/b@example.com",
            "a@exam\u{202e}ple.com",
            "a@xn--a.com",
            "a@xn--abc-.com",
            "a@ab--c.com",
            "a@ex\u{200d}ample.com",
        ] {
            assert_eq!(EmailAddress::parse(text), None, "{text:?}");
        }
        assert!(EmailAddress::parse(&format!("{}@example.com", "a".repeat(64))).is_some());
        assert!(EmailAddress::parse(&format!("{}@example.com", "a".repeat(65))).is_none());
        for label in ["b".repeat(63), "b".repeat(64)] {
            assert_eq!(EmailAddress::parse(&format!("a@{label}.com")).is_some(), label.len() == 63);
        }
        let domain = |length| format!("a@{}.com", ["b".repeat(length).as_str(); 4].join("."));
        assert_eq!([domain(61), domain(62)].map(|text| EmailAddress::parse(&text).is_some()), [true, false]);
    }

    #[test]
    fn an_older_address_is_still_found_in_lower_case() {
        assert_eq!(email_key("ÄRZTE@Example.com"), "ärzte@example.com");
        assert_eq!(legacy_key("a@MÜNCHEN.de"), "a@münchen.de");
    }
}
