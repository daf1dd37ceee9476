//! Posts in the shape of X's API version 1.1: from twarc 1, Social Feed Manager, streams, and tools built on these.

use super::entities::Entities;
use super::{fill_from_v1, make_repost, media, page, text, with_profile};
use crate::formats::value::fill::Counts;
use crate::formats::{
    Format, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, json, timestamps,
};
use crate::platform::Network;
use crate::posts::post::Kind;
use crate::posts::post::line::{AuthorLine, PostLine};
use serde_json::Value;

/// Posts of the API version 1.1.
pub static FORMAT: Format = Format {
    name: "x-api-v1",
    description: "X API version 1.1: JSON or lines of twarc 1, Social Feed Manager and streams",
    networks: &[Network::X],
    parts: &[Part {
        what: "posts",
        signatures: &[Signature::Keys(&["id_str", "created_at", "user.screen_name"])],
        at: &["", "statuses/*", "tweets/*"],
        role: Role::Posts(convert),
    }],
};

/// Converts one post.
///
/// # Errors
/// When it has no whole id, no author or no time.
pub fn convert(tweet: &Value, settings: &Settings) -> Outcome {
    if is_message(tweet) {
        return Ok(Item::Skipped("message of the stream"));
    }
    // `id` is only a fallback: programs that read it as a floating-point number rounded it.
    let id = json::id(json::dig(tweet, "id_str"))
        .or_else(|| json::id(json::dig(tweet, "id")))
        .ok_or_else(|| ImportError::no_id("id_str"))?;
    let published = timestamps::parse_published(json::dig(tweet, "created_at"), settings, "created_at")?;
    let author = author_or(author(json::dig(tweet, "user")), settings)?;
    let mut post = PostLine::new(Network::X, id, author.username.clone(), published);
    post.url = Some(page(&author.username, &post.platform_post_id));
    post.author = with_profile(author);
    let original = json::dig(tweet, "retweeted_status");
    if original.is_object() {
        content(&mut post, original);
        let by = json::text(json::dig(original, "user.screen_name"));
        make_repost(&mut post, by, json::id(json::first(original, &["id_str", "id"])));
    } else {
        content(&mut post, tweet);
        counts(&mut post, tweet);
    }
    post.collected_at = settings.collected_at(post.published_at);
    Ok(post.into())
}

/// Whether it is a message that a stream sends between posts, for example about a deletion or omitted posts.
fn is_message(tweet: &Value) -> bool {
    const MESSAGES: [&str; 9] = [
        "delete",
        "limit",
        "scrub_geo",
        "status_withheld",
        "user_withheld",
        "disconnect",
        "warning",
        "friends",
        "event",
    ];
    tweet.get("user").is_none() && MESSAGES.into_iter().any(|key| tweet.get(key).is_some())
}

fn author(user: &Value) -> Option<AuthorLine> {
    Some(AuthorLine {
        id: json::id(json::first(user, &["id_str", "id"])),
        username: json::text(json::dig(user, "screen_name"))?,
        display_name: json::text(json::dig(user, "name")),
        url: None,
        avatar_url: json::address(json::dig(user, "profile_image_url_https")),
        verified: json::flag(json::dig(user, "verified")),
        followers_count: json::count(json::dig(user, "followers_count")).map(|count| count.value),
    })
}

/// Fills in the text and what belongs to it. For a long post in a stream, both are in `extended_tweet`.
fn content(post: &mut PostLine, tweet: &Value) {
    let whole = json::dig(tweet, "extended_tweet");
    let text =
        json::first_text(whole, &["full_text"]).or_else(|| json::first_text(tweet, &["full_text", "text"]));
    let content = text::decode(text.as_deref().unwrap_or_default());
    let entities = Entities(vec![json::dig(whole, "entities"), json::dig(tweet, "entities")]);
    fill_from_v1(post, tweet, &entities, content);
    if !media::entries(whole).is_empty() {
        post.content =
            post.content.take().map(|content| entities.expand_links(content, media::entries(whole)));
        let files = media::files(whole);
        post.media_type = crate::formats::value::fill::media_type(&files);
        post.media = Some(files);
    }
}

