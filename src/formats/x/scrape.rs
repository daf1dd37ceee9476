//! Posts of snscrape and twscrape, which share most keys.

use super::{
    OtherPost, fill_camel_case_counts, handle_in_page, make_repost, page, published, rounded_id_remarks,
    text, whole_id, with_profile,
};
use crate::formats::value::fill;
use crate::formats::{
    Format, Found, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, instagram, json,
    named,
};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Kind, Media, post_id};
use serde_json::Value;

/// Posts of snscrape and twscrape.
pub static FORMAT: Format = Format {
    name: "snscrape",
    description: "lines of JSON of snscrape and twscrape, from X; snscrape's also from Instagram",
    networks: &[Network::X, Network::Instagram],
    parts: &[Part {
        what: "posts",
        signatures: &[
            Signature::Keys(&["_type^snscrape.modules.twitter."]),
            Signature::Keys(&["_type^snscrape.modules.instagram."]),
            Signature::Keys(&["url", "date", "rawContent|renderedContent", "user.username", "retweetCount"]),
        ],
        at: &[""],
        role: Role::Posts(convert_line),
    }],
};

/// Converts a line, which may be another object that these tools write the same way.
///
/// # Errors
/// When it is a post that can't be imported.
fn convert_line(line: &Value, settings: &Settings) -> Outcome {
    match json::dig(line, "_type").as_str().and_then(|name| name.rsplit('.').next()) {
        Some("InstagramPost") => instagram::snscrape::convert(line, settings),
        Some("Tombstone") => Ok(Item::Skipped("post that X does not show")),
        Some("TweetRef") => Ok(Item::Skipped("mention of a post")),
        Some(name) if name != "Tweet" => Ok(Item::Skipped("user or trend")),
        _ => convert(line, settings),
    }
}

/// Converts one post.
///
/// # Errors
/// When it has no whole id, no author or no time.
pub fn convert(tweet: &Value, settings: &Settings) -> Outcome {
    let url = json::text(json::dig(tweet, "url")).unwrap_or_default();
    let own = id(tweet);
    let id = whole_id(own.clone(), &url).ok_or_else(|| ImportError::no_id("id_str, id or url"))?;
    let remarks = rounded_id_remarks(own, &id);
    let published = published(json::dig(tweet, "date"), &id, settings, "date")?.time;
    let author =
        author_or(author(json::dig(tweet, "user")).or_else(|| handle_in_page(&url).map(named)), settings)?;
    let mut post = PostLine::new(Network::X, id, author.username.clone(), published);
    post.url = Some(page(&author.username, &post.platform_post_id));
    post.author = with_profile(author);
    let original = json::dig(tweet, "retweetedTweet");
    if original.is_object() {
        content(&mut post, original);
        make_repost(&mut post, json::text(json::dig(original, "user.username")), self::id(original));
    } else {
        content(&mut post, tweet);
        (post.kind, post.refers_to) = relation(tweet, post.content.as_deref().unwrap_or_default());
        if post.kind != Some(Kind::Repost) {
            fill_camel_case_counts(&mut post, tweet);
        }
    }
    post.collected_at = settings.collected_at(post.published_at);
    Ok(Found { remarks, ..post.into() }.into())
}

fn id(tweet: &Value) -> Option<String> {
    json::id(json::dig(tweet, "id_str")).or_else(|| json::id(json::dig(tweet, "id")))
}

fn author(user: &Value) -> Option<AuthorLine> {
    Some(AuthorLine {
        id: json::id(json::first(user, &["id_str", "id"])),
        username: json::text(json::dig(user, "username"))?,
        display_name: json::text(json::dig(user, "displayname")),
        url: None,
        avatar_url: json::address(json::dig(user, "profileImageUrl")),
        verified: json::flag(json::first(user, &["blue", "verified"])),
        followers_count: json::count(json::dig(user, "followersCount")).map(|count| count.value),
    })
}

