//! Any table or list, by a mapping that the operator gives: so that nobody is stuck with a file that no format knows.

use super::table::cell;
use super::value::fill::{self, Counts};
use super::{
    Format, Found, Item, Outcome, Part, Refusal, Role, Settings, author_or, json, named, snowflake, when,
};
use crate::platform::{Network, Platform};
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Kind, MediaType};
use core::str::FromStr;
use serde_json::Value;
use std::collections::BTreeMap;

/// Any table or list of objects, by [`Mapping`]. It has no signs: it is only what the operator says it is.
pub static FORMAT: Format = Format {
    name: "mapped",
    description: "any CSV, XLSX or JSON: --map says which column or key is which field of a post",
    networks: &Network::ALL,
    parts: &[Part { what: "posts", signs: &[], at: &[""], role: Role::Posts(convert) }],
};

/// The fields that can be mapped.
const FIELDS: [&str; 18] = [
    "platform",
    "id",
    "url",
    "author",
    "author_name",
    "author_id",
    "text",
    "language",
    "time",
    "likes",
    "comments",
    "views",
    "shares",
    "saves",
    "hashtags",
    "media",
    "media_type",
    "kind",
];

/// Which column, key or constant is which field.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mapping(BTreeMap<&'static str, Source>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Source {
    /// A column's name, or keys joined by `.`.
    Column(String),
    /// The same for all posts.
    Constant(String),
}

/// Reads `id=Post ID,text=Body,platform=:tiktok`: a field, and the column or key that holds it; after a colon, a value
/// that is the same for all posts.
impl FromStr for Mapping {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let entries = text.split(',').filter(|entry| !entry.trim().is_empty());
        let pairs = entries.map(|entry| {
            let pair = entry.split_once('=').map(|(field, from)| (field.trim(), from.trim()));
            let pair = pair.filter(|(_, from)| !from.is_empty());
            pair.ok_or_else(|| format!("expected FIELD=COLUMN, got {entry:?}"))
        });
        Self::of(pairs)
    }
}

impl Mapping {
    /// A mapping of fields, each with the column or key that holds it or, after a colon, with a value for all posts.
    ///
    /// # Errors
    /// When there is no such field, one comes twice, or one that every post needs is not there.
    pub fn of<'a>(
        pairs: impl IntoIterator<Item = Result<(&'a str, &'a str), String>>,
    ) -> Result<Self, String> {
        let mut fields = BTreeMap::new();
        for pair in pairs {
            let (field, from) = pair?;
            let known = FIELDS.into_iter().find(|known| *known == field);
            let field = known
                .ok_or_else(|| format!("expected one of the fields {}, got {field:?}", FIELDS.join(", ")))?;
            if fields.insert(field, Source::of(field, from)?).is_some() {
                return Err(format!("expected {field} once, got it twice"));
            }
        }
        for needed in ["platform", "id", "time"] {
            let by_url = needed == "id" && fields.contains_key("url");
            if !fields.contains_key(needed) && !by_url {
                let such = if needed == "platform" { ":x" } else { "COLUMN" };
                return Err(format!("expected {needed} too (such as {needed}={such})"));
            }
        }
        Ok(Self(fields))
    }
}

impl Source {
    fn of(field: &str, from: &str) -> Result<Self, String> {
        let Some(value) = from.strip_prefix(':') else { return Ok(Self::Column(from.to_owned())) };
        if field == "platform" {
            network(&value.into()).map_err(|refusal| refusal.reason)?;
        }
        Ok(Self::Constant(value.to_owned()))
    }
}

impl Mapping {
    /// The value of a field in a row or object; null where it has none.
    fn find(&self, row: &Value, field: &str) -> Value {
        match self.0.get(field) {
            None => Value::Null,
            Some(Source::Constant(value)) => value.as_str().into(),
            Some(Source::Column(name)) => {
                let folded = super::sniff::signs::folded(name);
                let found =
                    [json::dig(row, name), json::dig(row, &name.replace('/', ".")), cell(row, &folded)];
                found.into_iter().find(|value| !value.is_null()).cloned().unwrap_or_default()
            }
        }
    }
}

impl Mapping {
    /// Whether a row or object has what tells one post from another.
    fn is_in(&self, row: &Value) -> bool {
        ["id", "url"].iter().any(|field| {
            matches!(self.0.get(field), Some(Source::Column(_))) && !self.find(row, field).is_null()
        })
    }

    /// Where ids are looked for, as it is said where there is none.
    fn places(&self) -> String {
        let name = |field| match self.0.get(field)? {
            Source::Column(name) | Source::Constant(name) => Some(format!("{name:?} ({field} of --map)")),
        };
        let places: Vec<String> = ["id", "url"].into_iter().filter_map(name).collect();
        places.join(" or ")
    }
}

