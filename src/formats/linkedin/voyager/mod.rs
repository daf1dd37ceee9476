//! Posts in the shape in which LinkedIn's own pages receive them. Zeeschuimer collected it until 2026.
//!
//! They have only a post's age, in the reader's language. The number in the URN contains the time to the millisecond.

mod media;

use super::urn::Urn;
use super::{line, name_in};
use crate::formats::{Found, ImportError, Item, Outcome, Settings, author_or, fill, json, timestamps};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{Kind, post_id};
use serde_json::Value;

/// Converts one post.
///
/// # Errors
/// When it has no whole id, or no author.
pub fn convert(item: &Value, settings: &Settings) -> Outcome {
    if is_promoted(item) {
        return Ok(Item::Skipped("advertisement"));
    }
    let urns = urns(item);
    let (urn, others) =
        urns.split_first().ok_or_else(|| ImportError::no_id("updateMetadata.urn or preDashEntityUrn"))?;
    let time =
        urn.time().ok_or_else(|| ImportError::no_id("updateMetadata.urn, a number that carries the time"))?;
    let published = timestamps::plausible(time, settings.now, "updateMetadata.urn")?;
    let author = author_or(find_author(item), settings)?;
    let mut post = line(urn, author, published);
    describe(&mut post, item);
    relate(&mut post, item);
    let also = others.iter().map(Urn::id).collect();
    Ok(Found { also, ..post.into() }.into())
}

/// Whether it is an advertisement. Other posts have their age in this field, and so a digit.
fn is_promoted(item: &Value) -> bool {
    let age = json::text(json::dig(item, "actor.subDescription.text"));
    age.is_some_and(|age| !age.contains(char::is_numeric))
}

/// The URNs of a post. The first becomes its id.
fn urns(item: &Value) -> Vec<Urn> {
    let fields = [
        "updateMetadata.urn",
        "preDashEntityUrn",
        "metadata.backendUrn",
        "entityUrn",
        "updateMetadata.shareUrn",
        "metadata.shareUrn",
    ];
    let found = fields.iter().filter_map(|field| Urn::find(json::dig(item, field).as_str()?));
    let mut urns: Vec<Urn> = Vec::new();
    for urn in found {
        if !urns.contains(&urn) {
            urns.push(urn);
        }
    }
    urns
}

fn find_author(item: &Value) -> Option<AuthorLine> {
    let actor = json::dig(item, "actor");
    let page = json::dig(actor, "navigationContext.actionTarget");
    let username = name_in(page).or_else(|| marked_name(json::dig(actor, "name")))?;
    let page_url = json::address(page).and_then(|page| page.split(['?', '#']).next().map(str::to_owned));
    Some(AuthorLine {
        username,
        display_name: json::short_text(json::dig(actor, "name.text")),
        url: page_url.filter(|page| page.starts_with("http")),
        ..AuthorLine::default()
    })
}

/// The name of the member or page that a text is marked as.
fn marked_name(text: &Value) -> Option<String> {
    let marks = json::list(json::dig(text, "attributes"));
    let names = ["*miniProfile.publicIdentifier", "*miniCompany.universalName"];
    marks.iter().find_map(|mark| json::first_text(mark, &names))
}

/// Fills in text, tags, media files and counts.
fn describe(post: &mut PostLine, item: &Value) {
    let text = json::dig(item, "commentary.text");
    post.content = Some(json::unix_lines(json::dig(text, "text").as_str().unwrap_or_default()));
    post.hashtags = tags(text);
    post.mentions = mentions(text);
    (post.media_type, post.media) = media::read_media(json::dig(item, "content"));
    let social = json::first(item, &["*socialDetail", "socialDetail"]);
    let counts = json::first(social, &["*totalSocialActivityCounts", "totalSocialActivityCounts"]);
    fill::Counts {
        likes: json::first(counts, &["numLikes"]),
        comments: json::first(counts, &["numComments"]),
        shares: json::first(counts, &["numShares"]),
        ..fill::Counts::default()
    }
    .fill(post);
    if counts.is_null() {
        // The older form.
        fill::Counts {
            likes: json::dig(social, "likes.paging.total"),
            comments: json::dig(social, "comments.paging.total"),
            shares: json::dig(social, "totalShares"),
            ..fill::Counts::default()
        }
        .fill(post);
    }
}

/// The hashtags that a text is marked with, in the older or newer shape.
fn tags(text: &Value) -> Option<Vec<String>> {
    let marks = json::first(text, &["attributes", "attributesV2"]).as_array()?;
    let tag = |mark: &Value| {
        let urn = json::first_text(
            mark,
            &["trackingUrn", "detailData.*hashtag.trackingUrn", "detailData.hashtag.trackingUrn"],
        )?;
        let name = urn.strip_prefix("urn:li:hashtag:").or_else(|| urn.strip_prefix("urn:li:fsd_hashtag:"))?;
        crate::percent::decode(name, false).ok().map(std::borrow::Cow::into_owned)
    };
    let tags = json::names(marks.iter().map(tag));
    // If all marks are of other kinds, hashtags are found in the text.
    (!tags.is_empty()).then_some(tags)
}

fn mentions(text: &Value) -> Option<Vec<String>> {
    let marks = json::dig(text, "attributes").as_array()?;
    let names = ["*miniProfile.publicIdentifier", "*miniCompany.universalName"];
    Some(json::names(marks.iter().map(|mark| json::first_text(mark, &names))))
}

/// Sets the kind if the post reshares another: a quote if it has text of its own, else a repost.
fn relate(post: &mut PostLine, item: &Value) {
    let original = json::first(item, &["*resharedUpdate", "resharedUpdate"]);
    if original.is_null() {
        return;
    }
    let has_words = post.content.as_deref().is_some_and(|text| !text.trim().is_empty());
    post.kind = Some(if has_words { Kind::Quote } else { Kind::Repost });
    let original_urn = urns(original).into_iter().next().or_else(|| Urn::find(original.as_str()?));
    post.refers_to = original_urn.map(|urn| post_id(Network::Linkedin, &urn.id()));
    if !has_words {
        // They belong to the original post.
        (post.likes_count, post.comments_count, post.shares_count) = (None, None, None);
    }
}

#[cfg(test)]
pub(crate) mod tests;
