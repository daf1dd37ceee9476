//! `max_chars`: answers that end before they grow too long, and go on at exactly the next post.

use super::{body, call_tool, data, faults};
use crate::api::{account, line, load, loaded};
use crate::sqlite::Server;
use serde_json::{Value, json};

/// The length of the data as JavaScript counts it.
fn length(server: &Server, token: &str, name: &str, arguments: &Value) -> (usize, Value) {
    let result = body(&call_tool(server, token, name, arguments))["result"].clone();
    assert_eq!(result["isError"], false, "{result}");
    let text = result["content"][0]["text"].as_str().unwrap();
    (text.encode_utf16().count(), result["structuredContent"].clone())
}

/// The ids of all pages, and how many there were.
fn walk(server: &Server, token: &str, arguments: &Value) -> (Vec<String>, usize) {
    let (mut ids, mut pages, mut arguments) = (Vec::new(), 0, arguments.clone());
    loop {
        let (length, page) = length(server, token, "search_posts", &arguments);
        assert!(length as u64 <= arguments["max_chars"].as_u64().unwrap(), "{length}");
        let posts = page["posts"].as_array().unwrap();
        assert_eq!(page["page"]["returned"], posts.len());
        ids.extend(posts.iter().map(|post| post["id"].as_str().unwrap().to_owned()));
        pages += 1;
        assert_eq!(page["page"]["has_more"], page["page"]["next_cursor"].is_string());
        if page["page"]["next_cursor"].is_null() {
            return (ids, pages);
        }
        arguments["cursor"] = page["page"]["next_cursor"].clone();
    }
}

#[test]
fn a_thousand_posts_are_walked_by_size_without_losing_or_repeating_one() {
    let server = Server::default();
    let token = account(&server, 10_000);
    loaded(&server, 1_000);
    for (sort, max_chars) in
        [("published_at", 2_000), ("published_at", 20_000), ("likes_count", 5_000), ("views_count", 20_000)]
    {
        let whole = json!({"limit": 100, "sort_by": sort, "max_chars": 200_000});
        let (expected, _) = walk(&server, &token, &whole);
        let small = json!({"limit": 100, "sort_by": sort, "max_chars": max_chars});
        let (ids, pages) = walk(&server, &token, &small);
        assert_eq!((expected.len(), &ids), (1_000, &expected), "{sort} {max_chars}");
        assert!(pages > 40, "{pages} pages: the size ends them");
        assert_eq!(ids.iter().collect::<std::collections::BTreeSet<_>>().len(), 1_000);
    }
}

#[test]
fn one_more_post_would_not_have_fit() {
    let server = Server::default();
    let token = account(&server, 1_000);
    loaded(&server, 60);
    let whole = data(&server, &token, "search_posts", &json!({"limit": 60, "max_chars": 200_000}));
    for max_chars in [3_000, 7_919, 20_000] {
        let (length, page) =
            length(&server, &token, "search_posts", &json!({"limit": 60, "max_chars": max_chars}));
        let count = page["posts"].as_array().unwrap().len();
        let next = whole["posts"][count].to_string().encode_utf16().count() + 1;
        assert!(length <= max_chars && length + next > max_chars, "{length} of {max_chars}, and {next} more");
        assert_eq!(page["posts"].as_array().unwrap()[..], whole["posts"].as_array().unwrap()[..count]);
    }
}

#[test]
fn a_first_post_that_is_too_long_is_cut_in_its_text_and_the_walk_goes_on() {
    let server = Server::default();
    let token = account(&server, 100);
    let long = "coral 🐠 \"reef\" ".repeat(600);
    load(&server, &(line("1", "reef", "one") + &line("2", "reef", &long) + &line("3", "reef", "three")));
    let walked = walk(&server, &token, &json!({"max_chars": 2_000, "sort_order": "asc"}));
    assert_eq!(walked.0.len(), 3);
    let (length, page) =
        length(&server, &token, "search_posts", &json!({"max_chars": 2_000, "keyword": "🐠"}));
    assert!((1_990..=2_000).contains(&length), "{length}");
    assert_eq!((&page["truncated"], &page["posts"][0]["id"]), (&json!(true), &json!("x:2")));
    assert_eq!(page["truncated_keys"], json!(["content"]));
    let content = page["posts"][0]["content"].as_str().unwrap();
    assert!(long.starts_with(content) && content.len() > 500, "{content}");
    let whole = data(&server, &token, "search_posts", &json!({"keyword": "🐠", "max_chars": 20_000}));
    assert_eq!((&whole["truncated"], &whole["posts"][0]["content"]), (&Value::Null, &json!(long)));
    assert_eq!(whole["truncated_keys"], Value::Null);
    // All keys but the text are whole.
    let mut cut = page["posts"][0].clone();
    cut["content"] = json!(long);
    assert_eq!(cut, whole["posts"][0]);
}

