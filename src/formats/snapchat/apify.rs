//! Datasets of Apify's Snapchat scrapers. There are several with few common field names, so a value is looked up under
//! each name that any of them uses.

use super::{author, id, id_in, new_post, page, text, video};
use crate::formats::fill::Counts;
use crate::formats::{
    Format, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, json, timestamps,
};
use crate::platform::Network;
use crate::posts::post::MediaType;
use crate::posts::post::line::PostLine;
use serde_json::Value;

/// Datasets of Apify's Snapchat scrapers.
pub static FORMAT: Format = Format {
    name: "apify-snapchat",
    description: "datasets of Apify's Snapchat scrapers, as JSON, JSONL, CSV or XLSX: their Spotlights",
    networks: &[Network::Snapchat],
    parts: &[Part {
        what: "Spotlights",
        signatures: &[
            Signature::Keys(&[
                "type=spotlight",
                "username|url|id",
                "viewCount|shareCount|publishedAt|durationSeconds",
            ]),
            Signature::Keys(&["url^https://www.snapchat.com/spotlight/"]),
            Signature::Keys(&[
                "spotlightUrl^https://www.snapchat.com/|shareUrl^https://www.snapchat.com/|postUrl^https://www.snapchat.com/",
            ]),
            Signature::Columns(&["type", "username", "viewcount", "sharecount", "publishedat", "url"]),
        ],
        at: &[""],
        role: Role::Posts(convert),
    }],
};

const URLS: [&str; 5] = ["url", "spotlightUrl", "shareUrl", "postUrl", "link"];

/// Converts one row of a dataset.
///
/// # Errors
/// When it is a Spotlight without id, author or time.
pub fn convert(row: &Value, settings: &Settings) -> Outcome {
    let kind = json::dig(row, "type").as_str().unwrap_or_default().to_ascii_lowercase();
    let id = URLS.iter().find_map(|key| id_in(json::dig(row, key))).or_else(|| {
        ["spotlightId", "storyId", "snapId", "id"].iter().find_map(|key| id(json::dig(row, key)))
    });
    if matches!(kind.as_str(), "profile" | "user" | "account") {
        return Ok(Item::Skipped("profile"));
    }
    if json::first_text(row, &["error", "errorCode", "errorDescription"]).is_some() {
        return Ok(Item::Skipped("what the scraper says of an error"));
    }
    let id = id.ok_or_else(|| ImportError::no_id("url, https://www.snapchat.com/spotlight/..."))?;
    let dates = ["publishedAt", "uploadDateMs", "uploadDate", "createdAt", "createTime", "timestamp", "date"];
    let date =
        dates.iter().map(|key| json::dig(row, key)).find(|date| timestamps::parse_value(date).is_some());
    let date = date.unwrap_or_else(|| json::first(row, &dates));
    let published = timestamps::parse_published(date, settings, "publishedAt")?;
    let author = author(
        json::first(row, &["username", "creatorUsername", "creator.username", "author.username", "author"]),
        json::first(row, &["displayName", "creatorName", "creator.displayName", "author.displayName"]),
    );
    let mut post = new_post(id, author_or(author, settings)?, published, settings);
    post.url = Some(page(&post.platform_post_id));
    describe(&mut post, row);
    Ok(post.into())
}

fn describe(post: &mut PostLine, row: &Value) {
    let texts = ["description", "caption", "text", "title"].map(|key| json::dig(row, key));
    post.content = Some(text(&texts).unwrap_or_default());
    let tags = json::dig(row, "hashtags").as_array();
    post.hashtags = tags.map(|tags| json::names(tags.iter().map(json::text)));
    let duration = json::millis(json::first(row, &["durationSeconds", "duration"]))
        .or_else(|| json::size(json::dig(row, "durationMs")));
    let urls = ["videoUrl", "contentUrl", "mediaUrl", "downloadUrl"].map(|key| json::dig(row, key));
    let preview = json::first(row, &["thumbnailUrl", "thumbnail", "coverUrl"]);
    post.media_type = Some(MediaType::Video);
    post.media = Some(urls.iter().find_map(|url| video(url, preview, duration)).into_iter().collect());
    let count = |keys: [&str; 2]| json::best_count_of(&keys.map(|key| json::dig(row, key)));
    Counts {
        likes: count(["likeCount", "likesCount"]),
        comments: count(["commentCount", "commentsCount"]),
        views: count(["viewCount", "viewsCount"]),
        shares: count(["shareCount", "sharesCount"]),
        ..Counts::default()
    }
    .fill(post);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tests::{code, posts, read, settings};
    use serde_json::json;

    #[test]
    fn spotlights_are_converted_and_profiles_and_errors_are_skipped() {
        let rows = json!([
            {"type": "spotlight", "username": "reef_watch", "displayName": "Reef", "viewCount": 900, "shareCount": -1,
                "commentCount": 2, "durationSeconds": 4.665, "publishedAt": "2021-11-24T18:17:11.369Z",
                "url": "https://www.snapchat.com/spotlight/W7_EDlXWTBiX?locale=en", "title": "Spotlight Snap"},
            {"type": "profile", "username": "reef_watch", "url": "https://www.snapchat.com/add/reef_watch"},
            {"error": "not_found", "url": "https://www.snapchat.com/add/nobody"},
            {"type": "spotlight", "username": "reef_watch", "publishedAt": "2021-11-24T18:17:11.369Z"}]);
        let (format, found) = read(&[rows.to_string().as_bytes()], &settings());
        let Ok(Item::Post(first)) = &found[0] else { panic!("{found:?}") };
        let post = &first.post;
        assert_eq!((format, post.platform_post_id.as_str()), ("apify-snapchat", "W7_EDlXWTBiX"));
        assert_eq!(post.url.as_deref(), Some("https://www.snapchat.com/spotlight/W7_EDlXWTBiX"));
        assert_eq!((post.author.username.as_str(), post.content.as_deref()), ("reef_watch", Some("")));
        assert_eq!((post.views_count, post.shares_count, post.comments_count), (Some(900), None, Some(2)));
        assert_eq!(post.published_at.to_string(), "2021-11-24T18:17:11.369Z");
        assert_eq!(found[1], Ok(Item::Skipped("profile")));
        assert_eq!(found[2], Ok(Item::Skipped("what the scraper says of an error")));
        assert_eq!(code(found[3].clone()), "MISSING_ID");
    }

    #[test]
    fn tables_and_other_field_names_give_the_same_posts() {
        let csv = "displayName,publishedAt,shareCount,type,url,username,viewCount\n\
            Reef,2021-11-24T18:17:11.369Z,,spotlight,https://www.snapchat.com/spotlight/W7_EDlXWTBiX,reef_watch,\"1,200\"\n";
        let (format, table) = posts(&[csv.as_bytes()], &settings());
        assert_eq!(
            (format, table[0].views_count, table[0].shares_count),
            ("apify-snapchat", Some(1200), None)
        );
        let row = json!({"url": "https://www.snapchat.com/spotlight/W7_EDlXWTBiX", "creator": {"username": "reef_watch"},
            "uploadDateMs": 1_637_777_831_369_i64, "description": "Kelp", "videoUrl": "https://cdn.example/1.mp4", "durationMs": 4665});
        let (_, other) = posts(&[row.to_string().as_bytes()], &settings());
        assert_eq!(
            (other[0].content.as_deref(), other[0].author.username.as_str()),
            (Some("Kelp"), "reef_watch")
        );
        assert_eq!(other[0].media.as_ref().unwrap()[0].duration_ms, Some(4665));
    }
}
