//! Parses a line: its text, its keys, what is required, then each field.

use super::error::{LineError, LineErrorCode};
use super::fields::{Fields, Names, Place, field_error};
use super::{AuthorLine, PostLine};
use crate::json::{self, JsonErrorKind, Members, Value};
use crate::platform::Platform;
use crate::posts::post::name::distinct;
use crate::posts::post::{FileType, Kind, Media, MediaType, name, parse_post_id};

/// The most bytes of a `platform_post_id`.
pub const MAX_ID: usize = 256;
/// The most bytes of a `content`.
pub const MAX_CONTENT: usize = 64 * 1024;
/// The most bytes of any other text.
pub const MAX_TEXT: usize = 2 * 1024;
/// The most hashtags, mentions or media files of a post.
pub const MAX_ENTRIES: usize = 100;

/// The keys of a line. `id` is derived from others, so its value is ignored.
pub(crate) const LINE_KEYS: &[&str] = &[
    "id",
    "platform",
    "platform_post_id",
    "url",
    "author",
    "content",
    "language",
    "media_type",
    "media",
    "hashtags",
    "mentions",
    "likes_count",
    "comments_count",
    "views_count",
    "shares_count",
    "saves_count",
    "kind",
    "refers_to",
    "approximate",
    "published_at",
    "edited_at",
    "collected_at",
];
pub(crate) const AUTHOR_KEYS: &[&str] =
    &["id", "username", "display_name", "url", "avatar_url", "verified", "followers_count"];
pub(crate) const MEDIA_KEYS: &[&str] =
    &["type", "url", "preview_url", "width", "height", "duration_ms", "alt_text"];

/// Parses a line strictly: any error refuses it.
///
/// # Errors
/// The first error of a line that is not a canonical post. Errors of the text come before errors of keys, keys before values,
/// required fields before the others, and fields in the order of the post.
pub fn parse(line: &[u8]) -> Result<PostLine, LineError> {
    let fields = Fields::new(Place::Line, object(text(line)?)?, LINE_KEYS)?;
    parse_fields(fields)
}

fn text(line: &[u8]) -> Result<&str, LineError> {
    core::str::from_utf8(line).map_err(|error| {
        let message = format!("expected UTF-8, got other bytes after byte {}", error.valid_up_to());
        LineError::new(LineErrorCode::InvalidUtf8, message)
    })
}

fn object(text: &str) -> Result<Members<'_>, LineError> {
    let value = json::parse(text).map_err(|error| match error.kind {
        JsonErrorKind::Syntax => {
            LineError::new(LineErrorCode::InvalidJson, format!("expected JSON: {error}"))
        }
        JsonErrorKind::LoneSurrogate => LineError::new(LineErrorCode::LoneSurrogate, error.to_string()),
        JsonErrorKind::Nul => nul(&format!("one at column {}", error.column)),
    })?;
    // Only an escaped NUL gets past the JSON parser. Searching for the escape is cheaper than looking at every value.
    if text.contains("\\u0000") && value.has_nul() {
        return Err(nul("\\u0000"));
    }
    match value {
        Value::Object(members) => Ok(members),
        other => {
            let message = format!("expected a JSON object, got {}", other.excerpt());
            Err(LineError::new(LineErrorCode::NotAnObject, message))
        }
    }
}

fn nul(came: &str) -> LineError {
    LineError::new(LineErrorCode::NulCharacter, format!("expected text without NUL characters, got {came}"))
}

fn parse_fields(mut fields: Fields<'_>) -> Result<PostLine, LineError> {
    let platform = platform(&mut fields)?;
    let platform_post_id = fields.required("platform_post_id", MAX_ID, LineErrorCode::MissingId)?;
    let author = author(&mut fields)?;
    let published_at = fields.required("published_at", MAX_TEXT, LineErrorCode::MissingDate)?;
    Ok(PostLine {
        platform,
        platform_post_id,
        author,
        published_at: fields.parse_instant("published_at", &published_at)?,
        url: fields.text("url", MAX_TEXT)?,
        content: fields.text("content", MAX_CONTENT)?,
        language: fields.text("language", MAX_TEXT)?,
        media_type: fields.choice(
            "media_type",
            (MediaType::NAMES, MediaType::from_name),
            LineErrorCode::UnsupportedMediaType,
        )?,
        media: fields.list("media", MAX_ENTRIES, media)?,
        hashtags: fields.list("hashtags", MAX_ENTRIES, hashtag)?.map(distinct),
        mentions: fields.list("mentions", MAX_ENTRIES, mention)?.map(distinct),
        likes_count: fields.count("likes_count")?,
        comments_count: fields.count("comments_count")?,
        views_count: fields.count("views_count")?,
        shares_count: fields.count("shares_count")?,
        saves_count: fields.count("saves_count")?,
        kind: fields.choice("kind", (Kind::NAMES, Kind::from_name), LineErrorCode::UnsupportedKind)?,
        refers_to: reference(&mut fields)?,
        approximate: fields
            .list("approximate", LINE_KEYS.len() + AUTHOR_KEYS.len(), approximate)?
            .map(sorted),
        edited_at: fields.time("edited_at")?,
        collected_at: fields.time("collected_at")?,
    })
}

