//! Flat tables of Instagram posts: from `CrowdTangle`, Meta's Content Library, and minet.

use super::{
    author, code, code_for_number, code_in, is_reel, local_time, media_type, new_post, page_or, published,
    unless_hidden,
};
use crate::formats::fill::Counts;
use crate::formats::table::cell;
use crate::formats::value::date_text;
use crate::formats::{
    Format, Found, ImportError, Outcome, Part, Role, Settings, Signature, author_or, fill, json, timestamps,
};
use crate::platform::Network;
use crate::posts::post::{FileType, Media, MediaType};
use serde_json::Value;

/// Tables of `CrowdTangle`, which was shut down in 2024.
pub static CROWDTANGLE: Format = Format {
    name: "crowdtangle",
    description: "CSV of CrowdTangle, from Instagram",
    networks: &[Network::Instagram],
    parts: &[part(
        &[
            Signature::Columns(&["account", "username", "postcreated", "url", "description"]),
            Signature::Columns(&["account", "username", "postcreated", "totalinteractions"]),
        ],
        crowdtangle,
    )],
};

/// Tables of Meta's Content Library.
pub static CONTENT_LIBRARY: Format = Format {
    name: "meta-content-library",
    description: "CSV of Meta's Content Library, from Instagram",
    networks: &[Network::Instagram],
    parts: &[part(
        &[
            Signature::Columns(&["id", "creationtime", "postowner.username|postowner/username"]),
            Signature::Keys(&["id", "creation_time", "post_owner{}", "statistics{}"]),
        ],
        content_library,
    )],
};

/// Tables of minet.
pub static MINET: Format = Format {
    name: "minet-instagram",
    description: "CSV of minet, from Instagram: posts of users, hashtags and places",
    networks: &[Network::Instagram],
    parts: &[part(&[Signature::Columns(&["shortcode", "takenattimestamp", "mediatype|mediasurl"])], minet)],
};

const fn part(signatures: &'static [Signature], convert: crate::formats::Convert) -> Part {
    Part { what: "posts", signatures, at: &[""], role: Role::Posts(convert) }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(json::unix_lines)
}

/// Converts a `CrowdTangle` post. Its times name a zone by letters. Unknown zones are ignored, and the time is
/// approximate.
fn crowdtangle(row: &Value, settings: &Settings) -> Outcome {
    let url = cell(row, "url");
    let id = code_in(url).ok_or_else(|| ImportError::no_id("URL, https://www.instagram.com/p/..."))?;
    let created = cell(row, "postcreated");
    let known = created.as_str().is_none_or(|text| date_text::parse(text).is_some());
    let bare = created.as_str().and_then(|text| text.trim().rsplit_once(' ')).map(|(time, _)| time.into());
    let created = bare.filter(|_| !known).unwrap_or_else(|| created.clone());
    let (time, exact, remarks) = local_time(&created, settings, "Post Created")?;
    let author = author(cell(row, "username"), &Value::Null, cell(row, "account"));
    let mut post = new_post(id, author_or(author, settings)?, (time, !exact || !known), settings);
    post.url = Some(page_or(url, &post.platform_post_id));
    let texts = ["description", "title"].map(|column| cell(row, column));
    post.content = texts.iter().find_map(|text| json::text(text)).map(|text| json::unix_lines(&text));
    let kind = media_type(cell(row, "type"));
    post.media_type = if is_reel(url) { Some(MediaType::Reel) } else { kind };
    let is_still = matches!(kind, Some(MediaType::Image | MediaType::Carousel));
    let picture = fill::file(FileType::Image, cell(row, "photo")).filter(|_| is_still);
    post.media = Some(picture.into_iter().collect());
    let views = cell(row, "views");
    Counts {
        likes: cell(row, "likes"),
        comments: cell(row, "comments"),
        // Images are given zero views, although nobody counts them.
        views: if is_still { &Value::Null } else { views },
        ..Counts::default()
    }
    .fill(&mut post);
    Ok(Found { remarks, ..post.into() }.into())
}

