//! Converts any table or list by a mapping that the operator gives, for files of no known format.

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

/// Any table or list of objects, by [`Mapping`]. It has no signs: it is only what the operator says it is.
pub static FORMAT: Format = Format {
    name: "mapped",
    description: "any CSV, XLSX or JSON: --map says which column or key is which field of a post",
    networks: &Network::ALL,
    parts: &[Part { what: "posts", signs: &[], at: &[""], role: Role::Posts(convert) }],
};

/// Converts one row or object, or those in the list that an object has of them.
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

/// A post's id, from what is given for it or from the address of its page, in the form that the network has.
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
            // Numbers are of the API, and made the codes that others know the posts by.
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

/// The time that is given; a day alone gives way to the time of the id, where that carries one.
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
    let told = timestamps::resolve(value, carried, settings, "time")?;
    // TikTok's ids are of the upload, which may be some seconds earlier.
    Ok((told.time, told.exact || told.carried && network != Network::Tiktok))
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
    let named = |url: &str| {
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
    let usual = if video { FileType::Video } else { FileType::Image };
    let file_type = |url: &str| named(url).unwrap_or(usual);
    let urls: Vec<Value> = match media {
        Value::Array(list) => list.clone(),
        other => json::split(other, '|').into_iter().flatten().map(Value::from).collect(),
    };
    let files: Vec<_> = urls.iter().filter_map(|url| fill::file(file_type(url.as_str()?), url)).collect();
    // What files are is only known by their names' ends.
    let is_known = files.iter().all(|file| named(&file.url).is_some());
    post.media_type = kind.or_else(|| fill::media_type(&files).filter(|_| is_known || files.len() > 1));
    post.media = (!files.is_empty()).then_some(files);
}

#[cfg(test)]
mod tests;
