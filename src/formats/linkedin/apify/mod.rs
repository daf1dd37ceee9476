//! Datasets of Apify's LinkedIn scrapers: those of `supreme_coder` and `curious_coder`, of apimaestro, and of
//! harvestapi. No name has different meanings in two of them, so all are converted the same way.
//!
//! Since 2026, apimaestro's posts have an object of ids under `urn`. Its "post detail" wraps a post as
//! `{post, author, stats}`. The shape is taken from readers of both on GitHub, such as those of `urn.ugcPost_urn` and
//! `apimaestro~linkedin-post-detail`.

mod media;

use super::urn::Urn;
use super::{line, name_in};
use crate::formats::{
    Format, Found, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, fill, json,
    timestamps,
};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{Kind, post_id};
use serde_json::Value;
use std::borrow::Cow;

/// Datasets of Apify's LinkedIn scrapers.
pub static FORMAT: Format = Format {
    name: "apify-linkedin",
    description: "datasets of Apify's LinkedIn scrapers (curious_coder, apimaestro, harvestapi): JSON, JSONL, CSV, XLSX",
    networks: &[Network::Linkedin],
    parts: &[Part {
        what: "posts",
        signatures: &[
            Signature::Keys(&["activity_urn|full_urn", "posted_at", "stats"]),
            Signature::Keys(&["urn|shareUrn", "numLikes"]),
            Signature::Keys(&["engagement{}", "linkedinUrl"]),
            Signature::Keys(&["urn.activity_urn|urn.ugcPost_urn|urn.share_urn", "posted_at|stats"]),
            Signature::Keys(&["post.url|post.urn", "post.text", "stats{}", "author{}"]),
            Signature::Columns(&[
                "activityurn|fullurn",
                "postedat/timestamp|postedat.timestamp|postedat/date|postedat.date",
            ]),
            Signature::Columns(&["urn|shareurn", "numlikes"]),
            Signature::Columns(&[
                "urn/activityurn|urn.activityurn|post/urn/activityurn|post.urn.activityurn",
                "stats/totalreactions|stats.totalreactions",
            ]),
            Signature::Columns(&["linkedinurl", "engagement/likes|engagement.likes"]),
        ],
        at: &["", "data/posts/*", "posts/*"],
        role: Role::Posts(convert),
    }],
};

/// Converts an item of a dataset.
///
/// # Errors
/// When it has no whole id, no author, or an implausible time.
pub fn convert(item: &Value, settings: &Settings) -> Outcome {
    let item = &flat(item);
    if let Some(reason) = skip_reason(item) {
        return Ok(Item::Skipped(reason));
    }
    let urns = urns(item);
    let (urn, others) = urns
        .split_first()
        .ok_or_else(|| ImportError::no_id("urn, activity_urn, id or the post's address"))?;
    // Dates and times without a zone are ignored, as the id has the time.
    let paths = ["postedAtTimestamp", "posted_at.timestamp", "postedAt.timestamp", "postedAtISO"];
    let published = match (json::first_filled(item, &paths), urn.time()) {
        (Value::Null, Some(time)) => timestamps::plausible(time, settings.now, "urn")?,
        (value, carried) => timestamps::in_utc(value, carried, settings, "postedAt")?.time,
    };
    let author = author_or(find_author(item), settings)?;
    let mut post = line(urn, author, published);
    post.content = Some(json::unix_lines(&json::first_text(item, &["text", "content"]).unwrap_or_default()));
    (post.media_type, post.media) = media::read_media(item);
    count(&mut post, item);
    relate(&mut post, item);
    post.collected_at = settings.collected_at(published);
    let also = others.iter().map(Urn::id).collect();
    Ok(Found { also, ..post.into() }.into())
}

/// Merges an item whose post is separate from its author and counts into one object.
fn flat(item: &Value) -> Cow<'_, Value> {
    match (json::dig(item, "post"), item) {
        (Value::Object(post), Value::Object(beside)) => {
            let keys = beside.iter().filter(|(key, _)| *key != "post").chain(post);
            Cow::Owned(keys.map(|(key, value)| (key.clone(), value.clone())).collect())
        }
        _ => Cow::Borrowed(item),
    }
}

/// Why an item is not a post.
fn skip_reason(item: &Value) -> Option<&'static str> {
    let is_set = |key| json::flag(json::dig(item, key)) == Some(true);
    let has_no = |paths: &[&str]| json::first_filled(item, paths).is_null();
    if ["promoted", "isPromoted", "isAd"].into_iter().any(is_set) {
        Some("advertisement")
    } else if matches!(json::dig(item, "type").as_str(), Some("comment" | "reaction")) {
        Some("comment or reaction")
    } else if !has_no(&["error", "errorCode", "noResults", "note"])
        && has_no(&["text", "content", "urn", "activity_urn"])
    {
        Some("report of what was not found")
    } else {
        None
    }
}

