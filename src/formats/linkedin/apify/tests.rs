use super::*;
use crate::formats::tests::{code, post, posts, settings};
use crate::posts::post::MediaType;
use serde_json::json;

const ACTIVITY: &str = "urn:li:activity:7300000000000000500";
const SHARE: &str = "urn:li:share:7300000000000000001";

fn over(mut item: Value, over: Value) -> Value {
    let (map, Value::Object(over)) = (item.as_object_mut().unwrap(), over) else { panic!("no object") };
    map.extend(over);
    item
}

pub(crate) fn curious() -> Value {
    json!({"urn": ACTIVITY, "shareUrn": SHARE, "text": "Low tide #Reef", "postedAtTimestamp": 1_740_455_627_441_i64,
        "postedAtISO": "2025-02-25T03:53:47.441Z", "timeSincePosted": "2d", "authorProfileId": "ada-keel", "authorName": "Ada Keel",
        "authorProfileUrl": "https://www.linkedin.com/in/ada-keel?trk=x", "authorFollowersCount": "1K", "numLikes": 41,
        "numComments": 2, "numShares": 3, "type": "image", "images": ["https://m.example/1.jpg", "https://m.example/2.jpg"],
        "url": "https://www.linkedin.com/feed/update/urn:li:activity:7300000000000000500"})
}

fn maestro() -> Value {
    json!({"activity_urn": "7300000000000000500", "full_urn": SHARE, "post_url": "https://www.linkedin.com/posts/x",
        "text": "Low tide #Reef", "post_type": "regular", "posted_at": {"date": "2025-02-25 05:53:47", "timestamp": 1_740_455_627_441_i64},
        "author": {"first_name": "Ada", "last_name": "Keel", "profile_url": "https://www.linkedin.com/in/ada-keel?x=1"},
        "stats": {"total_reactions": 41, "like": 40, "comments": 2, "reposts": 3},
        "media": {"type": "images", "items": [{"url": "https://m.example/1.jpg", "width": 9, "height": 6}]}})
}

fn harvest() -> Value {
    json!({"type": "post", "id": "7300000000000000500", "shareUrn": SHARE, "linkedinUrl": "https://www.linkedin.com/posts/x",
        "content": "Low tide #Reef", "postedAt": {"timestamp": 1_740_455_627_441_i64, "postedAgoShort": "2d"},
        "author": {"publicIdentifier": "ada-keel", "name": "Ada Keel", "linkedinUrl": "https://www.linkedin.com/in/ada-keel"},
        "engagement": {"likes": 41, "comments": 2, "shares": 3}, "postImages": [],
        "postVideo": {"videoUrl": "https://v.example/1.mp4", "thumbnailUrl": "https://m.example/t.jpg"}})
}

#[test]
fn items_of_all_three_scrapers_give_the_same_post() {
    for (item, media) in
        [(curious(), MediaType::Carousel), (maestro(), MediaType::Image), (harvest(), MediaType::Video)]
    {
        let Ok(Item::Post(found)) = convert(&item, &settings()) else { panic!("{item}") };
        assert_eq!(found.also, ["share:7300000000000000001"], "{item}");
        let post = found.post;
        assert_eq!(post.platform_post_id, "activity:7300000000000000500");
        let page = "https://www.linkedin.com/feed/update/urn:li:activity:7300000000000000500";
        assert_eq!(post.url.as_deref(), Some(page));
        assert_eq!((post.content.as_deref(), post.hashtags), (Some("Low tide #Reef"), None));
        assert_eq!(post.published_at.to_string(), "2025-02-25T03:53:47.441Z");
        let author = post.author;
        assert_eq!(
            (author.username.as_str(), author.display_name.as_deref()),
            ("ada-keel", Some("Ada Keel"))
        );
        assert_eq!(author.url.as_deref(), Some("https://www.linkedin.com/in/ada-keel"));
        assert_eq!(author.followers_count, None);
        assert_eq!((post.likes_count, post.comments_count, post.shares_count), (Some(41), Some(2), Some(3)));
        assert_eq!((post.media_type, post.kind, post.approximate), (Some(media), None, None), "{item}");
    }
}

