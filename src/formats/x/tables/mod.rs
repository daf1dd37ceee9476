//! Flat tables of posts on X: the owner's analytics, minet and twitwi, twarc 1, and DMI-TCAT.

use super::{OtherPost, handle_in_page, page, pass_on, published, text, whole_id, with_profile};
use crate::formats::table::cell;
use crate::formats::value::fill;
use crate::formats::value::fill::Counts;
use crate::formats::value::timestamps::ResolvedTime;
use crate::formats::{
    Format, ImportError, Outcome, Part, Role, Settings, Sign, author_or, json, named, snowflake, table,
    timestamps,
};
use crate::platform::Network;
use crate::posts::post::line::{AuthorLine, PostLine};
use crate::posts::post::{FileType, Kind};
use serde_json::Value;

mod columns;

/// The table of an account's own posts that X's analytics give.
pub static ANALYTICS: Format = Format {
    name: "x-analytics",
    description: "the CSV of your own posts that X's analytics give: views, likes, replies, reposts, bookmarks",
    networks: &[Network::X],
    parts: &[part(&[Sign::Columns(&[columns::ID, columns::TEXT, columns::LINK])], analytics)],
};

/// Tables of minet and twitwi.
pub static MINET: Format = Format {
    name: "minet-x",
    description: "CSV of minet and twitwi, from X",
    networks: &[Network::X],
    parts: &[part(&[Sign::Columns(&["id", "timestamputc", "userscreenname", "text"])], minet)],
};

/// Tables of twarc 1 and DMI-TCAT.
pub static TWARC1: Format = Format {
    name: "twarc-csv",
    description: "CSV of twarc 1 (json2csv), Social Feed Manager and DMI-TCAT, from X",
    networks: &[Network::X],
    parts: &[part(
        &[
            Sign::Columns(&["id", "tweeturl", "userscreenname", "text"]),
            Sign::Columns(&["id", "createdat", "fromusername", "text"]),
        ],
        twarc,
    )],
};

const fn part(signs: &'static [Sign], convert: crate::formats::Convert) -> Part {
    Part { what: "posts", signs, at: &[""], role: Role::Posts(convert) }
}

/// The whole id of a row: its own, or where a spreadsheet rounded that, the one in the address.
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

/// Names of a cell that lists them; none where there is no such column.
fn split_names(row: &Value, column: &str, separator: char) -> Option<Vec<String>> {
    let cell = cell(row, column);
    cell.is_string().then(|| json::names(json::split(cell, separator)))
}

