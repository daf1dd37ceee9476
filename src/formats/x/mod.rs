//! X posts: the owner's archive, the shapes of X's API and web pages, and the files of tools.

pub mod api_v1;
pub mod api_v2;
pub mod apify;
pub mod archive;
pub(crate) mod bright_data;
pub mod community_archive;
pub mod entities;
pub mod fourcat;
pub mod graphql;
pub mod media;
pub mod notes;
pub mod scrape;
pub mod tables;
pub mod text;
pub mod tweet_harvest;
pub mod twitter_scraper;
pub mod web_exporter;

use super::fill::Counts;
use super::timestamps::ResolvedTime;
use super::{ImportError, Settings, json, snowflake, timestamps};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{Kind, MediaType, post_id};
use entities::Entities;
use serde_json::Value;

/// Fills in a post in the shape of the API's version 1.1, except for text, author and counts.
fn fill_details(post: &mut PostLine, tweet: &Value, entities: &Entities<'_>) {
    post.hashtags = entities.hashtags();
    post.mentions = entities.mentions();
    let files = media::files(tweet);
    post.media_type = match files.as_slice() {
        [] => None,
        [file] if file.kind == crate::posts::post::FileType::Image => Some(MediaType::Image),
        [_] => Some(MediaType::Video),
        _ => Some(MediaType::Carousel),
    };
    post.media = Some(files);
    post.language = json::text(json::dig(tweet, "lang")).filter(|code| is_language(code));
    (post.kind, post.refers_to) = relation(tweet);
}

/// Another post that a post replies to, quotes or reposts.
struct OtherPost {
    /// Its id; `None` if the file has a damaged one.
    id: Option<String>,
}

impl OtherPost {
    /// The first whole id among several values. If there is only a damaged one, the post is known without its id.
    fn find(values: &[&Value]) -> Option<Self> {
        let id = values.iter().find_map(|value| json::id(value));
        (id.is_some() || values.iter().any(|value| json::is_lost_id(value))).then_some(Self { id })
    }

    /// The value of `refers_to` for a post that refers to this one.
    fn into_reference(self) -> Option<String> {
        self.id.map(|id| post_id(Network::X, &id))
    }
}

/// Whether a code is a language. X also has codes for posts that are only links, hashtags, media and the like.
fn is_language(code: &str) -> bool {
    let is_private = code.len() == 3 && code.starts_with('q');
    !is_private && !matches!(code, "und" | "zxx" | "art")
}

/// How a post relates to another. A reply that also quotes counts as a reply, because it appears in the thread.
fn relation(tweet: &Value) -> (Option<Kind>, Option<String>) {
    let find = |keys: [&str; 2]| OtherPost::find(&keys.map(|key| json::dig(tweet, key)));
    let replied_to = find(["in_reply_to_status_id_str", "in_reply_to_status_id"]);
    if replied_to.is_some() || json::text(json::dig(tweet, "in_reply_to_screen_name")).is_some() {
        return (Some(Kind::Reply), replied_to.and_then(OtherPost::into_reference));
    }
    match find(["quoted_status_id_str", "quoted_status_id"]) {
        Some(quoted) => (Some(Kind::Quote), quoted.into_reference()),
        None => (None, None),
    }
}

/// The address of a post's page.
fn page(username: &str, id: &str) -> String {
    format!("https://x.com/{username}/status/{id}")
}

/// The author with the address of the profile.
fn with_profile(mut author: AuthorLine) -> AuthorLine {
    author.url = Some(format!("https://x.com/{}", author.username));
    author
}

/// Fills in the text, which is already decoded, and the other details of a post in the shape of version 1.1.
fn fill_from_v1(post: &mut PostLine, tweet: &Value, entities: &Entities<'_>, content: String) {
    fill_details(post, tweet, entities);
    let content = entities.expand_links(content, media::entries(tweet));
    // The text may show a link to the quoted post, which is not in the list of links.
    let (link, page) = ("quoted_status_permalink.url", "quoted_status_permalink.expanded");
    let quoted = json::text(json::dig(tweet, link)).zip(json::text(json::dig(tweet, page)));
    post.content = Some(match quoted {
        Some((link, page)) => text::replace_link(&content, &link, &page),
        None => content,
    });
}

/// Turns a post that has the text of the original into a repost. Counts are cleared because they belong to the
/// original.
fn make_repost(post: &mut PostLine, by: Option<String>, id: Option<String>) {
    if let Some(by) = by {
        post.content = post.content.take().map(|content| format!("RT @{by}: {content}"));
        let mentions = post.mentions.take().unwrap_or_default().into_iter().map(Some);
        post.mentions = Some(json::names([Some(by)].into_iter().chain(mentions)));
    }
    (post.kind, post.refers_to) = (Some(Kind::Repost), id.map(|id| post_id(Network::X, &id)));
    (post.likes_count, post.comments_count, post.views_count) = (None, None, None);
    (post.shares_count, post.saves_count) = (None, None);
}

