//! Posts in the shape of X's API version 2: pages and streams of the API, lines of twarc 2 (pages or flattened posts),
//! and tables of twarc-csv.

mod media;
mod page;

use super::entities::Entities;
use super::{make_repost, page as page_url, published, text, with_profile};
use crate::formats::value::fill;
use crate::formats::value::fill::Counts;
use crate::formats::{
    Format, Found, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, checks, json,
    snowflake, timestamps,
};
use crate::platform::Network;
use crate::posts::post::Kind;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::time::Timestamp;
use page::Includes;
use serde_json::Value;

/// Posts of the API version 2.
pub static FORMAT: Format = Format {
    name: "x-api-v2",
    description: "X API version 2: pages, streams, lines of twarc 2 (also flattened), and tables of twarc-csv",
    networks: &[Network::X],
    parts: &[
        Part {
            what: "pages of posts",
            signatures: &[
                Signature::Keys(&["data.0.id", "data.0.text", "!data.0.permalink|data.0.webVideoUrl"]),
                Signature::Keys(&["data[]", "includes|meta.newest_id|meta.result_count|__twarc"]),
                Signature::Keys(&["meta.result_count#"]),
                Signature::Keys(&["errors.0.title", "errors.0.type^https://api."]),
                Signature::Keys(&["data.id", "data.text", "includes|matching_rules|data.author_id"]),
            ],
            at: &[""],
            role: Role::Posts(page::convert),
        },
        Part {
            what: "posts",
            signatures: &[
                Signature::Keys(&["id", "text", "edit_history_tweet_ids|public_metrics|author_id"]),
                Signature::Columns(&["id", "text", "publicmetrics.likecount", "createdat"]),
            ],
            at: &[""],
            role: Role::Posts(|tweet, settings| convert(tweet, &Includes::of(tweet), None, settings)),
        },
    ],
};

/// Converts one post, with the objects included beside it.
fn convert(
    tweet: &Value,
    includes: &Includes<'_>,
    retrieved_at: Option<Timestamp>,
    settings: &Settings,
) -> Outcome {
    let id = json::id(json::dig(tweet, "id")).ok_or_else(|| ImportError::no_id("id"))?;
    let (published, inferred) = match (json::dig(tweet, "created_at"), snowflake::x(&id)) {
        (Value::Null, Some(time)) => (timestamps::plausible(time, settings.now, "id")?, true),
        (value, _) => {
            let resolved = published(value, &id, settings, "created_at")?;
            (resolved.time, !resolved.exact && !resolved.carried)
        }
    };
    let user = includes.author(tweet);
    if !settings.include.private && json::flag(json::dig(user, "protected")) == Some(true) {
        return Ok(Item::Skipped(checks::NOT_PUBLIC));
    }
    let author = author_or(author(user), settings)?;
    let mut post = PostLine::new(Network::X, id, author.username.clone(), published);
    post.url = Some(page_url(&author.username, &post.platform_post_id));
    post.author = with_profile(author);
    if inferred {
        fill::approximate(&mut post, "published_at");
    }
    if let Some((id, original)) = includes.reposted(tweet) {
        content(&mut post, original.unwrap_or(tweet), includes);
        let by = original.and_then(|original| self::author(includes.author(original)));
        make_repost(&mut post, by.map(|author| author.username), id);
    } else {
        content(&mut post, tweet, includes);
        counts(&mut post, tweet);
        (post.kind, post.refers_to) = relation(tweet);
    }
    let first_version = first_version(tweet);
    if first_version.as_ref().is_some_and(|first| *first != post.platform_post_id) {
        post.edited_at = snowflake::x(&post.platform_post_id);
    }
    let retrieved_at =
        retrieved_at.or_else(|| timestamps::parse_value(json::dig(tweet, "__twarc.retrieved_at")));
    post.collected_at = settings.collected_at_or(retrieved_at, post.published_at);
    Ok(Item::from(Found { first_version, ..post.into() }))
}

fn author(user: &Value) -> Option<AuthorLine> {
    Some(AuthorLine {
        id: json::id(json::dig(user, "id")),
        username: json::text(json::dig(user, "username"))?,
        display_name: json::text(json::dig(user, "name")),
        url: None,
        avatar_url: json::address(json::dig(user, "profile_image_url")),
        verified: json::flag(json::dig(user, "verified")),
        followers_count: json::count(json::dig(user, "public_metrics.followers_count"))
            .map(|count| count.value),
    })
}

/// Fills in text, hashtags, mentions, language and media.
fn content(post: &mut PostLine, tweet: &Value, includes: &Includes<'_>) {
    let note = json::dig(tweet, "note_tweet");
    let whole = json::first_text(note, &["text"]);
    let content = match whole {
        Some(whole) => text::decode_note(&whole),
        None => text::decode(json::dig(tweet, "text").as_str().unwrap_or_default()),
    };
    let (of_note, own) =
        (page::lists(json::dig(note, "entities")), page::lists(json::dig(tweet, "entities")));
    let entities = Entities(vec![&of_note, &own]);
    post.hashtags = entities.hashtags();
    post.mentions = entities.mentions();
    let links =
        json::list(json::dig(&own, "urls")).iter().filter(|link| !json::dig(link, "media_key").is_null());
    post.content = Some(entities.expand_links(content, &links.cloned().collect::<Vec<_>>()));
    post.language = json::text(json::dig(tweet, "lang")).filter(|code| super::is_language(code));
    let files = media::files(tweet, includes);
    post.media_type = fill::media_type(&files);
    post.media = Some(files);
}

fn counts(post: &mut PostLine, tweet: &Value) {
    let count = |key| json::dig(json::dig(tweet, "public_metrics"), key);
    Counts {
        likes: count("like_count"),
        comments: count("reply_count"),
        views: count("impression_count"),
        shares: count("retweet_count"),
        saves: count("bookmark_count"),
    }
    .fill(post);
}

/// How a post relates to another. A reply that also quotes counts as a reply, because it appears in the thread.
fn relation(tweet: &Value) -> (Option<Kind>, Option<String>) {
    let found = [("replied_to", Kind::Reply), ("quoted", Kind::Quote)]
        .into_iter()
        .find_map(|(name, kind)| Some((kind, page::referenced(tweet, name)?)));
    match found {
        Some((kind, other)) => (Some(kind), other.into_reference()),
        None if !json::dig(tweet, "in_reply_to_user_id").is_null()
            && json::text(json::dig(tweet, "in_reply_to_user_id")).is_some() =>
        {
            (Some(Kind::Reply), None)
        }
        None => (None, None),
    }
}

/// The id that all versions of an edited post share.
fn first_version(tweet: &Value) -> Option<String> {
    let versions = json::parsed(json::dig(tweet, "edit_history_tweet_ids"));
    let versions = json::list(&versions);
    json::id(versions.first()?).filter(|_| versions.len() > 1)
}

#[cfg(test)]
mod tests;
