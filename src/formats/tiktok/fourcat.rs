//! Rows of 4CAT's tables of TikTok posts, and of Zeeschuimer's, which have the same columns.

use super::{line, link, published, set_media, set_page};
use crate::formats::fourcat::row::Row;
use crate::formats::{ImportError, Item, Outcome, Settings, author_or, fill, json};
use crate::posts::post::FileType;
use crate::posts::post::line::AuthorLine;
use serde_json::Value;

/// Converts a row.
///
/// # Errors
/// When it has no whole id, no author or no time.
pub fn convert(row: &Value, settings: &Settings) -> Outcome {
    let row = Row::new(row);
    if row.is("isad") {
        return Ok(Item::Skipped("advertisement"));
    }
    let page = ["tiktokurl", "url", "link", "posturl"].iter().find_map(|column| json::text(row.cell(column)));
    let page = page.unwrap_or_default();
    let id = link::id(&page)
        .or_else(|| json::id(row.cell("id")))
        .ok_or_else(|| ImportError::no_id("id or tiktok_url"))?;
    let (published, inferred) = published(row.published_at(), &id, settings, "unix_timestamp")?;
    let username = json::text(row.cell("author")).or_else(|| link::username(&page));
    let author = username.map(|username| AuthorLine {
        username: username.trim_start_matches('@').to_owned(),
        display_name: json::short_text(row.cell("authorfull")),
        followers_count: json::count(row.cell("authorfollowers")).map(|count| count.value),
        ..AuthorLine::default()
    });
    let mut post = line(id, author_or(author, settings)?, published);
    post.content = Some(row.body());
    post.hashtags = row.names("hashtags");
    post.mentions = row.names("mentions");
    let pictures = row.addresses("imageurls");
    let is_album = page.contains("/photo/") || row.is("isslideshow") || !pictures.is_empty();
    let mut files: Vec<_> = pictures.iter().filter_map(|url| fill::file(FileType::Image, url)).collect();
    if !is_album && let Some(mut file) = fill::file(FileType::Video, row.cell("videourl")) {
        file.preview_url = json::address(row.cell("thumbnailurl"));
        files.push(file);
    }
    set_media(&mut post, files, is_album);
    set_page(&mut post, is_album);
    fill::Counts {
        likes: row.cell("likes"),
        comments: row.cell("comments"),
        views: row.cell("plays"),
        shares: row.cell("shares"),
        ..fill::Counts::default()
    }
    .fill(&mut post);
    if inferred {
        fill::approximate(&mut post, "published_at");
    }
    row.collect(&mut post, settings);
    Ok(post.into())
}