fn analytics(row: &Value, settings: &Settings) -> Outcome {
    let link = table::text(row, &[columns::LINK]).unwrap_or_default();
    let id = id(row, columns::ID, &link)?;
    // The day of the post is given; its id knows the millisecond.
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
        // The column `Shares` counts who passed on the address.
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
        pass_on(&mut post, by.filter(|_| !text::is_repost(&content(row))), original.id);
    } else {
        counts(&mut post, row);
        let answered = OtherPost::find(&[cell(row, "tostatusid"), cell(row, "totweetid")]);
        let quoted = OtherPost::find(&[cell(row, "quotedid")]);
        let kind = answered.as_ref().map(|_| Kind::Reply).or(quoted.as_ref().map(|_| Kind::Quote));
        (post.kind, post.refers_to) = (kind, answered.or(quoted).and_then(OtherPost::into_reference));
    }
    let read_at = timestamps::parse_value(cell(row, "collectiontime"));
    post.collected_at = settings.collected_at_or(read_at, post.published_at);
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
    let answered = OtherPost::find(&[cell(row, "inreplytostatusid")]);
    let original = json::id(cell(row, "retweetorquoteid"));
    let kind = table::text(row, &["tweettype"]).unwrap_or_default();
    if kind == "retweet" || text::is_repost(&content(row)) {
        // The text and hashtags of a repost are the other's, whole.
        let by = table::text(row, &["retweetorquotescreenname"]).filter(|_| !text::is_repost(&content(row)));
        pass_on(&mut post, by, original);
    } else {
        counts(&mut post, row);
        let kind = answered.as_ref().map(|_| Kind::Reply).or((kind == "quote").then_some(Kind::Quote));
        let quoted = || original.filter(|_| kind == Some(Kind::Quote)).map(|id| OtherPost { id: Some(id) });
        (post.kind, post.refers_to) = (kind, answered.or_else(quoted).and_then(OtherPost::into_reference));
    }
    post.collected_at = settings.collected_at(post.published_at);
    Ok(post.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tests::{code, posts, read, settings};

    #[test]
    fn analytics_take_their_time_from_the_id() {
        let table = "\u{feff}Post id,Date,Post text,Post Link,Impressions,Likes,Engagements,Bookmarks,Shares,New follows,Replies,Reposts\n\
            1800000000000000001,\"Mon, Jun 10, 2024\",\"Low\ntide\",https://x.com/reef_watch/status/1800000000000000001,\"1,234\",12,50,2,9,0,1,3\n\
            ,\"Mon, Jun 10, 2024\",summary,,10,1,0,0,0,0,0,0\n";
        let (format, outcomes) = read(&[table.as_bytes()], &settings());
        let post = crate::formats::tests::post(outcomes[0].clone());
        assert_eq!(
            (format, post.published_at.to_string().as_str(), &post.approximate),
            ("x-analytics", "2024-06-10T03:00:17.039Z", &None)
        );
        assert_eq!(
            (post.views_count, post.shares_count, post.comments_count, post.saves_count),
            (Some(1234), Some(3), Some(1), Some(2))
        );
        assert_eq!(
            (post.author.username.as_str(), post.content.as_deref()),
            ("reef_watch", Some("Low\ntide"))
        );
        assert_eq!(code(outcomes[1].clone()), "MISSING_ID");
    }

    #[test]
    fn analytics_in_other_languages_are_read() {
        for header in [
            "ID del post,Fecha,Texto del post,Enlace del post,Impresiones,Me gusta,Respuestas,Republicaciones",
            "ID do post,Data,Texto do post,Link do post,Impressões,Curtidas,Respostas,Republicações",
            "ID du post,Date,Texte du post,Lien du post,Impressions,J’aime,Réponses,Republications",
            "Post-ID,Datum,Posttext,Post-Link,Impressionen,Gefällt mir,Antworten,Reposts",
            "ID del post,Data,Testo del post,Link del post,Visualizzazioni,Mi piace,Risposte,Repost",
            "ポストID,日付,ポスト本文,ポストのリンク,インプレッション数,いいね数,返信数,リポスト数",
        ] {
            let file = format!(
                "{header}\n1800000000000000001,10/06/2024,Tide,https://x.com/reef_watch/status/1800000000000000001,640,12,1,3\n"
            );
            let (format, found) = posts(&[file.as_bytes()], &settings());
            let post = &found[0];
            let counts = (post.views_count, post.likes_count, post.comments_count, post.shares_count);
            assert_eq!(
                (format, counts),
                ("x-analytics", (Some(640), Some(12), Some(1), Some(3))),
                "{header}"
            );
        }
    }

    #[test]
    fn tables_of_minet_are_read() {
        let table = "id,timestamp_utc,local_time,user_screen_name,text,like_count,retweet_count,reply_count,impression_count,user_id,user_name,url,media_urls,media_types,hashtags,retweeted_id\n\
            1800000000000000001,1717988417,2024-06-10T05:00:17,reef_watch,Low &amp; tide,12,3,1,640,17,Reef,https://twitter.com/reef_watch/status/1800000000000000001,https://pbs.example/1.jpg|https://v.example/2.mp4,photo|video,Coral|tide,\n\
            1800000000000000002,1717988418,2024-06-10T05:00:18,reef_watch,RT @o: x,0,3,0,,17,Reef,,,,,5\n";
        let (format, posts) = posts(&[table.as_bytes()], &settings());
        let post = &posts[0];
        assert_eq!((format, post.published_at.to_string().as_str()), ("minet-x", "2024-06-10T03:00:17.000Z"));
        assert_eq!(
            (post.likes_count, post.comments_count, post.views_count, post.shares_count),
            (Some(12), Some(1), Some(640), Some(3))
        );
        assert_eq!(
            (post.content.as_deref(), &post.hashtags),
            (Some("Low & tide"), &Some(vec!["Coral".into(), "tide".into()]))
        );
        assert_eq!(
            post.media.as_ref().unwrap().iter().map(|file| file.kind).collect::<Vec<_>>(),
            [FileType::Image, FileType::Video]
        );
        assert_eq!(
            (posts[1].kind, posts[1].refers_to.as_deref(), posts[1].likes_count),
            (Some(Kind::Repost), Some("x:5"), None)
        );
    }

    #[test]
    fn a_post_stays_a_reply_a_quote_or_a_repost_where_the_others_id_was_destroyed() {
        let minet = "id,timestamp_utc,user_screen_name,text,to_tweetid,quoted_id,retweeted_id\n\
            1800000000000000001,1717988417,reef_watch,Hm,1.8E+18,,\n\
            1800000000000000002,1717988418,reef_watch,Hm,,1.8E+18,\n\
            1800000000000000003,1717988419,reef_watch,Hm,nan,nan,1.8E+18\n\
            1800000000000000004,1717988420,reef_watch,Hm,nan,nan,nan\n";
        let twarc = "id,tweet_url,created_at,user_screen_name,text,tweet_type,in_reply_to_status_id,retweet_or_quote_id\n\
            1800000000000000001,,Mon Jun 10 03:00:17 +0000 2024,reef_watch,Hm,reply,1.8E+18,\n\
            1800000000000000002,,Mon Jun 10 03:00:18 +0000 2024,reef_watch,Hm,quote,,1.8E+18\n\
            1800000000000000003,,Mon Jun 10 03:00:19 +0000 2024,reef_watch,Hm,retweet,,1.8E+18\n\
            1800000000000000004,,Mon Jun 10 03:00:20 +0000 2024,reef_watch,Hm,original,nan,\n";
        for table in [minet, twarc] {
            let found = posts(&[table.as_bytes()], &settings()).1;
            let kinds: Vec<_> = found.iter().map(|post| post.kind).collect();
            assert_eq!(kinds, [Some(Kind::Reply), Some(Kind::Quote), Some(Kind::Repost), None], "{table}");
            assert!(found.iter().all(|post| post.refers_to.is_none()));
        }
    }

    #[test]
    fn tables_of_twarc_and_tcat_are_read() {
        let twarc = "id,tweet_url,created_at,parsed_created_at,user_screen_name,text,tweet_type,hashtags,media,urls,favorite_count,in_reply_to_status_id,retweet_or_quote_id,retweet_or_quote_screen_name,retweet_count,user_id,user_name\n\
            1.8E+18,https://twitter.com/reef_watch/status/1800000000000000001,Mon Jun 10 03:00:17 +0000 2024,2024-06-10 03:00:17+00:00,reef_watch,Low tide,original,coral tide,,,12,,,,3,17,Reef\n\
            1800000000000000002,https://twitter.com/reef_watch/status/1800000000000000002,Mon Jun 10 03:00:18 +0000 2024,2024-06-10 03:00:18+00:00,reef_watch,All of it,retweet,,,,7,,5,other,500,17,Reef\n";
        let (format, rows) = posts(&[twarc.as_bytes()], &settings());
        assert_eq!(
            (format, rows[0].platform_post_id.as_str(), rows[0].likes_count),
            ("twarc-csv", "1800000000000000001", Some(12))
        );
        assert_eq!(rows[0].hashtags, Some(vec!["coral".into(), "tide".into()]));
        assert_eq!(
            (rows[1].content.as_deref(), rows[1].refers_to.as_deref()),
            (Some("RT @other: All of it"), Some("x:5"))
        );
        let tcat = "id,time,created_at,from_user_name,text,filter_level,favorite_count,retweet_count\n\
            1800000000000000001,1717988417,2024-06-10 03:00:17,reef_watch,Low tide,none,12,3\n";
        let (format, rows) = posts(&[tcat.as_bytes()], &settings());
        assert_eq!(
            (format, rows[0].published_at.to_string().as_str(), rows[0].shares_count),
            ("twarc-csv", "2024-06-10T03:00:17.000Z", Some(3))
        );
    }
}
