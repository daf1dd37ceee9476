//! Tables of tweet-harvest, which records the results of X's search.
//!
//! Shape: `src/constants.ts` and `src/crawl.ts` of helmisatria/tweet-harvest. Columns are sorted by name, and newer
//! versions have more of them. The tool removes line breaks, quotes and emoji from texts, and keeps only the address of a
//! post's first media file.

use super::{handle_in_page, is_language, page, published, text, whole_id, with_profile};
use crate::formats::table::cell;
use crate::formats::value::fill::{self, Counts};
use crate::formats::{
    Format, Found, ImportError, Outcome, Part, Role, Settings, Signature, author_or, json, named, table,
};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Kind, Media};
use serde_json::Value;

/// Tables of tweet-harvest.
pub static FORMAT: Format = Format {
    name: "tweet-harvest",
    description: "CSV of tweet-harvest, from X's search",
    networks: &[Network::X],
    parts: &[Part {
        what: "posts",
        signatures: &[Signature::Columns(&[
            "idstr",
            "fulltext",
            "conversationidstr",
            "tweeturl|username|useridstr",
        ])],
        at: &[""],
        role: Role::Posts(convert),
    }],
};

/// Converts a row.
///
/// # Errors
/// When it has no whole id, no author or no time.
pub fn convert(row: &Value, settings: &Settings) -> Outcome {
    let link = table::text(row, &["tweeturl"]).unwrap_or_default();
    let own = json::id(cell(row, "idstr"));
    let id = whole_id(own.clone(), &link).ok_or_else(|| ImportError::no_id("id_str or tweet_url"))?;
    let remarks = super::rounded_id_remarks(own, &id);
    let resolved = published(cell(row, "createdat"), &id, settings, "created_at")?;
    let username = table::text(row, &["username"]).or_else(|| handle_in_page(&link));
    let author =
        username.map(|username| AuthorLine { id: json::id(cell(row, "useridstr")), ..named(username) });
    let author = author_or(author, settings)?;
    let mut post = PostLine::new(Network::X, id, author.username.clone(), resolved.time);
    post.url = Some(page(&author.username, &post.platform_post_id));
    post.author = with_profile(author);
    post.content = Some(text::decode(&json::unix_lines(cell(row, "fulltext").as_str().unwrap_or_default())));
    post.language = table::text(row, &["lang"]).filter(|code| is_language(code));
    // The post may have more media files than this one, so its media type is unknown.
    post.media = picture(row).map(|file| vec![file]);
    if text::is_repost(post.content.as_deref().unwrap_or_default()) {
        post.kind = Some(Kind::Repost);
    } else {
        post.kind = table::text(row, &["inreplytoscreenname"]).map(|_| Kind::Reply);
        Counts {
            likes: cell(row, "favoritecount"),
            comments: cell(row, "replycount"),
            shares: cell(row, "retweetcount"),
            ..Counts::default()
        }
        .fill(&mut post);
    }
    if !resolved.exact && !resolved.carried {
        fill::approximate(&mut post, "published_at");
    }
    post.collected_at = settings.collected_at(resolved.time);
    Ok(Found { remarks, ..post.into() }.into())
}