fn counts(post: &mut PostLine, tweet: &Value) {
    let count = |key| json::dig(tweet, key);
    Counts {
        likes: count("favorite_count"),
        comments: count("reply_count"),
        shares: count("retweet_count"),
        ..Counts::default()
    }
    .fill(post);
    if text::is_repost(post.content.as_deref().unwrap_or_default()) {
        (post.kind, post.refers_to) = (Some(Kind::Repost), None);
        (post.likes_count, post.comments_count, post.shares_count) = (None, None, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tests::{code, posts, settings};
    use serde_json::json;

    fn tweet(over: Value) -> Value {
        let tweet = json!({
            "created_at": "Mon Jun 10 03:00:17 +0000 2024", "id": 1_800_000_000_000_000_000_u64, "id_str": "1800000000000000001",
            "text": "Spawning &amp; more #Coral https://t.co/aaaaaaaaaa", "truncated": false, "lang": "en",
            "user": {"id_str": "17", "screen_name": "reef_watch", "name": "Reef 🐠", "verified": false, "followers_count": 1200},
            "entities": {"hashtags": [{"text": "Coral"}], "user_mentions": [],
                "urls": [{"url": "https://t.co/aaaaaaaaaa", "expanded_url": "https://reef.example/tonight"}]},
            "favorite_count": 12, "retweet_count": 3, "reply_count": 1, "quote_count": 0});
        crate::formats::tests::over(tweet, over)
    }

    fn read(over: Value) -> PostLine {
        let line = tweet(over).to_string();
        let (format, mut posts) = posts(&[line.as_bytes()], &settings());
        assert_eq!((format, posts.len()), ("x-api-v1", 1));
        posts.remove(0)
    }

    #[test]
    fn the_id_as_text_is_preferred() {
        let post = read(json!({}));
        assert_eq!(post.platform_post_id, "1800000000000000001");
        assert_eq!(post.url.as_deref(), Some("https://x.com/reef_watch/status/1800000000000000001"));
        assert_eq!(post.content.as_deref(), Some("Spawning & more #Coral https://reef.example/tonight"));
        assert_eq!((post.likes_count, post.shares_count, post.comments_count), (Some(12), Some(3), Some(1)));
        assert_eq!((post.views_count, post.saves_count, post.kind), (None, None, None));
        assert_eq!(post.hashtags, Some(vec!["Coral".into()]));
        assert_eq!((post.author.id.as_deref(), post.author.followers_count), (Some("17"), Some(1200)));
    }

    #[test]
    fn the_text_of_a_long_post_in_a_stream_is_taken_from_extended_tweet() {
        let post = read(json!({"truncated": true, "text": "Spawning tonight, and…", "extended_tweet": {
            "full_text": "Spawning tonight, and a lot of it &lt;3 #Long https://t.co/bbbbbbbbbb", "entities": {"hashtags": [{"text": "Long"}]},
            "extended_entities": {"media": [{"type": "photo", "url": "https://t.co/bbbbbbbbbb", "media_url_https": "https://pbs.example/1.jpg"}]}}}));
        assert_eq!(post.content.as_deref(), Some("Spawning tonight, and a lot of it <3 #Long"));
        assert_eq!(post.hashtags, Some(vec!["Long".into(), "Coral".into()]));
        assert_eq!(post.media.map(|files| files.len()), Some(1));
    }

    #[test]
    fn a_repost_has_the_full_text_and_no_counts() {
        let original = json!({"id_str": "1799999999999999990", "full_text": "A long text, to its end", "user": {"screen_name": "Other"}, "entities": {}});
        let post =
            read(json!({"text": "RT @Other: A long t…", "retweeted_status": original, "retweet_count": 500}));
        assert_eq!(post.content.as_deref(), Some("RT @Other: A long text, to its end"));
        assert_eq!(
            (post.kind, post.refers_to.as_deref()),
            (Some(Kind::Repost), Some("x:1799999999999999990"))
        );
        assert_eq!((post.likes_count, post.shares_count), (None, None));
        assert_eq!(post.mentions, Some(vec!["Other".into()]));
        assert_eq!(read(json!({"text": "RT @a_b: cut…"})).likes_count, None);
    }

    #[test]
    fn quotes_and_replies_refer_to_the_other_post() {
        let quote = read(json!({"quoted_status_id_str": "17", "text": "See https://t.co/cccccccccc",
            "quoted_status_permalink": {"url": "https://t.co/cccccccccc", "expanded": "https://x.com/o/status/17"}}));
        assert_eq!((quote.kind, quote.refers_to.as_deref()), (Some(Kind::Quote), Some("x:17")));
        assert_eq!(quote.content.as_deref(), Some("See https://x.com/o/status/17"));
        assert_eq!(read(json!({"in_reply_to_status_id_str": "18"})).refers_to.as_deref(), Some("x:18"));
    }

    #[test]
    fn stream_messages_are_skipped() {
        let lines = format!(
            "{}\n{}\n{}\n",
            json!({"delete": {"status": {"id": 1}}}),
            json!({"limit": {"track": 5}}),
            tweet(json!({}))
        );
        let (format, outcomes) = crate::formats::tests::read(&[lines.as_bytes()], &settings());
        let skipped = outcomes.iter().filter(|outcome| matches!(outcome, Ok(Item::Skipped(_)))).count();
        assert_eq!((format, outcomes.len(), skipped), ("x-api-v1", 3, 2));
    }

    #[test]
    fn posts_without_time_or_id_are_rejected() {
        assert_eq!(code(convert(&tweet(json!({"created_at": null})), &settings())), "MISSING_DATE");
        assert_eq!(code(convert(&tweet(json!({"id_str": null, "id": 1.8e18})), &settings())), "MISSING_ID");
        assert_eq!(code(convert(&tweet(json!({"user": null})), &settings())), "MISSING_AUTHOR");
    }
}
