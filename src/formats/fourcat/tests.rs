use super::*;
use crate::formats::tests::{code, post, posts, read, settings};
use crate::posts::post::line::PostLine;
use crate::posts::post::{Kind, MediaType};
use serde_json::json;

/// The posts of a table with these columns and rows.
fn table(columns: &str, rows: &[&str]) -> Vec<PostLine> {
    let file = format!("{columns}\n{}\n", rows.join("\n"));
    let (format, found) = posts(&[file.as_bytes()], &settings());
    assert_eq!(format, "4cat");
    found
}

#[test]
fn the_network_of_a_line_picks_its_converter() {
    let about =
        |platform: &str| json!({"source_platform": platform, "timestamp_collected": 1_750_000_000_000_i64});
    let mut video = tiktok::item::tests::item(json!({}));
    video["__import_meta"] = about("tiktok.com");
    let mut picture = instagram::item::tests::item(json!({}));
    picture["__import_meta"] = about("instagram.com");
    let mut tweet = x::graphql::tests::tweet(json!({"core": {"screen_name": "reef"}}), json!({}));
    tweet["__import_meta"] = about("twitter.com");
    let mut update = linkedin::voyager::tests::update(json!({}));
    update["__import_meta"] = about("linkedin.com");
    let file = [video, picture, tweet, update].map(|line| line.to_string()).join("\n");
    let (format, found) = posts(&[file.as_bytes()], &settings());
    let networks: Vec<_> = found.iter().map(|post| post.platform.name()).collect();
    assert_eq!((format, networks), ("4cat", vec!["tiktok", "instagram", "x", "linkedin"]));
    assert!(found.iter().all(|post| post.collected_at.map(|time| time.0) == Some(1_750_000_000_000)));
    let other = json!({"__import_meta": about("gab.com"), "id": "1"});
    assert_eq!(code(convert(&other, &settings())), "UNSUPPORTED_PLATFORM");
}

#[test]
fn tiktok_tables_are_converted_with_either_separator() {
    let columns = "collected_from_url,id,thread_id,author,author_full,author_followers,body,timestamp,unix_timestamp,is_ad,video_url,tiktok_url,thumbnail_url,likes,comments,shares,plays,hashtags,challenges";
    let row = "https://www.tiktok.com/foryou,7.3E+18,7.3E+18,reef.watch,Reef,900,Low tide #Reef,2023-11-11 01:48:20,1699663700,no,https://v.example/1.mp4,https://www.tiktok.com/@reef.watch/video/7300000000000000001,https://p.example/c.jpg,41,0,3,1432,Reef,x";
    let ad = row.replace(",no,", ",yes,");
    for (columns, rows) in [
        (columns.to_owned(), [row.to_owned(), ad.clone()]),
        (columns.replace(',', ";"), [row.replace(',', ";"), ad.replace(',', ";")]),
    ] {
        let found = table(&columns, &[&rows[0], &rows[1]]);
        assert_eq!(found.len(), 1);
        let post = &found[0];
        assert_eq!(post.platform_post_id, "7300000000000000001");
        assert_eq!(post.published_at.to_string(), "2023-11-11T00:48:20.000Z");
        assert_eq!(
            (post.likes_count, post.comments_count, post.views_count),
            (Some(41), Some(0), Some(1432))
        );
        assert_eq!(
            (post.hashtags.clone(), post.author.followers_count),
            (Some(vec!["Reef".into()]), Some(900))
        );
        assert_eq!(post.media.as_ref().unwrap()[0].preview_url.as_deref(), Some("https://p.example/c.jpg"));
    }
}

#[test]
fn values_of_missing_fields_are_unknown_in_instagram_tables() {
    let columns = "id,thread_id,url,body,author,author_fullname,timestamp,unix_timestamp,media_type,num_media,image_urls,media_urls,hashtags,play_count,likes_hidden,num_likes,num_comments,missing_fields";
    let found = table(
        columns,
        &[
            "CI5REoqrS8V,CI5REoqrS8V,https://www.instagram.com/p/CI5REoqrS8V/,Low #Reef,reef.watch,Reef,2020-12-17 10:03:20,1608199400,mixed,2,\"https://p.example/1.jpg?a=1,2,https://p.example/2.jpg\",\"https://p.example/1.jpg?a=1,2,https://v.example/2.mp4\",Reef,-1,no,41,2,",
            "CI5REoqrS8W,CI5REoqrS8W,https://www.instagram.com/p/CI5REoqrS8W/,Low,reef.watch,Reef,1970-01-01 00:00:00,0,video,1,,,,0,yes,3,0,\"num_comments,play_count\"",
        ],
    );
    let post = &found[0];
    assert_eq!(
        (post.platform_post_id.as_str(), post.likes_count, post.views_count),
        ("CI5REoqrS8V", Some(41), None)
    );
    assert_eq!(post.published_at.to_string(), "2020-12-17T10:03:20.000Z");
    assert_eq!(post.media_type, Some(MediaType::Carousel));
    let urls: Vec<_> = post.media.as_ref().unwrap().iter().map(|file| file.url.as_str()).collect();
    assert_eq!(urls, ["https://p.example/1.jpg?a=1,2", "https://v.example/2.mp4"]);
    let partial = &found[1];
    assert_eq!((partial.likes_count, partial.comments_count, partial.views_count), (None, None, None));
    assert_eq!(partial.published_at.to_string(), "2020-12-17T10:02:31.342Z");
    assert_eq!(partial.approximate, Some(vec!["published_at".into()]));
}