/// The URNs of a post. The first becomes its id.
fn urns(item: &Value) -> Vec<Urn> {
    let fields: [(&str, FromNumber); 14] = [
        ("urn", Urn::activity),
        ("urn.activity_urn", Urn::activity),
        ("activity_urn", Urn::activity),
        ("full_urn", Urn::activity),
        ("id", Urn::activity),
        ("shareUrn", Urn::share),
        ("share_urn", Urn::share),
        ("urn.share_urn", Urn::share),
        ("urn.ugcPost_urn", Urn::ugc_post),
        ("ugcPostUrn", Urn::ugc_post),
        ("url", Urn::activity),
        ("post_url", Urn::activity),
        ("postUrl", Urn::activity),
        ("linkedinUrl", Urn::activity),
    ];
    let mut urns: Vec<Urn> = Vec::new();
    for (field, from_number) in fields {
        let read = |value: String| Urn::find(&value).or_else(|| from_number(&value));
        let urn = json::id(json::dig(item, field)).and_then(read);
        urns.extend(urn.filter(|urn| !urns.contains(urn)));
    }
    urns
}

/// Makes a URN from a bare number. The field tells its kind.
type FromNumber = fn(&str) -> Option<Urn>;

fn find_author(item: &Value) -> Option<AuthorLine> {
    let names = [
        "authorProfileId",
        "author.publicId",
        "author.username",
        "author.publicIdentifier",
        "author.universalName",
    ];
    let pages = [
        "authorProfileUrl",
        "authorUrl",
        "author.profile_url",
        "author.company_url",
        "author.linkedinUrl",
        "author.url",
    ];
    let page = || pages.iter().map(|path| json::dig(item, path)).find_map(name_in);
    let username =
        json::first_text(item, &names).filter(|name| !name.contains(char::is_whitespace)).or_else(page)?;
    let part = |paths: &[&str]| json::first_text(item, paths).unwrap_or_default();
    let joined =
        [part(&["author.firstName", "author.first_name"]), part(&["author.lastName", "author.last_name"])];
    let joined = joined.join(" ").trim().to_owned();
    let shown = json::first_text(item, &["authorName", "authorFullName", "author.name"]);
    let followers = ["authorFollowersCount", "author.followers", "author.follower_count"];
    let pictures = ["authorProfilePicture", "author.profile_picture", "author.avatar.url", "author.picture"];
    Some(AuthorLine {
        id: None,
        username,
        display_name: shown.or(Some(joined).filter(|name| !name.is_empty())),
        url: pages.iter().find_map(|path| profile(json::dig(item, path))),
        avatar_url: pictures.iter().find_map(|path| json::address(json::dig(item, path))),
        verified: None,
        followers_count: json::count(json::first(item, &followers))
            .filter(|count| !count.rounded)
            .map(|count| count.value),
    })
}

/// The address of a profile, without its query, which may contain tracking data.
fn profile(page: &Value) -> Option<String> {
    let page = json::address(page)?;
    let page = page.split(['?', '#']).next().unwrap_or_default();
    page.starts_with("http").then(|| page.to_owned())
}

fn count(post: &mut PostLine, item: &Value) {
    let count = |paths: &[&str]| json::first_filled(item, paths);
    fill::Counts {
        likes: count(&["numLikes", "stats.total_reactions", "stats.reactions_count", "engagement.likes"]),
        comments: count(&["numComments", "stats.comments", "stats.comments_count", "engagement.comments"]),
        shares: count(&[
            "numShares",
            "stats.reposts",
            "stats.reposts_count",
            "stats.shares",
            "stats.shares_count",
            "engagement.shares",
        ]),
        ..fill::Counts::default()
    }
    .fill(post);
}

/// Sets the kind if the post reshares another: a quote if it has text of its own, else a repost.
fn relate(post: &mut PostLine, item: &Value) {
    let original = json::first(item, &["resharedPost", "reshared_post", "repost"]);
    let flagged = json::flag(json::dig(item, "isRepost")) == Some(true)
        || matches!(json::dig(item, "post_type").as_str(), Some("repost" | "quote"));
    if !flagged && !original.is_object() {
        return;
    }
    let has_words = post.content.as_deref().is_some_and(|text| !text.trim().is_empty());
    let is_repost = json::dig(item, "post_type").as_str() == Some("repost") || !has_words;
    post.kind = Some(if is_repost { Kind::Repost } else { Kind::Quote });
    post.refers_to = urns(original).first().map(|urn| post_id(Network::Linkedin, &urn.id()));
    if is_repost {
        // They belong to the original post.
        (post.likes_count, post.comments_count, post.shares_count) = (None, None, None);
    }
}

#[cfg(test)]
pub(crate) mod tests;