#[test]
fn a_post_with_long_addresses_keeps_to_the_size_as_well() {
    let server = Server::default();
    let token = account(&server, 100);
    let url =
        |id: usize| json!({"type": "image", "url": format!("https://cdn.example/{id}/{}", "u".repeat(900))});
    let post = json!({
        "platform": "instagram", "platform_post_id": "C8", "author": {"username": "reef"}, "content": "coral",
        "published_at": "2026-03-01T18:04:05Z", "media": (0..10).map(url).collect::<Vec<_>>(), "likes_count": 7,
    });
    load(&server, &format!("{post}\n"));
    let (length, page) = length(&server, &token, "search_posts", &json!({"max_chars": 2_000}));
    assert!(length <= 2_000, "{length}");
    assert_eq!((&page["truncated"], &page["truncated_keys"]), (&json!(true), &json!(["media"])));
    let mut whole = data(&server, &token, "search_posts", &json!({"max_chars": 20_000}))["posts"].clone();
    assert_eq!(whole[0]["media"].as_array().map(Vec::len), Some(10));
    whole[0].as_object_mut().unwrap().remove("media");
    assert_eq!(page["posts"], whole, "everything else is there");
}

#[test]
fn a_query_that_is_too_long_to_be_repeated_is_refused_with_what_it_needs() {
    let server = Server::default();
    let token = account(&server, 100);
    load(&server, &line("1", "reef", "coral"));
    let names: Vec<_> = (0..20).map(|number| format!("{number:02}{}", "n".repeat(90))).collect();
    let arguments = |max_chars: u64| json!({"exclude_username": names, "max_chars": max_chars});
    assert_eq!(
        faults(&server, &token, "search_posts", &arguments(2_000)),
        [("max_chars".to_owned(), "OUT_OF_RANGE".to_owned())]
    );
    let error = super::failure(&call_tool(&server, &token, "search_posts", &arguments(2_000)));
    let minimum = error["details"][0]["minimum"].as_u64().unwrap();
    let (length, page) = length(&server, &token, "search_posts", &arguments(minimum));
    assert!(length as u64 <= minimum && page["posts"][0]["content"] == "coral", "{length} of {minimum}");
    assert_eq!(faults(&server, &token, "count_posts", &arguments(2_000))[0].0, "max_chars");
}

#[test]
fn ids_that_do_not_fit_are_refused_with_what_they_need() {
    let server = Server::default();
    let token = account(&server, 100);
    let ids: Vec<_> = (0..100).map(|number| format!("x:{number:020}")).collect();
    let arguments = |max_chars: u64| json!({"ids": ids, "max_chars": max_chars});
    assert_eq!(faults(&server, &token, "get_posts", &arguments(2_000))[0].0, "max_chars");
    let error = super::failure(&call_tool(&server, &token, "get_posts", &arguments(2_000)));
    let minimum = error["details"][0]["minimum"].as_u64().unwrap();
    assert!(minimum < 100 * 40 + 1_000, "about 40 characters an id and 1,000 are enough, not {minimum}");
    assert!(error["details"][0]["message"].as_str().unwrap().contains(&minimum.to_string()));
    let (length, page) = length(&server, &token, "get_posts", &arguments(minimum));
    assert!(length as u64 <= minimum && page["posts"] == json!([]), "{length} of {minimum}");
}

#[test]
fn posts_by_id_that_do_not_fit_are_remaining_by_their_ids() {
    let server = Server::default();
    let token = account(&server, 100);
    let lines: String = (1..=9).map(|id| line(&id.to_string(), "reef", &"coral ".repeat(100))).collect();
    load(&server, &lines);
    let mut ask: Vec<String> = (1..=9).map(|id| format!("x:{id}")).collect();
    ask[6] = "https://twitter.com/a/status/7?s=20".into();
    ask.insert(1, "x:404".into());
    ask.push("x:405".into());
    let expected: Vec<String> = (1..=9).map(|id| format!("x:{id}")).collect();
    let (mut seen, mut rounds, mut ids) = (Vec::new(), 0, json!(ask));
    while ids.as_array().is_some_and(|ids| !ids.is_empty()) {
        let arguments = json!({"ids": ids, "max_chars": 5_000});
        let (length, page) = length(&server, &token, "get_posts", &arguments);
        assert!(length <= 5_000, "{length}");
        if rounds == 0 {
            assert_eq!(page["missing"], json!(["x:404"]), "x:405 remains");
            assert!(page["remaining"].as_array().unwrap().contains(&json!("x:7")));
        }
        // Each id stands once: what the answer is about, or what remains.
        let (about, remaining) =
            (page["query"]["ids"].as_array().unwrap(), page["remaining"].as_array().unwrap());
        assert_eq!(about.len() + remaining.len(), ids.as_array().unwrap().len());
        let named = page["posts"].as_array().unwrap().len() + page["missing"].as_array().unwrap().len();
        assert_eq!(about.len(), named);
        seen.extend(
            page["posts"].as_array().unwrap().iter().map(|post| post["id"].as_str().unwrap().to_owned()),
        );
        ids = page["remaining"].clone();
        rounds += 1;
    }
    assert_eq!((seen, rounds > 1), (expected, true));
}

