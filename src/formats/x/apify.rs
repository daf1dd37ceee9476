//! X posts from Apify's scrapers and twitterapi.io.

use super::entities::Entities;
use super::{
    OtherPost, fill_camel_case_counts, make_repost, page, published, rounded_id_remarks, text, whole_id,
    with_profile,
};
use crate::formats::value::fill;
use crate::formats::{
    Format, Found, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, json,
};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Kind, Media};
use serde_json::{Value, json};

/// X posts from Apify's scrapers and twitterapi.io.
pub static FORMAT: Format = Format {
    name: "apify-x",
    description: "datasets of Apify's tweet scrapers (JSON, JSONL, CSV), and answers of twitterapi.io",
    networks: &[Network::X],
    parts: &[Part {
        what: "posts",
        signatures: &[
            Signature::Keys(&["author.userName", "createdAt", "likeCount|retweetCount", "text|fullText"]),
            Signature::Keys(&["type=tweet", "author.userName"]),
            Signature::Columns(&[
                "author/username|author.username",
                "createdat",
                "likecount|retweetcount",
                "text|fulltext",
            ]),
        ],
        at: &["", "tweets/*", "data/tweets/*", "data/*"],
        role: Role::Posts(convert),
    }],
};

/// Converts one post.
///
/// # Errors
/// When it has no whole id, no author or no time.
pub fn convert(tweet: &Value, settings: &Settings) -> Outcome {
    if let Some(reason) = skip_reason(tweet) {
        return Ok(Item::Skipped(reason));
    }
    let url = json::first_text(tweet, &["url", "twitterUrl"]).unwrap_or_default();
    let own = json::id(json::dig(tweet, "id"));
    let id = whole_id(own.clone(), &url).ok_or_else(|| ImportError::no_id("id or url"))?;
    let remarks = rounded_id_remarks(own, &id);
    let published = published(json::dig(tweet, "createdAt"), &id, settings, "createdAt")?.time;
    let author = author_or(author(json::dig(tweet, "author")), settings)?;
    let mut post = PostLine::new(Network::X, id, author.username.clone(), published);
    post.url = Some(page(&author.username, &post.platform_post_id));
    post.author = with_profile(author);
    let original = json::first(tweet, &["retweeted_tweet", "retweet"]);
    if original.is_object() && original.get("id").is_some() {
        content(&mut post, original);
        make_repost(
            &mut post,
            json::text(json::dig(original, "author.userName")),
            json::id(json::dig(original, "id")),
        );
    } else {
        content(&mut post, tweet);
        fill_camel_case_counts(&mut post, tweet);
        let is_repost = json::flag(json::dig(tweet, "isRetweet")) == Some(true)
            || text::is_repost(post.content.as_deref().unwrap_or_default());
        if is_repost {
            make_repost(&mut post, None, None);
        } else {
            (post.kind, post.refers_to) = relation(tweet);
        }
    }
    post.collected_at = settings.collected_at(post.published_at);
    Ok(Found { remarks, ..post.into() }.into())
}

/// Why a row is not a post: nothing was found, or it is a message from the scraper.
fn skip_reason(row: &Value) -> Option<&'static str> {
    if json::flag(json::dig(row, "noResults")) == Some(true) {
        return Some("row without results");
    }
    let message = json::first_text(row, &["text", "fullText"]).unwrap_or_default();
    if json::dig(row, "author.userName").is_null() && message.contains("KaitoEasyAPI") {
        return Some("advertisement");
    }
    let failed = ["error", "errorCode", "note"].into_iter().any(|key| !json::dig(row, key).is_null());
    (failed && json::dig(row, "createdAt").is_null()).then_some("error of the scraper")
}

fn author(user: &Value) -> Option<AuthorLine> {
    let flags = ["isBlueVerified", "isVerified"].map(|key| json::flag(json::dig(user, key)));
    Some(AuthorLine {
        id: json::id(json::dig(user, "id")),
        username: json::text(json::dig(user, "userName"))?,
        display_name: json::text(json::dig(user, "name")),
        url: None,
        avatar_url: json::address(json::dig(user, "profilePicture")),
        verified: flags.into_iter().flatten().reduce(|a, b| a || b),
        followers_count: json::count(json::dig(user, "followers")).map(|count| count.value),
    })
}

/// Fills in text, hashtags, mentions, language and media.
fn content(post: &mut PostLine, tweet: &Value) {
    let whole = json::first_text(tweet, &["fullText", "text"]).unwrap_or_default();
    // The shape of version 1.1, except for the names of some keys.
    let own = json!({"extended_entities": json::dig(tweet, "extendedEntities"), "entities": json::dig(tweet, "entities"), "lang": json::dig(tweet, "lang")});
    let entities = Entities(vec![json::dig(tweet, "entities")]);
    super::fill_from_v1(post, &own, &entities, text::decode(&whole));
    if post.media.as_ref().is_none_or(Vec::is_empty) {
        let files = files(json::dig(tweet, "media"));
        post.media_type = fill::media_type(&files);
        post.media = Some(files);
    }
}

/// Media files, which some scrapers give as bare addresses.
fn files(media: &Value) -> Vec<Media> {
    let kind = |url: &str| if url.contains(".mp4") { FileType::Video } else { FileType::Image };
    let file = |entry: &Value| fill::file(kind(entry.as_str()?), entry);
    json::list(media).iter().filter_map(file).collect()
}

