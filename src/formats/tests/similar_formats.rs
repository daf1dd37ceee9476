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
