//! Instagram posts: the owner's export, the shapes of Instagram's API, apps and pages, and the files of tools.

pub mod apify;
pub(crate) mod bright_data;
pub mod business_suite;
pub mod export;
pub mod fourcat;
pub mod graph;
pub mod instagrapi;
pub mod instaloader;
pub mod item;
pub mod snscrape;
pub mod tables;

use super::value::ids;
use super::{ImportError, Settings, fill, json, snowflake, timestamps};
use crate::posts::by_id::instagram_code;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Media, MediaType};
use crate::time::Timestamp;
use serde_json::Value;

/// A post's code, from a value that is one. The extra characters of a private post's code are removed.
fn code(value: &Value) -> Option<String> {
    whole_code(ids::without_marks(value.as_str()?)).filter(|code| !ids::is_nothing(code))
}

fn whole_code(text: &str) -> Option<String> {
    // Shorter texts may be something else.
    instagram_code(text).filter(|code| code.len() >= 5).map(str::to_owned)
}

/// The code in the address of a post: `/p/CODE/`, `/reel/CODE/` or `/name/p/CODE/`.
pub(crate) fn code_in(url: &Value) -> Option<String> {
    let url = url.as_str()?;
    let path = url.split(['?', '#']).next()?;
    let mut parts = path.split('/').skip_while(|part| !matches!(*part, "p" | "reel" | "reels" | "tv"));
    parts.next()?;
    whole_code(parts.next()?)
}

/// The username in the address of a post's page, if it has one: `/reef.watch/p/CODE/`.
pub(crate) fn name_in_page(url: &str) -> Option<String> {
    let mut parts = url.split(['?', '#']).next()?.split('/').skip(3);
    let (name, kind, code) = (parts.next()?, parts.next()?, parts.next()?);
    let is_post = matches!(kind, "p" | "reel" | "tv") && whole_code(code).is_some();
    (is_post && !name.is_empty()).then(|| name.to_owned())
}

/// The code for a post's number, which may be followed by `_` and the owner's number.
fn code_for_number(pk: &Value) -> Option<String> {
    let id = json::id(pk)?;
    let pk: u64 = id.split('_').next()?.parse().ok()?;
    // Shorter numbers belong to other things, or are not the ones that codes are made from.
    (pk >= 1 << 32).then(|| snowflake::instagram_code(pk))
}

/// A post's code: that in the address of its page, else that of the first value that is a code or a post's number.
pub(crate) fn post_code(url: &Value, values: &[&Value]) -> Option<String> {
    // A code may consist of digits only, but numbers are longer than codes.
    let is_short = |value: &Value| value.as_str().is_some_and(|text| text.len() <= 12);
    let read = |value: &&Value| {
        if is_short(value) { code(value) } else { code_for_number(value).or_else(|| code(value)) }
    };
    code_in(url).or_else(|| values.iter().find_map(read))
}

/// The code for the number in a story's address.
fn story_code(url: &Value) -> Option<String> {
    let (_, rest) = url.as_str()?.split_once("/stories/")?;
    code_for_number(&rest.split(['/', '?']).nth(1)?.into())
}

/// The address of a post's page.
fn page(code: &str) -> String {
    format!("https://www.instagram.com/p/{code}/")
}

/// The address from the source, without its query, which may contain tracking data. Without one, that of the post's page.
pub(crate) fn page_or(url: &Value, code: &str) -> String {
    let given = json::address(url).filter(|url| url.starts_with("https://"));
    let given = given.and_then(|url| url.split(['?', '#']).next().map(str::to_owned));
    given.unwrap_or_else(|| page(code))
}

/// Whether an address is that of a reel.
pub(crate) fn is_reel(url: &Value) -> bool {
    url.as_str().is_some_and(|url| url.contains("/reel/") || url.contains("/reels/"))
}

/// An author with username, id and display name.
pub(crate) fn author(username: &Value, id: &Value, display_name: &Value) -> Option<AuthorLine> {
    let username = json::text(username)?.trim().trim_start_matches('@').to_owned();
    Some(AuthorLine {
        id: json::id(id),
        display_name: json::short_text(display_name),
        username,
        ..AuthorLine::default()
    })
}

/// An author in Instagram's own shape.
fn described_author(user: &Value) -> Option<AuthorLine> {
    let found = author(
        json::dig(user, "username"),
        json::first(user, &["pk", "pk_id", "id"]),
        json::dig(user, "full_name"),
    )?;
    let avatar_url = json::address(json::first(user, &["profile_pic_url", "profile_pic_url_hd"]));
    let verified = json::dig(user, "is_verified").as_bool();
    Some(AuthorLine { avatar_url, verified, ..found })
}

fn with_profile(mut author: AuthorLine) -> AuthorLine {
    author.url.get_or_insert_with(|| format!("https://www.instagram.com/{}/", author.username));
    author
}

/// When a post was published, and whether that was inferred. If the source has no time, it is inferred from the post's
/// code, which contains the upload time of its first file.
///
/// # Errors
/// When no time is known, or it is implausible.
pub(crate) fn published(
    value: &Value,
    code: &str,
    settings: &Settings,
    field: &str,
) -> Result<(Timestamp, bool), ImportError> {
    let absent = matches!(value, Value::Null)
        || value.as_str().is_some_and(|text| text.trim().is_empty() || ids::is_rounded_number(text));
    let uploaded = snowflake::instagram_pk(code).and_then(|pk| snowflake::instagram(&pk.to_string()));
    match uploaded {
        Some(time) if absent => Ok((timestamps::plausible(time, settings.now, field)?, true)),
        _ => Ok((timestamps::parse_published(value, settings, field)?, false)),
    }
}

