//! Responses of TikTok's Research API, and tables made from them.

use super::{line, published, set_media, set_page};
use crate::formats::{
    Format, ImportError, Outcome, Part, Role, Settings, Signature, author_or, fill, json, named, page,
};
use crate::platform::Network;
use crate::posts::post::line::PostLine;
use serde_json::Value;

const PLACES: &[&str] = &["data/videos/*"];
const WRAPPER: &[Signature] = &[Signature::Keys(&["data.videos[]"])];

/// Responses of TikTok's Research API.
pub static FORMAT: Format = Format {
    name: "tiktok-research",
    description: "answers of TikTok's Research API (video/query): JSON, JSONL, or a table made of them",
    networks: &[Network::Tiktok],
    parts: &[
        Part { what: "a page of posts", signatures: WRAPPER, at: &[""], role: Role::Document },
        Part {
            what: "posts in a page",
            signatures: &[Signature::Keys(&[
                "id|video_id",
                "create_time|video_description|username|view_count|like_count",
            ])],
            at: PLACES,
            role: Role::Posts(convert),
        },
        Part {
            what: "posts",
            signatures: &[
                Signature::Keys(&["id|video_id", "create_time", "video_description"]),
                Signature::Columns(&["id|videoid", "createtime", "videodescription"]),
            ],
            at: &[""],
            role: Role::Posts(convert),
        },
        Part {
            what: "pages of posts",
            signatures: WRAPPER,
            at: &[""],
            role: Role::Posts(|element, settings| Ok(page(element, PLACES, convert, settings))),
        },
    ],
};

/// Converts one post.
///
/// # Errors
/// When it has no whole id, no time, or no known author.
pub fn convert(video: &Value, settings: &Settings) -> Outcome {
    let id = ["id", "video_id"].iter().find_map(|key| json::id(json::dig(video, key)));
    let id = id.ok_or_else(|| ImportError::no_id("id or video_id"))?;
    let (published, inferred) = published(json::dig(video, "create_time"), &id, settings, "create_time")?;
    let author = author_or(json::text(json::dig(video, "username")).map(named), settings)?;
    let mut post = line(id, author, published);
    describe(&mut post, video);
    if inferred {
        fill::approximate(&mut post, "published_at");
    }
    post.collected_at = settings.collected_at(published);
    Ok(post.into())
}

fn describe(post: &mut PostLine, video: &Value) {
    // Fields that were not requested are missing, so their values are unknown.
    post.content = json::dig(video, "video_description").as_str().map(json::unix_lines);
    let tags = json::parsed(json::dig(video, "hashtag_names"));
    post.hashtags = tags.as_array().map(|tags| json::names(tags.iter().map(json::text)));
    set_media(post, Vec::new(), false);
    set_page(post, false);
    fill::Counts {
        likes: json::dig(video, "like_count"),
        comments: json::dig(video, "comment_count"),
        views: json::dig(video, "view_count"),
        shares: json::dig(video, "share_count"),
        saves: json::best_count(video, &["favorites_count", "favourites_count"]),
    }
    .fill(post);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tests::{code, post, posts, settings};
    use crate::posts::post::MediaType;
    use serde_json::json;

    fn video(over: Value) -> Value {
        let mut video = json!({"id": 7_300_000_000_000_000_001_u64, "create_time": 1_699_663_700, "username": "reef.watch",
            "video_description": "Low tide #Reef", "hashtag_names": ["Reef", "reef"], "like_count": 41, "comment_count": 0,
            "view_count": 1432, "share_count": 3, "favorites_count": 12});
        let (map, Value::Object(over)) = (video.as_object_mut().unwrap(), over) else { panic!("no object") };
        map.extend(over);
        video
    }

    #[test]
    fn a_video_is_converted() {
        let post = post(convert(&video(json!({})), &settings()));
        assert_eq!(post.platform_post_id, "7300000000000000001");
        assert_eq!(post.url.as_deref(), Some("https://www.tiktok.com/@reef.watch/video/7300000000000000001"));
        assert_eq!(
            (post.likes_count, post.comments_count, post.views_count),
            (Some(41), Some(0), Some(1432))
        );
        assert_eq!((post.shares_count, post.saves_count), (Some(3), Some(12)));
        assert_eq!((post.hashtags, post.media_type), (Some(vec!["Reef".into()]), Some(MediaType::Video)));
        assert_eq!(post.media, Some(vec![]));
    }

    #[test]
    fn fields_that_were_not_requested_are_unknown() {
        let bare = json!({"video_id": 7_300_000_000_000_000_001_u64, "create_time": 1_699_663_700});
        let given = Settings { author: Some("reef".into()), ..settings() };
        let post = post(convert(&bare, &given));
        assert_eq!(
            (post.content, post.hashtags, post.likes_count, post.saves_count),
            (None, None, None, None)
        );
        assert_eq!(code(convert(&bare, &settings())), "MISSING_AUTHOR");
        assert_eq!(code(convert(&video(json!({"id": 7.3e18})), &settings())), "MISSING_ID");
    }

    #[test]
    fn pages_and_tables_are_converted() {
        let one = json!({"data": {"cursor": 100, "has_more": true, "search_id": "7", "videos": [video(json!({})), video(json!({}))]},
            "error": {"code": "ok"}});
        let csv = "id,create_time,username,video_description,hashtag_names,like_count\n\
            7300000000000000001,1699663700,reef.watch,Low tide,\"[\"\"Reef\"\"]\",41\n";
        for (file, expected) in [
            (one.to_string(), 2),
            (format!("{one}\n{one}\n"), 4),
            (csv.to_owned(), 1),
            (json!([video(json!({}))]).to_string(), 1),
        ] {
            let (format, found) = posts(&[file.as_bytes()], &settings());
            assert_eq!((format, found.len()), ("tiktok-research", expected), "{file}");
            assert_eq!(
                (found[0].hashtags.clone(), found[0].likes_count),
                (Some(vec!["Reef".into()]), Some(41))
            );
        }
    }
}