/// Fills in text, hashtags, mentions, language and media.
fn content(post: &mut PostLine, tweet: &Value) {
    let raw = json::first_text(tweet, &["rawContent", "content"]).unwrap_or_default();
    let mut content = text::decode(&raw);
    for link in json::list(json::dig(tweet, "links")) {
        let short = json::text(json::dig(link, "tcourl")).filter(|short| short.contains("://t.co/"));
        if let (Some(short), Some(url)) = (short, json::text(json::dig(link, "url"))) {
            content = text::replace_link(&content, &short, &url);
        }
    }
    post.content = Some(json::unix_lines(&content));
    let names = |list: &Value, key: &str| {
        list.is_array().then(|| {
            json::names(
                json::list(list)
                    .iter()
                    .map(|entry| json::text(entry).or_else(|| json::text(json::dig(entry, key)))),
            )
        })
    };
    // snscrape writes null for an empty list.
    let tags = json::dig(tweet, "hashtags");
    post.hashtags = if tags.is_null() && tweet.get("hashtags").is_some() {
        Some(Vec::new())
    } else {
        names(tags, "text")
    };
    post.mentions = names(json::dig(tweet, "mentionedUsers"), "username");
    post.language = json::text(json::dig(tweet, "lang")).filter(|code| super::is_language(code));
    let files = files(json::dig(tweet, "media"));
    post.media_type = fill::media_type(&files);
    post.media = Some(files);
}

fn relation(tweet: &Value, content: &str) -> (Option<Kind>, Option<String>) {
    let replied_to = ["inReplyToTweetIdStr", "inReplyToTweetId"].map(|key| json::dig(tweet, key));
    let quoted = json::dig(tweet, "quotedTweet");
    if let Some(replied_to) = OtherPost::find(&replied_to) {
        return (Some(Kind::Reply), replied_to.into_reference());
    }
    if quoted.is_object() {
        return (Some(Kind::Quote), id(quoted).map(|id| post_id(Network::X, &id)));
    }
    (text::is_repost(content).then_some(Kind::Repost), None)
}

/// The media files: a list of typed objects in snscrape, an object of lists in twscrape.
fn files(media: &Value) -> Vec<Media> {
    let of = |key: &str| json::list(json::dig(media, key)).iter();
    let lists = json::list(media).iter().chain(of("photos")).chain(of("videos")).chain(of("animated"));
    lists.filter_map(file).collect()
}

fn file(entry: &Value) -> Option<Media> {
    let preview = json::address(json::first(entry, &["thumbnailUrl", "previewUrl"]));
    let variants = json::list(json::dig(entry, "variants"));
    let video = best(variants).or_else(|| Some(json::dig(entry, "videoUrl")).filter(|url| url.is_string()));
    match video {
        Some(url) => fill::file(FileType::Video, url).map(|file| Media {
            preview_url: preview,
            duration_ms: milliseconds(json::dig(entry, "duration")),
            ..file
        }),
        None if !variants.is_empty() => None,
        None => fill::file(FileType::Image, json::first(entry, &["fullUrl", "url"])),
    }
}

/// A duration in milliseconds. snscrape writes seconds as a float, twscrape whole milliseconds.
fn milliseconds(duration: &Value) -> Option<u64> {
    match duration.as_f64().filter(|_| duration.is_f64()) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a cast of floats saturates, and a length is not negative"
        )]
        Some(seconds) => Some((seconds * 1000.0).round() as u64).filter(|millis| *millis > 0),
        None => json::size(duration),
    }
}

