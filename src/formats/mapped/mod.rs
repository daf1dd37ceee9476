//! Converts any table or list by a mapping from the operator, for files of no known format.

mod guess;
mod mapping;
mod names;
mod score;

pub use mapping::Mapping;

use super::linkedin::urn::Urn;
use super::value::fill::{self, Counts};
use super::{
    Format, Found, ImportError, Item, Outcome, Part, Role, Settings, author_or, checks, instagram, json,
    named, snapchat, snowflake, tiktok, timestamps, x,
};
use crate::platform::{Network, Platform};
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Kind, MediaType};
use crate::time::Timestamp;
use core::str::FromStr;
use serde_json::Value;

/// Any table or list of objects, by [`Mapping`]. It has no signatures: the operator has to select it.
pub static FORMAT: Format = Format {
    name: "mapped",
    description: "any CSV, XLSX or JSON: --map says which column or key is which field of a post",
    networks: &Network::ALL,
    parts: &[Part { what: "posts", signatures: &[], at: &[""], role: Role::Posts(convert) }],
};

/// Converts a row or object, or the objects in a list inside it.
///
/// # Errors
/// When it has no network, id, author or time.
pub fn convert(row: &Value, settings: &Settings) -> Outcome {
    let mapping = &settings.mapping;
    match list_in(row, DEEPEST)
        .filter(|list| !mapping.is_in(row) && list.iter().any(|row| mapping.is_in(row)))
    {
        Some(list) => Ok(Item::Many(list.iter().map(|row| checks::post(post, row, settings)).collect())),
        None => post(row, settings),
    }
}

/// How deep the list of posts is searched for.
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
    let url = json::address(&find("url"));
    let network = match &url {
        Some(url) if !settings.mapping.has_platform() => guess::network_of(url).ok_or_else(|| {
            let reason = format!("url: expected the address of a post on a network, got {url:?}");
            ImportError::new("UNSUPPORTED_PLATFORM", reason)
        })?,
        _ => network(&find("platform"))?,
    };
    let id = id(network, &find("id"), url.as_deref().unwrap_or_default())
        .ok_or_else(|| ImportError::no_id(&settings.mapping.places()))?;
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
    post.collected_at = settings.collected_at(published);
    let no_zone = timestamps::lacks_zone(&find("time"), settings);
    if !exact {
        fill::approximate(&mut post, "published_at");
    }
    let remarks = no_zone.then_some(timestamps::NO_ZONE).into_iter().collect();
    Ok(Found { remarks, ..post.into() }.into())
}

fn network(value: &Value) -> Result<Network, ImportError> {
    let name = json::text(value).unwrap_or_default();
    let known = Platform::from_str(&name.to_lowercase()).ok();
    known.map(|platform| platform.network).ok_or_else(|| {
        ImportError::new(
            "UNSUPPORTED_PLATFORM",
            format!("platform: expected tiktok, instagram, x, snapchat or linkedin, got {name:?}"),
        )
    })
}

/// The id of a post in the form of its network, from the mapped id or the address of its page.
fn id(network: Network, given: &Value, url: &str) -> Option<String> {
    let own = json::id(given);
    let is_number = |id: &String| id.bytes().all(|byte| byte.is_ascii_digit());
    match network {
        Network::X => x::whole_id(own, url).or_else(|| last_number(url)),
        Network::Tiktok => own
            .filter(is_number)
            .or_else(|| tiktok::link::id(url))
            .or_else(|| last_number(url))
            .or_else(|| json::id(given)),
        Network::Instagram => {
            // Numbers come from the API. They become codes, by which other formats know the posts.
            let code = instagram::code_in(&url.into());
            code.or_else(|| instagram::post_code(&Value::Null, &[&own.as_deref().into()])).or(own)
        }
        Network::Linkedin => {
            let named = own.as_deref().and_then(Urn::find).or_else(|| Urn::find(url));
            let number = || own.clone().or_else(|| last_number(url));
            named.or_else(|| Urn::activity(&number()?)).map(|urn| urn.id()).or(own)
        }
        Network::Snapchat => own.or_else(|| snapchat::id_in(&url.into())).or_else(|| last_number(url)),
    }
}

/// Whether the ids of a network carry the time.
const fn carries_time(network: Network) -> bool {
    matches!(network, Network::X | Network::Tiktok | Network::Linkedin)
}

/// The mapped time, and whether it is exact. The time in the id is used instead of a day without a clock.
fn time(
    network: Network,
    id: &str,
    value: &Value,
    settings: &Settings,
) -> Result<(Timestamp, bool), ImportError> {
    let carried = match network {
        Network::X => snowflake::x(id),
        Network::Tiktok => snowflake::tiktok(id),
        Network::Linkedin => id.rsplit(':').next().and_then(snowflake::linkedin),
        Network::Instagram | Network::Snapchat => None,
    };
    let resolved = timestamps::resolve(value, carried, settings, "time")?;
    // TikTok's ids carry the time of the upload, which may be some seconds earlier.
    Ok((resolved.time, resolved.exact || resolved.carried && network != Network::Tiktok))
}

/// The last number in an address, which on most networks is the post's id.
fn last_number(url: &str) -> Option<String> {
    let path = url.split(['?', '#']).next()?;
    let mut numbers = path.split(|char: char| !char.is_ascii_digit()).filter(|digits| digits.len() >= 6);
    numbers.next_back().map(str::to_owned)
}

/// The names in a list, or in a text.
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
    let type_by_extension = |url: &str| {
        let path = url.split(['?', '#']).next().unwrap_or_default().to_lowercase();
        let ends = |ends: &[&str]| ends.iter().any(|end| path.ends_with(end));
        if ends(&[".mp4", ".mov", ".m4v", ".webm"]) {
            Some(FileType::Video)
        } else if ends(&[".jpg", ".jpeg", ".png", ".webp", ".gif", ".heic", ".avif"]) {
            Some(FileType::Image)
        } else {
            None
        }
    };
    let default = if video { FileType::Video } else { FileType::Image };
    let file_type = |url: &str| type_by_extension(url).unwrap_or(default);
    let urls: Vec<Value> = match media {
        Value::Array(list) => list.clone(),
        other => json::split(other, '|').into_iter().flatten().map(Value::from).collect(),
    };
    let files: Vec<_> = urls.iter().filter_map(|url| fill::file(file_type(url.as_str()?), url)).collect();
    // The types of files are only known by their extensions.
    let is_known = files.iter().all(|file| type_by_extension(&file.url).is_some());
    post.media_type = kind.or_else(|| fill::media_type(&files).filter(|_| is_known || files.len() > 1));
    post.media = (!files.is_empty()).then_some(files);
}

#[cfg(test)]
mod tests;
