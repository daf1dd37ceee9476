//! Flat tables of X posts: the owner's analytics, minet and twitwi, twarc 1, and DMI-TCAT.

use super::{OtherPost, handle_in_page, make_repost, page, published, text, whole_id, with_profile};
use crate::formats::table::cell;
use crate::formats::value::fill;
use crate::formats::value::fill::Counts;
use crate::formats::value::timestamps::ResolvedTime;
use crate::formats::{
    Format, ImportError, Outcome, Part, Role, Settings, Signature, author_or, json, named, snowflake, table,
    timestamps,
};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Kind};
use serde_json::Value;

mod columns;

/// The table of an account's own posts in X's analytics.
pub static ANALYTICS: Format = Format {
    name: "x-analytics",
    description: "the CSV of your own posts that X's analytics give: views, likes, replies, reposts, bookmarks",
    networks: &[Network::X],
    parts: &[part(&[Signature::Columns(&[columns::ID, columns::TEXT, columns::LINK])], analytics)],
};

/// Tables of minet and twitwi.
pub static MINET: Format = Format {
    name: "minet-x",
    description: "CSV of minet and twitwi, from X",
    networks: &[Network::X],
    parts: &[part(&[Signature::Columns(&["id", "timestamputc", "userscreenname", "text"])], minet)],
};

/// Tables of twarc 1 and DMI-TCAT.
pub static TWARC1: Format = Format {
    name: "twarc-csv",
    description: "CSV of twarc 1 (json2csv), Social Feed Manager and DMI-TCAT, from X",
    networks: &[Network::X],
    parts: &[part(
        &[
            Signature::Columns(&["id", "tweeturl", "userscreenname", "text"]),
            Signature::Columns(&["id", "createdat", "fromusername", "text"]),
        ],
        twarc,
    )],
};

const fn part(signatures: &'static [Signature], convert: crate::formats::Convert) -> Part {
    Part { what: "posts", signatures, at: &[""], role: Role::Posts(convert) }
}

/// The id of a row: its own, or that in the address if a spreadsheet rounded it.
fn id(row: &Value, column: &str, url: &str) -> Result<String, ImportError> {
    let own = json::id(cell(row, column)).filter(|id| id.bytes().all(|byte| byte.is_ascii_digit()));
    whole_id(own, url).ok_or_else(|| ImportError::no_id("the id column, or the address"))
}

fn new_post(id: String, author: AuthorLine, resolved: ResolvedTime) -> PostLine {
    let mut post = PostLine::new(Network::X, id, author.username.clone(), resolved.time);
    if !resolved.exact && !resolved.carried {
        fill::approximate(&mut post, "published_at");
    }
    post.url = Some(page(&author.username, &post.platform_post_id));
    post.author = with_profile(author);
    post
}

/// The names listed in a cell. `None` if there is no such column.
fn split_names(row: &Value, column: &str, separator: char) -> Option<Vec<String>> {
    let cell = cell(row, column);
    cell.is_string().then(|| json::names(json::split(cell, separator)))
}

fn analytics(row: &Value, settings: &Settings) -> Outcome {
    let link = table::text(row, &[columns::LINK]).unwrap_or_default();
    let id = id(row, columns::ID, &link)?;
    // The column has only the day. The id has the millisecond.
    let resolved = if let Some(time) = snowflake::x(&id) {
        ResolvedTime {
            time: timestamps::plausible(time, settings.now, "Post id")?,
            exact: true,
            carried: true,
        }
    } else {
        let (time, exact) = timestamps::parse_local(cell(row, columns::DAY), settings, "Date")?;
        ResolvedTime { time, exact, carried: false }
    };
    let author = author_or(handle_in_page(&link).map(named), settings)?;
    let mut post = new_post(id, author, resolved);
    post.content = table::text(row, &[columns::TEXT]).map(|text| json::unix_lines(&text));
    Counts {
        likes: cell(row, columns::LIKES),
        comments: cell(row, columns::REPLIES),
        views: cell(row, columns::IMPRESSIONS),
        // The column `Shares` counts how often people shared the post's link.
        shares: cell(row, columns::REPOSTS),
        saves: cell(row, columns::BOOKMARKS),
    }
    .fill(&mut post);
    post.collected_at = settings.collected_at(post.published_at);
    Ok(post.into())
}

