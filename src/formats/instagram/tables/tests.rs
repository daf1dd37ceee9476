use super::*;
use crate::formats::Item;
use crate::formats::tests::{code, post, posts, read, settings};
use serde_json::json;

const CROWDTANGLE_HEADER: &str = "Account,User Name,Followers at Posting,Post Created,Type,Likes,Comments,Views,URL,Link,Photo,Title,Description,Image Text,Sponsor Id,Sponsor Name,Overperforming Score,Total Interactions (weighted  —  Likes 1x Comments 1x )";

fn crowdtangle_row(created: &str, kind: &str, url: &str) -> Outcome {
    let file = format!(
        "{CROWDTANGLE_HEADER}\nReef Watch,reef.watch,900,{created},{kind},\"1,002\",17,0,{url},{url},https://cdn.example/1.jpg,,\"Low tide\n#reef\",words,,,1.2,1019\n"
    );
    let (format, mut found) = read(&[file.as_bytes()], &settings());
    assert_eq!((format, found.len()), ("crowdtangle", 1));
    found.remove(0)
}

const PAGE: &str = "https://www.instagram.com/p/CI5REoqrS8V/";

#[test]
fn crowdtangle_zones_are_letters() {
    let read = post(crowdtangle_row("2020-04-16 09:48:29 EDT", "Photo", PAGE));
    assert_eq!((read.platform_post_id.as_str(), read.url.as_deref()), ("CI5REoqrS8V", Some(PAGE)));
    assert_eq!(
        (read.author.username.as_str(), read.author.display_name.as_deref()),
        ("reef.watch", Some("Reef Watch"))
    );
    assert_eq!(read.published_at.to_string(), "2020-04-16T13:48:29.000Z");
    assert_eq!((read.content.as_deref(), &read.approximate), (Some("Low tide\n#reef"), &None));
    assert_eq!((read.likes_count, read.comments_count, read.views_count), (Some(1002), Some(17), None));
    assert_eq!(read.media.as_ref().unwrap()[0].url, "https://cdn.example/1.jpg");
    assert_eq!(read.media_type, Some(MediaType::Image));
    let Ok(Item::Post(unknown)) = crowdtangle_row("2020-04-16 09:48:29 XYZT", "Album", PAGE) else {
        panic!()
    };
    assert_eq!(unknown.post.published_at.to_string(), "2020-04-16T09:48:29.000Z");
    assert_eq!(unknown.post.approximate, Some(vec!["published_at".into()]));
    assert_eq!(
        (unknown.remarks, unknown.post.media_type),
        (vec![timestamps::NO_ZONE], Some(MediaType::Carousel))
    );
    let video = post(crowdtangle_row("2020-04-16 09:48:29 UTC", "IGTV", PAGE));
    assert_eq!(
        (video.media_type, video.views_count, video.media),
        (Some(MediaType::Video), None, Some(vec![]))
    );
    assert_eq!(code(crowdtangle_row("soon", "Photo", PAGE)), "INVALID_DATE");
    assert_eq!(code(crowdtangle_row("2020-04-16 09:48:29 UTC", "Photo", "")), "MISSING_ID");
}

#[test]
fn content_library_rows_are_converted() {
    let header = "id,creation_time,modified_time,lang,text,media_type,multimedia,hashtags,post_owner.id,post_owner.name,post_owner.username,statistics.like_count,statistics.comment_count,statistics.views,statistics.share_count";
    let rows = "18012345678901234,2024-03-09 16:00:00,2024-03-10T16:00:00+00:00,en,Low tide,photos,,\"[\"\"reef\"\", \"\"tide\"\"]\",17,Reef Watch,reef.watch,1002,invalid,,4\n\
        18012345678901235,2024-03-09 16:00:00,,,,,,\"['reef', 'tide']\",,,reef.watch,,,,\n\
        1.80123E+16,2024-03-09 16:00:00,,,,,,,,,reef.watch,,,,\n";
    let (format, found) = read(&[format!("{header}\n{rows}").as_bytes()], &settings());
    let Ok(Item::Post(first)) = &found[0] else { panic!("{found:?}") };
    let post = &first.post;
    assert_eq!((format, post.platform_post_id.as_str()), ("meta-content-library", "18012345678901234"));
    assert_eq!((post.author.username.as_str(), post.author.id.as_deref()), ("reef.watch", Some("17")));
    assert_eq!((post.likes_count, post.comments_count, post.views_count), (Some(1002), None, None));
    assert_eq!((post.shares_count, &post.url, post.language.as_deref()), (Some(4), &None, Some("en")));
    assert_eq!(post.hashtags, Some(vec!["reef".into(), "tide".into()]));
    assert_eq!(
        (post.published_at.to_string().as_str(), &post.approximate),
        ("2024-03-09T16:00:00.000Z", &None)
    );
    assert_eq!(post.edited_at.map(|time| time.to_string()), Some("2024-03-10T16:00:00.000Z".into()));
    assert_eq!(post.media_type, Some(MediaType::Image));
    let Ok(Item::Post(second)) = &found[1] else { panic!("{found:?}") };
    assert_eq!(second.post.hashtags, post.hashtags);
    assert_eq!(code(found[2].clone()), "MISSING_ID");
}

