//! Domains of e-mail addresses, from Unicode to ASCII and back ([UTS #46](https://www.unicode.org/reports/tr46/)).
//!
//! The mapping is the platform's if it has one: the Worker uses the runtime's `URL`, whose parser applies it to hosts ([URL
//! Standard, section 3.3](https://url.spec.whatwg.org/#idna)). Its tables would be a twelfth of the Worker's size.
//! Elsewhere the `idna` crate does it. Both give the same ASCII form, and the rules here are checked on that form.

/// The maximum length of a domain ([RFC 1035, section 2.3.4](https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4)).
const MAX_DOMAIN: usize = 253;
/// The maximum length of a label, the text between two dots.
const MAX_LABEL: usize = 63;
/// The ends of labels: a dot, and characters that are mapped to one.
const DOTS: [char; 4] = ['.', '\u{3002}', '\u{ff0e}', '\u{ff61}'];
/// The prefix of a label that encodes Unicode.
const PUNYCODE: &str = "xn--";

/// The ASCII form of a domain, in lower case. None if it is not a domain with a dot, for example an IP address.
pub(super) fn to_ascii(domain: &str) -> Option<String> {
    // A host parser would decode `%40`, and end the host at `/`.
    if domain.chars().any(|letter| letter.is_ascii() && !is_letter_of_label(letter)) {
        return None;
    }
    let ascii = if domain.is_ascii() && !has_punycode(domain) {
        domain.to_ascii_lowercase()
    } else {
        mapped_strictly(&domain.to_ascii_lowercase())?
    };
    is_domain(&ascii).then_some(ascii)
}

/// The readable form of a domain in ASCII.
pub(super) fn to_unicode(ascii: &str) -> String {
    let labels = ascii.split(DOTS).map(|label| {
        let unicode = label.strip_prefix(PUNYCODE).and_then(idna::punycode::decode_to_string);
        unicode.unwrap_or_else(|| label.to_owned())
    });
    labels.collect::<Vec<_>>().join(".")
}

fn has_punycode(domain: &str) -> bool {
    domain
        .split('.')
        .any(|label| label.get(..PUNYCODE.len()).is_some_and(|start| start.eq_ignore_ascii_case(PUNYCODE)))
}

/// Maps a domain in lower case to ASCII. A label that is already encoded is decoded first and must be encoded to the same
/// text again, because host parsers accept any.
fn mapped_strictly(domain: &str) -> Option<String> {
    let ascii = mapped(&to_unicode(domain))?;
    let mut given = domain.split(DOTS).filter(|label| label.starts_with(PUNYCODE));
    given.all(|label| ascii.split('.').any(|mapped| mapped == label)).then_some(ascii)
}

fn is_letter_of_label(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.')
}

/// Whether a text is a domain: at least two labels, and the last is not a number.
fn is_domain(ascii: &str) -> bool {
    let mut labels = ascii.rsplit('.');
    let last_is_number = labels.next().is_none_or(|last| last.bytes().all(|byte| byte.is_ascii_digit()));
    let has_dot = labels.next().is_some();
    has_dot && !last_is_number && ascii.len() <= MAX_DOMAIN && ascii.split('.').all(is_label)
}

/// Whether a text is a label: letters, digits and hyphens. The hyphen is not allowed at either end, nor at the third and
/// fourth place unless the label encodes Unicode.
fn is_label(label: &str) -> bool {
    let is_reserved = label.get(2..4) == Some("--") && !label.starts_with(PUNYCODE);
    (1..=MAX_LABEL).contains(&label.len())
        && label.chars().all(is_letter_of_label)
        && !label.starts_with('-')
        && !label.ends_with('-')
        && !is_reserved
}

#[cfg(all(target_arch = "wasm32", feature = "worker"))]
fn mapped(domain: &str) -> Option<String> {
    web_sys::Url::new(&format!("https://{domain}")).ok().map(|url| url.hostname())
}

#[cfg(not(all(target_arch = "wasm32", feature = "worker")))]
fn mapped(domain: &str) -> Option<String> {
    idna::domain_to_ascii(domain).ok()
}
