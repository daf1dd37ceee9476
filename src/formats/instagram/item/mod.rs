//! Instagram's own shape of a post, in which its apps and pages receive it.

use super::{
    code, code_for_number, code_in, described_author, file, new_post, post_type, published, unless_hidden,
};
use crate::formats::fill::Counts;
use crate::formats::{
    Format, Found, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, json, page,
};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Media};
use serde_json::Value;

/// Posts in the shape in which Instagram's apps and pages receive them.
pub static FORMAT: Format = Format {
    name: "instagram-items",
    description: "JSON that Instagram's apps and pages are sent: lists of items, feeds, the private API",
    networks: &[Network::Instagram],
    parts: &[
        Part {
            what: "posts",
            signatures: &[
                Signature::Keys(&["code", "taken_at", "media_type#"]),
                Signature::Keys(&["code|pk", "__typename^XIGPolaris"]),
            ],
            at: &[
                "",
                "*",
                "items/*",
                "items/*/media",
                "feed_items/*/media_or_ad",
                "medias/*",
                "response/items/*",
                "response/items/*/media",
                "data/items/*",
                "data/*/items/*",
                "data/*/edges/*/node",
                "data/*/edges/*/node/media",
            ],
            role: Role::Posts(convert),
        },
        Part {
            what: "rows of a grid, with posts in them",
            signatures: &[Signature::Keys(&["layout_content{}"])],
            at: &[
                "",
                "sections/*",
                "media_grid/sections/*",
                "response/sections/*",
                "data/sections/*",
                "data/*/sections/*",
                "native_location_data/*/sections/*",
            ],
            role: Role::Posts(|row, settings| Ok(page(row, GRID, convert, settings))),
        },
    ],
};

/// Where the posts in a row of a grid are: side by side, beside a large post, or inside it.
const GRID: &[&str] = &[
    "layout_content/medias/*/media",
    "layout_content/fill_items/*/media",
    "layout_content/clips/items/*/media",
    "layout_content/*/clips/items/*/media",
    "layout_content/*/channel/media",
    "layout_content/*/media",
];

/// Converts one post.
///
/// # Errors
/// When it has no code or number, no author or no time.
pub fn convert(item: &Value, settings: &Settings) -> Outcome {
    let product = json::dig(item, "product_type").as_str().unwrap_or_default();
    if product == "ad" || json::flag(json::dig(item, "is_ad")) == Some(true) {
        return Ok(Item::Skipped("advertisement"));
    }
    let id = code(json::dig(item, "code"))
        .or_else(|| code_for_number(json::dig(item, "pk")))
        .or_else(|| code_for_number(json::dig(item, "id")))
        .or_else(|| code_in(json::dig(item, "permalink")))
        .ok_or_else(|| ImportError::no_id("code, or pk as text or a whole number"))?;
    let taken_at = unless_partial_zero(json::dig(item, "taken_at"), is_partial(item));
    let time = published(taken_at, &id, settings, "taken_at")?;
    let author = author_or(find_author(item), settings)?;
    let mut post = new_post(id, author, time, settings);
    post.content = caption(item);
    describe(&mut post, item, product);
    counts(&mut post, item);
    Ok(Found { story: product == "story", ..post.into() }.into())
}

/// The author: `user`, who published the post, even if `owner` is another account that it was made with.
fn find_author(item: &Value) -> Option<AuthorLine> {
    ["user", "owner"].iter().find_map(|key| described_author(json::dig(item, key)))
}

/// The text. A null caption is an empty text. Partial items may lack a caption that the post has.
fn caption(item: &Value) -> Option<String> {
    let caption = item.get("caption")?;
    let text = caption.as_str().or_else(|| json::dig(caption, "text").as_str());
    Some(json::unix_lines(text.unwrap_or_default()))
}

fn describe(post: &mut PostLine, item: &Value, product: &str) {
    let parts = json::list(json::dig(item, "carousel_media"));
    let single = core::slice::from_ref(item);
    let files: Vec<Media> =
        if parts.is_empty() { single } else { parts }.iter().filter_map(picture_or_video).collect();
    post.media_type = post_type(item, product, !parts.is_empty(), &files);
    post.media = Some(files);
}

fn picture_or_video(item: &Value) -> Option<Media> {
    let best = |path| json::list(json::dig(item, path)).first().unwrap_or(&Value::Null);
    let (picture, video) = (best("image_versions2.candidates"), best("video_versions"));
    let mut found = file(json::dig(video, "url"), json::dig(picture, "url"))?;
    let measured = if found.kind == FileType::Video { video } else { picture };
    let size = |key, original| {
        json::size(json::dig(measured, key)).or_else(|| json::size(json::dig(item, original)))
    };
    found.width = size("width", "original_width");
    found.height = size("height", "original_height");
    found.alt_text = json::short_text(json::dig(item, "accessibility_caption"));
    if found.kind == FileType::Video {
        found.duration_ms = json::millis(json::dig(item, "video_duration"));
    }
    Some(found)
}

/// Whether the item is a preview, sent before the post is opened, without a time and counts of its own.
fn is_partial(item: &Value) -> bool {
    json::flag(json::dig(item, "_zs_partial")) == Some(true)
        || json::dig(item, "__typename").as_str() == Some("XIGPolarisVideoMedia")
}

/// A number. Null if it is 0 in a partial item.
fn unless_partial_zero(value: &Value, partial: bool) -> &Value {
    if partial && json::count(value).is_some_and(|count| count.value == 0) { &Value::Null } else { value }
}

fn counts(post: &mut PostLine, item: &Value) {
    let partial = is_partial(item);
    let hidden = json::flag(json::dig(item, "like_and_view_counts_disabled")) == Some(true);
    Counts {
        likes: unless_partial_zero(unless_hidden(json::dig(item, "like_count"), hidden), partial),
        comments: unless_partial_zero(json::dig(item, "comment_count"), partial),
        views: unless_hidden(json::best_count(item, &["view_count", "play_count", "ig_play_count"]), hidden),
        shares: json::dig(item, "reshare_count"),
        saves: json::dig(item, "save_count"),
    }
    .fill(post);
}

#[cfg(test)]
pub(crate) mod tests;
