//! The metadata that instaloader writes beside a post's files, and other dumps of the nodes that Instagram's pages
//! receive.
//!
//! Nodes have two shapes: that of the pages, with `edge_...`, and one that instaloader derives from the apps' data. It
//! keeps the apps' data unchanged in `iphone_struct`.

use super::{described_author, file, media_type, new_post, page, post_code, published, unless_hidden};
use crate::formats::fill::Counts;
use crate::formats::{
    Format, Found, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, fill, json,
};
use crate::platform::Network;
use crate::posts::post::line::PostLine;
use crate::posts::post::{FileType, Media, MediaType};
use serde_json::Value;

/// The metadata that instaloader writes beside a post's files.
pub static FORMAT: Format = Format {
    name: "instaloader",
    description: "instaloader's .json and .json.xz, and other dumps of the nodes of Instagram's pages",
    networks: &[Network::Instagram],
    parts: &[Part {
        what: "posts",
        signatures: &[
            Signature::Keys(&["node{}", "instaloader{}"]),
            Signature::Keys(&["shortcode", "__typename^Graph|__typename^XDTGraph|taken_at_timestamp"]),
            Signature::Keys(&[
                "shortcode",
                "owner{}",
                "edge_media_to_caption|edge_media_preview_like|display_url",
            ]),
        ],
        at: &[
            "",
            "GraphImages/*",
            "graphql/shortcode_media",
            "data/shortcode_media",
            "data/xdt_shortcode_media",
            "data/user/edge_owner_to_timeline_media/edges/*/node",
            "data/hashtag/edge_hashtag_to_media/edges/*/node",
            "edge_owner_to_timeline_media/edges/*/node",
        ],
        role: Role::Posts(convert),
    }],
};

/// Converts one post, with or without a wrapper.
///
/// # Errors
/// When it has no code, author or time.
pub fn convert(wrapped: &Value, settings: &Settings) -> Outcome {
    let kind = json::dig(wrapped, "instaloader.node_type").as_str();
    match kind {
        None | Some("Post" | "StoryItem") => {}
        Some("Profile") => return Ok(Item::Skipped("profile")),
        Some(_) => return Ok(Item::Skipped("collection of posts")),
    }
    let node = wrapped.get("node").filter(|node| node.is_object()).unwrap_or(wrapped);
    let is_story = kind == Some("StoryItem")
        || json::dig(node, "__typename").as_str().is_some_and(|name| name.contains("Story"));
    let codes = ["shortcode", "code", "id"].map(|key| json::dig(node, key));
    let id = post_code(&Value::Null, &codes).ok_or_else(|| ImportError::no_id("shortcode"))?;
    let time = json::first(node, &["taken_at_timestamp", "date", "iphone_struct.taken_at"]);
    let time = published(time, &id, settings, "taken_at_timestamp")?;
    let owners = ["owner", "iphone_struct.user"];
    let author = owners.iter().find_map(|path| described_author(json::dig(node, path)));
    let mut post = new_post(id, author_or(author, settings)?, time, settings);
    post.url = (!is_story).then(|| page(&post.platform_post_id));
    post.content = caption(node);
    describe(&mut post, node);
    counts(node).fill(&mut post);
    Ok(Found { story: is_story, ..post.into() }.into())
}

fn caption(node: &Value) -> Option<String> {
    let edges = json::dig(node, "edge_media_to_caption.edges").as_array();
    let text = match (edges, node.get("caption")) {
        (Some(edges), _) => edges.first().map(|edge| json::dig(edge, "node.text")),
        (None, Some(caption)) if caption.is_object() => Some(json::dig(caption, "text")),
        (None, caption) => Some(caption?),
    };
    Some(json::unix_lines(text.and_then(Value::as_str).unwrap_or_default()))
}

fn describe(post: &mut PostLine, node: &Value) {
    let children = json::list(json::dig(node, "edge_sidecar_to_children.edges"));
    let files: Vec<Media> = if children.is_empty() {
        picture_or_video(node).into_iter().collect()
    } else {
        children.iter().filter_map(|edge| picture_or_video(json::dig(edge, "node"))).collect()
    };
    let product = json::first(node, &["product_type", "iphone_struct.product_type"]);
    let is_video = json::flag(json::dig(node, "is_video")) == Some(true);
    post.media_type = match media_type(json::dig(node, "__typename")) {
        _ if product == "clips" => Some(MediaType::Reel),
        _ if !children.is_empty() => Some(MediaType::Carousel),
        None if is_video => Some(MediaType::Video),
        kind => kind.or_else(|| fill::media_type(&files)),
    };
    post.media = Some(files);
}

fn picture_or_video(node: &Value) -> Option<Media> {
    let is_video = json::flag(json::dig(node, "is_video")) == Some(true);
    let best = json::list(json::dig(node, "video_resources"))
        .last()
        .map_or(&Value::Null, |file| json::dig(file, "src"));
    let url = Some(json::dig(node, "video_url")).filter(|url| !url.is_null()).unwrap_or(best);
    let url = if is_video { url } else { &Value::Null };
    // The picture of a video is only its preview.
    let found = file(url, json::first(node, &["display_url", "display_src"]))
        .filter(|found| !is_video || found.kind == FileType::Video)?;
    Some(Media {
        width: json::size(json::dig(node, "dimensions.width")),
        height: json::size(json::dig(node, "dimensions.height")),
        duration_ms: json::millis(json::dig(node, "video_duration")).filter(|_| is_video),
        alt_text: json::short_text(json::dig(node, "accessibility_caption")),
        ..found
    })
}

fn counts(node: &Value) -> Counts<'_> {
    let hidden = ["like_and_view_counts_disabled", "iphone_struct.like_and_view_counts_disabled"]
        .iter()
        .any(|path| json::flag(json::dig(node, path)) == Some(true));
    let first = |paths: &[&str]| json::best_count(node, paths);
    Counts {
        likes: unless_hidden(
            first(&["edge_media_preview_like.count", "edge_liked_by.count", "likes.count"]),
            hidden,
        ),
        comments: first(&["edge_media_to_comment.count", "edge_media_to_parent_comment.count", "comments"]),
        views: unless_hidden(
            first(&["video_play_count", "video_view_count", "iphone_struct.play_count"]),
            hidden,
        ),
        shares: &Value::Null,
        saves: &Value::Null,
    }
}

#[cfg(test)]
pub(crate) mod tests;