fn relation(tweet: &Value) -> (Option<Kind>, Option<String>) {
    let refers = |other: Option<OtherPost>| other.and_then(OtherPost::into_reference);
    let is = |key| json::flag(json::dig(tweet, key)) == Some(true);
    let answered = OtherPost::find(&[json::dig(tweet, "inReplyToId")]);
    if is("isReply") || answered.is_some() {
        return (Some(Kind::Reply), refers(answered));
    }
    let quoted = json::first(tweet, &["quoted_tweet.id", "quote.id", "quoteId"]);
    let quoted = OtherPost::find(&[quoted]);
    if is("isQuote") || quoted.is_some() { (Some(Kind::Quote), refers(quoted)) } else { (None, None) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tests::{posts, read, settings};

    fn tweet(over: Value) -> Value {
        let tweet = json!({
            "type": "tweet", "id": "1800000000000000001", "url": "https://x.com/reef_watch/status/1800000000000000001",
            "text": "Spawning &amp; mo…", "fullText": "Spawning &amp; more #Coral", "createdAt": "Mon Jun 10 03:00:17 +0000 2024",
            "likeCount": 12, "replyCount": 1, "retweetCount": 3, "quoteCount": 0, "viewCount": 640, "bookmarkCount": 2, "lang": "en",
            "author": {"userName": "reef_watch", "name": "Reef 🐠", "id": "17", "isBlueVerified": true, "isVerified": false, "followers": 9},
            "entities": {"hashtags": [{"text": "Coral"}]}, "extendedEntities": {}, "isReply": false, "isRetweet": false, "isQuote": false});
        crate::formats::tests::over(tweet, over)
    }

    #[test]
    fn posts_are_converted_in_each_wrapper() {
        let other = tweet(json!({"id": "1800000000000000002"}));
        for file in [
            json!([tweet(json!({})), other]).to_string(),
            format!("{}\n{}\n", tweet(json!({})), other),
            json!({"tweets": [tweet(json!({})), other], "has_next_page": false, "next_cursor": ""}).to_string(),
            json!({"event_type": "tweet", "rule_id": "1", "tweets": [tweet(json!({})), other], "timestamp": 1}).to_string(),
        ] {
            let (format, posts) = posts(&[file.as_bytes()], &settings());
            assert_eq!((format, posts.len()), ("apify-x", 2), "{file}");
            let post = &posts[0];
            assert_eq!(post.content.as_deref(), Some("Spawning & more #Coral"));
            assert_eq!((post.likes_count, post.views_count, post.saves_count), (Some(12), Some(640), Some(2)));
            assert_eq!((&post.hashtags, post.author.verified), (&Some(vec!["Coral".into()]), Some(true)));
        }
    }

    #[test]
    fn rows_without_a_post_are_skipped() {
        let rows = json!([tweet(json!({})), {"noResults": true}, {"text": "From KaitoEasyAPI, a reminder"}, {"error": "rate limit"}, {"note": "nothing more"}]);
        let (_, outcomes) = read(&[rows.to_string().as_bytes()], &settings());
        assert_eq!(
            outcomes.iter().filter(|outcome| matches!(outcome, Ok(Item::Skipped(_)))).count(),
            4,
            "{outcomes:?}"
        );
    }

    #[test]
    fn reposts_quotes_and_replies_are_recognised_under_either_name() {
        let of = |over| posts(&[tweet(over).to_string().as_bytes()], &settings()).1.remove(0);
        let other = json!({"id": "5", "text": "All of it", "author": {"userName": "Other"}});
        for key in ["retweet", "retweeted_tweet"] {
            let post = of(json!({key: other, "isRetweet": true}));
            assert_eq!(
                (post.kind, post.content.as_deref(), post.likes_count),
                (Some(Kind::Repost), Some("RT @Other: All of it"), None)
            );
        }
        for key in ["quote", "quoted_tweet"] {
            assert_eq!(of(json!({key: other})).refers_to.as_deref(), Some("x:5"));
        }
        assert_eq!(of(json!({"isReply": true, "inReplyToId": "6"})).refers_to.as_deref(), Some("x:6"));
    }

    #[test]
    fn media_are_entries_or_bare_addresses() {
        let of = |over| posts(&[tweet(over).to_string().as_bytes()], &settings()).1.remove(0).media.unwrap();
        let entries = json!({"media": [{"type": "photo", "media_url_https": "https://pbs.example/1.jpg"}]});
        assert_eq!(of(json!({"extendedEntities": entries}))[0].url, "https://pbs.example/1.jpg");
        let bare = of(json!({"media": ["https://pbs.example/1.jpg", "https://v.example/1.mp4?tag=1"]}));
        assert_eq!(bare.iter().map(|file| file.kind).collect::<Vec<_>>(), [FileType::Image, FileType::Video]);
    }

    #[test]
    fn tables_are_converted_like_objects() {
        let table = "\u{feff}author/userName,author/name,createdAt,entities/hashtags/0/text,entities/hashtags/1/text,fullText,id,isReply,likeCount,url\n\
            reef_watch,Reef,2024-06-10T03:00:17.000Z,Coral,,Low tide #Coral,1.8E+18,false,12,https://x.com/reef_watch/status/1800000000000000001\n";
        let (format, posts) = posts(&[table.as_bytes()], &settings());
        let post = &posts[0];
        assert_eq!((format, post.platform_post_id.as_str()), ("apify-x", "1800000000000000001"));
        assert_eq!(
            (&post.hashtags, post.likes_count, post.kind),
            (&Some(vec!["Coral".into()]), Some(12), None)
        );
    }
}