/// The address of the video file with the highest bit rate. Playlists are left out.
fn best(variants: &[Value]) -> Option<&Value> {
    let rate = |variant: &&Value| json::count(json::dig(variant, "bitrate")).map_or(0, |rate| rate.value);
    let is_file = |variant: &&Value| json::dig(variant, "contentType") != "application/x-mpegURL";
    variants.iter().filter(is_file).max_by_key(rate).map(|variant| json::dig(variant, "url"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tests::{code, posts, settings};
    use crate::posts::post::MediaType;
    use serde_json::json;

    fn read(over: Value) -> PostLine {
        let tweet = json!({
            "_type": "snscrape.modules.twitter.Tweet", "url": "https://twitter.com/reef_watch/status/1800000000000000001",
            "date": "2024-06-10T03:00:17+00:00", "rawContent": "Spawning &amp; more https://t.co/aaaaaaaaaa", "id": 1_800_000_000_000_000_001_u64,
            "user": {"username": "reef_watch", "displayname": "Reef 🐠", "id": 17, "followersCount": 9},
            "likeCount": 12, "replyCount": 1, "retweetCount": 3, "quoteCount": 0, "viewCount": null, "hashtags": null, "media": null,
            "links": [{"text": "reef.example", "url": "https://reef.example/", "tcourl": "https://t.co/aaaaaaaaaa"}]});
        let line = crate::formats::tests::over(tweet, over).to_string();
        let (format, mut posts) = posts(&[line.as_bytes()], &settings());
        assert_eq!((format, posts.len()), ("snscrape", 1));
        posts.remove(0)
    }

    #[test]
    fn snscrape_posts_are_converted() {
        let post = read(json!({"media": [
            {"_type": "snscrape.modules.twitter.Photo", "previewUrl": "https://pbs.example/s.jpg", "fullUrl": "https://pbs.example/l.jpg"},
            {"_type": "snscrape.modules.twitter.Video", "thumbnailUrl": "https://pbs.example/t.jpg", "duration": 4.5, "variants": [
                {"contentType": "application/x-mpegURL", "url": "https://v.example/p.m3u8", "bitrate": null},
                {"contentType": "video/mp4", "url": "https://v.example/a.mp4", "bitrate": 832_000}]}]}));
        assert_eq!(
            (post.platform_post_id.as_str(), post.author.display_name.as_deref()),
            ("1800000000000000001", Some("Reef 🐠"))
        );
        assert_eq!(post.content.as_deref(), Some("Spawning & more https://reef.example/"));
        assert_eq!(
            (post.likes_count, post.views_count, post.saves_count, &post.hashtags),
            (Some(12), None, None, &Some(vec![]))
        );
        let files = post.media.unwrap();
        assert_eq!(
            (post.media_type, files[0].url.as_str()),
            (Some(MediaType::Carousel), "https://pbs.example/l.jpg")
        );
        assert_eq!((files[1].url.as_str(), files[1].duration_ms), ("https://v.example/a.mp4", Some(4500)));
    }

    #[test]
    fn twscrape_posts_take_the_id_as_text() {
        let post = read(
            json!({"id": 1_800_000_000_000_000_000_u64, "id_str": "1800000000000000001", "date": "2024-06-10 03:00:17+00:00",
            "bookmarkedCount": 4, "viewCount": 640, "hashtags": ["Coral"], "media": {"photos": [{"url": "https://pbs.example/l.jpg"}], "videos": [], "animated": [
                {"videoUrl": "https://v.example/g.mp4", "thumbnailUrl": "https://pbs.example/g.jpg"}]}}),
        );
        assert_eq!(post.platform_post_id, "1800000000000000001");
        assert_eq!(
            (post.saves_count, post.views_count, post.hashtags),
            (Some(4), Some(640), Some(vec!["Coral".into()]))
        );
        assert_eq!(
            post.media.unwrap().iter().map(|file| file.kind).collect::<Vec<_>>(),
            [FileType::Image, FileType::Video]
        );
        assert_eq!(post.published_at.to_string(), "2024-06-10T03:00:17.000Z");
    }

    #[test]
    fn reposts_quotes_and_replies_are_recognised() {
        let other = json!({"id": 5, "rawContent": "All of it", "user": {"username": "Other"}});
        let repost = read(json!({"retweetedTweet": other, "rawContent": "RT @Other: All…"}));
        assert_eq!(
            (repost.kind, repost.content.as_deref(), repost.likes_count),
            (Some(Kind::Repost), Some("RT @Other: All of it"), None)
        );
        assert_eq!(read(json!({"quotedTweet": other})).refers_to.as_deref(), Some("x:5"));
        assert_eq!(read(json!({"inReplyToTweetId": 6})).refers_to.as_deref(), Some("x:6"));
    }

    #[test]
    fn users_trends_and_tombstones_are_skipped() {
        let line =
            |kind: &str| json!({"_type": format!("snscrape.modules.twitter.{kind}"), "id": 5}).to_string();
        let lines = ["User", "Trend", "Tombstone", "TweetRef"].map(line).join("\n");
        let (format, outcomes) = crate::formats::tests::read(&[lines.as_bytes()], &settings());
        assert_eq!((format, outcomes.len()), ("snscrape", 4));
        assert!(outcomes.iter().all(|outcome| matches!(outcome, Ok(Item::Skipped(_)))), "{outcomes:?}");
    }

    #[test]
    fn a_rounded_id_is_replaced_by_that_in_the_address_or_rejected() {
        assert_eq!(read(json!({"id": 1.8e18})).platform_post_id, "1800000000000000001");
        let outcome = convert(
            &json!({"id": 1.8e18, "date": "2024-06-10T03:00:17+00:00", "user": {"username": "a"}}),
            &settings(),
        );
        assert_eq!(code(outcome), "MISSING_ID");
    }
}
