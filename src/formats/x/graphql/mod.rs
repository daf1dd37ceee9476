//! Posts in the shape in which X's own pages receive them, by GraphQL.
//!
//! The author's place in the post changed several times, so each known place is tried.

mod answer;

use super::entities::Entities;
use super::{fill_from_v1, make_repost, media, page, text, with_profile};
use crate::formats::{
    Format, Found, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, json, named,
    snowflake, timestamps,
};
use crate::platform::Network;
use crate::posts::post::Kind;
use crate::posts::post::line::{AuthorLine, PostLine};
use serde_json::Value;

/// Posts in the shape in which X's own pages receive them.
pub static FORMAT: Format = Format {
    name: "x-web",
    description: "what X's own pages are sent (GraphQL): posts, whole answers, or a browser's record of them (HAR)",
    networks: &[Network::X],
    parts: &[
        Part {
            what: "posts",
            signatures: &[
                Signature::Keys(&["rest_id", "legacy.full_text"]),
                Signature::Keys(&["tweet.rest_id", "tweet.legacy"]),
            ],
            at: &["", "tweets/*", "data/*"],
            role: Role::Posts(convert),
        },
        Part {
            what: "answers with posts in them",
            signatures: answer::SIGNATURES,
            at: &[""],
            role: Role::Posts(|answer, settings| Ok(answer::convert(answer, settings))),
        },
        Part {
            what: "what a browser kept (HAR)",
            signatures: &[Signature::Keys(&["log.entries[]"])],
            at: &[""],
            role: Role::Document,
        },
        Part {
            what: "answers that a browser kept (HAR)",
            signatures: &[Signature::Keys(&["request.url", "response.content"])],
            at: &["log/entries/*"],
            role: Role::Posts(answer::convert_entry),
        },
    ],
};

/// Converts one post.
///
/// # Errors
/// When it has no whole id, no author or no time.
pub fn convert(data: &Value, settings: &Settings) -> Outcome {
    let tweet = unwrapped(data);
    if let Some(reason) = skip_reason(data).or_else(|| skip_reason(tweet)) {
        return Ok(Item::Skipped(reason));
    }
    let legacy = json::dig(tweet, "legacy");
    // `id` is never used: the browser that collected it may have rounded it.
    let id = json::id(json::dig(tweet, "rest_id"))
        .or_else(|| json::id(json::dig(legacy, "id_str")))
        .ok_or_else(|| ImportError::no_id("rest_id"))?;
    let published = timestamps::parse_published(json::dig(legacy, "created_at"), settings, "created_at")?;
    let author = author_or(find_author(tweet, &id), settings)?;
    let mut post = PostLine::new(Network::X, id, author.username.clone(), published);
    post.url = Some(page(&author.username, &post.platform_post_id));
    post.author = with_profile(author);
    fill_content(&mut post, tweet);
    post.collected_at = settings.collected_at(post.published_at);
    let first_version = first_version(tweet);
    if first_version.as_ref().is_some_and(|first| *first != post.platform_post_id) {
        post.edited_at = snowflake::x(&post.platform_post_id);
    }
    Ok(Found { first_version, ..post.into() }.into())
}

/// Why there is no post: it is an advertisement, or a placeholder for a post that was removed or hidden.
fn skip_reason(data: &Value) -> Option<&'static str> {
    let is_set = |key| data.get(key).is_some_and(|value| !matches!(value, Value::Null | Value::Bool(false)));
    match json::dig(data, "__typename").as_str() {
        Some("TweetTombstone" | "TweetUnavailable") => Some("post that X does not show"),
        _ if is_set("tombstone") => Some("post that X does not show"),
        _ if ["promoted", "promotedMetadata", "promoted_metadata"].into_iter().any(is_set) => {
            Some("advertisement")
        }
        _ => None,
    }
}

/// The post without the wrapper that X adds when replies are limited.
fn unwrapped(data: &Value) -> &Value {
    data.get("tweet").filter(|tweet| tweet.is_object()).unwrap_or(data)
}

