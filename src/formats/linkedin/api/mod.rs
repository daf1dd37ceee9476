//! Responses of LinkedIn's APIs for a member's or page's own posts: the Posts API, and the older UGC API.

mod little_text;
mod statistics;

use super::line;
use super::urn::Urn;
use crate::formats::{
    Format, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, json, timestamps,
};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{Kind, MediaType, post_id};
use serde_json::Value;

/// Responses of LinkedIn's Posts API and UGC API.
pub static FORMAT: Format = Format {
    name: "linkedin-api",
    description: "answers of LinkedIn's Posts API or UGC API, and of its share statistics",
    networks: &[Network::Linkedin],
    parts: &[
        Part {
            what: "posts",
            signatures: &[
                Signature::Keys(&["id^urn:li:", "commentary", "author^urn:li:"]),
                Signature::Keys(&["specificContent{}", "author^urn:li:|lifecycleState"]),
            ],
            at: &["elements/*", "results/*", ""],
            role: Role::Posts(convert),
        },
        Part {
            what: "numbers of posts",
            signatures: &[Signature::Keys(&["totalShareStatistics{}", "share|ugcPost"])],
            at: &["elements/*", ""],
            role: Role::Posts(statistics::convert),
        },
    ],
};

/// The key of a post's content in the UGC API.
const SHARE: &str = "com.linkedin.ugc.ShareContent";

/// Converts one post.
///
/// # Errors
/// When it has no id, an implausible time, or no known author.
pub fn convert(element: &Value, settings: &Settings) -> Outcome {
    if let Some(reason) = skip_reason(element, settings) {
        return Ok(Item::Skipped(reason));
    }
    let urn = json::text(json::dig(element, "id")).and_then(|id| Urn::find(&id));
    let urn = urn.ok_or_else(|| ImportError::no_id("id, as in urn:li:share:7300000000000000000"))?;
    let times = ["publishedAt", "firstPublishedAt", "createdAt", "created.time"];
    let published = match (json::first_filled(element, &times), urn.time()) {
        (Value::Null, Some(time)) => timestamps::plausible(time, settings.now, "id")?,
        (value, _) => timestamps::parse_published(value, settings, "publishedAt")?,
    };
    let author = AuthorLine {
        id: json::id(json::dig(element, "author")),
        ..author_or(find_author(element), settings)?
    };
    let mut post = line(&urn, author, published);
    fill_content(&mut post, element);
    relate(&mut post, element);
    if json::flag(json::dig(element, "lifecycleStateInfo.isEditedByAuthor")) == Some(true) {
        let edited = json::first(element, &["lastModifiedAt", "lastModified.time"]);
        post.edited_at = timestamps::parse_value(edited).filter(|time| time.is_kept() && *time > published);
    }
    Ok(post.into())
}

/// Why a post is skipped.
fn skip_reason(element: &Value, settings: &Settings) -> Option<&'static str> {
    let state = json::text(json::dig(element, "lifecycleState"));
    let visibility = json::dig(element, "visibility");
    let member = visibility.get("com.linkedin.ugc.MemberNetworkVisibility").unwrap_or(visibility);
    if json::flag(json::dig(element, "deleted")) == Some(true) {
        Some("deleted by its author")
    } else if state.is_some_and(|state| state != "PUBLISHED") {
        Some("not published")
    } else if member.as_str() == Some("CONNECTIONS") && !settings.include.private {
        Some("shown to connections only")
    } else {
        None
    }
}

/// The author, if the request asked for the author's name beside the URN.
fn find_author(element: &Value) -> Option<AuthorLine> {
    let author = element.get("author~")?;
    let names = [json::dig(author, "localizedFirstName"), json::dig(author, "localizedLastName")];
    let names: Vec<String> = names.into_iter().filter_map(json::text).collect();
    Some(AuthorLine {
        username: json::text(json::dig(author, "vanityName"))?,
        display_name: json::short_text(json::dig(author, "localizedName"))
            .or(Some(names.join(" ")).filter(|name| !name.is_empty())),
        ..AuthorLine::default()
    })
}

fn fill_content(post: &mut PostLine, element: &Value) {
    let ugc = element.get("specificContent").and_then(|content| content.get(SHARE));
    let text = match ugc {
        Some(share) => json::dig(share, "shareCommentary.text").as_str().map(str::to_owned),
        None => json::dig(element, "commentary").as_str().map(little_text::to_plain_text),
    };
    post.content = Some(json::unix_lines(&text.unwrap_or_default()));
    post.media_type = match ugc {
        Some(share) => ugc_media_type(share),
        None => media_type(json::dig(element, "content")),
    };
    // Media files are given as URNs, which are not addresses.
    post.media = Some(Vec::new());
}

fn media_type(content: &Value) -> Option<MediaType> {
    match json::list(json::dig(content, "multiImage.images")).len() {
        0 => {}
        1 => return Some(MediaType::Image),
        _ => return Some(MediaType::Carousel),
    }
    let urn = json::text(json::dig(content, "media.id"))?;
    match urn.strip_prefix("urn:li:")?.split(':').next()? {
        "image" => Some(MediaType::Image),
        "video" => Some(MediaType::Video),
        _ => None,
    }
}

fn ugc_media_type(share: &Value) -> Option<MediaType> {
    match (json::dig(share, "shareMediaCategory").as_str()?, json::list(json::dig(share, "media")).len()) {
        ("IMAGE", 0 | 1) => Some(MediaType::Image),
        ("IMAGE", _) => Some(MediaType::Carousel),
        ("VIDEO", _) => Some(MediaType::Video),
        _ => None,
    }
}

/// Sets the kind if the post reshares another: a quote if it has text of its own, else a repost.
fn relate(post: &mut PostLine, element: &Value) {
    let original = json::first_text(
        element,
        &["reshareContext.parent", "responseContext.parent", "reshareContext.root"],
    );
    let Some(urn) = original.and_then(|original| Urn::find(&original)) else { return };
    let has_words = post.content.as_deref().is_some_and(|text| !text.trim().is_empty());
    post.kind = Some(if has_words { Kind::Quote } else { Kind::Repost });
    post.refers_to = Some(post_id(Network::Linkedin, &urn.id()));
}

#[cfg(test)]
pub(crate) mod tests;
