//! Recognising a file by what it holds, never by its name.

use super::Format;
use super::elements::{Container, first_keys};
use super::x::archive::Role;
use core::fmt;

/// How many bytes of a file's head are enough to recognise it.
pub const HEAD: usize = 256 * 1024;

/// What a file is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognised {
    /// The kind of its elements.
    pub content: Content,
    /// How they are held.
    pub container: Container,
}

/// The kind of a file's elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Canonical posts.
    Canonical,
    /// What Zeeschuimer collected.
    Zeeschuimer,
    /// A file of an X archive: what it holds, and the global name that it assigns to.
    XArchive(Role, String),
}

impl Content {
    /// The format that the file belongs to.
    pub const fn format(&self) -> Format {
        match self {
            Self::Canonical => Format::Canonical,
            Self::Zeeschuimer => Format::Zeeschuimer,
            Self::XArchive(..) => Format::XArchive,
        }
    }
}

/// Why a file is not recognised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unknown {
    /// It has nothing in it.
    Empty,
    /// It is packed, with what.
    Packed(&'static str),
    /// It is text in UTF-16, as some programs for Windows save it.
    Utf16 {
        /// Whether it begins as JSON or a script does.
        json: bool,
    },
    /// It is a page.
    Html,
    /// It is JSON of another kind, with these keys.
    Json(Vec<String>),
    /// It is text of another kind.
    Text,
    /// It is a picture, a video or the like.
    Binary,
}

impl Unknown {
    /// Whether the file could hold posts, so that passing it over needs to be said.
    pub const fn may_hold_posts(&self) -> bool {
        matches!(self, Self::Packed(_) | Self::Json(_) | Self::Utf16 { json: true })
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => formatter.write_str("it is empty"),
            Self::Packed(with) => {
                write!(formatter, "it is packed ({with}): unpack it, and import what is in it")
            }
            Self::Utf16 { .. } => formatter.write_str("it is text in UTF-16: save it as UTF-8"),
            Self::Html => formatter.write_str("it is a web page: ask the network for JSON instead"),
            Self::Json(keys) if keys.is_empty() => {
                formatter.write_str("it is JSON, but holds no objects where posts would be")
            }
            Self::Json(keys) => {
                let shown: Vec<&str> = keys.iter().take(12).map(String::as_str).collect();
                let more = if keys.len() > shown.len() { ", ..." } else { "" };
                write!(formatter, "it is JSON of another kind, with the keys {}{more}", shown.join(", "))
            }
            Self::Text => formatter.write_str("it is text of another kind"),
            Self::Binary => formatter.write_str("it is neither JSON nor other text"),
        }
    }
}

const PACKED: [(&[u8], &str); 4] =
    [(b"PK\x03\x04", "zip"), (b"\x1f\x8b", "gzip"), (b"\xfd7zXZ\0", "xz"), (b"BZh", "bzip2")];

/// Recognises a file by its head, of [`HEAD`] bytes or the whole of it.
///
/// # Errors
/// When it is none of the formats that can be read.
pub fn recognise(head: &[u8]) -> Result<Recognised, Unknown> {
    if let Some((_, with)) = PACKED.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Err(Unknown::Packed(with));
    }
    if let Some(start) = utf16(head) {
        let start = start.trim_ascii_start();
        return Err(Unknown::Utf16 {
            json: start.starts_with(b"{") || is_script(start) || start.starts_with(b"["),
        });
    }
    let text = without_mark(head).trim_ascii_start();
    match text.first() {
        None => Err(Unknown::Empty),
        Some(b'{' | b'[') => json(text),
        Some(b'<') => Err(Unknown::Html),
        Some(_) if is_script(text) => script(text),
        Some(_) if is_text(text) => Err(Unknown::Text),
        Some(_) => Err(Unknown::Binary),
    }
}

/// How a file that the operator says is of a format holds its elements.
pub fn container(head: &[u8]) -> Container {
    let text = without_mark(head).trim_ascii_start();
    match text.first() {
        Some(b'{') if !first_line_is_whole(text) => Container::Values,
        Some(b'[') => Container::Values,
        Some(b'w') if is_script(text) => Container::Script,
        _ => Container::Lines,
    }
}

fn is_script(text: &[u8]) -> bool {
    text.starts_with(b"window.")
}

/// How many characters of UTF-16 are looked at.
const UNITS: usize = 64;
/// How many ASCII characters in a row are no accident where no byte order mark says what they are.
const SURE: usize = 4;

/// The ASCII characters that a text in UTF-16 begins with; nothing for other files. Without a byte order mark it is
/// known by the NUL in every other place.
fn utf16(head: &[u8]) -> Option<Vec<u8>> {
    let start = |units: &[u8], high: usize| -> Vec<u8> {
        let ascii = |unit: &[u8]| match *unit {
            [0, low] if high == 0 => Some(low),
            [low, 0] if high == 1 => Some(low),
            _ => None,
        };
        let blank_or_visible = |low: &u8| matches!(low, b'\t' | b'\n' | b'\r' | b' '..=b'~');
        units.chunks_exact(2).take(UNITS).map_while(ascii).take_while(blank_or_visible).collect()
    };
    match head {
        [0xff, 0xfe, 0, 0, ..] => None,
        [0xff, 0xfe, units @ ..] => Some(start(units, 1)),
        [0xfe, 0xff, units @ ..] => Some(start(units, 0)),
        _ => [0, 1].into_iter().map(|high| start(head, high)).find(|found| found.len() >= SURE),
    }
}

fn without_mark(head: &[u8]) -> &[u8] {
    head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head)
}

