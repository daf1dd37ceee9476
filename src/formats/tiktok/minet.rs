//! TikTok tables of the command line tool minet.

use super::{line, published, set_media, set_page};
use crate::formats::table::{cell, text};
use crate::formats::{
    Format, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, fill, json,
};
use crate::platform::Network;
use crate::posts::post::FileType;
use crate::posts::post::line::AuthorLine;
use serde_json::Value;

/// TikTok tables of minet.
pub static FORMAT: Format = Format {
    name: "minet-tiktok",
    description: "CSV of the command line tool minet, of TikTok",
    networks: &[Network::Tiktok],
    parts: &[Part {
        what: "posts",
        signatures: &[Signature::Columns(&["id", "description", "authoruniqueid", "diggcount"])],
        at: &[""],
        role: Role::Posts(convert),
    }],
};

/// Converts a row.
///
/// # Errors
/// When it has no whole id, no author or no time.
pub fn convert(row: &Value, settings: &Settings) -> Outcome {
    if json::flag(cell(row, "isad")) == Some(true) {
        return Ok(Item::Skipped("advertisement"));
    }
    let id = json::id(cell(row, "id")).ok_or_else(|| ImportError::no_id("id"))?;
    let time = ["timestamp", "createtime", "utctime"].into_iter().map(|column| cell(row, column));
    let time = time.into_iter().find(|cell| json::text(cell).is_some()).unwrap_or(&Value::Null);
    let (published, inferred) = published(time, &id, settings, "timestamp")?;
    let author = text(row, &["authoruniqueid"]).map(|username| AuthorLine {
        id: json::id(cell(row, "authorid")),
        username,
        display_name: text(row, &["authornickname"]),
        verified: json::flag(cell(row, "authorverified")),
        ..AuthorLine::default()
    });
    let mut post = line(id, author_or(author, settings)?, published);
    post.content = Some(json::unix_lines(&text(row, &["description"]).unwrap_or_default()));
    set_page(&mut post, false);
    let video = ["videoplayaddr", "playaddr", "videourl"]
        .into_iter()
        .find_map(|column| fill::file(FileType::Video, cell(row, column)));
    set_media(&mut post, video.into_iter().collect(), false);
    fill::Counts {
        likes: cell(row, "diggcount"),
        comments: cell(row, "commentcount"),
        views: cell(row, "playcount"),
        shares: cell(row, "sharecount"),
        saves: cell(row, "collectcount"),
    }
    .fill(&mut post);
    if inferred {
        fill::approximate(&mut post, "published_at");
    }
    post.collected_at = settings.collected_at(published);
    Ok(post.into())
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::{posts, settings};

    #[test]
    fn rows_are_converted() {
        let file = "id,description,timestamp,utc_time,local_time,author_unique_id,author_nickname,author_id,digg_count,share_count,comment_count,play_count\n\
            7300000000000000001,Low tide #Reef,1699663700,2023-11-11T00:48:20,2023-11-11T01:48:20,reef.watch,Reef,17,41,3,2,1432\n";
        let (format, found) = posts(&[file.as_bytes()], &settings());
        let post = &found[0];
        assert_eq!((format, post.platform_post_id.as_str()), ("minet-tiktok", "7300000000000000001"));
        assert_eq!(post.url.as_deref(), Some("https://www.tiktok.com/@reef.watch/video/7300000000000000001"));
        assert_eq!(post.published_at.to_string(), "2023-11-11T00:48:20.000Z");
        assert_eq!(
            (post.likes_count, post.comments_count, post.views_count),
            (Some(41), Some(2), Some(1432))
        );
        assert_eq!((post.author.id.as_deref(), post.approximate.clone()), (Some("17"), None));
    }
}