/// A post of apimaestro, as of 2026.
pub(crate) fn maestro_2026(other: Value) -> Value {
    let item = json!({"urn": {"activity_urn": "7300000000000000500", "share_urn": "7300000000000000001", "ugcPost_urn": null},
        "full_urn": "urn:li:activity:7300000000000000500", "posted_at": {"date": "2025-02-25 05:53:47", "relative": "2 hours ago",
            "timestamp": 1_740_455_627_441_i64}, "text": "Low tide #Reef", "post_type": "regular",
        "url": "https://www.linkedin.com/posts/ada-keel_low-activity-7300000000000000500-abcd?rcm=x",
        "author": {"first_name": "Ada", "last_name": "Keel", "username": "ada-keel", "profile_url": "https://www.linkedin.com/in/ada-keel"},
        "stats": {"total_reactions": 41, "like": 40, "comments_count": 2, "reposts_count": 3}, "pagination_token": "x",
        "media": {"type": "image", "url": "https://m.example/1.jpg", "images": [{"url": "https://m.example/1.jpg"}, {"url": "https://m.example/2.jpg"}]}});
    over(item, other)
}

#[test]
fn ids_in_an_object_have_the_kinds_of_their_keys() {
    let Ok(Item::Post(found)) = convert(&maestro_2026(json!({})), &settings()) else { panic!() };
    assert_eq!(
        (found.post.platform_post_id.as_str(), found.also),
        ("activity:7300000000000000500", vec!["share:7300000000000000001".to_owned()])
    );
    let post = found.post;
    assert_eq!((post.likes_count, post.comments_count, post.shares_count), (Some(41), Some(2), Some(3)));
    assert_eq!((post.media_type, post.media.map(|files| files.len())), (Some(MediaType::Carousel), Some(2)));
    let other =
        json!({"urn": {"activity_urn": null, "ugcPost_urn": "7200000000000000500"}, "text": "All of it"});
    let quote = post_of(json!({"reshared_post": other, "post_type": "quote"}));
    assert_eq!(
        (quote.kind, quote.refers_to.as_deref()),
        (Some(Kind::Quote), Some("linkedin:ugcPost:7200000000000000500"))
    );
}

fn post_of(over: Value) -> PostLine {
    post(convert(&maestro_2026(over), &settings()))
}

/// apimaestro's "post detail".
pub(crate) fn detail() -> Value {
    json!({"input": "x", "post": {"text": "Low tide", "url": "https://www.linkedin.com/posts/ada-keel_low-activity-7300000000000000500-abcd",
            "created_at": "2025-02-25 05:53:47", "urn": {"activity_urn": "7300000000000000500", "share_urn": null}},
        "author": {"name": "Ada Keel", "profile_url": "https://www.linkedin.com/in/ada-keel", "followers": 5000},
        "stats": {"total_reactions": 42, "comments": 7, "shares": 2}})
}

#[test]
fn post_details_are_converted() {
    let (format, found) = posts(&[json!([detail()]).to_string().as_bytes()], &settings());
    let post = &found[0];
    assert_eq!((format, post.platform_post_id.as_str()), ("apify-linkedin", "activity:7300000000000000500"));
    assert_eq!((post.likes_count, post.comments_count, post.shares_count), (Some(42), Some(7), Some(2)));
    assert_eq!((post.author.username.as_str(), post.author.followers_count), ("ada-keel", Some(5000)));
    // Not the local time in the item, but that of the id.
    assert_eq!(post.published_at.to_string(), "2025-02-25T03:53:47.441Z");
    let table = "post/text,post/url,post/urn/activity_urn,author/name,author/profile_url,stats/total_reactions\n\
        Low,https://www.linkedin.com/posts/ada-keel_low-activity-7300000000000000500-abcd,7300000000000000500,Ada Keel,https://www.linkedin.com/in/ada-keel,42\n";
    let (format, found) = posts(&[table.as_bytes()], &settings());
    assert_eq!((format, found[0].likes_count), ("apify-linkedin", Some(42)));
}

#[test]
fn companies_are_named_by_their_page() {
    let author =
        json!({"name": "Keel & Co", "company_url": "https://www.linkedin.com/company/keel-co/posts"});
    let post = post(convert(
        &over(maestro(), json!({"author": author, "posted_at": {"date": "2025-02-25 05:53:47"}})),
        &settings(),
    ));
    assert_eq!(post.author.username, "keel-co");
    // Not the local time in the item, but that of the id.
    assert_eq!(post.published_at.to_string(), "2025-02-25T03:53:47.441Z");
}

#[test]
fn previews_of_links_and_documents_are_not_media() {
    for kind in ["article", "document"] {
        let post = post(convert(
            &over(curious(), json!({"type": kind, "images": [], "image": "https://m.example/p.jpg"})),
            &settings(),
        ));
        assert_eq!((post.media_type, post.media), (None, Some(vec![])));
    }
    let video = post(convert(&over(curious(), json!({"type": "linkedinVideo", "images": []})), &settings()));
    assert_eq!((video.media_type, video.media), (Some(MediaType::Video), Some(vec![])));
    let text = post(convert(&over(curious(), json!({"type": "text", "images": []})), &settings()));
    assert_eq!((text.media_type, text.media), (None, Some(vec![])));
}