fn minet(row: &Value, settings: &Settings) -> Outcome {
    let link = table::text(row, &["url"]).unwrap_or_default();
    let id = id(row, "id", &link)?;
    let resolved = published(cell(row, "timestamputc"), &id, settings, "timestamp_utc")?;
    let author = table::text(row, &["userscreenname"]).map(|username| AuthorLine {
        id: json::id(cell(row, "userid")),
        display_name: table::text(row, &["username"]),
        followers_count: json::count(cell(row, "userfollowers")).map(|count| count.value),
        ..named(username)
    });
    let mut post = new_post(id, author_or(author, settings)?, resolved);
    post.content = Some(text::decode(&json::unix_lines(cell(row, "text").as_str().unwrap_or_default())));
    post.language = table::text(row, &["lang"]).filter(|code| super::is_language(code));
    post.hashtags = split_names(row, "hashtags", '|');
    post.mentions = split_names(row, "mentionednames", '|');
    let kinds = json::split(cell(row, "mediatypes"), '|');
    let files = json::split(cell(row, "mediaurls"), '|')
        .into_iter()
        .flatten()
        .zip(kinds.into_iter().chain(std::iter::repeat(None)));
    let files: Vec<_> = files
        .filter_map(|(url, kind)| {
            fill::file(
                if kind.as_deref().is_none_or(|kind| kind == "photo") {
                    FileType::Image
                } else {
                    FileType::Video
                },
                &url.into(),
            )
        })
        .collect();
    post.media_type = fill::media_type(&files);
    post.media = Some(files);
    if let Some(original) = OtherPost::find(&[cell(row, "retweetedid")]) {
        let by = table::text(row, &["retweeteduser"]);
        make_repost(&mut post, by.filter(|_| !text::is_repost(&content(row))), original.id);
    } else {
        counts(&mut post, row);
        let replied_to = OtherPost::find(&[cell(row, "tostatusid"), cell(row, "totweetid")]);
        let quoted = OtherPost::find(&[cell(row, "quotedid")]);
        let kind = replied_to.as_ref().map(|_| Kind::Reply).or(quoted.as_ref().map(|_| Kind::Quote));
        (post.kind, post.refers_to) = (kind, replied_to.or(quoted).and_then(OtherPost::into_reference));
    }
    let collected_at = timestamps::parse_value(cell(row, "collectiontime"));
    post.collected_at = settings.collected_at_or(collected_at, post.published_at);
    Ok(post.into())
}

fn content(row: &Value) -> String {
    table::text(row, &["text"]).unwrap_or_default()
}

fn counts(post: &mut PostLine, row: &Value) {
    let likes = Some(cell(row, "likecount")).filter(|cell| !cell.is_null());
    Counts {
        likes: likes.unwrap_or_else(|| cell(row, "favoritecount")),
        comments: cell(row, "replycount"),
        views: cell(row, "impressioncount"),
        shares: cell(row, "retweetcount"),
        saves: &Value::Null,
    }
    .fill(post);
}

fn twarc(row: &Value, settings: &Settings) -> Outcome {
    let link = table::text(row, &["tweeturl"]).unwrap_or_default();
    let time = ["createdat", "parsedcreatedat", "time"]
        .map(|column| cell(row, column))
        .into_iter()
        .find(|cell| timestamps::parse_value(cell).is_some());
    let id = id(row, "id", &link)?;
    let resolved = published(time.unwrap_or_else(|| cell(row, "createdat")), &id, settings, "created_at")?;
    let author = table::text(row, &["userscreenname", "fromusername"]).map(|username| AuthorLine {
        id: json::id(cell(row, "userid")).or_else(|| json::id(cell(row, "fromuserid"))),
        display_name: table::text(row, &["username", "fromuserrealname"]),
        ..named(username)
    });
    let mut post = new_post(id, author_or(author, settings)?, resolved);
    post.content = Some(text::decode(&json::unix_lines(&content(row))));
    post.language = table::text(row, &["lang"]).filter(|code| super::is_language(code));
    post.hashtags = split_names(row, "hashtags", ' ');
    let replied_to = OtherPost::find(&[cell(row, "inreplytostatusid")]);
    let original = json::id(cell(row, "retweetorquoteid"));
    let kind = table::text(row, &["tweettype"]).unwrap_or_default();
    if kind == "retweet" || text::is_repost(&content(row)) {
        // The row has the original's text and hashtags in full.
        let by = table::text(row, &["retweetorquotescreenname"]).filter(|_| !text::is_repost(&content(row)));
        make_repost(&mut post, by, original);
    } else {
        counts(&mut post, row);
        let kind = replied_to.as_ref().map(|_| Kind::Reply).or((kind == "quote").then_some(Kind::Quote));
        let quoted = || original.filter(|_| kind == Some(Kind::Quote)).map(|id| OtherPost { id: Some(id) });
        (post.kind, post.refers_to) = (kind, replied_to.or_else(quoted).and_then(OtherPost::into_reference));
    }
    post.collected_at = settings.collected_at(post.published_at);
    Ok(post.into())
}

#[cfg(test)]
mod tests;