fn json(text: &[u8]) -> Result<Recognised, Unknown> {
    let container = container(text);
    let keys = first_keys(text, container);
    let has = |key: &str| keys.iter().any(|found| found == key);
    let content = if has("source_platform") && has("data") {
        Content::Zeeschuimer
    } else if has("platform_post_id") || has("platform") && (has("published_at") || has("author")) {
        Content::Canonical
    } else {
        return Err(Unknown::Json(keys));
    };
    Ok(Recognised { content, container })
}

/// Whether the first object ends on the line where it begins, as in files of one object a line; also if that line is
/// longer than what was read of the file.
fn first_line_is_whole(text: &[u8]) -> bool {
    let Some(line) = text.split(|byte| *byte == b'\n').next() else { return true };
    line.len() == text.len() || line.trim_ascii_end().ends_with(b"}")
}

fn script(text: &[u8]) -> Result<Recognised, Unknown> {
    let name = text.split(|byte| *byte == b'=').next().unwrap_or_default();
    let name = name.strip_prefix(b"window.").unwrap_or(name).trim_ascii();
    let global = core::str::from_utf8(name).map_err(|_| Unknown::Text)?;
    let role = Role::of(global).ok_or(Unknown::Text)?;
    Ok(Recognised { content: Content::XArchive(role, global.to_owned()), container: Container::Script })
}

/// Whether a head is text: no control characters but blanks, and UTF-8 but for a character that its end cuts.
fn is_text(head: &[u8]) -> bool {
    let control = |byte: &u8| byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c);
    let utf8 = core::str::from_utf8(head).map_or_else(|error| error.error_len().is_none(), |_| true);
    utf8 && !head.iter().any(control)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(head: &str) -> Option<(Content, Container)> {
        recognise(head.as_bytes()).ok().map(|found| (found.content, found.container))
    }

    #[test]
    fn files_are_recognised_by_what_they_hold() {
        let canonical = r#"{"platform":"x","platform_post_id":"1","author":{"username":"a"}}"#;
        assert_eq!(
            content(&format!("{canonical}\n{canonical}\n")),
            Some((Content::Canonical, Container::Lines))
        );
        assert_eq!(
            content(&format!("\u{feff}\n[{canonical}]")),
            Some((Content::Canonical, Container::Values))
        );
        assert_eq!(
            content("{\n \"platform\": \"x\",\n \"author\": {"),
            Some((Content::Canonical, Container::Values))
        );
        let seen = r#"{"nav_index":"1","source_platform":"tiktok.com","data":{"id":"1"#;
        assert_eq!(content(seen), Some((Content::Zeeschuimer, Container::Lines)));
        for (global, role) in [
            ("YTD.tweets.part0", Role::Posts),
            ("YTD.tweet.part0", Role::Posts),
            ("YTD.community_tweet.part0", Role::Posts),
            ("YTD.deleted_tweets.part0", Role::Deleted),
            ("YTD.note_tweet.part0", Role::Notes),
            ("YTD.account.part0", Role::Account),
            ("YTD.tweet_headers.part0", Role::Other),
            ("__THAR_CONFIG", Role::Manifest),
        ] {
            let expected = (Content::XArchive(role, global.into()), Container::Script);
            assert_eq!(content(&format!("window.{global} = [")), Some(expected), "{global}");
        }
    }

    #[test]
    fn what_is_not_recognised_says_what_it_is() {
        for (head, expected) in [
            (&b""[..], Unknown::Empty),
            (b"  \n", Unknown::Empty),
            (b"PK\x03\x04...", Unknown::Packed("zip")),
            (b"\x1f\x8b\x08", Unknown::Packed("gzip")),
            (b"<!DOCTYPE html>", Unknown::Html),
            (br#"{"a":1,"data":2}"#, Unknown::Json(vec!["a".into(), "data".into()])),
            (b"[1,2]", Unknown::Json(vec![])),
            (b"id,text\n1,x\n", Unknown::Text),
            (b"window.open = 1", Unknown::Text),
            (b"\x89PNG\r\n\x1a\n\0\0", Unknown::Binary),
        ] {
            assert_eq!(recognise(head), Err(expected), "{}", String::from_utf8_lossy(head));
        }
    }

    #[test]
    fn utf_16_is_known_with_and_without_a_mark() {
        let units = |text: &str, big: bool| -> Vec<u8> {
            text.encode_utf16()
                .flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() })
                .collect()
        };
        for big in [false, true] {
            for (text, json) in [
                ("{\"platform\":\"x\"}", true),
                ("\u{feff}{\"platform\":\"x\"}", true),
                ("\u{feff}\r\n[{}]", true),
                ("window.YTD.tweets.part0 = [", true),
                ("\u{feff}id;name", false),
                ("id;name", false),
                ("\u{feff}приві́т", false),
            ] {
                assert_eq!(recognise(&units(text, big)), Err(Unknown::Utf16 { json }), "{text} {big}");
            }
        }
        assert!(
            Unknown::Utf16 { json: true }.may_hold_posts()
                && !Unknown::Utf16 { json: false }.may_hold_posts()
        );
        for other in [&b"\0\0\x01\0\x01\0\x10\x10"[..], b"\xff\xfe\0\0{\0\0\0", b"a\0b\0\xff\xff"] {
            assert_eq!(recognise(other), Err(Unknown::Binary), "{other:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_make_recognising_panic(head: Vec<u8>) {
            let _ = recognise(&head);
            let mut script = b"window.YTD.".to_vec();
            script.extend(&head);
            let _ = recognise(&script);
        }
    }
}
