//! `list_changes`: answers that end before they grow too long, and go on with exactly the next change.

use super::{call_tool, data, failure, faults, structured};
use crate::api::{account, body, get, line, load, loaded, run};
use crate::copies::{short, since};
use crate::erase::erase;
use crate::sqlite::{SHARD, Server};
use serde_json::{Value, json};

/// An answer of at most so many characters.
fn sized(server: &Server, token: &str, arguments: &Value, max_chars: usize) -> Value {
    let mut arguments = arguments.clone();
    arguments["max_chars"] = json!(max_chars);
    structured(&call_tool(server, token, "list_changes", &arguments), max_chars)
}

/// What the API answers.
fn api(server: &Server, token: &str, query: &str) -> Value {
    let reply = get(server, token, &format!("/api/v1/posts/changes?{query}"));
    assert_eq!(reply.status, 200, "{query}: {}", reply.body_text());
    body(&reply)["data"].take()
}

#[test]
fn an_answer_is_that_of_the_api_with_as_many_changes_as_fit() {
    let server = Server::with_shards(3);
    let token = account(&server, 9_999);
    let lines = |tag: &str, ids: core::ops::Range<usize>| -> String {
        ids.map(|id| line(&id.to_string(), &format!("kelp{id}"), &format!("{} {tag}", "é".repeat(id * 9))))
            .collect()
    };
    load(&server, &lines("#reef", 0..80));
    let start = since(&data(&server, &token, "list_changes", &json!({})));
    load(&server, &(lines("#sand", 0..20) + &lines("more #reef", 20..60)));
    for id in 60..80 {
        assert_eq!(erase(&server, &format!("posts/x:{id}")).0, 200);
    }
    for max_chars in [2_000, 3_333, 20_000] {
        let (mut at, mut seen, mut answers) = (start.clone(), Vec::new(), 0);
        loop {
            let arguments = json!({"since": at, "hashtag": ["reef"], "limit": 100});
            let part = sized(&server, &token, &arguments, max_chars);
            let asked =
                |limit: usize| api(&server, &token, &format!("since={at}&hashtag=reef&limit={limit}"));
            let count = part["changes"].as_array().unwrap().len();
            let same = asked(count);
            assert_eq!((&part["changes"], &part["query"]), (&same["changes"], &same["query"]));
            assert_eq!(
                ["returned", "has_more", "next_since"].map(|key| &part["page"][key]),
                ["returned", "has_more", "next_since"].map(|key| &same["page"][key])
            );
            seen.extend(short(&part));
            answers += 1;
            if part["page"]["has_more"] == false {
                break;
            }
            let mut more = asked(count + 1);
            more["page"]["limit"] = json!(100);
            let length = more.to_string().encode_utf16().count();
            assert!(length > max_chars, "one more would have fit: {length}");
            at = since(&part);
        }
        let gone =
            (0..20).map(|id| format!("left x:{id}")).chain((60..80).map(|id| format!("erased x:{id}")));
        let mut expected: Vec<_> = (20..60).map(|id| format!("x:{id}")).chain(gone).collect();
        expected.sort_unstable();
        seen.sort_unstable();
        assert_eq!((seen, answers > 1), (expected, true), "{answers} answers");
    }
}

#[test]
fn posts_are_walked_by_size_without_losing_or_repeating_one() {
    let server = Server::with_shards(2);
    let token = account(&server, 9_999);
    loaded(&server, 300);
    for (arguments, max_chars) in [
        (json!({"limit": 100}), 2_000),
        (json!({"limit": 7, "fields": ["content"]}), 20_000),
        (json!({}), 5_000),
    ] {
        let (mut arguments, mut ids, mut is_first) = (arguments, Vec::new(), true);
        arguments["since"] = json!("0");
        loop {
            let part = sized(&server, &token, &arguments, max_chars);
            assert!(is_first || part["page"]["returned"] != 0, "{part}");
            ids.extend(short(&part));
            arguments["since"] = part["page"]["next_since"].clone();
            is_first = false;
            if part["page"]["has_more"] == false {
                break;
            }
        }
        ids.sort_unstable();
        let count = ids.len();
        ids.dedup();
        assert_eq!((count, ids.len()), (300, 300), "{max_chars}");
    }
}

#[test]
fn a_first_post_that_is_too_long_is_cut_in_its_text_and_the_walk_goes_on() {
    let server = Server::default();
    let token = account(&server, 99);
    let long = "coral 🐠 \"reef\" ".repeat(600);
    let texts = ["one", &long, "three"];
    for (id, text) in (1..).zip(texts) {
        load(&server, &line(&id.to_string(), "reef", text));
    }
    let mut at = "0".to_owned();
    for (number, text) in texts.iter().enumerate() {
        let part = sized(&server, &token, &json!({"since": at}), 2_000);
        assert_eq!(short(&part), [format!("x:{}", number + 1)]);
        let content = part["changes"][0]["post"]["content"].as_str().unwrap();
        let is_cut = number == 1;
        assert_eq!((part["truncated"] == true, content == *text), (is_cut, !is_cut), "{part}");
        assert!(text.starts_with(content));
        let length = part.to_string().encode_utf16().count();
        assert!(!is_cut || (1_980..=2_000).contains(&length), "{length}");
        assert_eq!(part["page"]["has_more"], number < 2);
        at = since(&part);
    }
    assert_eq!(short(&sized(&server, &token, &json!({"since": at}), 2_000)), [""; 0]);
    let whole = sized(&server, &token, &json!({"since": "0"}), 20_000);
    assert_eq!((&whole["truncated"], &whole["changes"][1]["post"]["content"]), (&Value::Null, &json!(long)));
}

#[test]
fn a_next_since_of_many_databases_has_its_room() {
    let server = Server::with_shards(64);
    let token = account(&server, 99);
    load(&server, &line("1", "reef", &"coral ".repeat(500)));
    let arguments = |max_chars: u64| json!({"since": "0", "max_chars": max_chars});
    let fault = [("max_chars".to_owned(), "OUT_OF_RANGE".to_owned())];
    assert_eq!(faults(&server, &token, "list_changes", &arguments(2_000)), fault);
    let error = failure(&call_tool(&server, &token, "list_changes", &arguments(2_000)));
    let minimum = error["details"][0]["minimum"].as_u64().unwrap();
    let part = sized(&server, &token, &json!({"since": "0"}), usize::try_from(minimum).unwrap());
    assert_eq!((short(&part), &part["truncated"]), (vec!["x:1".to_owned()], &json!(true)));
    assert!(part["changes"][0]["post"]["content"].as_str().unwrap().len() > 400, "{part}");
}

#[test]
fn a_since_that_is_gone_is_a_failure_that_says_what_to_do() {
    let server = Server::default();
    let token = account(&server, 9);
    load(&server, &line("1", "reef", "coral"));
    let now = data(&server, &token, "list_changes", &json!({}));
    run(&server, SHARD, "UPDATE eras SET era = 'ffffffffffffffff'");
    let reply = call_tool(&server, &token, "list_changes", &json!({"since": since(&now)}));
    let error = failure(&reply);
    assert_eq!((&error["code"], reply.note.failed), (&json!("SINCE_GONE"), Some("SINCE_GONE")));
    assert!(error["message"].as_str().unwrap().contains('0'), "{error}");
    assert_eq!(body(&reply)["result"]["_meta"]["postern/credits_charged"], 0);
    assert_eq!(short(&data(&server, &token, "list_changes", &json!({"since": "0"}))), ["x:1"]);
}