#[test]
fn x_tables_are_converted() {
    let columns = "collected_from_url,id,thread_id,timestamp,unix_timestamp,link,body,author,author_fullname,author_id,retweet_count,reply_count,like_count,quote_count,impression_count,is_retweet,is_quote_tweet,quote_tweet_id,is_reply,hashtags,urls,images,videos,mentions";
    let row = |id: &str, retweet: &str, quote: &str| {
        format!(
            "https://x.com/home,{id},1,2024-06-10 03:00:17,1717988417,https://x.com/reef/status/1800000000000000001,Fish &amp; #Reef,reef,Reef,17,3,2,41,0,900,{retweet},{quote},no,Reef,,https://p.example/1.jpg,,a"
        )
    };
    let found = table(columns, &[&row("1.8E+18", "no", "yes,1700000000000000001"), &row("1", "yes", "no,")]);
    let post = &found[0];
    assert_eq!(
        (post.platform_post_id.as_str(), post.content.as_deref()),
        ("1800000000000000001", Some("Fish & #Reef"))
    );
    assert_eq!((post.likes_count, post.comments_count, post.views_count), (Some(41), Some(2), Some(900)));
    assert_eq!((post.kind, post.refers_to.as_deref()), (Some(Kind::Quote), Some("x:1700000000000000001")));
    assert_eq!((post.media_type, post.mentions.clone()), (Some(MediaType::Image), Some(vec!["a".into()])));
    assert_eq!((found[1].kind, found[1].likes_count), (Some(Kind::Repost), None));
}

#[test]
fn a_rounded_time_is_replaced_by_the_other_time_column() {
    let found = table(
        "id,thread_id,author,body,timestamp,unix_timestamp,retweet_count,is_retweet",
        &["1800000000000000001,1,reef_watch,Tide,2024-06-10 03:00:18,1.78E+09,3,no"],
    );
    assert_eq!(found[0].published_at.to_string(), "2024-06-10T03:00:18.000Z");
}

#[test]
fn linkedin_tables_take_the_time_from_the_id() {
    let columns = "id,thread_id,body,timestamp,timestamp_collected,timestamp_ago,is_promoted,author,author_name,hashtags,image_urls,post_url,comments,shares,reactions";
    let found = table(
        columns,
        &[
            "7300000000000000500,7300000000000000500,Low #Reef,2025-02-24 00:00:00,2025-03-01 00:00:00,1 d,no,in/ada-keel,Ada Keel,Reef,,https://www.linkedin.com/feed/update/urn:li:activity:7300000000000000500,2,3,41",
            "7300000000000000600,1,Buy,2025-02-24 00:00:00,2025-03-01 00:00:00,,yes,company/shop,Shop,,,,2,3,41",
        ],
    );
    assert_eq!(found.len(), 1);
    let post = &found[0];
    assert_eq!(
        (post.platform_post_id.as_str(), post.author.username.as_str()),
        ("activity:7300000000000000500", "ada-keel")
    );
    assert_eq!(post.published_at.to_string(), "2025-02-25T03:53:47.441Z");
    assert_eq!((post.likes_count, post.comments_count, post.shares_count), (Some(41), Some(2), Some(3)));
    assert_eq!(post.collected_at.map(|time| time.to_string()).as_deref(), Some("2025-03-01T00:00:00.000Z"));
}

#[test]
fn the_address_tells_the_network_of_tables_of_other_tools() {
    let found = table(
        "id,thread_id,author,body,timestamp,url",
        &[
            "7300000000000000001,1,reef.watch,Low,2023-11-11 00:48:20,https://www.tiktok.com/@reef.watch/video/7300000000000000001",
            "CI5REoqrS8V,1,reef.watch,Low,2020-12-17 10:03:20,https://www.instagram.com/p/CI5REoqrS8V/",
            "1800000000000000001,1,reef,Low,2024-06-10 03:00:17,https://x.com/reef/status/1800000000000000001",
            "7300000000000000500,1,ada-keel,Low,2025-02-25 03:53:47,https://www.linkedin.com/feed/update/urn:li:activity:7300000000000000500",
        ],
    );
    let networks: Vec<_> = found.iter().map(|post| post.platform.name()).collect();
    assert_eq!(networks, ["tiktok", "instagram", "x", "linkedin"]);
    let (_, outcomes) =
        read(&[b"id,thread_id,author,body,timestamp\n1,1,a,Low,2023-11-11 00:48:20\n"], &settings());
    assert_eq!(code(outcomes.into_iter().next().unwrap()), "UNSUPPORTED_PLATFORM");
}

#[test]
fn hashed_authors_are_kept_as_they_are() {
    let row = json!({"id": "7300000000000000001", "author": "5f4dcc3b5aa765d61d8327deb882cf99", "body": "Low", "unix_timestamp": "1699663700"});
    assert_eq!(
        post(tiktok::fourcat::convert(&row, &settings())).author.username,
        "5f4dcc3b5aa765d61d8327deb882cf99"
    );
}

#[test]
fn zero_plays_are_unknown_and_several_files_make_a_carousel() {
    let columns = "id;timestamp;thread_id;url;body;author;media_type;num_media;image_urls;media_urls;play_count;likes_hidden;num_likes;num_comments;unix_timestamp";
    let file = format!(
        "{columns}\nCI5REoqrS8V;2026-02-02 01:16:04;CI5REoqrS8V;https://www.instagram.com/p/CI5REoqrS8V;Two;reef.watch;video;2;https://c.example/1.jpg,https://c.example/2.jpg;https://c.example/1.mp4,https://c.example/2.mp4;0;no;12;3;1769994964\n"
    );
    let (format, found) = posts(&[file.as_bytes()], &settings());
    assert_eq!((format, found[0].views_count, found[0].likes_count), ("4cat", None, Some(12)));
    assert_eq!(found[0].media_type, Some(MediaType::Carousel));
}