#[test]
fn a_hundred_ids_and_a_hundred_long_addresses_are_answered() {
    let server = Server::default();
    let token = account(&server, 1_000);
    let number = |index: usize| 7_300_000_000_000_000_000 + index;
    let post = |index: usize| {
        let post = json!({"platform": "linkedin", "platform_post_id": format!("activity:{}", number(index)),
            "author": {"username": "reef"}, "content": "coral ".repeat(50), "published_at": "2026-03-01T18:04:05Z"});
        format!("{post}\n")
    };
    // Every tenth is missing.
    load(&server, &(0..100).filter(|index| index % 10 > 0).map(post).collect::<String>());
    let id = |index: usize| format!("linkedin:activity:{}", number(index));
    let address = |index: usize| {
        let start =
            format!("https://www.linkedin.com/feed/update/urn:li:activity:{}/?utm_source=", number(index));
        format!("{start}{}", "t".repeat(215 - start.len()))
    };
    let ids: Vec<_> = (0..100).map(id).collect();
    let addresses: Vec<_> = (0..100).map(address).collect();
    for (asked, max_chars) in [(&ids, 6_000), (&addresses, 6_000), (&addresses, 20_000)] {
        let (mut found, mut missing, mut remaining) = (Vec::new(), 0, json!(asked));
        while remaining != json!([]) {
            let (length, page) =
                length(&server, &token, "get_posts", &json!({"ids": remaining, "max_chars": max_chars}));
            assert!(length <= max_chars, "{length}");
            let posts = page["posts"].as_array().unwrap();
            found.extend(posts.iter().map(|post| post["id"].as_str().unwrap().to_owned()));
            missing += page["missing"].as_array().unwrap().len();
            assert_ne!(page["remaining"], remaining, "each answer comes further");
            remaining = page["remaining"].clone();
        }
        let stored: Vec<_> = (0..100).filter(|index| index % 10 > 0).map(id).collect();
        assert_eq!((found, missing), (stored, 10));
    }
    // A first one that is missing is named as it was asked for, even if that is long.
    let none = format!("https://x.com/a/status/1?{}", "q".repeat(5_000));
    let page = data(&server, &token, "get_posts", &json!({"ids": [none, ids[1]]}));
    assert_eq!((&page["missing"], &page["query"]["ids"][0]), (&json!([none]), &json!("x:1")));
}

#[test]
fn groups_that_do_not_fit_are_in_others() {
    let server = Server::default();
    let token = account(&server, 100);
    let on = |day: usize| {
        let post = json!({"platform": "x", "platform_post_id": day.to_string(), "author": {"username": format!("reef{day:02}")},
            "published_at": format!("2026-01-{day:02}T12:00:00Z"), "likes_count": day});
        format!("{post}\n")
    };
    load(&server, &(1..=31).map(on).collect::<String>());
    for (group_by, first, last) in [("day", "2026-01-22", "2026-01-31"), ("username", "reef01", "reef10")] {
        let arguments = json!({"group_by": group_by, "max_chars": 2_500});
        let (length, counts) = length(&server, &token, "count_posts", &arguments);
        assert!(length <= 2_500, "{length}");
        let groups = counts["groups"].as_array().unwrap();
        let keys: Vec<_> = groups.iter().map(|group| group["key"].as_str().unwrap()).collect();
        assert_eq!((keys[0], keys[keys.len() - 1]), (first, last), "{keys:?}");
        let sum = |of: fn(&Value) -> u64| groups.iter().map(of).sum::<u64>() + of(&counts["others"]);
        assert_eq!(sum(|tally| tally["posts"].as_u64().unwrap()), 31);
        assert_eq!(sum(|tally| tally["likes_count"]["sum"].as_u64().unwrap()), 31 * 32 / 2);
        assert_eq!(counts["total"]["posts"], 31);
    }
    let whole = data(&server, &token, "count_posts", &json!({"group_by": "day"}));
    assert_eq!((whole["groups"].as_array().unwrap().len(), &whole["others"]), (31, &Value::Null));
}
