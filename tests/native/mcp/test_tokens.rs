//! Test tokens: each tool answers what it answers on a service that holds just the invented posts, for nothing.

use super::{body, call_tool, data, failure, request, send};
use crate::sqlite::{SHARD, Server};
use crate::test_tokens::{holding_them, test_token};
use postern::http::runtime::RateLimit;
use postern::store::Database::Accounts;
use serde_json::{Value, json};

/// Calls of each tool that reads posts.
fn calls() -> Vec<(&'static str, Value)> {
    vec![
        ("search_posts", json!({})),
        ("search_posts", json!({"keyword": "the", "sort_by": "likes_count", "limit": 100})),
        ("search_posts", json!({"platform": ["x", "tiktok"], "fields": ["content", "author.username"]})),
        ("search_posts", json!({"hashtag": ["heron"], "sort_order": "asc"})),
        ("search_posts", json!({"username": ["nobody.at.all"]})),
        ("search_posts", json!({"keywort": "a", "limit": 0})),
        ("count_posts", json!({})),
        ("count_posts", json!({"group_by": "day"})),
        ("count_posts", json!({"group_by": "hashtag", "top": 100, "platform": ["instagram"]})),
        ("get_posts", json!({"ids": ["x:none", "https://vm.tiktok.com/a"]})),
        ("list_changes", json!({})),
        ("list_changes", json!({"since": "0", "limit": 100})),
        ("list_changes", json!({"since": "0", "hashtag": ["heron"], "fields": ["likes_count"]})),
        ("list_changes", json!({"since": "0", "platform": ["twitter"]})),
        ("list_changes", json!({"since": "x"})),
    ]
}

/// Where an answer goes on: the arguments of the next call.
fn onwards(arguments: &Value, answer: &Value) -> Option<Value> {
    let mut arguments = arguments.clone();
    let page = &answer["page"];
    if page["has_more"] == true {
        let (name, next) = [("cursor", "next_cursor"), ("since", "next_since")]
            .into_iter()
            .find(|(_, next)| page[*next].is_string())?;
        arguments[name] = page[next].clone();
        return Some(arguments);
    }
    let remaining = answer["remaining"].as_array().filter(|remaining| !remaining.is_empty())?;
    arguments["ids"] = json!(remaining);
    Some(arguments)
}

/// The result of a call, without what is different in each: its number, and the credits.
fn result(server: &Server, token: &str, name: &str, arguments: &Value) -> (Value, Value) {
    let mut result = body(&call_tool(server, token, name, arguments))["result"].take();
    let text = result["content"][0]["text"].take();
    let text = text.as_str().unwrap().split(r#""request_id""#).next().unwrap().to_owned();
    let meta = result["_meta"].take();
    result["content"] = json!(text);
    (result, meta)
}

#[test]
fn each_tool_answers_what_it_answers_where_just_these_posts_are() {
    let (server, token) = holding_them();
    let test = test_token(&server, 0);
    let mut all = calls();
    let ids: Vec<_> = server.keys().into_iter().map(|(id, _)| id).step_by(7).collect();
    all.push(("get_posts", json!({"ids": ids})));
    all.push(("get_posts", json!({"ids": ids, "fields": ["content"]})));
    let (mut answers, mut failures) = (0, 0);
    for (name, arguments) in all {
        for max_chars in [2_000, 20_000] {
            let mut next = Some(arguments.clone());
            while let Some(mut arguments) = next {
                // The least that so many ids need.
                let asked = arguments["ids"].as_array().map_or(0, Vec::len) * 60;
                arguments["max_chars"] = json!(max_chars.max(1_200 + asked));
                let [own, other] = [&token, &test].map(|token| result(&server, token, name, &arguments));
                assert_eq!(own.0, other.0, "{name} {arguments}");
                assert_eq!(other.1["postern/credits_charged"], 0, "{name} {arguments}");
                assert_eq!(other.1["postern/credits_remaining"], Value::Null, "{name} {arguments}");
                answers += 1;
                failures += u32::from(other.0["isError"] == true);
                next = onwards(&arguments, &other.0["structuredContent"]);
            }
        }
    }
    assert_eq!((answers > 500, failures), (true, 6), "{answers}");
}

#[test]
fn nothing_is_read_charged_or_counted() {
    let server = Server::default();
    crate::api::account(&server, 0);
    let token = test_token(&server, 0);
    crate::api::run(&server, SHARD, "DROP TABLE posts; DROP TABLE documents; DROP TABLE versions");
    server.reads.borrow_mut().clear();
    let called = [
        ("search_posts", json!({"max_chars": 2_000}), "posts"),
        ("get_posts", json!({"ids": ["x:none"]}), "posts"),
        ("count_posts", json!({}), "groups"),
        ("list_changes", json!({"since": "0"}), "changes"),
    ];
    for (name, arguments, list) in &called {
        let reply = call_tool(&server, &token, name, arguments);
        let result = &body(&reply)["result"];
        assert!(result["structuredContent"][list].is_array(), "{name}: {result}");
        assert_eq!(
            result["_meta"],
            json!({"postern/credits_charged": 0, "io.modelcontextprotocol/serverInfo": result["_meta"]["io.modelcontextprotocol/serverInfo"]})
        );
        let headers =
            ["X-Credits-Charged", "X-Credits-Remaining", "RateLimit-Policy"].map(|name| reply.header(name));
        assert_eq!(headers, [Some("0"), None, Some("\"test-token\";q=30;w=60")]);
        assert_eq!(reply.note.plan.as_deref(), Some("test"));
    }
    let usage = "SELECT (SELECT count(*) FROM usage) + (SELECT count(*) FROM idempotency)";
    assert_eq!((server.reads.borrow().len(), server.count(Accounts, usage)), (0, 0));
    let limits: Vec<_> = server.counted.borrow().iter().map(|(limit, _)| *limit).collect();
    assert_eq!(limits, [RateLimit::Test; 4]);
}

#[test]
fn the_account_is_invented_and_all_tools_are_listed() {
    let server = Server::default();
    crate::api::account(&server, 5);
    let token = test_token(&server, 0);
    assert_eq!(
        data(&server, &token, "get_account", &json!({})),
        json!({
            "account": {"name": "Test Account", "email": "test@example.com", "company": "Example", "status": "active"},
            "balance": {"current": 1000, "total_used": 0}, "usage": {"api_calls_30_days": 0},
        })
    );
    let list = send(&server, &token, &request("tools/list", &json!({})));
    assert_eq!(body(&list)["result"]["tools"].as_array().unwrap().len(), 5);
}

#[test]
fn a_since_of_the_service_is_gone_for_a_test_token() {
    let (server, token) = crate::charging::shop(9);
    let now = data(&server, &token, "list_changes", &json!({}));
    let arguments = json!({"since": now["page"]["next_since"]});
    let reply = call_tool(&server, &test_token(&server, 0), "list_changes", &arguments);
    assert_eq!(failure(&reply)["code"], "SINCE_GONE");
}