#[test]
fn reposts_have_no_counts_but_quotes_do() {
    let other = json!({"urn": "urn:li:activity:7200000000000000500"});
    let quote = post(convert(&over(curious(), json!({"resharedPost": other})), &settings()));
    assert_eq!((quote.kind, quote.likes_count), (Some(Kind::Quote), Some(41)));
    assert_eq!(quote.refers_to.as_deref(), Some("linkedin:activity:7200000000000000500"));
    let repost = post(convert(
        &over(curious(), json!({"isRepost": true, "text": "", "resharedPost": other})),
        &settings(),
    ));
    assert_eq!((repost.kind, repost.likes_count), (Some(Kind::Repost), None));
}

#[test]
fn all_download_formats_are_converted() {
    let (a, b) =
        (curious(), over(curious(), json!({"urn": "urn:li:activity:7300000000000000600", "shareUrn": null})));
    let csv = "urn,text,postedAtISO,authorProfileId,numLikes,images/0,type\n\
        urn:li:activity:7300000000000000500,\"Low, tide\",2025-02-25T03:53:47.441Z,ada-keel,\"1,041\",https://m.example/1.jpg,image\n";
    let nested = "activity_urn,full_urn,posted_at/date,posted_at/timestamp,text,author/username,stats/total_reactions\n\
        7300000000000000500,,2025-02-25 05:53:47,1740455627441,Low,ada-keel,5\n";
    let harvested = "id,linkedinUrl,content,author/publicIdentifier,engagement/likes,postedAt/timestamp\n\
        7300000000000000500,https://x,Low,ada-keel,5,1740455627441\n";
    for (file, expected) in [
        (json!([a, b, {"error": "not found"}, {"noResults": true}]).to_string(), 2),
        (format!("{a}\n{b}\n"), 2),
        (json!({"success": true, "data": {"posts": [maestro()], "pagination_token": "x"}}).to_string(), 1),
        (json!([harvest()]).to_string(), 1),
        (csv.to_owned(), 1),
        (nested.to_owned(), 1),
        (harvested.to_owned(), 1),
    ] {
        let (format, found) = posts(&[file.as_bytes()], &settings());
        assert_eq!((format, found.len()), ("apify-linkedin", expected), "{file}");
        assert_eq!(found[0].platform_post_id, "activity:7300000000000000500");
        assert_eq!(found[0].published_at.to_string(), "2025-02-25T03:53:47.441Z");
        assert_eq!(found[0].author.username, "ada-keel");
    }
}

#[test]
fn other_items_are_skipped_and_damaged_ones_are_rejected() {
    let promoted = convert(&over(curious(), json!({"isPromoted": true})), &settings());
    assert_eq!(promoted, Ok(Item::Skipped("advertisement")));
    let damaged = over(curious(), json!({"urn": "7.3E+18", "shareUrn": null, "url": null}));
    assert_eq!(code(convert(&damaged, &settings())), "MISSING_ID");
    let in_the_address = over(curious(), json!({"urn": "7.3E+18", "shareUrn": null}));
    assert_eq!(post(convert(&in_the_address, &settings())).platform_post_id, "activity:7300000000000000500");
    let nameless = over(curious(), json!({"authorProfileId": null, "authorProfileUrl": null}));
    assert_eq!(code(convert(&nameless, &settings())), "MISSING_AUTHOR");
}

#[test]
fn urns_in_an_object_and_newer_names_of_counts_are_accepted() {
    let item = json!([{"urn": {"activity_urn": "7300000000000000001", "share_urn": "7299999999999999001", "ugcPost_urn": null},
        "full_urn": "urn:li:activity:7300000000000000001", "posted_at": {"date": "2025-02-25 04:00:00", "timestamp": 1_740_455_627_000_u64},
        "text": "Low tide", "author": {"username": "ada-keel"}, "stats": {"total_reactions": 12, "comments_count": 3}}]);
    let (format, found) = posts(&[item.to_string().as_bytes()], &settings());
    let post = &found[0];
    assert_eq!((format, post.platform_post_id.as_str()), ("apify-linkedin", "activity:7300000000000000001"));
    assert_eq!((post.likes_count, post.comments_count), (Some(12), Some(3)));
}
