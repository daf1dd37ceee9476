//! Statistics of a company page's posts, by URN.

use crate::formats::linkedin::line;
use crate::formats::linkedin::urn::Urn;
use crate::formats::{Found, ImportError, Outcome, Settings, author_or, fill, json, timestamps};
use serde_json::Value;

/// Converts an entry: a post with nothing but its counts.
///
/// # Errors
/// When it has no id with a time, or the page's name is not known.
pub(crate) fn convert(element: &Value, settings: &Settings) -> Outcome {
    let urn = json::first_text(element, &["share", "ugcPost"]).and_then(|urn| Urn::find(&urn));
    let urn = urn.ok_or_else(|| ImportError::no_id("share or ugcPost"))?;
    let time =
        urn.time().ok_or_else(|| ImportError::no_id("share or ugcPost, a number that carries the time"))?;
    let published = timestamps::plausible(time, settings.now, "share")?;
    let mut post = line(&urn, author_or(None, settings)?, published);
    let count = |key| json::dig(json::dig(element, "totalShareStatistics"), key);
    fill::Counts {
        likes: count("likeCount"),
        comments: count("commentCount"),
        views: count("impressionCount"),
        shares: count("shareCount"),
        ..fill::Counts::default()
    }
    .fill(&mut post);
    post.collected_at = settings.collected_at(published);
    Ok(Found { counts_only: true, ..post.into() }.into())
}

#[cfg(test)]
mod tests {
    use crate::formats::Settings;
    use crate::formats::tests::{posts, settings};

    #[test]
    fn post_statistics_are_converted() {
        let file = r#"{"paging": {}, "elements": [{"share": "urn:li:share:7300000000000000001", "organizationalEntity": "urn:li:organization:17",
            "totalShareStatistics": {"likeCount": 41, "commentCount": 2, "shareCount": 3, "impressionCount": 1041, "clickCount": 9}}]}"#;
        let given = Settings { author: Some("keel-co".into()), ..settings() };
        let (format, found) = posts(&[file.as_bytes()], &given);
        let post = &found[0];
        assert_eq!((format, post.platform_post_id.as_str()), ("linkedin-api", "share:7300000000000000001"));
        assert_eq!(
            (post.likes_count, post.comments_count, post.views_count),
            (Some(41), Some(2), Some(1041))
        );
        assert_eq!((post.shares_count, post.content.clone()), (Some(3), None));
    }
}