fn find_author(tweet: &Value, id: &str) -> Option<AuthorLine> {
    let user = json::dig(tweet, "core.user_results.result");
    let user = user.get("user").unwrap_or(user);
    let Some(username) = json::first_text(user, &["legacy.screen_name", "core.screen_name"]) else {
        return handle_in_links(tweet, id).map(named);
    };
    let flags = ["is_blue_verified", "legacy.verified", "verification.verified"];
    let flags = flags.map(|path| json::dig(user, path).as_bool());
    let followers = json::count(json::dig(user, "legacy.followers_count"))
        .or_else(|| json::count(json::dig(user, "relationship_counts.followers")));
    Some(AuthorLine {
        id: json::id(json::dig(user, "rest_id")).or_else(|| json::id(json::dig(tweet, "legacy.user_id_str"))),
        username,
        display_name: json::first_text(user, &["legacy.name", "core.name"]),
        url: None,
        avatar_url: json::first_text(user, &["legacy.profile_image_url_https", "avatar.image_url"]),
        verified: flags.into_iter().flatten().reduce(|a, b| a || b),
        followers_count: followers.map(|count| count.value),
    })
}

/// The handle in the address of the page of the post's own media, for posts that name their author nowhere else.
fn handle_in_links(tweet: &Value, id: &str) -> Option<String> {
    media::entries(json::dig(tweet, "legacy")).iter().find_map(|entry| {
        let url = json::text(json::dig(entry, "expanded_url"))?;
        let mut parts = url.split_once("://")?.1.split('/').skip(1);
        let (handle, status, of) = (parts.next()?, parts.next()?, parts.next()?);
        (status == "status" && of == id && handle != "i").then(|| handle.to_owned())
    })
}

/// Fills in text, media, relation and counts.
fn fill_content(post: &mut PostLine, tweet: &Value) {
    let legacy = json::dig(tweet, "legacy");
    let retweeted = json::dig(legacy, "retweeted_status_result.result");
    if json::dig(unwrapped(retweeted), "rest_id").is_null() {
        content(post, tweet);
        if text::is_repost(post.content.as_deref().unwrap_or_default()) {
            post.kind = Some(Kind::Repost);
            return;
        }
        let count = |value| json::count(value).map(|count| count.value);
        post.likes_count = count(json::dig(legacy, "favorite_count"));
        post.comments_count = count(json::dig(legacy, "reply_count"));
        post.shares_count = count(json::dig(legacy, "retweet_count"));
        post.saves_count = count(json::dig(legacy, "bookmark_count"));
        post.views_count = count(json::dig(tweet, "views.count"));
    } else {
        repost(post, unwrapped(retweeted));
    }
}

/// Makes the post a repost, with the full text of the original.
fn repost(post: &mut PostLine, original: &Value) {
    content(post, original);
    let id = json::id(json::dig(original, "rest_id"));
    let by = id.as_ref().and_then(|id| find_author(original, id)).map(|author| author.username);
    make_repost(post, by, id);
}

/// Fills in the text and its entities. For a long post, both are in `note_tweet`.
fn content(post: &mut PostLine, tweet: &Value) {
    let legacy = json::dig(tweet, "legacy");
    let note = json::dig(tweet, "note_tweet.note_tweet_results.result");
    let entities = Entities(vec![json::dig(note, "entity_set"), json::dig(legacy, "entities")]);
    let content = match json::text(json::dig(note, "text")) {
        Some(whole) => text::decode_note(&whole),
        None => text::decode(json::dig(legacy, "full_text").as_str().unwrap_or_default()),
    };
    fill_from_v1(post, legacy, &entities, content);
}

/// The id that all versions of an edited post share.
fn first_version(tweet: &Value) -> Option<String> {
    let control = json::dig(tweet, "edit_control");
    let versions = ["edit_tweet_ids", "edit_control_initial.edit_tweet_ids"]
        .map(|path| json::list(json::dig(control, path)))
        .into_iter()
        .find(|versions| versions.len() > 1)?;
    json::id(versions.first()?)
}

#[cfg(test)]
pub(crate) mod tests;
