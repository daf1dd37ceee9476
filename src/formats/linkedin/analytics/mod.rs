//! Workbooks of LinkedIn's analytics. There are three kinds: a creator's best posts, in two tables side by side; a
//! page's posts; and one post, with its fields one below another. They have only days or local times, but the numbers
//! in the posts' addresses contain the exact times.

mod columns;

use super::line;
use super::urn::Urn;
use crate::formats::table::{cell, text};
use crate::formats::{
    Format, Found, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, fill, json,
    timestamps,
};
use crate::platform::Network;
use crate::posts::post::MediaType;
use crate::posts::post::line::PostLine;
use serde_json::Value;

/// Workbooks of LinkedIn's analytics.
pub static FORMAT: Format = Format {
    name: "linkedin-analytics",
    description: "workbooks (XLSX, XLS) or CSV of LinkedIn's analytics, of a creator's or a page's posts, or of one post",
    networks: &[Network::Linkedin],
    parts: &[
        Part {
            what: "a creator's best posts",
            signatures: &[Signature::Columns(&[columns::URL, columns::DAY, columns::EITHER])],
            at: &[""],
            role: Role::Posts(|row, settings| Ok(creator(row, settings))),
        },
        Part {
            what: "a page's posts",
            signatures: &[Signature::Columns(&[columns::TITLE, columns::LINK, columns::CREATED])],
            at: &[""],
            role: Role::Posts(page),
        },
        // `PostAnalytics_*.xlsx` has the sheets `PERFORMANCE`, with these fields, and `TOP DEMOGRAPHICS`.
        Part {
            what: "one post",
            signatures: &[Signature::Columns(&[
                "posturl",
                "postdate|postpublishtime",
                "impressions",
                "reactions|comments",
            ])],
            at: &[""],
            role: Role::Posts(single),
        },
    ],
};

/// Converts a row of two tables side by side: posts by engagements (which are not likes), and posts by impressions.
fn creator(row: &Value, settings: &Settings) -> Item {
    let (second_url, second_day) = (columns::second(columns::URL), columns::second(columns::DAY));
    let has_two = !cell(row, &second_url).is_null();
    // If there are two tables, the impressions are in the second.
    let views = cell(row, columns::IMPRESSIONS);
    let sides = [
        (columns::URL, columns::DAY, if has_two { &Value::Null } else { views }),
        (second_url.as_str(), second_day.as_str(), views),
    ];
    let sides = sides.into_iter().filter(|(url, ..)| text(row, &[url]).is_some());
    let found = sides.map(|(url, date, views)| {
        let mut found = new_post(cell(row, url), cell(row, date), settings)?;
        fill::Counts { views, ..fill::Counts::default() }.fill(&mut found.post);
        Ok(found.into())
    });
    let outcomes: Vec<Outcome> = found.collect();
    if outcomes.is_empty() { Item::Skipped("row without a post") } else { Item::Many(outcomes) }
}

/// Converts a row of a page's posts.
///
/// # Errors
/// When its address has no id, or the page's name is not known.
fn page(row: &Value, settings: &Settings) -> Outcome {
    let mut found = new_post(cell(row, columns::LINK), cell(row, columns::CREATED), settings)?;
    let post = &mut found.post;
    post.content = text(row, &[columns::TITLE]).map(|title| json::unix_lines(&title));
    post.media_type = media_type(&text(row, &[columns::CONTENT]).unwrap_or_default());
    fill::Counts {
        likes: cell(row, columns::LIKES),
        comments: cell(row, columns::COMMENTS),
        views: cell(row, columns::IMPRESSIONS),
        shares: cell(row, columns::REPOSTS),
        ..fill::Counts::default()
    }
    .fill(post);
    Ok(found.into())
}

/// Converts the fields of one post.
///
/// # Errors
/// When its address has no id, or the author is not known.
fn single(row: &Value, settings: &Settings) -> Outcome {
    let mut found = new_post(cell(row, "posturl"), cell(row, "postdate"), settings)?;
    fill::Counts {
        likes: cell(row, "reactions"),
        comments: cell(row, "comments"),
        views: cell(row, "impressions"),
        shares: cell(row, "reposts"),
        saves: cell(row, "saves"),
    }
    .fill(&mut found.post);
    Ok(found.into())
}

fn media_type(content: &str) -> Option<MediaType> {
    let content = content.to_lowercase();
    if content.contains("video") {
        Some(MediaType::Video)
    } else if content.contains("multi") || content.contains("carousel") {
        Some(MediaType::Carousel)
    } else if content.contains("image") || content.contains("photo") {
        Some(MediaType::Image)
    } else {
        None
    }
}

/// A post of which only the address and the date are known.
fn new_post(url: &Value, date: &Value, settings: &Settings) -> Result<Found, ImportError> {
    let urn = json::text(url).and_then(|url| Urn::find(&url));
    let urn = urn.ok_or_else(|| ImportError::no_id("the post's address"))?;
    let (published, exact) = match urn.time() {
        Some(time) => (timestamps::plausible(time, settings.now, "the post's address")?, true),
        None => timestamps::parse_local(date, settings, "Post publish date")?,
    };
    let mut post: PostLine = line(&urn, author_or(None, settings)?, published);
    post.collected_at = settings.collected_at(published);
    if !exact {
        fill::approximate(&mut post, "published_at");
    }
    Ok(post.into())
}

#[cfg(test)]
mod tests;
