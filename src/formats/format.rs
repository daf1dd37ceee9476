//! What a format is: its name, how its files are recognised, and how their elements become posts.

use super::sniff::signs;
use super::{
    Export, Outcome, Settings, bright_data, canonical, fourcat, gallery_dl, instagram, linkedin, mapped,
    snapchat, tiktok, x, ytdlp, zeeschuimer,
};
use crate::platform::Network;
use core::fmt;
use serde_json::Value;

/// A family of files that can be imported. Each is a `static` beside its converter.
pub struct Format {
    /// The name on the command line.
    pub name: &'static str,
    /// One line on what it is and where it comes from.
    pub description: &'static str,
    /// The networks whose posts it can hold.
    pub networks: &'static [Network],
    /// The kinds of its files, or of places in one. The first that fits decides how a file is read.
    pub parts: &'static [Part],
}

/// A kind of file, or a place in one, by what it holds.
pub struct Part {
    /// What it holds, for people: `posts`, `the owner's profile`.
    pub what: &'static str,
    /// What tells it; any of them is enough.
    pub signs: &'static [Sign],
    /// Where its elements are in a document of JSON, see [`super::split::Path`]; `""` is the document itself, a line, or
    /// an element of an array that is the document. A table or script has elements of one kind, and no places.
    pub at: &'static [&'static str],
    /// What becomes of its elements.
    pub role: Role,
}

/// What becomes of the elements of a part.
#[derive(Clone, Copy)]
pub enum Role {
    /// They are posts.
    Posts(Convert),
    /// They are posts whose text is read as it stands.
    Text(fn(&str) -> Outcome),
    /// They are posts that are left out, for the reason that is given, unless [`Settings::include`] asks for them.
    Optional(fn(&Settings) -> bool, &'static str, Convert),
    /// They say something about posts in other files, or in other places of the same file.
    Companion(Learn),
    /// They are no posts, or not to be imported: what they are.
    Skip(&'static str),
    /// The document in which the other parts have their places, wherever in it those come: it tells the format, also where
    /// a file's head ends before the posts begin.
    Document,
}

/// Makes posts of an element.
pub type Convert = fn(&Value, &Settings) -> Outcome;

/// Takes in an element that says something about posts.
pub type Learn = fn(&mut Export, &Value);

/// What tells a part.
#[derive(Debug, Clone, Copy)]
pub enum Sign {
    /// An element has all of these keys. `a.b` is a key in an object or place in a list; `a|b` is either; `a=x` has this text as its
    /// value, `a^x` one that begins so; `a[]`, `a{}` and `a#` are a list, an object and a whole number; `!a` is not there.
    Keys(&'static [&'static str]),
    /// An element has at least so many of these keys, in any case.
    Some(usize, &'static [&'static str]),
    /// A table has all of these columns, in any case, without blanks and underscores; `a|b` is either.
    Columns(&'static [&'static str]),
    /// A script assigns to one of these names: `window.YTD.tweets.part0` is `tweets`.
    Global(&'static [&'static str]),
}

/// All formats, in the order in which a file is held against them: the surest signs first.
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
    /// The format of a name on the command line.
    pub fn from_name(name: &str) -> Option<&'static Self> {
        FORMATS.iter().copied().find(|format| format.name.eq_ignore_ascii_case(name))
    }

    /// Whether it is one file of several that belong together, as in what a network gives an account's owner.
    pub fn is_export(&self) -> bool {
        self.parts.iter().any(|part| matches!(part.role, Role::Companion(_)))
    }

    /// Whether any of its parts could be told by the columns of a table.
    pub fn is_table(&self) -> bool {
        self == &mapped::FORMAT
            || self.parts.iter().any(|part| part.signs.iter().any(|sign| matches!(sign, Sign::Columns(_))))
    }
}

impl Part {
    /// Whether an element shows it.
    pub fn is_shown_by(&self, element: &Value) -> bool {
        self.signs.iter().any(|sign| signs::element(sign, element).is_whole())
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
