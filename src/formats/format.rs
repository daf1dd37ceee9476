//! The definition of a format: its name, how its files are recognised, and how their elements become posts.

use super::sniff::signatures;
use super::{
    Export, Outcome, Settings, bright_data, canonical, fourcat, gallery_dl, instagram, linkedin, mapped,
    snapchat, tiktok, x, ytdlp, zeeschuimer,
};
use crate::platform::Network;
use core::fmt;
use serde_json::Value;

/// A family of files that can be imported. Each format is a `static` next to its converter.
pub struct Format {
    /// The name on the command line.
    pub name: &'static str,
    /// What it is and where it comes from, in one line.
    pub description: &'static str,
    /// The networks whose posts it can contain.
    pub networks: &'static [Network],
    /// The kinds of its files, or of places in a file. The first part that matches decides how a file is read.
    pub parts: &'static [Part],
}

/// A kind of file, or of a place in a file.
pub struct Part {
    /// What it contains, for people: `posts`, `the owner's profile`.
    pub what: &'static str,
    /// How it is recognised. One matching signature is enough.
    pub signatures: &'static [Signature],
    /// The paths of its elements in a JSON document, see [`super::split::Path`]. `""` is the document itself, a line, or an
    /// element of the document's array. A table or script has elements of one kind, and no places.
    pub at: &'static [&'static str],
    /// How its elements are used.
    pub role: Role,
}

/// How the elements of a part are used.
#[derive(Clone, Copy)]
pub enum Role {
    /// They are posts.
    Posts(Convert),
    /// They are posts that are converted from their JSON text, not from the parsed value.
    Text(fn(&str) -> Outcome),
    /// They are posts that are left out for the given reason, unless [`Settings::include`] selects them.
    Optional(fn(&Settings) -> bool, &'static str, Convert),
    /// They describe posts in other files, or in other places of the same file.
    Companion(Learn),
    /// They are not posts, or not imported. The text says what they are.
    Skip(&'static str),
    /// The document that contains the places of the other parts. It identifies the format even if the head of the file ends
    /// before the posts.
    Document,
}

/// Converts an element to posts.
pub type Convert = fn(&Value, &Settings) -> Outcome;

/// Adds an element that describes posts to the export.
pub type Learn = fn(&mut Export, &Value);

/// What identifies a part.
#[derive(Debug, Clone, Copy)]
pub enum Signature {
    /// An element has all of these keys.
    ///
    /// | notation | meaning |
    /// | --- | --- |
    /// | `a.b` | the key `b` in the object `a`, or the index `b` in the list `a` |
    /// | `a\|b` | one of the two |
    /// | `a=x` | the value is the text `x` |
    /// | `a^x` | the value is a text that starts with `x` |
    /// | `a[]`, `a{}`, `a#` | the value is a list, an object, a whole number |
    /// | `!a` | the key is absent |
    Keys(&'static [&'static str]),
    /// An element has at least this many of these keys, in any case.
    Some(usize, &'static [&'static str]),
    /// A table has all of these columns, compared without case, blanks and underscores. `a|b` is one of the two.
    Columns(&'static [&'static str]),
    /// A script assigns to one of these names: `window.YTD.tweets.part0` is `tweets`.
    Global(&'static [&'static str]),
}

/// All formats, in the order in which they are tried: those with the most specific signatures first.
pub static FORMATS: &[&Format] = &[
    &x::archive::FORMAT,
    &x::community_archive::FORMAT,
    &instagram::instaloader::FORMAT,
    &zeeschuimer::FORMAT,
    &fourcat::FORMAT,
    &canonical::FORMAT,
    &x::scrape::FORMAT,
    &x::web_exporter::FORMAT,
    &x::twitter_scraper::FORMAT,
    &bright_data::FORMAT,
    &x::graphql::FORMAT,
    &x::apify::FORMAT,
    &ytdlp::FORMAT,
    &gallery_dl::FORMAT,
    &x::api_v1::FORMAT,
    &x::api_v2::FORMAT,
    &tiktok::apify::FORMAT,
    &tiktok::apidojo::FORMAT,
    &instagram::apify::FORMAT,
    &tiktok::aweme::FORMAT,
    &tiktok::item::FORMAT,
    &tiktok::research::FORMAT,
    &tiktok::export::FORMAT,
    &instagram::export::FORMAT,
    &instagram::graph::FORMAT,
    &instagram::instagrapi::FORMAT,
    &instagram::item::FORMAT,
    &linkedin::apify::FORMAT,
    &linkedin::api::FORMAT,
    &snapchat::export::FORMAT,
    &snapchat::page::FORMAT,
    &snapchat::apify::FORMAT,
    &linkedin::shares::FORMAT,
    &x::tables::ANALYTICS,
    &instagram::business_suite::FORMAT,
    &tiktok::studio::FORMAT,
    &tiktok::pyktok::FORMAT,
    &tiktok::minet::FORMAT,
    &linkedin::analytics::FORMAT,
    &instagram::tables::CROWDTANGLE,
    &instagram::tables::CONTENT_LIBRARY,
    &instagram::tables::MINET,
    &x::tables::MINET,
    &x::tables::TWARC1,
    &x::tweet_harvest::FORMAT,
    &mapped::FORMAT,
];

impl Format {
    /// The format with a name on the command line.
    pub fn from_name(name: &str) -> Option<&'static Self> {
        FORMATS.iter().copied().find(|format| format.name.eq_ignore_ascii_case(name))
    }

    /// Whether it consists of several files that belong together, such as the export that a network gives an account's owner.
    pub fn is_export(&self) -> bool {
        self.parts.iter().any(|part| matches!(part.role, Role::Companion(_)))
    }

    /// Whether any of its parts can be recognised by the columns of a table.
    pub fn is_table(&self) -> bool {
        self == &mapped::FORMAT
            || self.parts.iter().any(|part| {
                part.signatures.iter().any(|signature| matches!(signature, Signature::Columns(_)))
            })
    }
}

impl Part {
    /// Whether an element matches one of its signatures.
    pub fn matches(&self, element: &Value) -> bool {
        self.signatures.iter().any(|signature| signatures::element(signature, element).is_complete())
    }

    /// Whether its elements are, or can be, posts.
    pub fn has_posts(&self) -> bool {
        matches!(self.role, Role::Posts(_) | Role::Text(_) | Role::Optional(..))
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Format {}

impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name)
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name)
    }
}

impl fmt::Debug for Role {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Posts(_) | Self::Text(_) => "posts",
            Self::Optional(_, reason, _) | Self::Skip(reason) => reason,
            Self::Companion(_) => "companion",
            Self::Document => "document",
        })
    }
}

impl fmt::Debug for Part {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.what)
    }
}