fn platform(fields: &mut Fields<'_>) -> Result<Platform, LineError> {
    let name = fields.required("platform", MAX_TEXT, LineErrorCode::MissingPlatform)?;
    name.parse().map_err(|unknown| {
        let message = format!("platform: {unknown}, got {}", json::excerpt(&name));
        LineError::new(LineErrorCode::UnsupportedPlatform, message)
    })
}

fn author(line: &mut Fields<'_>) -> Result<AuthorLine, LineError> {
    let members = match line.take("author") {
        Value::Null => Vec::new(),
        Value::Object(members) => members,
        other => return Err(field_error(LineErrorCode::WrongType, "author", "an object", &other)),
    };
    let mut fields = Fields::new(Place::Author, members, AUTHOR_KEYS)?;
    let username = fields.required("username", MAX_TEXT, LineErrorCode::MissingAuthor)?;
    Ok(AuthorLine {
        username: self::username("author.username", &username)?,
        id: fields.text("id", MAX_TEXT)?,
        display_name: fields.text("display_name", MAX_TEXT)?,
        url: fields.text("url", MAX_TEXT)?,
        avatar_url: fields.text("avatar_url", MAX_TEXT)?,
        verified: fields.flag("verified")?,
        followers_count: fields.count("followers_count")?,
    })
}

fn media(index: usize, value: Value<'_>) -> Result<Media, LineError> {
    let Value::Object(members) = value else {
        return Err(field_error(LineErrorCode::WrongType, &format!("media[{index}]"), "an object", &value));
    };
    let mut fields = Fields::new(Place::Media(index), members, MEDIA_KEYS)?;
    let names: Names<_> = (FileType::NAMES, FileType::from_name);
    let kind = fields.choice("type", names, LineErrorCode::UnsupportedFileType)?;
    let kind = kind.ok_or_else(|| {
        let message = format!("media[{index}].type: expected {}, got none", FileType::NAMES.join(" or "));
        LineError::new(LineErrorCode::MissingFileType, message)
    })?;
    Ok(Media {
        kind,
        url: fields.required("url", MAX_TEXT, LineErrorCode::MissingFileUrl)?,
        preview_url: fields.text("preview_url", MAX_TEXT)?,
        width: fields.count("width")?,
        height: fields.count("height")?,
        duration_ms: fields.count("duration_ms")?,
        alt_text: fields.text("alt_text", MAX_TEXT)?,
    })
}

/// The text of a list's entry, which is not checked yet.
fn text_entry<'a>(
    list: &str,
    index: usize,
    value: Value<'a>,
) -> Result<std::borrow::Cow<'a, str>, LineError> {
    match value {
        Value::Text(text) => Ok(text),
        other => Err(field_error(LineErrorCode::WrongType, &format!("{list}[{index}]"), "text", &other)),
    }
}

fn hashtag(index: usize, value: Value<'_>) -> Result<String, LineError> {
    let text = text_entry("hashtags", index, value)?;
    name::hashtag(&text).map(str::to_owned).map_err(|_| {
        let field = format!("hashtags[{index}]");
        field_error(LineErrorCode::InvalidHashtag, &field, name::HASHTAG, &Value::Text(text.clone()))
    })
}

fn mention(index: usize, value: Value<'_>) -> Result<String, LineError> {
    let text = text_entry("mentions", index, value)?;
    username(&format!("mentions[{index}]"), &text)
}

fn username(field: &str, text: &str) -> Result<String, LineError> {
    name::username(text).map(str::to_owned).map_err(|_| {
        field_error(LineErrorCode::InvalidUsername, field, name::USERNAME, &Value::Text(text.into()))
    })
}

/// The id of another post, under the network's own name.
fn reference(fields: &mut Fields<'_>) -> Result<Option<String>, LineError> {
    let Some(text) = fields.text("refers_to", MAX_TEXT)? else { return Ok(None) };
    parse_post_id(&text).map(Some).ok_or_else(|| {
        let expected = "a platform, a colon and the id of a post there, as in x:123";
        field_error(LineErrorCode::InvalidReference, "refers_to", expected, &Value::Text(text.into()))
    })
}

fn approximate(index: usize, value: Value<'_>) -> Result<String, LineError> {
    let text = text_entry("approximate", index, value)?;
    if is_approximable(&text) {
        return Ok(text.into_owned());
    }
    let field = format!("approximate[{index}]");
    let expected = "the name of a field, such as likes_count or author.followers_count";
    Err(field_error(LineErrorCode::InvalidApproximate, &field, expected, &Value::Text(text)))
}

/// Whether a name is that of a field whose value can be rounded or inferred.
fn is_approximable(name: &str) -> bool {
    match name.strip_prefix("author.") {
        Some(name) => AUTHOR_KEYS.contains(&name),
        None => LINE_KEYS.contains(&name) && !matches!(name, "id" | "platform" | "author" | "approximate"),
    }
}

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort_unstable();
    names.dedup();
    names
}