/// The post's first picture. For a video, the address is that of its preview.
fn picture(row: &Value) -> Option<Media> {
    let url = cell(row, "imageurl");
    let is_preview = url.as_str().is_some_and(|url| url.contains("_video_thumb/"));
    fill::file(FileType::Image, url).filter(|_| !is_preview)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tests::{code, posts, read, settings};

    const COLUMNS: &str = "conversation_id_str,created_at,favorite_count,full_text,id_str,image_url,in_reply_to_screen_name,lang,location,quote_count,reply_count,retweet_count,tweet_url,user_id_str,username\n";

    #[test]
    fn a_table_is_converted() {
        let table = COLUMNS.to_owned()
            + "1800000000000000001,Mon Jun 10 03:00:17 +0000 2024,12,\"Soup &amp; more #kelp\",1800000000000000001,https://pbs.example/media/1.jpg,,en,Porto,0,1,3,https://x.com/kelp_kitchen/status/1800000000000000001,17,kelp_kitchen\n\
            1800000000000000001,2024-06-10T03:00:18.000Z,0,@kelp_kitchen hm,1800000000000000002,https://pbs.example/ext_tw_video_thumb/1.jpg,kelp_kitchen,qme,,0,0,0,https://x.com/bo_reef/status/1800000000000000002,18,bo_reef\n";
        let (format, posts) = posts(&[table.as_bytes()], &settings());
        let (post, reply) = (&posts[0], &posts[1]);
        assert_eq!((format, post.platform_post_id.as_str()), ("tweet-harvest", "1800000000000000001"));
        assert_eq!(
            (post.content.as_deref(), post.language.as_deref()),
            (Some("Soup & more #kelp"), Some("en"))
        );
        assert_eq!(
            (post.likes_count, post.comments_count, post.shares_count, post.views_count),
            (Some(12), Some(1), Some(3), None)
        );
        assert_eq!((post.author.username.as_str(), post.author.id.as_deref()), ("kelp_kitchen", Some("17")));
        assert_eq!(post.published_at.to_string(), "2024-06-10T03:00:17.000Z");
        assert_eq!((post.media.as_ref().map(Vec::len), post.media_type), (Some(1), None));
        assert_eq!((reply.kind, &reply.media, reply.language.as_deref()), (Some(Kind::Reply), &None, None));
        assert_eq!(reply.published_at.to_string(), "2024-06-10T03:00:18.000Z");
    }

    #[test]
    fn the_time_in_the_id_replaces_an_incomplete_one() {
        for written in ["2024-06-10", "Jun 10", "10.06.2024", "10/06/2024", "1.71799E+09", "nan"] {
            let table = format!(
                "{COLUMNS}1800000000000000001,{written},0,Soup,1800000000000000001,,,en,,0,0,0,,17,kelp_kitchen\n"
            );
            let (_, found) = posts(&[table.as_bytes()], &settings());
            assert_eq!(found[0].published_at.to_string(), "2024-06-10T03:00:17.039Z", "{written}");
            assert_eq!(found[0].approximate, None, "{written}");
        }
        let table = format!(
            "{COLUMNS}1800000000000000001,10/06/2024 03:00,0,Soup,1800000000000000001,,,en,,0,0,0,,17,kelp_kitchen\n"
        );
        let (_, found) = posts(&[table.as_bytes()], &settings());
        assert_eq!(found[0].published_at.to_string(), "2024-06-10T03:00:00.000Z");
    }

    #[test]
    fn older_tables_have_fewer_columns() {
        let table = "created_at;id_str;full_text;quote_count;reply_count;retweet_count;favorite_count;lang;user_id_str;conversation_id_str;username;tweet_url\n\
            Mon Jun 10 03:00:17 +0000 2024;1800000000000000001;RT @bo_reef: Soup;0;0;30;0;in;17;1800000000000000001;kelp_kitchen;https://twitter.com/kelp_kitchen/status/1800000000000000001\n";
        let (format, posts) = posts(&[table.as_bytes()], &settings());
        assert_eq!(
            (format, posts[0].kind, posts[0].shares_count),
            ("tweet-harvest", Some(Kind::Repost), None)
        );
        assert_eq!(posts[0].media, None);
    }

    #[test]
    fn ids_rounded_by_a_spreadsheet_are_replaced_by_those_in_the_address() {
        let table = COLUMNS.to_owned()
            + "1.8E+18,2024-06-10T03:00:17.000Z,12,Soup,1.8E+18,,,en,,0,1,3,https://x.com/kelp_kitchen/status/1800000000000000001,17,kelp_kitchen\n\
            1.8E+18,2024-06-10T03:00:17.000Z,12,Soup,1.8E+18,,,en,,0,1,3,,17,kelp_kitchen\n";
        let (_, outcomes) = read(&[table.as_bytes()], &settings());
        assert_eq!(crate::formats::tests::post(outcomes[0].clone()).platform_post_id, "1800000000000000001");
        assert_eq!(code(outcomes[1].clone()), "MISSING_ID");
    }
}
