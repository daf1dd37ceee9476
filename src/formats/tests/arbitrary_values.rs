//! Nothing that a file holds makes a converter panic.

use super::*;
use proptest::prelude::*;

/// The keys that the formats look at.
const KEYS: &str = "\
    data source_platform rest_id legacy core user_results result id id_str tweet created_at full_text \
    entities media extended_entities hashtags urls url text screen_name note_tweet note_tweet_results \
    edit_control edit_tweet_ids views count author uniqueId createTime stats statsV2 diggCount imagePost \
    images video textExtra hashtagName type video_info variants bitrate retweeted_status_result \
    uri creation_timestamp title media_metadata string_map_data media_map_data value shortCode ownerUsername \
    latestPosts childPosts caption code pk taken_at media_type product_type image_versions2 candidates \
    carousel_media video_versions user username extractor_key webpage_url description timestamp uploader \
    formats entries category tweet_id post_shortcode Date Created story storyId metadata videoMetadata node \
    shortcode edge_media_to_caption edges permalink children insights like_count post_owner \
    aweme_id aweme_info statistics digg_count create_time desc video_id video_description webVideoUrl authorMeta \
    hashtag_names slideshowImageLinks Link Likes WhoCanView userName urn numLikes activity_urn posted_at \
    engagement linkedinUrl resharedPost postVideo postImages actor updateMetadata commentary content attributes \
    permanentUrl timeParsed retweetedStatus quotedStatus thread photos videos versions isRetweet full_text metadata \
    retweeted_status user_posted date_posted reposts posts x_id post_id quoted_post num_likes post_text use_url repost \
    channel postPage uploadedAt caption_text resources thumbnail_url video_url sections layout_content fill_items \
    *socialDetail specificContent elements lifecycleState __import_meta body link ShareLink ShareCommentary";

/// JSON with the keys that the formats look at, and values of every type.
fn tree() -> impl Strategy<Value = Value> {
    let keys = prop::sample::select(KEYS.split(' ').collect::<Vec<_>>());
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        prop::sample::select(vec![
            "tiktok.com",
            "x.com",
            "1700000000000000001",
            "video",
            "RT @a: b…",
            "TikTok",
            "Twitter",
            "twitter",
            "instagram"
        ])
        .prop_map(Value::from),
        Just(Value::from("Wed Oct 10 20:19:24 +0000 2018")),
        Just(Value::from("urn:li:activity:7300000000000000500")),
        Just(Value::from("https://www.tiktok.com/@a/video/7300000000000000001")),
    ];
    leaf.prop_recursive(6, 64, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((keys.clone(), inner), 0..8)
                .prop_map(|pairs| pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
        ]
    })
}

/// A post of each format that is JSON, and what reads it.
fn posts() -> Vec<(Convert, Value)> {
    let none = || json!({});
    vec![
        (tiktok::item::convert, tiktok::item::tests::item(none())),
        (tiktok::aweme::convert, tiktok::aweme::tests::aweme(none())),
        (tiktok::apify::convert, tiktok::apify::tests::item(none())),
        (tiktok::apidojo::convert, tiktok::apidojo::tests::item(none())),
        (tiktok::export::convert, tiktok::export::tests::video(none())),
        (linkedin::apify::convert, linkedin::apify::tests::curious()),
        (linkedin::apify::convert, linkedin::apify::tests::maestro_2026(none())),
        (linkedin::apify::convert, linkedin::apify::tests::detail()),
        (linkedin::voyager::convert, linkedin::voyager::tests::update(none())),
        (linkedin::api::convert, linkedin::api::tests::element(none())),
        (x::archive::convert, x::archive::tests::tweet(none())),
        (x::web_exporter::convert, x::web_exporter::tests::tweet(none())),
        (x::twitter_scraper::convert, x::twitter_scraper::tests::tweet(none())),
        (bright_data::convert, bright_data::tests::tweet(none())),
        (bright_data::convert, bright_data::tests::picture(none())),
        (bright_data::convert, bright_data::tests::update(none())),
        (bright_data::convert, bright_data::tests::video(none())),
        (instagram::item::convert, instagram::item::tests::item(none())),
        (instagram::instagrapi::convert, instagram::instagrapi::tests::media(none())),
        (instagram::apify::convert, instagram::apify::tests::row(none())),
        (instagram::instaloader::convert, instagram::instaloader::tests::node(none())),
        (instagram::graph::convert, instagram::graph::tests::media(none())),
        (instagram::business_suite::convert, instagram::business_suite::tests::row()),
        (instagram::export::convert, instagram::export::tests::file("a_1.jpg", "")),
        (ytdlp::convert, ytdlp::tests::tiktok(none())),
        (gallery_dl::convert, gallery_dl::tests::tweet(none())),
        (snapchat::export::convert, snapchat::export::tests::profile()),
        (snapchat::page::convert, snapchat::page::tests::story()),
    ]
}

proptest! {
    #[test]
    fn no_bytes_make_a_converter_panic(bytes: Vec<u8>, text in ".{0,80}") {
        for text in [String::from_utf8_lossy(&bytes).into_owned(), text] {
            let (text, _) = repair::repair(&text);
            let text = text.into_owned();
            for part in FORMATS.iter().flat_map(|format| format.parts) {
                let _ = source::convert(&source::Content::Json(text.clone().into()), part, &settings());
            }
        }
    }

    #[test]
    fn no_json_makes_a_converter_panic(value in tree()) {
        let mut settings = Settings { author: Some("a".into()), ..settings() };
        let mut export = Export::default();
        for part in FORMATS.iter().flat_map(|format| format.parts) {
            if let Role::Companion(learn) = part.role {
                learn(&mut export, &value);
            }
        }
        settings.export = Arc::new(export);
        for part in FORMATS.iter().flat_map(|format| format.parts) {
            let _ = source::convert(&source::Content::Row(value.clone()), part, &settings);
        }
        let _ = x::graphql::convert(&value, &settings);
        let _ = tiktok::item::convert(&value, &settings);
    }

    #[test]
    fn repaired_text_has_no_nul_and_no_lone_surrogate(text in r"(\\u0000|\\ud83d|\\ude00|\\\\|\\n|a|\x00|é){0,12}") {
        let quoted = format!("\"{text}\"");
        let (repaired, _) = repair::repair(&quoted);
        let parsed: String = serde_json::from_str(&repaired).expect("JSON");
        prop_assert!(!parsed.contains('\0'));
    }

    #[test]
    fn no_value_in_a_post_makes_a_converter_panic(key in 0..usize::MAX, value in tree()) {
        let settings = Settings { author: Some("a".into()), ..settings() };
        let replaced = |mut post: Value| {
            let keys: Vec<String> = post.as_object().unwrap().keys().cloned().collect();
            post[keys[key % keys.len()].as_str()] = value.clone();
            post
        };
        for (convert, post) in posts() {
            let _ = convert(&replaced(post), &settings);
        }
        let mut seen = x::graphql::tests::tweet(json!({}), json!({}));
        let _ = x::graphql::convert(&replaced(seen.clone()), &settings);
        seen["legacy"] = replaced(seen["legacy"].take());
        let _ = x::graphql::convert(&seen, &settings);
    }
}
