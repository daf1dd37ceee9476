//! Rows of 4CAT's tables of Instagram posts.

use super::{author, code, code_in, is_reel, media_type, new_post, published};
use crate::formats::fourcat::row::Row;
use crate::formats::{ImportError, Outcome, Settings, author_or, fill, json};
use crate::posts::post::line::PostLine;
use crate::posts::post::{FileType, Media, MediaType};
use serde_json::Value;

/// The columns that may have the address of the post's page.
const PAGES: [&str; 4] = ["url", "link", "posturl", "threadurl"];

/// Converts a row.
///
/// # Errors
/// When it has no code, no author or no time.
pub fn convert(row: &Value, settings: &Settings) -> Outcome {
    let row = Row::new(row);
    let id = PAGES.iter().find_map(|column| code_in(row.cell(column))).or_else(|| code(row.cell("id")));
    let id = id.ok_or_else(|| ImportError::no_id("id, the post's code"))?;
    let time = published(row.published_at(), &id, settings, "unix_timestamp")?;
    let author = author(row.cell("author"), row.cell("authorid"), row.cell("authorfullname"));
    let mut post = new_post(id, author_or(author, settings)?, time, settings);
    post.content = Some(row.body());
    post.hashtags = row.names("hashtags");
    describe(&mut post, &row);
    let hidden = row.is("likeshidden");
    fill::Counts {
        likes: if hidden { &Value::Null } else { row.cell("numlikes") },
        comments: row.cell("numcomments"),
        // 0 means that there is no play count.
        views: if is_zero(row.cell("playcount")) { &Value::Null } else { row.cell("playcount") },
        ..fill::Counts::default()
    }
    .fill(&mut post);
    row.collect(&mut post, settings);
    Ok(post.into())
}

fn is_zero(count: &Value) -> bool {
    json::count(count).is_some_and(|count| count.value == 0)
}

/// Sets the media files and the type. Addresses of videos are listed together with those of pictures.
fn describe(post: &mut PostLine, row: &Row<'_>) {
    let kind = ["mediatype", "type"].iter().map(|column| row.cell(column)).find(|cell| !cell.is_null());
    let kind = kind.unwrap_or(&Value::Null);
    let word = kind.as_str().unwrap_or_default().to_lowercase();
    let (pictures, all) = (row.addresses("imageurls"), row.addresses("mediaurls"));
    let listed = if all.is_empty() { &pictures } else { &all };
    let file = |url: &Value| {
        let path = url.as_str()?.split('?').next()?.to_lowercase();
        let is_video = [".mp4", ".mov"].iter().any(|end| path.ends_with(end));
        fill::file(if is_video { FileType::Video } else { FileType::Image }, url)
    };
    let files: Vec<Media> = listed.iter().filter_map(file).collect();
    let is_reel =
        row.cell("producttype").as_str() == Some("clips") || PAGES.iter().any(|page| is_reel(row.cell(page)));
    post.media_type = match word.as_str() {
        _ if is_reel => Some(MediaType::Reel),
        _ if json::size(row.cell("nummedia")).is_some_and(|files| files > 1) => Some(MediaType::Carousel),
        "mixed" => Some(MediaType::Carousel),
        "photo" | "picture" if files.len() > 1 => Some(MediaType::Carousel),
        "photo" | "picture" => Some(MediaType::Image),
        _ => media_type(kind).or_else(|| fill::media_type(&files)),
    };
    post.media = Some(files);
}
