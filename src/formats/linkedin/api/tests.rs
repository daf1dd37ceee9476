use super::*;
use crate::formats::tests::{code, post, posts, settings};
use serde_json::json;

fn given() -> Settings {
    Settings { author: Some("ada-keel".into()), ..settings() }
}

pub(crate) fn element(over: Value) -> Value {
    let mut element = json!({"id": "urn:li:share:7300000000000000001", "author": "urn:li:organization:17",
        "commentary": "Low tide {hashtag|\\#|Reef} \\(early\\)", "publishedAt": 1_740_455_627_441_i64, "createdAt": 1_740_455_000_000_i64,
        "lifecycleState": "PUBLISHED", "visibility": "PUBLIC", "content": {"media": {"id": "urn:li:video:C5"}}});
    let (map, Value::Object(over)) = (element.as_object_mut().unwrap(), over) else { panic!("no object") };
    map.extend(over);
    element
}

fn ugc(over: Value) -> Value {
    let mut element = json!({"id": "urn:li:ugcPost:7300000000000000001", "author": "urn:li:person:x", "lifecycleState": "PUBLISHED",
        "firstPublishedAt": 1_740_455_627_441_i64, "created": {"time": 1_740_455_000_000_i64},
        "specificContent": {"com.linkedin.ugc.ShareContent": {"shareCommentary": {"text": "Low \\(tide\\)"}, "shareMediaCategory": "IMAGE",
            "media": [{"media": "urn:li:digitalmediaAsset:1"}, {"media": "urn:li:digitalmediaAsset:2"}]}}});
    let (map, Value::Object(over)) = (element.as_object_mut().unwrap(), over) else { panic!("no object") };
    map.extend(over);
    element
}

#[test]
fn a_post_is_converted() {
    let post = post(convert(&element(json!({})), &given()));
    assert_eq!(post.platform_post_id, "share:7300000000000000001");
    assert_eq!(post.content.as_deref(), Some("Low tide #Reef (early)"));
    assert_eq!(post.published_at.to_string(), "2025-02-25T03:53:47.441Z");
    assert_eq!(
        (post.author.username.as_str(), post.author.id.as_deref()),
        ("ada-keel", Some("urn:li:organization:17"))
    );
    assert_eq!((post.media_type, post.media, post.kind), (Some(MediaType::Video), Some(vec![]), None));
    assert_eq!(code(convert(&element(json!({})), &settings())), "MISSING_AUTHOR");
}

#[test]
fn a_post_of_the_ugc_api_is_converted() {
    let read = post(convert(&ugc(json!({})), &given()));
    assert_eq!(read.platform_post_id, "ugcPost:7300000000000000001");
    assert_eq!(
        (read.content.as_deref(), read.media_type),
        (Some("Low \\(tide\\)"), Some(MediaType::Carousel))
    );
    assert_eq!(convert(&ugc(json!({"deleted": true})), &given()), Ok(Item::Skipped("deleted by its author")));
}

#[test]
fn drafts_and_posts_for_connections_are_skipped() {
    for (over, reason) in [
        (json!({"lifecycleState": "DRAFT"}), "not published"),
        (json!({"visibility": "CONNECTIONS"}), "shown to connections only"),
    ] {
        assert_eq!(convert(&element(over), &given()), Ok(Item::Skipped(reason)));
    }
}

#[test]
fn media_relations_and_edits_are_converted() {
    let read = |over| post(convert(&element(over), &given()));
    let images =
        |count| json!({"content": {"multiImage": {"images": vec![json!({"id": "urn:li:image:1"}); count]}}});
    assert_eq!(read(images(2)).media_type, Some(MediaType::Carousel));
    assert_eq!(read(json!({"content": {"article": {"source": "https://x"}}})).media_type, None);
    let shared = json!({"reshareContext": {"parent": "urn:li:share:7200000000000000001"}});
    assert_eq!(read(shared.clone()).kind, Some(Kind::Quote));
    assert_eq!(read(shared).refers_to.as_deref(), Some("linkedin:share:7200000000000000001"));
    let edited = read(
        json!({"lastModifiedAt": 1_740_455_999_000_i64, "lifecycleStateInfo": {"isEditedByAuthor": true}}),
    );
    assert_eq!(edited.edited_at.map(|time| time.0), Some(1_740_455_999_000));
}

#[test]
fn responses_are_lists_or_maps() {
    let named = element(json!({"author~": {"vanityName": "keel-co", "localizedName": "Keel & Co"}}));
    for file in [
        json!({"paging": {}, "elements": [named]}).to_string(),
        json!({"results": {"urn:li:share:7300000000000000001": named}, "statuses": {}}).to_string(),
        named.to_string(),
        json!({"elements": [ugc(json!({"author~": {"vanityName": "keel-co"}}))]}).to_string(),
    ] {
        let (format, found) = posts(&[file.as_bytes()], &settings());
        assert_eq!((format, found.len()), ("linkedin-api", 1), "{file}");
        assert_eq!(found[0].author.username, "keel-co");
    }
}