/// Converts one row or object, or those in the list that an object has of them.
///
/// # Errors
/// When it has no network, id, author or time.
pub fn convert(row: &Value, settings: &Settings) -> Outcome {
    let mapping = &settings.mapping;
    match list_in(row, DEEPEST)
        .filter(|list| !mapping.is_in(row) && list.iter().any(|row| mapping.is_in(row)))
    {
        Some(list) => Ok(Item::Many(list.iter().map(|row| post(row, settings)).collect())),
        None => post(row, settings),
    }
}

/// How deep the list of posts is looked for.
const DEEPEST: usize = 3;

/// The first list of objects in an object.
fn list_in(object: &Value, deepest: usize) -> Option<&[Value]> {
    let mut values = object.as_object().filter(|_| deepest > 0)?.values();
    values.find_map(|value| match value {
        Value::Array(list) if list.iter().any(Value::is_object) => Some(list.as_slice()),
        other => list_in(other, deepest - 1),
    })
}

fn post(row: &Value, settings: &Settings) -> Outcome {
    let find = |field| settings.mapping.find(row, field);
    let network = network(&find("platform"))?;
    let url = json::address(&find("url"));
    let id = json::id(&find("id"))
        .or_else(|| url.as_deref().and_then(last_number))
        .ok_or_else(|| Refusal::no_id(&settings.mapping.places()))?;
    let (published, exact) = time(network, &id, &find("time"), settings)?;
    let author = json::text(&find("author")).map(|name| AuthorLine {
        id: json::id(&find("author_id")),
        display_name: json::text(&find("author_name")),
        ..named(name.trim_start_matches('@').to_owned())
    });
    let author = author_or(author, settings)?;
    let mut post = PostLine::new(network, id, author.username.clone(), published);
    (post.url, post.author) = (url, author);
    post.content = find("text").as_str().map(json::unix_lines);
    post.language = json::text(&find("language"));
    post.hashtags = names(&find("hashtags"));
    post.kind = json::text(&find("kind")).and_then(|kind| Kind::from_name(&kind.to_lowercase()));
    media(&mut post, &find("media"), &find("media_type"));
    let [likes, comments, views, shares, saves] = ["likes", "comments", "views", "shares", "saves"].map(find);
    Counts { likes: &likes, comments: &comments, views: &views, shares: &shares, saves: &saves }
        .fill(&mut post);
    post.collected_at = settings.collected(published);
    Ok(Found::timed(post, exact).into())
}

fn network(value: &Value) -> Result<Network, Refusal> {
    let name = json::text(value).unwrap_or_default();
    let known = Platform::from_str(&name.to_lowercase()).ok();
    known.map(|platform| platform.network).ok_or_else(|| {
        Refusal::new(
            "UNSUPPORTED_PLATFORM",
            format!("platform: expected tiktok, instagram, x, snapchat or linkedin, got {name:?}"),
        )
    })
}

/// The time that is given; a day alone is made exact by the id, where that carries its time.
fn time(
    network: Network,
    id: &str,
    value: &Value,
    settings: &Settings,
) -> Result<(crate::time::Timestamp, bool), Refusal> {
    let carried = (network == Network::X).then(|| snowflake::x(id)).flatten();
    match (when::local(value, settings, "time"), carried) {
        (Ok((time, false)), Some(carried)) if (time.0 - carried.0).abs() < 2 * crate::time::DAY => {
            Ok((carried, true))
        }
        (read, _) => read,
    }
}

/// The last number in an address, which is what most networks have as a post's id.
fn last_number(url: &str) -> Option<String> {
    let path = url.split(['?', '#']).next()?;
    let mut numbers = path.split(|char: char| !char.is_ascii_digit()).filter(|digits| digits.len() >= 6);
    numbers.next_back().map(str::to_owned)
}

/// Names in a list, or in one text.
fn names(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::Array(list) => Some(json::names(
            list.iter().map(|entry| json::first_text(entry, &["name", "text"]).or_else(|| json::text(entry))),
        )),
        Value::String(text) => {
            Some(json::names(text.split([' ', ',', ';', '|']).map(|name| Some(name.to_owned()))))
        }
        _ => None,
    }
}

fn media(post: &mut PostLine, media: &Value, kind: &Value) {
    let kind = json::text(kind).and_then(|kind| MediaType::from_name(&kind.to_lowercase()));
    let video = matches!(kind, Some(MediaType::Video | MediaType::Reel));
    let file_type = |url: &str| {
        if video || url.contains(".mp4") || url.contains(".mov") { FileType::Video } else { FileType::Image }
    };
    let urls: Vec<Value> = match media {
        Value::Array(list) => list.clone(),
        other => json::split(other, '|').into_iter().flatten().map(Value::from).collect(),
    };
    let files: Vec<_> = urls.iter().filter_map(|url| fill::file(file_type(url.as_str()?), url)).collect();
    post.media_type = kind.or_else(|| fill::media_type(&files));
    post.media = (!files.is_empty()).then_some(files);
}

#[cfg(test)]
mod tests;