/// Fills in the counts from a source that names them in camel case.
fn fill_camel_case_counts(post: &mut PostLine, tweet: &Value) {
    let count = |key| json::dig(tweet, key);
    Counts {
        likes: count("likeCount"),
        comments: count("replyCount"),
        views: count("viewCount"),
        shares: count("retweetCount"),
        saves: json::best_count(tweet, &["bookmarkedCount", "bookmarkCount"]),
    }
    .fill(post);
}

/// When a post was published, from the written time and the time in its id.
///
/// # Errors
/// When neither is a plausible time.
fn published(value: &Value, id: &str, settings: &Settings, field: &str) -> Result<ResolvedTime, ImportError> {
    timestamps::in_utc(value, snowflake::x(id), settings, field)
}

/// The post's id in the address of its page.
fn id_in_page(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("/status/").or_else(|| url.split_once("/statuses/"))?;
    let (id, rest) = rest.split_at(rest.find(|char: char| !char.is_ascii_digit()).unwrap_or(rest.len()));
    let ends = rest.is_empty() || rest.starts_with(['/', '?', '#', '&', ' ', '\n', '\r']);
    (!id.is_empty() && ends).then(|| id.to_owned())
}

/// The remark about ids that a tool rounded.
const ROUNDED: &str = "ids that were rounded were taken from the posts' addresses";

/// A post's id: its own, unless that is a rounded form of the id in the address of its page.
pub(crate) fn whole_id(own: Option<String>, url: &str) -> Option<String> {
    let shown = id_in_page(url);
    match (&own, &shown) {
        (Some(rounded), Some(whole)) if !is_rounded(rounded, whole) => own,
        _ => shown.or(own),
    }
}

/// Whether an id is `whole`, rounded to a double or to the 15 digits of a spreadsheet.
fn is_rounded(id: &str, whole: &str) -> bool {
    const SPREADSHEET_DIGITS: usize = 15;
    let double = |text: &str| text.parse::<f64>().map(|number| format!("{number:.0}")).ok();
    // A double is printed with all digits, or with zeros after the significant ones.
    let is_double = id.ends_with('0') || double(id).as_deref() == Some(id);
    let same_start = id.get(..SPREADSHEET_DIGITS).is_some_and(|start| whole.starts_with(start));
    let cut =
        same_start && id.get(SPREADSHEET_DIGITS..).is_some_and(|rest| rest.bytes().all(|byte| byte == b'0'));
    id != whole && id.len() == whole.len() && (cut || is_double && double(id) == double(whole))
}

/// The remark to add if a post's own id was rounded.
fn rounded_id_remarks(own: Option<String>, whole: &str) -> Vec<&'static str> {
    own.filter(|own| own != whole).map(|_| ROUNDED).into_iter().collect()
}

/// The handle in the address of a post's page, if the address has one.
pub(crate) fn handle_in_page(url: &str) -> Option<String> {
    let path = url.split_once("://").map_or(url, |(_, rest)| rest);
    let mut parts = path.split('/').skip(1);
    let (handle, status) = (parts.next()?, parts.next()?);
    (status == "status" && handle != "i" && !handle.is_empty()).then(|| handle.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_handles_are_found_in_addresses() {
        let url = "https://x.com/reef_watch/status/1800000000000000001?s=20";
        assert_eq!(id_in_page(url).as_deref(), Some("1800000000000000001"));
        assert_eq!(handle_in_page(url).as_deref(), Some("reef_watch"));
        assert_eq!(id_in_page("https://x.com/reef_watch/status/18\"00"), None);
        assert_eq!(handle_in_page("https://x.com/i/web/status/18"), None);
        assert_eq!(id_in_page("https://x.com/reef_watch"), None);
    }

    #[test]
    fn a_rounded_id_is_replaced_by_that_in_the_address() {
        let page = |id: &str| format!("https://x.com/reef_watch/status/{id}");
        for (own, shown, expected) in [
            // As JavaScript prints it, as a spreadsheet does, and that of another post.
            ("605726286741434400", "605726286741434368", "605726286741434368"),
            ("1800000000000120000", "1800000000000123456", "1800000000000123456"),
            ("1800000000000000001", "1700000000000000001", "1800000000000000001"),
            ("1800000000000000001", "1800000000000000001", "1800000000000000001"),
            ("1800000000000000002", "1800000000000000001", "1800000000000000002"),
            ("1800000000000123392", "1800000000000123456", "1800000000000123456"),
        ] {
            let found = whole_id(Some(own.into()), &page(shown)).unwrap();
            assert_eq!(found, expected);
            assert_eq!(rounded_id_remarks(Some(own.into()), &found).len(), usize::from(own != expected));
        }
        assert_eq!(whole_id(Some("17".into()), "").as_deref(), Some("17"));
        assert_eq!(whole_id(None, &page("17")).as_deref(), Some("17"));
    }
}
