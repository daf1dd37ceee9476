//! Rows of 4CAT's tables of LinkedIn posts.

use super::urn::Urn;
use super::{line, name_in};
use crate::formats::fourcat::row::Row;
use crate::formats::{ImportError, Item, Outcome, Settings, author_or, fill, json, timestamps};
use crate::posts::post::FileType;
use crate::posts::post::line::AuthorLine;
use serde_json::Value;

/// Converts a row.
///
/// # Errors
/// When it has no whole id or no author.
pub fn convert(row: &Value, settings: &Settings) -> Outcome {
    let row = Row::new(row);
    if row.is("ispromoted") {
        return Ok(Item::Skipped("advertisement"));
    }
    let links = ["posturl", "url", "link"].map(|column| json::text(row.cell(column)));
    let number = || json::id(row.cell("id")).and_then(|id| Urn::find(&id).or_else(|| Urn::activity(&id)));
    let urn = links.into_iter().flatten().find_map(|url| Urn::find(&url)).or_else(number);
    let urn = urn.ok_or_else(|| ImportError::no_id("id or post_url"))?;
    // The table's time is only an estimate, computed from the age that a page showed.
    let published = match urn.time() {
        Some(time) => timestamps::plausible(time, settings.now, "id")?,
        None => timestamps::parse_published(row.published_at(), settings, "timestamp")?,
    };
    let mut post = line(&urn, author_or(find_author(&row), settings)?, published);
    post.content = Some(row.body());
    post.hashtags = row.names("hashtags");
    let pictures = row.addresses("imageurls");
    let files: Vec<_> = pictures.iter().filter_map(|url| fill::file(FileType::Image, url)).collect();
    post.media_type = fill::media_type(&files);
    post.media = Some(files);
    fill::Counts {
        likes: row.cell("reactions"),
        comments: row.cell("comments"),
        shares: row.cell("shares"),
        ..fill::Counts::default()
    }
    .fill(&mut post);
    row.collect(&mut post, settings);
    Ok(post.into())
}

/// The author: a username, or the path of a profile such as `in/ada-keel`.
fn find_author(row: &Row<'_>) -> Option<AuthorLine> {
    let written = json::text(row.cell("author"))?;
    let path = Value::from(format!("/{}", written.trim_start_matches('/')));
    let username = name_in(&path).unwrap_or_else(|| written.trim_end_matches('/').to_owned());
    Some(AuthorLine {
        username,
        display_name: json::short_text(row.cell("authorname")),
        ..AuthorLine::default()
    })
}
