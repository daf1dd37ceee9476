//! What the database leaves out of posts, and what is copied from them.

use crate::api::{account, get, load};
use crate::sqlite::Server;
use serde_json::json;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// Posts whose values could be changed on their way: escapes, large numbers, and texts that look like JSON.
fn lines() -> String {
    let contents = [
        "plain",
        "a \"quote\", a \\ and a /",
        "\u{1}\u{7f}\u{2028}\n\r\t",
        "{\"id\":[1,2,{\"author\":null}]}",
        "emoji 🪸👩‍🚀 サンゴ \u{fffd}",
        "",
        "'; DROP TABLE documents; --",
    ];
    let line = |(number, content): (usize, &&str)| {
        let post = json!({"platform": "x", "platform_post_id": format!("{number}\"{content}"), "content": content,
            "author": {"username": "reef", "display_name": content, "verified": true, "followers_count": 9_007_199_254_740_991_u64},
            "media": [{"type": "image", "url": "https://cdn.example/1?a=b&c=\"d\"", "alt_text": content}],
            "mentions": ["a", "b"], "likes_count": 9_007_199_254_740_991_u64, "published_at": "2026-03-01T18:04:05Z"});
        format!("{post}\n")
    };
    contents.iter().enumerate().map(line).collect()
}

type Keys<'a> = BTreeMap<&'a str, &'a RawValue>;

fn keys(line: &str) -> Keys<'_> {
    serde_json::from_str(line).unwrap()
}

#[test]
fn every_key_is_copied_as_it_was_written() {
    let server = Server::default();
    let token = account(&server, 100);
    assert_eq!(load(&server, &lines())["inserted"], 7);
    let body = |query: &str| {
        let reply = get(&server, &token, &format!("/api/v1/posts/search?format=ndjson{query}"));
        assert_eq!(reply.status, 200, "{}", reply.body_text());
        reply.body_text()
    };
    let whole = body("");
    let names = postern::posts::shape::fields::NAMES;
    for list in names.iter().copied().chain(["content,media,likes_count", "author,url"]) {
        let some = body(&format!("&fields={list}"));
        assert_eq!(some.lines().count(), 7);
        for (some, whole) in some.lines().zip(whole.lines()) {
            let (some, whole) = (keys(some), keys(whole));
            assert_eq!(some["id"].get(), whole["id"].get());
            for name in list.split(',') {
                let (one, other) = match name.split_once('.') {
                    None => (some[name].get(), whole[name].get()),
                    Some((_, part)) => {
                        (keys(some["author"].get())[part].get(), keys(whole["author"].get())[part].get())
                    }
                };
                assert_eq!(one, other, "{list}");
            }
        }
    }
    let all = body(&format!("&fields={}", names.join(",")));
    assert_eq!(all.lines().map(|line| keys(line).len()).sum::<usize>(), 7 * 22);
    assert_eq!(all.len(), whole.len(), "the same keys, and platform in another place");
}

#[test]
fn posts_whose_texts_are_looked_into_have_the_keys_that_are_asked_for() {
    let server = Server::default();
    let token = account(&server, 100);
    let line = |n: u8| {
        format!(
            r#"{{"platform":"x","platform_post_id":"{n}","author":{{"username":"reef"}},"content":"low tide and fog {n}","hashtags":["t"],"likes_count":{n},"published_at":"2026-03-01T00:00:0{n}Z"}}"#
        )
    };
    load(&server, &(0..5).map(|n| line(n) + "\n").collect::<String>());
    // A prefix, and more than three words, are not probed: texts are searched instead.
    for keyword in ["tid*", "low+tide+and+fog"] {
        for sort in ["published_at", "likes_count"] {
            let url = format!(
                "/api/v1/posts/search?keyword={keyword}&hashtag=t&username=reef&sort_by={sort}&limit=1&fields=likes_count"
            );
            let reply = get(&server, &token, &url);
            let found: serde_json::Value = serde_json::from_str(&reply.body_text()).unwrap();
            assert_eq!(found["data"]["posts"], json!([{"id": "x:4", "likes_count": 4}]), "{url}");
        }
    }
}
