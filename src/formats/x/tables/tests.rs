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
    assert_eq!((post.author.username.as_str(), post.content.as_deref()), ("reef_watch", Some("Low\ntide")));
    assert_eq!(code(outcomes[1].clone()), "MISSING_ID");
}

#[test]
fn analytics_in_other_languages_are_converted() {
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
        assert_eq!((format, counts), ("x-analytics", (Some(640), Some(12), Some(1), Some(3))), "{header}");
    }
}

#[test]
fn minet_tables_are_converted() {
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
fn a_damaged_reference_still_tells_the_kind_of_post() {
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
fn twarc_and_tcat_tables_are_converted() {
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
