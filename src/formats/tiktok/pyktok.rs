//! Tables of the Python module pyktok.
//!
//! Their counts are rounded as on TikTok's pages. Their times are in the local time of the computer that collected
//! them.

use super::{line, set_media, set_page};
use crate::formats::table::{cell, text};
use crate::formats::{
    Format, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, fill, json, snowflake,
    timestamps,
};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::time::Timestamp;
use serde_json::Value;

/// Tables of pyktok.
pub static FORMAT: Format = Format {
    name: "pyktok",
    description: "CSV of the Python module pyktok, of TikTok",
    networks: &[Network::Tiktok],
    parts: &[Part {
        what: "posts",
        signatures: &[Signature::Columns(&[
            "videoid",
            "videotimestamp",
            "videodescription",
            "authorusername",
        ])],
        at: &[""],
        role: Role::Posts(convert),
    }],
};

/// Converts a row.
///
/// # Errors
/// When it has no whole id, no author or no time.
pub fn convert(row: &Value, settings: &Settings) -> Outcome {
    if json::flag(cell(row, "videoisad")) == Some(true) {
        return Ok(Item::Skipped("advertisement"));
    }
    let id = json::id(cell(row, "videoid")).ok_or_else(|| ImportError::no_id("video_id"))?;
    let (published, exact) = published(row, &id, settings)?;
    let author = text(row, &["authorusername"]).map(|username| AuthorLine {
        username,
        display_name: text(row, &["authorname"]),
        verified: json::flag(cell(row, "authorverified")),
        followers_count: json::count(cell(row, "authorfollowercount")).map(|count| count.value),
        ..AuthorLine::default()
    });
    let mut post = line(id, author_or(author, settings)?, published);
    post.content = Some(json::unix_lines(&text(row, &["videodescription"]).unwrap_or_default()));
    set_page(&mut post, false);
    set_media(&mut post, Vec::new(), false);
    count(&mut post, row);
    if !exact {
        fill::approximate(&mut post, "published_at");
    }
    post.collected_at = settings.collected_at(published);
    Ok(post.into())
}

/// The publication time. If the zone of the written time is unknown, the start of the upload, from the id, is more
/// accurate.
fn published(row: &Value, id: &str, settings: &Settings) -> Result<(Timestamp, bool), ImportError> {
    let written = timestamps::parse_local(cell(row, "videotimestamp"), settings, "video_timestamp");
    match (written, snowflake::tiktok(id)) {
        (Ok((time, true)), _) => Ok((time, true)),
        (_, Some(time)) => Ok((timestamps::plausible(time, settings.now, "video_id")?, false)),
        (written, None) => written,
    }
}

fn count(post: &mut PostLine, row: &Value) {
    fill::Counts {
        likes: cell(row, "videodiggcount"),
        comments: cell(row, "videocommentcount"),
        views: cell(row, "videoplaycount"),
        shares: cell(row, "videosharecount"),
        ..fill::Counts::default()
    }
    .fill(post);
    for (field, count) in [
        ("likes_count", post.likes_count),
        ("comments_count", post.comments_count),
        ("views_count", post.views_count),
        ("shares_count", post.shares_count),
    ] {
        // `15.8K` is written as 15800.
        if count.is_some_and(|count| count >= 10_000 && count % 100 == 0) {
            fill::approximate(post, field);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tests::{posts, read, settings};
    use crate::formats::value::zone::Zone;

    const HEADER: &str = "video_id,video_timestamp,video_duration,video_locationcreated,video_diggcount,video_sharecount,video_commentcount,video_playcount,video_description,video_is_ad,video_stickers,author_username,author_name\n";

    #[test]
    fn rows_written_by_pandas_are_converted() {
        let file = format!(
            "{HEADER}7300000000000000001,2023-11-11T01:48:20,49.0,,15800.0,3.0,NaN,1432,Low tide #Reef,False,,reef.watch,nan\n"
        );
        let (format, found) = posts(&[file.as_bytes()], &settings());
        let post = &found[0];
        assert_eq!(
            (format, post.author.username.as_str(), post.author.display_name.as_deref()),
            ("pyktok", "reef.watch", None)
        );
        assert_eq!(
            (post.likes_count, post.comments_count, post.views_count),
            (Some(15_800), None, Some(1432))
        );
        // The time of the id, not the local time.
        assert_eq!(post.published_at.to_string(), "2023-11-11T00:48:18.000Z");
        assert_eq!(post.approximate, Some(vec!["likes_count".into(), "published_at".into()]));
        let vienna = Settings { zone: Zone::named("Europe/Vienna"), ..settings() };
        let (_, found) = posts(&[file.as_bytes()], &vienna);
        assert_eq!(found[0].published_at.to_string(), "2023-11-11T00:48:20.000Z");
    }

    #[test]
    fn advertisements_are_skipped() {
        let file = format!("{HEADER}7300000000000000001,,,,1,1,1,1,Buy,True,,shop,Shop\n");
        let (_, outcomes) = read(&[file.as_bytes()], &settings());
        assert_eq!(outcomes, [Ok(Item::Skipped("advertisement"))]);
    }
}
