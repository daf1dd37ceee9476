//! Domains of e-mail addresses, from Unicode to ASCII and back ([UTS #46](https://www.unicode.org/reports/tr46/)).
//!
//! The mapping is the platform's where there is one: the Worker asks the runtime's `URL`, whose parser applies it to hosts
//! ([URL Standard, section 3.3](https://url.spec.whatwg.org/#idna)). Its tables would be a twelfth of the Worker. Elsewhere it
//! is the `idna` crate's. Both give the same ASCII form, and the rules here are checked on that form.

/// The most characters of a domain ([RFC 1035, section 2.3.4](https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4)).
const MAX_DOMAIN: usize = 253;
/// The most characters between two dots.
const MAX_LABEL: usize = 63;
/// What ends a label: a dot, and what is mapped to one.
const DOTS: [char; 4] = ['.', '\u{3002}', '\u{ff0e}', '\u{ff61}'];
/// How a label begins that stands for one in Unicode.
const PUNYCODE: &str = "xn--";

/// The ASCII form of a domain, in lower case. None for what is no domain with a dot: addresses of the network, for example.
pub(super) fn to_ascii(domain: &str) -> Option<String> {
    // A parser of hosts would decode `%40`, and end a host at `/`.
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

/// A domain in ASCII as people read it.
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

/// The ASCII form of a domain in lower case. A label in that form already is decoded first and must come back as it was: parsers
/// of hosts take any.
fn mapped_strictly(domain: &str) -> Option<String> {
    let ascii = mapped(&to_unicode(domain))?;
    let mut given = domain.split(DOTS).filter(|label| label.starts_with(PUNYCODE));
    given.all(|label| ascii.split('.').any(|mapped| mapped == label)).then_some(ascii)
}

fn is_letter_of_label(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.')
}

/// At least two labels, the last of which is no number.
fn is_domain(ascii: &str) -> bool {
    let mut labels = ascii.rsplit('.');
    let last_is_number = labels.next().is_none_or(|last| last.bytes().all(|byte| byte.is_ascii_digit()));
    let has_dot = labels.next().is_some();
    has_dot && !last_is_number && ascii.len() <= MAX_DOMAIN && ascii.split('.').all(is_label)
}

/// Letters, digits and hyphens, with no hyphen at an end, nor third and fourth unless it says that the label is of Unicode.
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
