//! Shapes that are near to one another are told apart.

use super::*;
use crate::formats::sniff;

/// A sample of each shape that has near relations, with the format that it is of.
fn samples() -> Vec<(&'static str, String)> {
    let none = || json!({});
    let list = |post: Value| json!([post]).to_string();
    let harvest = "conversation_id_str,created_at,favorite_count,full_text,id_str,image_url,in_reply_to_screen_name,lang,location,quote_count,reply_count,retweet_count,tweet_url,user_id_str,username\n";
    let exported = "id,created_at,full_text,media,screen_name,name,user_id,in_reply_to,retweeted_status,quoted_status,media_tags,favorite_count,retweet_count,views_count,url\n";
    vec![
        ("tweet-harvest", harvest.to_owned()),
        ("twitter-web-exporter", exported.to_owned()),
        ("twitter-web-exporter", list(x::web_exporter::tests::tweet(none()))),
        ("twitter-scraper", list(x::twitter_scraper::tests::tweet(none()))),
        ("x-archive", list(json!({"tweet": x::archive::tests::tweet(none())}))),
        ("x-web", list(x::graphql::tests::tweet(none(), none()))),
        (
            "community-archive",
            json!({"account": [{"account": {"username": "a", "accountId": "1"}}], "tweets": [
            {"tweet": x::archive::tests::tweet(none())}]})
            .to_string(),
        ),
        ("bright-data", list(bright_data::tests::tweet(none()))),
        ("bright-data", list(bright_data::tests::picture(none()))),
        ("bright-data", list(bright_data::tests::update(none()))),
        ("bright-data", list(bright_data::tests::video(none()))),
        ("apidojo-tiktok", list(tiktok::apidojo::tests::item(none()))),
        ("apify-tiktok", list(tiktok::apify::tests::item(none()))),
        ("tiktok-web", list(tiktok::item::tests::item(none()))),
        ("tiktok-app", list(tiktok::aweme::tests::aweme(none()))),
        ("apify-instagram", list(instagram::apify::tests::row(none()))),
        ("instagram-items", list(instagram::item::tests::item(none()))),
        ("instagram-graph", list(instagram::graph::tests::media(none()))),
        ("instaloader", list(instagram::instaloader::tests::node(none()))),
        ("apify-linkedin", list(linkedin::apify::tests::curious())),
        ("apify-linkedin", list(linkedin::apify::tests::maestro_2026(none()))),
        ("apify-linkedin", list(linkedin::apify::tests::detail())),
    ]
}

#[test]
fn each_sample_is_of_its_format_and_no_other() {
    for (name, sample) in samples() {
        let formats = FORMATS.iter().filter(|format| sniff::recognise(sample.as_bytes(), &[format]).is_ok());
        let names: Vec<_> = formats.map(|format| format.name).collect();
        assert_eq!(names, [name], "{sample}");
    }
}

#[test]
fn a_shape_that_another_grew_from_is_asked_for_first() {
    // Instagrapi's posts have all that tells Instagram's own; what gallery-dl adds to TikTok's own does not hide those.
    let item = instagram::instagrapi::tests::media(json!({}));
    let marked =
        over(tiktok::item::tests::item(json!({})), json!({"category": "tiktok", "subcategory": "post"}));
    for (name, sample) in [("instagrapi", item), ("gallery-dl", marked)] {
        let found = sniff::recognise(json!([sample]).to_string().as_bytes(), FORMATS).unwrap();
        assert_eq!(found.format.name, name);
    }
}

#[test]
fn posts_of_several_formats_in_one_document_are_all_read() {
    let tweet = json!({"type": "tweet", "id": "1800000000000000001", "text": "Low tide", "likeCount": 12,
        "createdAt": "Mon Jun 10 03:00:17 +0000 2024", "author": {"userName": "reef_watch"}});
    let (video, update) = (tiktok::item::tests::item(json!({})), linkedin::apify::tests::curious());
    let document = json!({"x": [tweet], "tiktok": [video], "more": {"linkedin": [update]}}).to_string();
    let named = Settings { author: Some("reef".into()), ..settings() };
    let (_, found) = posts(&[document.as_bytes()], &named);
    let networks: Vec<&str> = found.iter().map(|post| post.platform.network.name()).collect();
    assert_eq!(networks.len(), 3, "{networks:?}");
    for network in ["x", "tiktok", "linkedin"] {
        assert!(networks.contains(&network), "{networks:?}");
    }
}

#[test]
fn a_post_of_another_format_in_a_list_is_called_that() {
    let list =
        json!([instagram::apify::tests::row(json!({})), tiktok::item::tests::item(json!({}))]).to_string();
    let (format, outcomes) = read(&[list.as_bytes()], &settings());
    assert_eq!(format, "apify-instagram");
    let [Ok(Item::Post(_)), Err(error)] = outcomes.as_slice() else { panic!("{outcomes:?}") };
    assert_eq!(error.code, "OTHER_FORMAT");
    assert!(error.reason.starts_with("a post of another format (tiktok-web)"), "{error}");
}

#[test]
fn a_row_in_a_text_of_a_table_is_remarked_on() {
    let remarks = |text: &str| {
        let row = json!({"i": "1800000000000000001", "a": "reef", "b": text});
        let settings =
            Settings { mapping: "platform=:x,id=i,author=a,text=b".parse().unwrap(), ..settings() };
        let content = crate::formats::source::Content::Row(row);
        let (outcome, _) = crate::formats::source::convert(&content, &mapped::FORMAT.parts[0], &settings);
        let Ok(Item::Post(found)) = outcome else { panic!("{outcome:?}") };
        found.remarks.len()
    };
    assert_eq!(remarks("Soup\n1800000000000000002,reef,\"Cup"), 1);
    assert_eq!(remarks("Soup\n1800000000000000002 is a number\n12,5"), 0);
}