const MINET_HEADER: &str = "username,full_name,is_verified,id,media_type,shortcode,url,caption,hashtags,mentioned_names,like_and_view_counts_disabled,like_count,comment_count,main_thumbnail_url,medias_type,medias_url,taken_at_timestamp,utc_time,coauthor_usernames";

fn minet_row(rest: &str) -> Vec<u8> {
    format!("{MINET_HEADER}\nreef.watch,Reef Watch,True,2466077356296318741,GraphSidecar,CI5REoqrS8V,{PAGE},\"Low tide\",reef|tide,,{rest},1608199400,2020-12-17T10:03:20,\n").into_bytes()
}

#[test]
fn minet_lists_are_separated_by_bars() {
    let medias =
        "https://cdn.example/t.jpg,GraphImage|GraphVideo,https://cdn.example/1.jpg|https://cdn.example/2.mp4";
    let (format, found) = posts(&[&minet_row(&format!("False,12,3,{medias}"))], &settings());
    let post = &found[0];
    assert_eq!((format, post.platform_post_id.as_str()), ("minet-instagram", "CI5REoqrS8V"));
    assert_eq!((post.author.username.as_str(), post.author.verified), ("reef.watch", Some(true)));
    assert_eq!(post.hashtags, Some(vec!["reef".into(), "tide".into()]));
    assert_eq!((&post.mentions, post.likes_count, post.comments_count), (&Some(vec![]), Some(12), Some(3)));
    assert_eq!(post.published_at.to_string(), "2020-12-17T10:03:20.000Z");
    let kinds: Vec<_> = post.media.iter().flatten().map(|file| file.kind).collect();
    assert_eq!((kinds, post.media_type), (vec![FileType::Image, FileType::Video], Some(MediaType::Carousel)));
    let hidden = posts(&[&minet_row(&format!("True,3,3,{medias}"))], &settings()).1;
    assert_eq!(hidden[0].likes_count, None);
}

#[test]
fn minet_hashtag_tables_lack_the_author() {
    let file = "shortcode,media_type,caption,liked_by_count,preview_like_count,video_view_count,owner_id,taken_at_timestamp\nCI5REoqrS8V,GraphVideo,Low tide,,7,900,17,1608199400\n";
    assert_eq!(code(read(&[file.as_bytes()], &settings()).1.remove(0)), "MISSING_AUTHOR");
    let given = Settings { author: Some("reef.watch".into()), ..settings() };
    let (_, found) = posts(&[file.as_bytes()], &given);
    assert_eq!((found[0].likes_count, found[0].views_count), (Some(7), Some(900)));
    assert_eq!(found[0].media_type, Some(MediaType::Video));
}

#[test]
fn json_rows_are_converted_like_table_rows() {
    let row = json!({"id": "18012345678901234", "creation_time": "2024-03-09T16:00:00+0000", "text": "Low tide",
        "multimedia": [{"type": "video", "url": "https://cdn.example/1.mp4"}], "post_owner": {"username": "reef.watch"},
        "statistics": {"views": "1,200"}});
    let (format, found) = posts(&[row.to_string().as_bytes()], &settings());
    assert_eq!((format, found[0].views_count), ("meta-content-library", Some(1200)));
    assert_eq!(found[0].media.as_ref().map(|files| files[0].kind), Some(FileType::Video));
}
