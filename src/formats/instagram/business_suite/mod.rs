//! The table of an account's own posts from Meta Business Suite, with total counts or counts for each day.

mod columns;

use super::{author, code_in, is_reel, local_time, new_post, page_or, story_code};
use crate::formats::fill::Counts;
use crate::formats::table::cell;
use crate::formats::value::date_text;
use crate::formats::{
    Format, Found, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, json,
};
use crate::platform::Network;
use crate::posts::post::MediaType;
use crate::posts::post::line::PostLine;
use crate::time::{DAY, Timestamp};
use serde_json::Value;

/// The table of an account's own posts from Meta Business Suite.
pub static FORMAT: Format = Format {
    name: "meta-business-suite",
    description: "the CSV of your own Instagram posts that Meta Business Suite gives; --tz names its time zone",
    networks: &[Network::Instagram],
    parts: &[Part {
        what: "posts",
        signatures: &[Signature::Columns(&[columns::USERNAME, columns::PUBLISHED, columns::PERMALINK])],
        at: &[""],
        role: Role::Posts(convert),
    }],
};

/// Converts one row.
///
/// # Errors
/// When its address is not that of a post, or it has no author or time.
pub fn convert(row: &Value, settings: &Settings) -> Outcome {
    let permalink = cell(row, columns::PERMALINK);
    if permalink.as_str().is_some_and(|url| url.contains("facebook.com/")) {
        return Ok(Item::Skipped("post on Facebook"));
    }
    let id = code_in(permalink)
        .or_else(|| story_code(permalink))
        .ok_or_else(|| ImportError::no_id("Permalink, https://www.instagram.com/p/..."))?;
    let (published, exact, remarks) = local_time(cell(row, columns::PUBLISHED), settings, "Publish time")?;
    let author = author(cell(row, columns::USERNAME), cell(row, columns::ACCOUNT), cell(row, columns::NAME));
    let mut post = new_post(id, author_or(author, settings)?, (published, !exact), settings);
    post.url = Some(page_or(permalink, &post.platform_post_id));
    post.content = cell(row, columns::TEXT).as_str().map(json::unix_lines);
    let kind = cell(row, columns::TYPE).as_str().unwrap_or_default().to_lowercase();
    post.media_type = if is_reel(permalink) { Some(MediaType::Reel) } else { media_type(&kind) };
    counts(row).fill(&mut post);
    let has = |words: &[&str]| words.iter().any(|word| kind.contains(word));
    let story = has(&["story", "stories", "histor", "histór", "storia", "ストーリー"])
        || story_code(permalink).is_some();
    let day = day(row, &mut post, settings);
    Ok(Found { day, story, remarks, ..post.into() }.into())
}

fn media_type(kind: &str) -> Option<MediaType> {
    let has = |words: &[&str]| words.iter().any(|word| kind.contains(word));
    match () {
        () if has(&[
            "カルーセル",
            "carousel",
            "carrusel",
            "carrousel",
            "carrossel",
            "karussell",
            "carosello",
        ]) =>
        {
            Some(MediaType::Carousel)
        }
        () if has(&["reel", "リール"]) => Some(MediaType::Reel),
        () if has(&["video", "vídeo", "vidéo", "動画"]) => Some(MediaType::Video),
        () if has(&["imag", "bild", "foto", "photo", "immagine", "画像", "写真"]) => {
            Some(MediaType::Image)
        }
        () => None,
    }
}

fn counts(row: &Value) -> Counts<'_> {
    Counts {
        likes: cell(row, columns::LIKES),
        comments: cell(row, columns::COMMENTS),
        views: cell(row, columns::VIEWS),
        shares: cell(row, columns::SHARES),
        saves: cell(row, columns::SAVES),
    }
}

/// The day of the row's counts, if they are for one day. They are collected at the end of that day.
fn day(row: &Value, post: &mut PostLine, settings: &Settings) -> Option<Timestamp> {
    let day = date_text::parse_in_order(cell(row, columns::DATE).as_str()?, settings.table.order)?.time;
    let passed = Timestamp(day.0.saturating_add(DAY)).max(post.published_at);
    if passed <= settings.now {
        post.collected_at = Some(passed);
    }
    Some(day)
}

#[cfg(test)]
pub(crate) mod tests;
