use super::*;
use crate::formats::tests::{code, post, posts, settings};
use crate::posts::post::MediaType;
use serde_json::json;

pub(crate) fn update(over: Value) -> Value {
    let mut update = json!({
        "updateMetadata": {"urn": "urn:li:activity:7300000000000000500", "shareUrn": "urn:li:share:7300000000000000001"},
        "preDashEntityUrn": "urn:li:fs_updateV2:(urn:li:activity:7300000000000000500,MAIN_FEED,EMPTY,DEFAULT,false)",
        "actor": {"name": {"text": "Ada Keel"}, "subDescription": {"text": "18 Std. • "},
            "navigationContext": {"actionTarget": "https://www.linkedin.com/in/ada-keel?miniProfileUrn=urn%3Ali"}},
        "commentary": {"text": {"text": "Low tide #Reef with Bea", "attributes": [
            {"type": "HASHTAG", "trackingUrn": "urn:li:hashtag:reef"},
            {"type": "PROFILE_MENTION", "*miniProfile": {"publicIdentifier": "bea-keel"}}]}},
        "content": {"images": [{"attributes": [{"vectorImage": {"rootUrl": "https://m.example/", "artifacts": [
            {"width": 100, "height": 50, "fileIdentifyingUrlPathSegment": "small"},
            {"width": 800, "height": 400, "fileIdentifyingUrlPathSegment": "large"}]}}]}]},
        "*socialDetail": {"*totalSocialActivityCounts": {"numLikes": 41, "numComments": 2, "numShares": 3}}});
    let (map, Value::Object(over)) = (update.as_object_mut().unwrap(), over) else { panic!("no object") };
    map.extend(over);
    update
}

fn one(over: Value) -> PostLine {
    post(convert(&update(over), &settings()))
}

#[test]
fn a_post_is_converted_with_the_time_in_its_number() {
    let Ok(Item::Post(found)) = convert(&update(json!({})), &settings()) else { panic!("no post") };
    assert_eq!(found.also, ["share:7300000000000000001"]);
    let post = found.post;
    assert_eq!(post.platform_post_id, "activity:7300000000000000500");
    assert_eq!(post.published_at.to_string(), "2025-02-25T03:53:47.441Z");
    assert_eq!(post.approximate, None);
    assert_eq!(
        (post.author.username.as_str(), post.author.display_name.as_deref()),
        ("ada-keel", Some("Ada Keel"))
    );
    assert_eq!(post.author.url.as_deref(), Some("https://www.linkedin.com/in/ada-keel"));
    assert_eq!((post.hashtags, post.mentions), (Some(vec!["reef".into()]), Some(vec!["bea-keel".into()])));
    assert_eq!((post.likes_count, post.comments_count, post.shares_count), (Some(41), Some(2), Some(3)));
    assert_eq!(post.media_type, Some(MediaType::Image));
    let file = post.media.unwrap().remove(0);
    assert_eq!((file.url.as_str(), file.width), ("https://m.example/large", Some(800)));
}

#[test]
fn of_several_activities_the_first_is_the_post() {
    let aggregate =
        "urn:li:aggregate:(urn:li:activity:7300000000000000700,urn:li:activity:7300000000000000600)";
    let post = one(json!({"updateMetadata": null, "preDashEntityUrn": aggregate}));
    assert_eq!(post.platform_post_id, "activity:7300000000000000700");
}

#[test]
fn posts_without_an_age_are_advertisements() {
    let promoted =
        update(json!({"actor": {"name": {"text": "Shop"}, "subDescription": {"text": "Gesponsert"}}}));
    assert_eq!(convert(&promoted, &settings()), Ok(Item::Skipped("advertisement")));
}

#[test]
fn reshares_refer_to_the_original() {
    let other = json!({"updateMetadata": {"urn": "urn:li:activity:7200000000000000500"}});
    let quote = one(json!({"*resharedUpdate": other}));
    assert_eq!((quote.kind, quote.likes_count), (Some(Kind::Quote), Some(41)));
    assert_eq!(quote.refers_to.as_deref(), Some("linkedin:activity:7200000000000000500"));
    let repost = one(json!({"*resharedUpdate": other, "commentary": null}));
    assert_eq!((repost.kind, repost.likes_count), (Some(Kind::Repost), None));
}

#[test]
fn older_counts_and_newer_tags_and_videos_are_converted() {
    let social =
        json!({"likes": {"paging": {"total": 5}}, "comments": {"paging": {"total": 1}}, "totalShares": 0});
    let text = json!({"text": {"text": "Low #Reef", "attributesV2": [{"detailData": {"*hashtag": {"trackingUrn": "urn:li:hashtag:reef"}}}]}});
    let video = json!({"com.linkedin.voyager.feed.render.LinkedInVideoComponent": {"*videoPlayMetadata": {"duration": 9000,
        "progressiveStreams": [{"streamingLocations": [{"url": "https://v.example/1.mp4"}]}]}}});
    let post = one(json!({"*socialDetail": social, "commentary": text, "content": video}));
    assert_eq!((post.likes_count, post.comments_count, post.shares_count), (Some(5), Some(1), Some(0)));
    assert_eq!((post.hashtags, post.media_type), (Some(vec!["reef".into()]), Some(MediaType::Video)));
    assert_eq!(post.media.unwrap()[0].duration_ms, Some(9000));
    let bare = one(json!({"content": null}));
    assert_eq!((bare.media_type, bare.media), (None, Some(vec![])));
}

#[test]
fn companies_are_named_and_posts_without_id_are_rejected() {
    let company =
        json!({"name": {"text": "Keel", "attributes": [{"*miniCompany": {"universalName": "keel-co"}}]}});
    assert_eq!(one(json!({"actor": company})).author.username, "keel-co");
    assert_eq!(
        code(convert(
            &update(json!({"updateMetadata": {"urn": "x"}, "preDashEntityUrn": null})),
            &settings()
        )),
        "MISSING_ID"
    );
    assert_eq!(code(convert(&update(json!({"actor": null})), &settings())), "MISSING_AUTHOR");
}

#[test]
fn zeeschuimer_lines_are_converted() {
    let line = json!({"nav_index": "1:2:0", "timestamp_collected": 1_750_000_000_000_i64, "source_platform": "linkedin.com",
        "data": update(json!({}))});
    let (format, found) = posts(&[line.to_string().as_bytes()], &settings());
    assert_eq!((format, found.len()), ("zeeschuimer", 1));
    assert_eq!(found[0].collected_at.map(|time| time.0), Some(1_750_000_000_000));
}
