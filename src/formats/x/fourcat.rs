//! Rows of 4CAT's tables of X posts.

use super::{page, published, text, with_profile};
use crate::formats::fourcat::row::Row;
use crate::formats::{ImportError, Outcome, Settings, author_or, fill, json, snowflake, timestamps};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Kind, Media, post_id};
use serde_json::Value;

/// Converts a row.
///
/// # Errors
/// When it has no whole id, no author or no time.
pub fn convert(row: &Value, settings: &Settings) -> Outcome {
    let row = Row::new(row);
    let links = ["link", "url", "posturl"].map(|column| json::text(row.cell(column)));
    let id_in_link = links.into_iter().flatten().find_map(|url| id_in_url(&url));
    let id =
        id_in_link.or_else(|| json::id(row.cell("id"))).ok_or_else(|| ImportError::no_id("id or link"))?;
    let (published, inferred) = match (row.published_at(), snowflake::x(&id)) {
        (Value::Null, Some(time)) => (timestamps::plausible(time, settings.now, "id")?, true),
        (value, _) => {
            let resolved = published(value, &id, settings, "unix_timestamp")?;
            (resolved.time, !resolved.exact && !resolved.carried)
        }
    };
    let author = json::text(row.cell("author")).map(|username| AuthorLine {
        id: json::id(row.cell("authorid")),
        username: username.trim_start_matches('@').to_owned(),
        display_name: json::short_text(row.cell("authorfullname")),
        ..AuthorLine::default()
    });
    let author = with_profile(author_or(author, settings)?);
    let mut post = PostLine::new(Network::X, id, author.username.clone(), published);
    post.url = Some(page(&author.username, &post.platform_post_id));
    post.author = author;
    fill_content(&mut post, &row);
    if inferred {
        fill::approximate(&mut post, "published_at");
    }
    row.collect(&mut post, settings);
    Ok(post.into())
}

/// The id in the address of a post's page.
fn id_in_url(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("/status/")?;
    let id = rest.split(['/', '?', '#']).next()?;
    let digits = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| id.to_owned())
}

/// Fills in text, tags, media files, relation and counts.
fn fill_content(post: &mut PostLine, row: &Row<'_>) {
    post.content = Some(text::decode(&row.body()));
    post.hashtags = row.names("hashtags");
    post.mentions = row.names("mentions");
    let of = |column, kind| row.addresses(column).into_iter().filter_map(move |url| fill::file(kind, &url));
    let files: Vec<Media> =
        of("images", FileType::Image).chain(of("videos", FileType::Video)).take(100).collect();
    post.media_type = fill::media_type(&files);
    post.media = Some(files);
    let reference = |column| json::id(row.cell(column)).map(|id| post_id(Network::X, &id));
    if row.is("isretweet") {
        // Its counts are those of the original post.
        post.kind = Some(Kind::Repost);
        post.refers_to = reference("retweetedtweetid").or_else(|| reference("retweetid"));
        return;
    }
    if row.is("isreply") {
        // `thread_id` is not used: it names the thread's first post, which is not always the post replied to.
        post.kind = Some(Kind::Reply);
        post.refers_to = reference("repliedtweetid").or_else(|| reference("replytoid"));
    } else if row.is("isquotetweet") {
        post.kind = Some(Kind::Quote);
        post.refers_to = reference("quotetweetid");
    }
    fill::Counts {
        likes: row.cell("likecount"),
        comments: row.cell("replycount"),
        views: row.cell("impressioncount"),
        shares: row.cell("retweetcount"),
        saves: row.cell("bookmarkcount"),
    }
    .fill(post);
}
