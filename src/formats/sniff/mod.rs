//! Recognises a file by its content, never by its name.

mod json;
mod nested;
pub mod outline;
mod script;
pub mod signatures;
mod tables;
mod unknown;

pub(crate) use tables::{near as near_tables, part as part_of_table};
pub use unknown::{Near, Unknown};

use super::split::{Container, Path};
use super::table::Dialect;
use super::{Format, Part};

/// How many bytes of a file's head are usually enough to recognise it.
pub const HEAD: usize = 256 * 1024;

/// How many bytes are enough if [`HEAD`] is not, because the first element or its first text is very long.
pub const LONG_HEAD: usize = 2 * 1024 * 1024;

/// A recognised file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognised {
    /// Its format.
    pub format: &'static Format,
    /// How its elements are stored.
    pub layout: Layout,
    /// The kinds of its elements: one kind, or one for each place of a document.
    pub parts: Vec<&'static Part>,
    /// The name that a script assigns to.
    pub global: Option<String>,
    /// The author of the posts, if the objects around them in the document name one.
    pub author: Option<String>,
}

impl Recognised {
    /// Whether it has, or may have, posts.
    pub fn has_posts(&self) -> bool {
        self.parts.iter().any(|part| part.has_posts())
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self, other)
    }
}

impl Eq for Part {}

/// How a file's elements are stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layout {
    /// One after another.
    Elements(Container),
    /// At places of a document, one for each of [`Recognised::parts`].
    Places(Vec<Path>),
    /// The same in a file whose lines are documents.
    Pages(Vec<Path>),
    /// In the rows of a table.
    Table(Dialect),
    /// In the rows of those sheets of a workbook that have the columns of the format.
    Sheets,
}

/// Recognises a file by its head: the first [`HEAD`] bytes or the whole file, unpacked and in UTF-8.
///
/// # Errors
/// When it has none of the formats.
pub fn recognise(head: &[u8], formats: &[&'static Format]) -> Result<Recognised, Unknown> {
    if let Some(with) = packed(head) {
        return Err(Unknown::Packed(with));
    }
    let text = whole_characters(head).ok_or(Unknown::Binary)?;
    let text = text.trim_start_matches('\u{feff}').trim_start();
    match text.bytes().next() {
        None => Err(Unknown::Empty),
        Some(b'{' | b'[') => json::recognise(text, formats).map_err(|unknown| {
            if is_whole(head) && json::ends_in_the_middle(text) { Unknown::Cut } else { unknown }
        }),
        Some(b'<') => Err(Unknown::Html),
        Some(_) if script::is_one(text) => script::recognise(text, formats),
        Some(_) if is_tiktok_text(text) => Err(Unknown::Written("TikTok")),
        Some(_) if has_controls(text) => Err(Unknown::Binary),
        Some(_) => tables::recognise(text, formats),
    }
}

/// Recognises a file whose format the operator named. A file that does not match is still read as this format.
///
/// # Errors
/// When it is empty or packed, so that it can't be read at all.
pub fn recognise_as(head: &[u8], format: &'static Format) -> Result<Recognised, Unknown> {
    let found = recognise(head, &[format]);
    if matches!(found, Ok(_) | Err(Unknown::Empty | Unknown::Packed(_))) {
        return found;
    }
    let parts = format.parts.iter().filter(|part| part.has_posts()).take(1).collect();
    Ok(Recognised { format, layout: layout(head, format), parts, global: None, author: None })
}

/// How a file whose format the operator named stores its elements.
fn layout(head: &[u8], format: &Format) -> Layout {
    let text = whole_characters(head).unwrap_or_default().trim_start_matches('\u{feff}').trim_start();
    match text.bytes().next() {
        Some(b'{' | b'[') => Layout::Elements(json::container(text)),
        Some(_) if script::is_one(text) => Layout::Elements(Container::Script),
        Some(_) if format.is_table() => {
            tables::dialect(text).map_or(Layout::Elements(Container::Lines), Layout::Table)
        }
        _ => Layout::Elements(Container::Lines),
    }
}

/// The packing of a file that can't be unpacked here, by its first bytes.
fn packed(head: &[u8]) -> Option<&'static str> {
    const PACKED: [(&[u8], &str); 4] =
        [(b"PK\x03\x04", "zip"), (b"BZh", "bzip2"), (b"7z\xbc\xaf\x27\x1c", "7z"), (b"Rar!", "rar")];
    PACKED.iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, with)| *with)
}

/// Whether a head is the whole file, and is text.
fn is_whole(head: &[u8]) -> bool {
    let is_text = core::str::from_utf8(head).map_or_else(|error| error.error_len().is_none(), |_| true);
    is_text && head.len() < LONG_HEAD && head.len() != HEAD
}

/// The head as text, without a character that is cut off at its end. After invalid UTF-8, the text before it is enough if it
/// has 64 bytes.
fn whole_characters(head: &[u8]) -> Option<&str> {
    match core::str::from_utf8(head) {
        Ok(text) => Some(text),
        Err(error) => {
            let good = core::str::from_utf8(head.get(..error.valid_up_to())?).ok()?;
            (error.error_len().is_none() || good.len() >= 64).then_some(good)
        }
    }
}

/// Whether it is a list from TikTok's export as text: a line for each field, with links that only such lists have.
fn is_tiktok_text(text: &str) -> bool {
    let mut lines = text.lines().take(200).map(str::trim);
    lines.any(|line| line.strip_prefix("Date:").is_some_and(|rest| rest.trim().starts_with("20")))
        && text.lines().take(200).any(|line| {
            let link = line.trim().strip_prefix("Link:").map(str::trim).unwrap_or_default();
            ["https://www.tiktokv.com/share/", "https://www.tiktok.com/", "https://v.tiktok.com/"]
                .iter()
                .any(|start| link.starts_with(start))
        })
}

fn has_controls(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c))
}

#[cfg(test)]
mod tests;
