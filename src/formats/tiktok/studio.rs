//! The table that TikTok Studio gives an account's owner, of how posts did.

use super::{line, link, set_media, set_page};
use crate::formats::table::{cell, text};
use crate::formats::{
    Format, Found, Outcome, Part, Refusal, Role, Settings, Sign, author_or, fill, json, named, when,
};
use crate::platform::Network;
use serde_json::Value;

/// The table of TikTok Studio.
pub static FORMAT: Format = Format {
    name: "tiktok-studio",
    description: "CSV of TikTok Studio's analytics, of an own account's posts",
    networks: &[Network::Tiktok],
    parts: &[Part {
        what: "posts",
        signs: &[Sign::Columns(&["videotitle", "videolink", "posttime"])],
        at: &[""],
        role: Role::Posts(convert),
    }],
};

/// Converts a row.
///
/// # Errors
/// When it has no link with an id, no author or no time.
pub fn convert(row: &Value, settings: &Settings) -> Outcome {
    let page = text(row, &["videolink"]).unwrap_or_default();
    let id = link::id(&page).ok_or_else(|| Refusal::no_id("Video link"))?;
    let (published, exact) = when::local(cell(row, "posttime"), settings, "Post time")?;
    let author = author_or(link::username(&page).map(named), settings)?;
    let mut post = line(id, author, published);
    post.content = Some(json::unix_lines(&text(row, &["videotitle"]).unwrap_or_default()));
    let is_album = page.contains("/photo/");
    set_page(&mut post, is_album);
    set_media(&mut post, Vec::new(), is_album);
    fill::Counts {
        likes: cell(row, "totallikes"),
        comments: cell(row, "totalcomments"),
        views: cell(row, "totalviews"),
        shares: cell(row, "totalshares"),
        saves: cell(row, "addtofavorites"),
    }
    .fill(&mut post);
    post.collected_at = settings.collected(published);
    Ok(Found::timed(post, exact).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Item;
    use crate::formats::tests::{code, posts, read, settings};
    use crate::formats::value::zone::Zone;

    const HEADER: &str = "\u{feff}Video title,Video link,Post time,Total likes,Total comments,Total shares,Total views,Total play time,Average watch time,Watched full video,Add to favorites\r\n";

    #[test]
    fn rows_are_read_with_rounded_counts_and_local_times() {
        let file = format!(
            "{HEADER}Low tide #Reef,https://www.tiktok.com/@reef.watch/video/7300000000000000001,2023-11-11 01:48,1.2K,\"1,041\",3,\"18,400\",1,2,3,12\r\n"
        );
        let (_, outcomes) = read(&[file.as_bytes()], &settings());
        let Some(Ok(Item::Post(found))) = outcomes.first() else { panic!("{outcomes:?}") };
        assert_eq!(found.remarks, [when::NO_ZONE]);
        let post = &found.post;
        assert_eq!(
            (post.platform_post_id.as_str(), post.author.username.as_str()),
            ("7300000000000000001", "reef.watch")
        );
        assert_eq!(
            (post.likes_count, post.comments_count, post.views_count),
            (Some(1200), Some(1041), Some(18_400))
        );
        assert_eq!((post.shares_count, post.saves_count), (Some(3), Some(12)));
        assert_eq!(post.approximate, Some(vec!["likes_count".into(), "published_at".into()]));
        let vienna = Settings { zone: Zone::named("Europe/Vienna"), ..settings() };
        let (format, found) = posts(&[file.as_bytes()], &vienna);
        assert_eq!(
            (format, found[0].published_at.to_string().as_str()),
            ("tiktok-studio", "2023-11-11T00:48:00.000Z")
        );
        assert_eq!(found[0].approximate, Some(vec!["likes_count".into()]));
    }

    #[test]
    fn rows_without_a_link_are_refused() {
        let (_, outcomes) =
            read(&[format!("{HEADER}Low,,2023-11-11 01:48,1,,,,,,,\r\n").as_bytes()], &settings());
        assert_eq!(code(outcomes.into_iter().next().unwrap()), "MISSING_ID");
    }
}
