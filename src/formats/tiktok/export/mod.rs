//! The export that TikTok gives an account's owner, `user_data_tiktok.json`.
//!
//! Its sections moved over the years, and the case of its keys changed. Of its many lists, only those of the owner's
//! own posts are converted. Another list with the same name and shape holds the videos that the owner watched.

use super::{line, link, published, set_media, set_page};
use crate::formats::table::{cell, text};
use crate::formats::{Export, Format, Item, Outcome, Part, Role, Settings, Signature, author_or, fill, json};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Media};
use serde_json::Value;

/// The export that TikTok gives an account's owner.
pub static FORMAT: Format = Format {
    name: "tiktok-export",
    description: "the export that TikTok gives an account's owner, as JSON: its zip, or user_data_tiktok.json",
    networks: &[Network::Tiktok],
    parts: &[
        Part {
            what: "the export",
            signatures: &[
                Signature::Some(
                    2,
                    &[
                        "Activity",
                        "Your Activity",
                        "Video",
                        "Post",
                        "Profile",
                        "Profile And Settings",
                        "Likes and Favorites",
                        "App Settings",
                        "Direct Messages|Direct Message",
                    ],
                ),
                ACTIVITY,
            ],
            at: &[""],
            role: Role::Document,
        },
        Part {
            what: "posts",
            signatures: &[Signature::Some(2, &["Date", "Link", "Likes"])],
            at: &["Post/Posts/VideoList/*", "Video/Videos/VideoList/*"],
            role: Role::Posts(convert),
        },
        Part {
            what: "deleted posts",
            signatures: &[Signature::Some(2, &["Date", "Link", "DateDeleted"])],
            at: &[
                "Post/Recently Deleted Posts/PostList/*",
                "Post/RecentlyDeletedPosts/PostList/*",
                "Video/RecentlyDeletedPosts/PostList/*",
                "Video/Recently Deleted Posts/PostList/*",
            ],
            role: Role::Optional(|settings| settings.include.deleted, "deleted by its author", convert),
        },
        Part {
            what: "the owner",
            signatures: &[Signature::Some(1, &["userName"])],
            at: &["Profile/*/ProfileMap", "Profile And Settings/*/ProfileMap"],
            role: Role::Companion(profile),
        },
    ],
};

/// The signature of an export whose first section is longer than the part of the file that is examined.
const ACTIVITY: Signature = Signature::Keys(&[
    "Activity.Favorite Effects|Activity.Favorite Videos|Activity.Follower List|Activity.Like List|\
     Activity.Video Browsing History|Activity.Watch History|Your Activity.Watch History|\
     Your Activity.Login History|Your Activity.Activity Summary|Comment.Comments",
]);

fn profile(export: &mut Export, map: &Value) {
    let Some(username) = non_empty_text(map, "username") else { return };
    let owner = AuthorLine {
        username: username.trim_start_matches('@').to_owned(),
        display_name: non_empty_text(map, "displayname").or_else(|| non_empty_text(map, "nickname")),
        ..AuthorLine::default()
    };
    export.owner.get_or_insert(owner);
}

/// A text, unless it is `N/A` or `None`, which the export writes for missing values.
fn non_empty_text(element: &Value, key: &str) -> Option<String> {
    text(element, &[key]).filter(|value| !matches!(value.trim(), "N/A" | "None"))
}

/// Converts one of the owner's posts.
///
/// # Errors
/// When it has no time, or nobody names the author.
pub fn convert(element: &Value, settings: &Settings) -> Outcome {
    let visibility = non_empty_text(element, "whocanview").unwrap_or_else(|| "Public".to_owned());
    if !matches!(visibility.trim().to_lowercase().as_str(), "public" | "everyone")
        && !settings.include.private
    {
        return Ok(Item::Skipped("not public"));
    }
    let links = non_empty_text(element, "link").unwrap_or_default();
    let links: Vec<&str> = links.split_whitespace().collect();
    let found = links.iter().find_map(|url| link::id(url));
    let (published, inferred) =
        published(cell(element, "date"), found.as_deref().unwrap_or_default(), settings, "Date")?;
    let author = author_or(None, settings)?;
    // If the links have expired, the time is all that identifies a post.
    let generated_id = || format!("exp:{}", published.to_string().replace(".000Z", "Z"));
    let mut post = line(found.clone().unwrap_or_else(generated_id), author, published);
    fill_content(&mut post, element, &links, found.is_some());
    if inferred {
        fill::approximate(&mut post, "published_at");
    }
    post.collected_at = settings.collected_at(published);
    Ok(post.into())
}

/// Whether a link is a picture. Nothing else identifies a photo post with a single photo.
fn is_image(url: &str) -> bool {
    let path = url.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    [".jpg", ".jpeg", ".png", ".webp", ".heic"].iter().any(|ending| path.ends_with(ending))
}

/// Fills in text, media files and counts.
fn fill_content(post: &mut PostLine, element: &Value, links: &[&str], has_page: bool) {
    post.content = Some(json::unix_lines(&non_empty_text(element, "title").unwrap_or_default()));
    let is_album = links.len() > 1 || links.iter().any(|url| url.contains("/photo/") || is_image(url));
    let kind = if is_album { FileType::Image } else { FileType::Video };
    let is_file = |url: &&&str| url.starts_with("http") && link::id(url).is_none();
    let mut files: Vec<Media> = links
        .iter()
        .filter(is_file)
        .filter_map(|url| fill::file(kind, &Value::from(*url)))
        .take(100)
        .collect();
    if let (false, Some(file)) = (is_album, files.first_mut()) {
        file.preview_url =
            non_empty_text(element, "coverimage").filter(|url| url.starts_with("http") && url.len() <= 2048);
    }
    if let Some(file) = files.first_mut().filter(|_| links.len() == 1) {
        file.alt_text = non_empty_text(element, "alternatetext").filter(|text| text.len() <= 2048);
    }
    set_media(post, files, is_album);
    if has_page {
        set_page(post, is_album);
    }
    fill::Counts {
        likes: cell(element, "likes"),
        saves: cell(element, "numberofcollections"),
        ..fill::Counts::default()
    }
    .fill(post);
}

#[cfg(test)]
pub(crate) mod tests;