/// When a post was published, from a time that may have no zone: the instant, whether it is exact, and remarks about
/// it.
///
/// # Errors
/// When the value is not a time, or not a plausible one.
fn local_time(
    value: &Value,
    settings: &Settings,
    field: &str,
) -> Result<(Timestamp, bool, Vec<&'static str>), ImportError> {
    let (time, exact) = timestamps::parse_local(value, settings, field)?;
    let no_zone = timestamps::lacks_zone(value, settings).then_some(timestamps::NO_ZONE);
    Ok((time, exact, no_zone.into_iter().collect()))
}

/// A post with the address of its page, its author, and when it was collected.
pub(crate) fn new_post(
    code: String,
    author: AuthorLine,
    published: (Timestamp, bool),
    settings: &Settings,
) -> PostLine {
    let (time, inferred) = published;
    let network = crate::platform::Network::Instagram;
    let mut post = PostLine::new(network, code, author.username.clone(), time);
    post.url = Some(page(&post.platform_post_id));
    post.author = with_profile(author);
    post.collected_at = settings.collected_at(time);
    post.approximate = inferred.then(|| vec!["published_at".to_owned()]);
    post
}

/// A picture or, if there is a video address, a video with the picture as its preview.
pub(crate) fn file(video: &Value, picture: &Value) -> Option<Media> {
    let picture = json::address(picture);
    let url = json::address(video);
    let kind = if url.is_some() { FileType::Video } else { FileType::Image };
    let (url, preview_url) = match url {
        Some(url) => (url, picture),
        None => (picture?, None),
    };
    Some(Media { kind, url, preview_url, width: None, height: None, duration_ms: None, alt_text: None })
}

/// The media type of a post: by its product, else by its parts, else by the type it states, else by its files.
fn post_type(item: &Value, product: &str, has_parts: bool, files: &[Media]) -> Option<MediaType> {
    match product {
        "clips" => Some(MediaType::Reel),
        "carousel_container" => Some(MediaType::Carousel),
        _ if has_parts => Some(MediaType::Carousel),
        _ => media_type(json::dig(item, "media_type")).or_else(|| fill::media_type(files)),
    }
}

/// The media type by any of the names that tools use, in any case: `GraphSidecar`, `CAROUSEL_ALBUM`, `IG reel`, `8`.
fn media_type(name: &Value) -> Option<MediaType> {
    let name = match name {
        Value::Number(number) => number.to_string(),
        other => other.as_str()?.to_ascii_lowercase(),
    };
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    match name.trim() {
        "1" => Some(MediaType::Image),
        "2" => Some(MediaType::Video),
        "8" => Some(MediaType::Carousel),
        _ if has(&["sidecar", "carousel", "album", "mixed"]) => Some(MediaType::Carousel),
        _ if has(&["reel", "clips"]) => Some(MediaType::Reel),
        _ if has(&["video", "igtv"]) => Some(MediaType::Video),
        _ if has(&["image", "photo"]) => Some(MediaType::Image),
        _ => None,
    }
}

/// The highest placeholder that Instagram sends for hidden counts of likes.
const MAX_PLACEHOLDER: u64 = 3;

/// A count, unless it is hidden and one of the placeholders.
fn unless_hidden(count: &Value, hidden: bool) -> &Value {
    let is_placeholder = hidden && json::count(count).is_some_and(|count| count.value <= MAX_PLACEHOLDER);
    if is_placeholder { &Value::Null } else { count }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn codes_are_found_in_every_form_of_address() {
        for (url, code) in [
            ("https://www.instagram.com/p/CI5REoqrS8V/", Some("CI5REoqrS8V")),
            ("https://www.instagram.com/reel/CI5REoqrS8V?igsh=x", Some("CI5REoqrS8V")),
            ("https://instagram.com/reef.watch/p/CI5REoqrS8V/", Some("CI5REoqrS8V")),
            ("https://www.instagram.com/tv/CI5REoqrS8V/", Some("CI5REoqrS8V")),
            ("https://www.instagram.com/reef.watch/", None),
            ("https://www.instagram.com/p/", None),
            ("https://www.instagram.com/p/two words/", None),
        ] {
            assert_eq!(code_in(&json!(url)).as_deref(), code, "{url}");
        }
    }

    #[test]
    fn codes_of_private_posts_are_shortened() {
        let private = format!("CI5REoqrS8V{}", "x".repeat(28));
        assert_eq!(code(&json!(private)).as_deref(), Some("CI5REoqrS8V"));
        assert_eq!(code_for_number(&json!("2466077356296318741_17")).as_deref(), Some("CI5REoqrS8V"));
        assert_eq!((code_for_number(&json!(17)), code_for_number(&json!("2.4E+18"))), (None, None));
    }

    #[test]
    fn media_types_are_recognised_by_all_their_names() {
        for (name, kind) in [
            (json!("GraphSidecar"), Some(MediaType::Carousel)),
            (json!("CAROUSEL_ALBUM"), Some(MediaType::Carousel)),
            (json!("IG reel"), Some(MediaType::Reel)),
            (json!(2), Some(MediaType::Video)),
            (json!("Photo"), Some(MediaType::Image)),
            (json!("status"), None),
            (json!(null), None),
        ] {
            assert_eq!(media_type(&name), kind, "{name}");
        }
    }
}
