//! Calls of tools: the data of the API, and every fault of the arguments.

use super::{body, call_tool, data, earlier, failure, faults, send, tool};
use crate::api::{body as api_body, get, line, load, loaded};
use crate::charging::shop;
use crate::sqlite::Server;
use postern::http::call::{Call, PrivateHeaders};
use serde_json::{Value, json};

/// What the API answers.
fn api(server: &Server, token: &str, url: &str) -> Value {
    api_body(&get(server, token, &format!("/api/v1/{url}")))["data"].clone()
}

#[test]
fn a_tool_answers_what_the_api_does() {
    let server = Server::default();
    let token = crate::api::account(&server, 1000);
    loaded(&server, 300);
    let post = &api(&server, &token, "posts/search?limit=1")["posts"][0];
    let (id, username) = (post["id"].as_str().unwrap(), post["author"]["username"].as_str().unwrap());
    for (name, arguments, url) in [
        ("search_posts", json!({"max_chars": 200_000}), "posts/search?limit=20".to_owned()),
        ("search_posts", json!({"limit": 5, "username": [username]}), format!("posts/search?limit=5&username={username}")),
        (
            "search_posts",
            json!({"platform": ["x", "tiktok"], "sort_by": "likes_count", "min_likes": 3, "fields": ["content", "author.username"]}),
            "posts/search?platform=x,tiktok&sort_by=likes_count&min_likes=3&limit=20&fields=content,author.username".to_owned(),
        ),
        ("search_posts", json!({"username": ["nobody"]}), "posts/search?username=nobody&limit=20".to_owned()),
        ("list_changes", json!({}), "posts/changes?limit=20".to_owned()),
        ("list_changes", json!({"since": "0", "max_chars": 200_000}), "posts/changes?since=0&limit=20".to_owned()),
        (
            "list_changes",
            json!({"since": "0", "limit": 100, "username": [username, "nobody"], "platform": ["x", "tiktok"], "fields": ["content"]}),
            format!("posts/changes?since=0&limit=100&username={username},nobody&platform=x,tiktok&fields=content"),
        ),
        ("count_posts", json!({}), "posts/counts".to_owned()),
        ("count_posts", json!({"group_by": "username", "top": 3}), "posts/counts?group_by=username&top=3".to_owned()),
    ] {
        assert_eq!(data(&server, &token, name, &arguments), api(&server, &token, &url), "{name} {arguments}");
    }
    let mut by_id =
        data(&server, &token, "get_posts", &json!({"ids": [id, "x:0", id], "fields": ["content"]}));
    assert_eq!(by_id.as_object_mut().unwrap().remove("remaining"), Some(json!([])));
    assert_eq!(by_id, api(&server, &token, &format!("posts?ids={id},x:0&fields=content")));
    assert_eq!(data(&server, &token, "get_account", &json!({})), api(&server, &token, "account"));
}