/// Converts a post of Meta's Content Library, which has its own post ids.
fn content_library(row: &Value, settings: &Settings) -> Outcome {
    let urls = ["permalink", "url", "post_url"].map(|key| json::dig(row, key));
    let code = urls.iter().find_map(|url| code_in(url));
    let id = code.clone().or_else(|| json::id(json::dig(row, "id")));
    let id = id.ok_or_else(|| ImportError::no_id("id, as text"))?;
    let (time, exact, remarks) = library_time(row, settings)?;
    let owner = json::dig(row, "post_owner");
    let author = author(json::dig(owner, "username"), json::dig(owner, "id"), json::dig(owner, "name"));
    let mut post = new_post(id, author_or(author, settings)?, (time, !exact), settings);
    post.url = code.map(|code| super::page(&code));
    post.content = text(json::dig(row, "text"));
    post.language = json::text(json::dig(row, "lang")).filter(|code| code.len() <= 12 && code != "und");
    post.hashtags = listed_names(json::dig(row, "hashtags"));
    let files: Option<Vec<Media>> = json::parsed(json::dig(row, "multimedia")).as_array().map(|list| {
        let file = |entry: &Value| {
            let is_video = media_type(json::dig(entry, "type")) == Some(MediaType::Video);
            let kind = if is_video { FileType::Video } else { FileType::Image };
            fill::file(kind, json::dig(entry, "url"))
        };
        list.iter().filter_map(file).collect()
    });
    post.media_type = media_type(json::dig(row, "media_type"));
    post.media = files;
    let edited = timestamps::parse_value(json::dig(row, "modified_time"));
    post.edited_at = edited.filter(|edited| *edited > time && *edited <= settings.now);
    let counts = json::dig(row, "statistics");
    Counts {
        likes: json::best_count(counts, &["like_count", "reaction_count"]),
        comments: json::dig(counts, "comment_count"),
        views: json::best_count(counts, &["views", "view_count"]),
        shares: json::dig(counts, "share_count"),
        saves: &Value::Null,
    }
    .fill(&mut post);
    Ok(Found { remarks, ..post.into() }.into())
}

/// Times of the Content Library are in UTC, even if they name no zone.
fn library_time(
    row: &Value,
    settings: &Settings,
) -> Result<(crate::time::Timestamp, bool, Vec<&'static str>), ImportError> {
    let created = json::dig(row, "creation_time");
    let read = created.as_str().and_then(date_text::parse);
    if read.is_some_and(|read| read.clock) {
        return Ok((timestamps::parse_published(created, settings, "creation_time")?, true, Vec::new()));
    }
    local_time(created, settings, "creation_time")
}

/// Names in a cell: JSON, or separated by other characters.
fn listed_names(value: &Value) -> Option<Vec<String>> {
    let names = match json::parsed(value) {
        Value::Array(list) => json::names(list.iter().map(json::text)),
        Value::String(text) if !text.trim().is_empty() => {
            // Tables written by Python contain its lists, which are not JSON.
            let marks = ['[', ']', '\'', '"'];
            json::names(
                text.split([',', '|', ';', ' ']).map(|name| Some(name.trim_matches(marks).to_owned())),
            )
        }
        _ => return None,
    };
    Some(names)
}

/// Converts a post of minet. Tables of a hashtag or a place do not name the author.
fn minet(row: &Value, settings: &Settings) -> Outcome {
    let url = cell(row, "url");
    let id = code(cell(row, "shortcode"))
        .or_else(|| code_in(url))
        .or_else(|| code_for_number(cell(row, "id")))
        .ok_or_else(|| ImportError::no_id("shortcode"))?;
    let time = published(cell(row, "takenattimestamp"), &id, settings, "taken_at_timestamp")?;
    let author = author(cell(row, "username"), cell(row, "ownerid"), cell(row, "fullname"));
    let author = author.map(|mut author| {
        author.verified = json::flag(cell(row, "isverified"));
        author
    });
    let mut post = new_post(id, author_or(author, settings)?, time, settings);
    post.url = Some(page_or(url, &post.platform_post_id));
    post.content = text(cell(row, "caption"));
    let names = |column| {
        let cell = cell(row, column);
        cell.is_string().then(|| json::names(json::split(cell, '|')))
    };
    post.hashtags = names("hashtags");
    post.mentions = names("mentionednames");
    let files = minet_files(row);
    post.media_type = if is_reel(url) { Some(MediaType::Reel) } else { media_type(cell(row, "mediatype")) };
    post.media_type = post.media_type.or_else(|| fill::media_type(&files));
    post.media = Some(files);
    let hidden = json::flag(cell(row, "likeandviewcountsdisabled")) == Some(true);
    let first = |columns: [&str; 3]| {
        let cells = columns.map(|column| cell(row, column));
        unless_hidden(json::best_count_of(&cells), hidden)
    };
    Counts {
        likes: first(["likecount", "likedbycount", "previewlikecount"]),
        comments: cell(row, "commentcount"),
        views: first(["videoplaycount", "videoviewcount", "viewcount"]),
        ..Counts::default()
    }
    .fill(&mut post);
    Ok(post.into())
}

fn minet_files(row: &Value) -> Vec<Media> {
    let types = json::split(cell(row, "mediastype"), '|');
    let urls = json::split(cell(row, "mediasurl"), '|');
    let file = |(place, url): (usize, Option<String>)| {
        let named = types.get(place).cloned().flatten().map_or(Value::Null, Value::from);
        let is_video = media_type(&named) == Some(MediaType::Video);
        fill::file(if is_video { FileType::Video } else { FileType::Image }, &url?.into())
    };
    urls.into_iter().enumerate().filter_map(file).collect()
}

#[cfg(test)]
mod tests;
