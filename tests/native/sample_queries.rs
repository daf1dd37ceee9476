//! Queries on the sample of the site: every filter finds some of it, and every group has posts.

use crate::api::{account, body, get};
use crate::sample::server;
use crate::sqlite::Server;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The number of posts in each group, by its key; `null` is the empty key.
fn grouped(server: &Server, token: &str, by: &str) -> BTreeMap<String, u64> {
    let reply = get(server, token, &format!("/api/v1/posts/counts?group_by={by}"));
    let groups = body(&reply)["data"]["groups"].as_array().unwrap().clone();
    let entry = |group: &Value| {
        (group["key"].as_str().unwrap_or_default().to_owned(), group["posts"].as_u64().unwrap())
    };
    groups.iter().map(entry).collect()
}

#[test]
fn every_network_kind_and_media_type_occurs_and_half_is_in_english() {
    let server = server();
    let token = account(&server, 1000);
    let grouped = |by| json!(grouped(&server, &token, by));
    assert_eq!(
        grouped("platform"),
        json!({"x": 120, "instagram": 81, "tiktok": 50, "linkedin": 27, "snapchat": 22})
    );
    assert_eq!(grouped("kind"), json!({"original": 212, "reply": 61, "quote": 18, "repost": 9}));
    assert_eq!(grouped("media_type"), json!({"": 131, "video": 64, "image": 58, "carousel": 35, "reel": 12}));
    assert_eq!(grouped("month"), json!({"2026-08": 28, "2026-09": 134, "2026-10": 114, "2026-11": 24}));
    let languages = grouped("language");
    let told = ["en", "fr", "de", "es", "tr", "pt", "ja", "ar", "ko", "hi", "it", "zh", "pl", ""]
        .map(|key| languages[key].as_u64());
    assert_eq!(told, [163, 17, 16, 16, 14, 15, 10, 8, 7, 6, 4, 2, 2, 12].map(Some));
}

#[test]
fn every_filter_finds_something_and_leaves_something_out() {
    let server = server();
    let token = account(&server, 1000);
    let found = |query: &str| {
        let reply = get(&server, &token, &format!("/api/v1/posts/counts?{query}"));
        body(&reply)["data"]["total"]["posts"].as_u64()
    };
    for (query, posts) in FILTERS {
        assert_eq!(found(query), Some(*posts), "{query}");
    }
}

/// Queries, and how many posts each finds.
const FILTERS: &[(&str, u64)] = &[
    ("platform=x,linkedin", 147),
    ("platform=twitter&username=wrenmouthbuses", 16),
    ("username=teyra.enelmar,TeyraEnElMar", 17),
    ("hashtag=HeronOfRoute7", 26),
    ("hashtag=İskele,größtesGlück", 2),
    ("hashtag=鷺,पतंग,قمر", 6),
    ("keyword=coral+-baby*", 18),
    ("keyword=iskelede+gece", 1),
    ("keyword=heron", 21),
    ("keyword=coral", 19),
    ("keyword=%22low+tide%22+-storm", 5),
    ("keyword=chœur+OR+erwd*", 4),
    ("keyword=図書館", 3),
    ("media_type=reel,carousel", 47),
    ("media_type=none", 131),
    ("kind=quote,repost", 27),
    ("language=pt,hi", 21),
    ("language=und", 12),
    ("mentions=WrenmouthBuses", 11),
    ("min_likes=100000", 30),
    ("min_comments=1000", 28),
    ("min_views=1000000", 36),
    ("min_shares=1000", 50),
    ("platform=x&exclude_username=wrenmouth_bell,WrenmouthBuses", 90),
    ("platform=instagram&exclude_hashtag=coral,ceramics", 68),
    ("kind=reply&exclude_mentions=WrenmouthBuses,sk_quellau1911", 45),
    ("from_date=2026-10-02&to_date=2026-10-04", 27),
    ("hashtag=lowtide&media_type=reel&min_likes=100", 2),
    ("refers_to=x:2097216451413352800", 4),
];