#[test]
fn the_text_repeats_the_data_as_compact_json() {
    let (server, token) = shop(9);
    load(&server, &line("9", "reef", "\"quoted\" \\ \u{1}\u{2028} 🐠 </script>\n"));
    let reply = call_tool(&server, &token, "search_posts", &json!({}));
    let text = reply.body_text();
    let start = text.find(r#""structuredContent":"#).unwrap() + r#""structuredContent":"#.len();
    let raw = &text[start..text.find(r#","isError":false"#).unwrap()];
    let result = &body(&reply)["result"];
    assert_eq!(result["content"], json!([{"type": "text", "text": raw}]));
    assert_eq!(result["structuredContent"], serde_json::from_str::<Value>(raw).unwrap());
    assert_eq!(result["resultType"], "complete");
    let (charged, remaining) =
        (&result["_meta"]["postern/credits_charged"], &result["_meta"]["postern/credits_remaining"]);
    assert_eq!((charged, remaining), (&json!(1), &json!(8)));
    assert_eq!(
        (reply.header("X-Credits-Charged"), reply.header("X-Credits-Remaining")),
        (Some("1"), Some("8"))
    );
    assert_eq!(reply.note.route, "mcp/search_posts");
    let of_earlier = send(&server, &token, &earlier("tools/call", &json!({"name": "search_posts"})));
    let result = &body(&of_earlier)["result"];
    assert_eq!((&result["resultType"], &result["content"][0]["text"]), (&Value::Null, &json!(raw)));
    assert_eq!(result["_meta"], json!({"postern/credits_charged": 0, "postern/credits_remaining": 8}));
}

#[test]
fn every_fault_of_the_arguments_is_named_in_one_answer() {
    let (server, token) = shop(9);
    let named = |name: &str, arguments: Value| {
        faults(&server, &token, name, &arguments)
            .iter()
            .map(|(name, code)| format!("{name} {code}"))
            .collect::<Vec<_>>()
    };
    for (name, arguments, expected) in [
        ("search_posts", json!({"min_like": 5}), &["min_like UNKNOWN_PARAMETER"][..]),
        ("search_posts", json!({"username": "reef"}), &["username INVALID_VALUE"]),
        ("search_posts", json!({"username": []}), &["username EMPTY_VALUE"]),
        ("search_posts", json!({"username": ["a", "A"]}), &["username INVALID_VALUE"]),
        (
            "search_posts",
            json!({"platform": ["myspace", "facebook", 5]}),
            &["platform INVALID_VALUE", "platform UNSUPPORTED_PLATFORM", "platform UNSUPPORTED_PLATFORM"],
        ),
        (
            "search_posts",
            json!({"limit": 0, "max_chars": 1}),
            &["limit OUT_OF_RANGE", "max_chars OUT_OF_RANGE"],
        ),
        ("search_posts", json!({"max_chars": 200_001}), &["max_chars OUT_OF_RANGE"]),
        (
            "search_posts",
            json!({"limit": "5", "keyword": 7, "unheard": 1}),
            &["keyword INVALID_VALUE", "limit INVALID_VALUE", "unheard UNKNOWN_PARAMETER"],
        ),
        (
            "search_posts",
            json!({"fields": ["contents", "id", "likes"]}),
            &["fields INVALID_VALUE", "fields INVALID_VALUE"],
        ),
        (
            "search_posts",
            json!({"from_date": "2026-03-02", "to_date": "2026-03-01"}),
            &["from_date INVALID_RANGE"],
        ),
        ("search_posts", json!({"token": "postern_live_x"}), &["token TOKEN_IN_QUERY"]),
        ("search_posts", json!({"format": "csv"}), &["format UNKNOWN_PARAMETER"]),
        ("search_posts", json!({"group_by": "day"}), &["group_by UNKNOWN_PARAMETER"]),
        ("search_posts", json!({"cursor": "x"}), &["cursor INVALID_CURSOR"]),
        ("count_posts", json!({"limit": 5, "top": 5}), &["limit UNKNOWN_PARAMETER"]),
        ("count_posts", json!({"top": 5}), &["top INVALID_VALUE"]),
        ("count_posts", json!({"group_by": ["day"], "top": 5}), &["group_by INVALID_VALUE"]),
        ("count_posts", json!({"group_by": "hour"}), &["group_by INVALID_VALUE"]),
        ("get_posts", json!({}), &["ids EMPTY_VALUE"]),
        ("get_posts", json!({"ids": []}), &["ids EMPTY_VALUE"]),
        ("get_posts", json!({"ids": "x:1"}), &["ids INVALID_VALUE"]),
        (
            "get_posts",
            json!({"ids": ["x", "x:1", "https://vm.tiktok.com/a/"]}),
            &["ids INVALID_VALUE", "ids INVALID_VALUE"],
        ),
        ("get_posts", json!({"ids": vec!["x:1"; 101]}), &["ids OUT_OF_RANGE"]),
        ("list_changes", json!({"since": 0}), &["since INVALID_VALUE"]),
        ("list_changes", json!({"since": "now"}), &["since INVALID_CURSOR"]),
        ("list_changes", json!({"since": "", "limit": 101}), &["limit OUT_OF_RANGE", "since EMPTY_VALUE"]),
        (
            "list_changes",
            json!({"keyword": "coral", "cursor": "x", "hashtag": "reef", "max_chars": 1_999}),
            &[
                "hashtag INVALID_VALUE",
                "cursor UNKNOWN_PARAMETER",
                "keyword UNKNOWN_PARAMETER",
                "max_chars OUT_OF_RANGE",
            ],
        ),
        (
            "list_changes",
            json!({"platform": ["x", "twitter"], "fields": ["likes", "text"]}),
            &["fields INVALID_VALUE", "fields INVALID_VALUE", "platform INVALID_VALUE"],
        ),
        (
            "get_account",
            json!({"verbose": true, "token": "x"}),
            &["token TOKEN_IN_QUERY", "verbose UNKNOWN_PARAMETER"],
        ),
    ] {
        assert_eq!(named(name, arguments.clone()), expected, "{name} {arguments}");
    }
    let error = failure(&call_tool(&server, &token, "search_posts", &json!({"min_like": 5, "limit": 101})));
    assert_eq!(error["message"], "2 faults in the parameters: see details");
    assert_eq!(error["details"][1]["did_you_mean"], "min_likes");
    assert_eq!((&error["details"][0]["minimum"], &error["details"][0]["maximum"]), (&json!(1), &json!(100)));
    assert_eq!(crate::charging::balance(&server), 9);
    let message = |arguments: Value| {
        failure(&call_tool(&server, &token, "search_posts", &arguments))["message"].clone()
    };
    assert_eq!(
        message(json!({"limit": "5"})),
        "limit: expected a whole number from 1 to 100, and the text \"5\" came"
    );
    assert_eq!(message(json!({"limit": 500})), "limit: expected a whole number from 1 to 100, and 500 came");
    assert!(!message(json!({"keyword": "postern_live_abc"})).as_str().unwrap().contains("address"));
    let hidden = call_tool(&server, &token, "search_posts", &json!({"keyword": "postern_live_abc"}));
    assert!(!hidden.body_text().contains("postern_live_abc"), "{}", hidden.body_text());
}

#[test]
fn an_argument_that_comes_twice_is_refused() {
    let (server, token) = shop(9);
    let text = tool("search_posts", &json!({"limit": 5}))
        .to_string()
        .replace(r#"{"limit":5}"#, r#"{"limit":5,"limit":6}"#);
    let reply = server.call(&super::call(&token, &tool("search_posts", &json!({}))), text.as_bytes());
    assert_eq!(failure(&reply)["details"][0]["code"], "DUPLICATE_PARAMETER");
}

#[test]
fn a_cursor_belongs_to_its_tool_and_query_and_to_the_api() {
    let (server, token) = shop(99);
    let page = data(&server, &token, "search_posts", &json!({"limit": 1}));
    let cursor = &page["page"]["next_cursor"];
    let next =
        data(&server, &token, "search_posts", &json!({"limit": 2, "cursor": cursor, "max_chars": 5000}));
    assert_eq!((&next["posts"][0]["id"], &next["page"]["has_more"]), (&json!("x:2"), &json!(false)));
    let url = format!("posts/search?limit=2&cursor={}", cursor.as_str().unwrap());
    assert_eq!(api(&server, &token, &url), next);
    let invalid = [("cursor".to_owned(), "INVALID_CURSOR".to_owned())];
    assert_eq!(faults(&server, &token, "count_posts", &json!({"cursor": cursor})), invalid);
    assert_eq!(
        faults(&server, &token, "search_posts", &json!({"cursor": cursor, "keyword": "coral"})),
        invalid
    );
    let both = faults(&server, &token, "search_posts", &json!({"cursor": cursor, "keyword": ["coral"]}));
    assert_eq!(both, [("keyword".to_owned(), "INVALID_VALUE".to_owned())]);
}

#[test]
fn a_browser_token_calls_within_its_scope_and_sees_no_balance() {
    use postern::accounts::token::{ApiToken, BrowserToken};
    use postern::posts::scope::claims::Claims;
    let (server, token) = shop(9);
    let claims = Claims {
        expires_in: 600,
        usernames: Some(vec!["reef".into()]),
        max_limit: Some(2),
        ..Claims::default()
    };
    let claims = Claims { origins: Some(vec!["https://www.example.com".into()]), ..claims };
    let browser =
        BrowserToken::create(&ApiToken::parse(&token).unwrap(), &claims, crate::sqlite::NOW).unwrap();
    let send = |message: &Value, origin: Option<&str>| {
        let call = super::call(browser.text(), message);
        let private = PrivateHeaders { origin: origin.map(ToOwned::to_owned), ..call.private.clone() };
        server.call(&Call { private, ..call }, message.to_string().as_bytes())
    };
    let page = Some("https://www.example.com");
    let reply = send(&tool("search_posts", &json!({"username": ["reef"]})), page);
    let result = &body(&reply)["result"];
    assert_eq!(
        (reply.status, &result["structuredContent"]["page"]["limit"]),
        (200, &json!(2)),
        "{}",
        reply.body_text()
    );
    assert_eq!(result["_meta"]["postern/credits_charged"], 1);
    assert_eq!(
        (&result["_meta"]["postern/credits_remaining"], reply.header("X-Credits-Remaining")),
        (&Value::Null, None)
    );
    for (name, arguments, origin) in [
        ("search_posts", json!({"username": ["reef"]}), None),
        ("search_posts", json!({"username": ["reef"]}), Some("https://elsewhere.example")),
        ("search_posts", json!({}), page),
        ("search_posts", json!({"username": ["tide"], "limit": "x"}), page),
        ("search_posts", json!({"username": ["reef"], "limit": 3}), page),
        ("get_posts", json!({"ids": ["x:1"]}), page),
        ("count_posts", json!({}), page),
        ("list_changes", json!({"since": "0"}), page),
        ("list_changes", json!({"since": "0", "username": ["reef", "tide"]}), page),
        ("get_account", json!({}), page),
    ] {
        let reply = send(&tool(name, &arguments), origin);
        assert_eq!(
            (reply.status, &body(&reply)["error"]["code"]),
            (403, &json!("INSUFFICIENT_SCOPE")),
            "{name} {arguments}"
        );
    }
    let changes = send(&tool("list_changes", &json!({"since": "0", "username": ["reef"]})), page);
    let changes = &body(&changes)["result"]["structuredContent"]["page"];
    assert_eq!(
        (&changes["limit"], &changes["returned"], &changes["has_more"]),
        (&json!(2), &json!(2), &json!(true))
    );
    let list = send(&super::request("tools/list", &json!({})), page);
    let names: Vec<_> =
        body(&list)["result"]["tools"].as_array().unwrap().iter().map(|tool| tool["name"].clone()).collect();
    assert_eq!(
        names,
        ["search_posts", "get_posts", "count_posts", "list_changes"],
        "no tool that it may not call"
    );
}

#[test]
fn no_keyword_is_in_the_log() {
    let (server, token) = shop(9);
    let reply = call_tool(&server, &token, "search_posts", &json!({"keyword": "coral"}));
    assert!(!format!("{:?}", reply.note).contains("coral"), "{:?}", reply.note);
    assert_eq!((reply.note.credits, reply.note.account, reply.note.failed), (1, Some(1), None));
    let failed = call_tool(&server, &token, "search_posts", &json!({"keyword": "\"coral"}));
    assert!(!format!("{:?}", failed.note).contains("coral"), "{:?}", failed.note);
    assert_eq!((failed.note.route, failed.note.failed), ("mcp/search_posts", Some("INVALID_PARAMETER")));
}
