//! The data of Spotlights in Snapchat's own pages: the JSON in `__NEXT_DATA__`.

use super::{author, id, new_post, page, text, video};
use crate::formats::fill::Counts;
use crate::formats::{
    Format, ImportError, Outcome, Part, Role, Settings, Signature, author_or, json, timestamps,
};
use crate::platform::Network;
use crate::posts::post::MediaType;
use serde_json::Value;

/// The data in Snapchat's pages.
pub static FORMAT: Format = Format {
    name: "snapchat-page",
    description: "the __NEXT_DATA__ JSON of Snapchat's Spotlight pages",
    networks: &[Network::Snapchat],
    parts: &[Part {
        what: "Spotlights",
        signatures: &[Signature::Keys(&["story.storyId.value", "metadata{}"])],
        at: &[
            "props/pageProps/spotlightFeed/spotlightStories/*",
            "pageProps/spotlightFeed/spotlightStories/*",
            "spotlightFeed/spotlightStories/*",
            "spotlightStories/*",
            "",
        ],
        role: Role::Posts(convert),
    }],
};

/// Converts one Spotlight. The fields beside `videoMetadata` are newer than those in it.
///
/// # Errors
/// When it has no id, author or time.
pub fn convert(story: &Value, settings: &Settings) -> Outcome {
    let id = id(json::dig(story, "story.storyId.value"))
        .ok_or_else(|| ImportError::no_id("story.storyId.value"))?;
    let outer = json::dig(story, "metadata");
    let inner = json::dig(outer, "videoMetadata");
    let published = timestamps::parse_published(json::dig(inner, "uploadDateMs"), settings, "uploadDateMs")?;
    let creator = json::dig(inner, "creator.personCreator");
    let author = author(json::dig(creator, "username"), json::dig(creator, "name")).map(|mut author| {
        author.url = json::address(json::dig(creator, "url")).filter(|url| url.starts_with("https://"));
        author
    });
    let mut post = new_post(id, author_or(author, settings)?, published, settings);
    post.url = Some(page(&post.platform_post_id));
    let texts = ["description", "videoMetadata.description", "videoMetadata.name"];
    post.content = Some(text(&texts.map(|path| json::dig(outer, path))).unwrap_or_default());
    let tags = json::dig(outer, "hashtags").as_array();
    post.hashtags = tags.map(|tags| json::names(tags.iter().map(json::text)));
    let duration = json::size(json::dig(inner, "durationMs"));
    let file = video(json::dig(inner, "contentUrl"), json::dig(inner, "thumbnailUrl"), duration);
    post.media_type = Some(MediaType::Video);
    post.media = Some(file.into_iter().collect());
    let count = |key: &str| {
        json::best_count_of(&[json::dig(json::dig(outer, "engagementStats"), key), json::dig(inner, key)])
    };
    Counts {
        views: count("viewCount"),
        shares: count("shareCount"),
        comments: count("commentCount"),
        ..Counts::default()
    }
    .fill(&mut post);
    Ok(post.into())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::formats::snapchat::DEFAULT_TITLE;
    use crate::formats::tests::{code, post, posts, settings};
    use serde_json::json;

    /// A Spotlight, as in a page.
    pub(crate) fn story() -> Value {
        json!({"story": {"storyId": {"value": "W7_EDlXWTBiX"}}, "metadata": {
            "description": "Kelp #reef", "hashtags": ["#reef"], "engagementStats": {"viewCount": "900", "shareCount": 4},
            "videoMetadata": {"name": DEFAULT_TITLE, "description": "older", "uploadDateMs": "1637777831369",
                "durationMs": 4665, "viewCount": -1, "shareCount": 3, "contentUrl": "https://cdn.example/1.mp4",
                "thumbnailUrl": "https://cdn.example/1.jpg",
                "creator": {"personCreator": {"username": "reef_watch", "url": "https://www.snapchat.com/add/reef_watch"}}}}})
    }

    #[test]
    fn outer_fields_are_preferred() {
        let page =
            json!({"props": {"pageProps": {"spotlightFeed": {"spotlightStories": [story()]}}}, "page": "/"});
        let (format, posts) = posts(&[page.to_string().as_bytes()], &settings());
        let post = &posts[0];
        assert_eq!((format, post.platform_post_id.as_str()), ("snapchat-page", "W7_EDlXWTBiX"));
        assert_eq!(post.url.as_deref(), Some("https://www.snapchat.com/spotlight/W7_EDlXWTBiX"));
        assert_eq!(
            (post.content.as_deref(), &post.hashtags),
            (Some("Kelp #reef"), &Some(vec!["reef".into()]))
        );
        assert_eq!((post.views_count, post.shares_count, post.comments_count), (Some(900), Some(4), None));
        assert_eq!(post.published_at.to_string(), "2021-11-24T18:17:11.369Z");
        assert_eq!((post.author.username.as_str(), post.media_type), ("reef_watch", Some(MediaType::Video)));
        let file = &post.media.as_ref().unwrap()[0];
        assert_eq!((file.url.as_str(), file.duration_ms), ("https://cdn.example/1.mp4", Some(4665)));
    }

    #[test]
    fn inner_fields_replace_missing_outer_ones() {
        let mut story = story();
        for key in ["description", "engagementStats", "hashtags"] {
            story["metadata"][key] = Value::Null;
        }
        let older = post(convert(&story, &settings()));
        assert_eq!(
            (older.content.as_deref(), older.shares_count, older.views_count),
            (Some("older"), Some(3), None)
        );
        story["metadata"]["videoMetadata"]["description"] = json!("");
        assert_eq!(post(convert(&story, &settings())).content.as_deref(), Some(""));
        story["metadata"]["videoMetadata"]["creator"] = Value::Null;
        assert_eq!(code(convert(&story, &settings())), "MISSING_AUTHOR");
        story["story"]["storyId"]["value"] = json!("two words");
        assert_eq!(code(convert(&story, &settings())), "MISSING_ID");
    }
}
