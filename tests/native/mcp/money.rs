//! What calls of tools cost.

use super::{body, call, call_tool, data, failure, request, send, tool};
use crate::api::{line, load, run};
use crate::charging::{MINUTES, balance, calls, fail, shop};
use crate::erase::erase;
use crate::sqlite::{Fault, NOW, SHARD, Server};
use postern::http::call::Call;
use postern::store::Database::Accounts;
use postern::time::Timestamp;
use serde_json::{Value, json};

/// The credits that a call is charged, so many milliseconds later.
fn charged(server: &Server, token: &str, name: &str, arguments: &Value, at: i64) -> i64 {
    server.now.set(Timestamp(NOW.0 + at));
    let reply = call_tool(server, token, name, arguments);
    let result = &body(&reply)["result"];
    assert_eq!(result["isError"], false, "{}", reply.body_text());
    assert_eq!(reply.note.credits, result["_meta"]["postern/credits_charged"]);
    result["_meta"]["postern/credits_charged"].as_i64().unwrap()
}

#[test]
fn an_answer_with_a_post_costs_a_page_and_others_nothing() {
    let (server, token) = shop(9);
    for (name, arguments, price) in [
        ("search_posts", json!({}), 1),
        ("search_posts", json!({"username": ["nobody"]}), 0),
        ("get_posts", json!({"ids": ["x:1"]}), 1),
        ("get_posts", json!({"ids": ["x:9"]}), 0),
        ("count_posts", json!({"group_by": "day"}), 1),
        ("count_posts", json!({"username": ["nobody"]}), 0),
        ("list_changes", json!({}), 0),
        ("list_changes", json!({"since": "0", "username": ["nobody"]}), 0),
        ("list_changes", json!({"since": "0", "fields": ["content"]}), 1),
        ("get_account", json!({}), 0),
    ] {
        assert_eq!(charged(&server, &token, name, &arguments, 0), price, "{name} {arguments}");
    }
    assert_eq!((balance(&server), calls(&server)), (5, 9), "all but the account count as calls");
    send(&server, &token, &request("tools/list", &json!({})));
    call_tool(&server, &token, "search_posts", &json!({"limit": 0}));
    assert_eq!((balance(&server), calls(&server)), (5, 9));
}

#[test]
fn equal_arguments_are_charged_once_in_ten_minutes_from_the_charge_on() {
    let (server, token) = shop(9);
    let search = json!({"username": ["reef", "tide"], "limit": 20});
    let same = json!({"limit": 20.0, "username": ["tide", "reef"], "max_chars": 20_000});
    assert_eq!(charged(&server, &token, "search_posts", &search, 0), 1);
    for (arguments, at) in [(&search, 1), (&same, 5 * MINUTES), (&search, 10 * MINUTES - 1)] {
        assert_eq!(charged(&server, &token, "search_posts", arguments, at), 0, "{arguments} {at}");
    }
    assert_eq!(charged(&server, &token, "search_posts", &search, 10 * MINUTES), 1);
    assert_eq!(charged(&server, &token, "search_posts", &search, 20 * MINUTES - 1), 0);
    for other in [
        json!({"username": ["reef", "tide"], "limit": 19}),
        json!({"username": ["reef", "tide"], "max_chars": 19_999}),
        json!({"username": ["reef", "tide"], "fields": ["content"]}),
    ] {
        assert_eq!(charged(&server, &token, "search_posts", &other, 20 * MINUTES - 1), 1, "{other}");
    }
    for (name, arguments) in [
        ("get_posts", json!({"ids": ["x:1"]})),
        ("count_posts", json!({})),
        ("list_changes", json!({"since": "0"})),
    ] {
        let twice = [0, 1].map(|_| charged(&server, &token, name, &arguments, 20 * MINUTES));
        assert_eq!(twice, [1, 0], "{name}");
    }
    assert_eq!((balance(&server), calls(&server)), (1, 15));
}

#[test]
fn an_answer_that_changed_is_charged_again() {
    let (server, token) = shop(9);
    assert_eq!(charged(&server, &token, "search_posts", &json!({}), 0), 1);
    load(&server, &line("4", "reef", "coral"));
    assert_eq!([0, 1].map(|_| charged(&server, &token, "search_posts", &json!({}), 0)), [1, 0]);
}

#[test]
fn an_answer_that_names_only_what_is_gone_is_free() {
    let (server, token) = shop(9);
    let now = data(&server, &token, "list_changes", &json!({}))["page"]["next_since"].take();
    erase(&server, "posts/x:1");
    load(&server, &line("2", "renamed", "coral"));
    let arguments = json!({"since": now, "username": ["reef"]});
    let changes = data(&server, &token, "list_changes", &arguments)["changes"].take();
    assert_eq!(
        changes.as_array().unwrap().iter().map(|change| &change["type"]).collect::<Vec<_>>(),
        ["left", "erased"]
    );
    assert_eq!((charged(&server, &token, "list_changes", &arguments, 0), balance(&server)), (0, 9));
    // Erasures fill this answer, so that the post comes with the next one.
    assert_eq!(charged(&server, &token, "list_changes", &json!({"since": now, "limit": 1}), 0), 0);
    assert_eq!(charged(&server, &token, "list_changes", &json!({"since": now, "limit": 2}), 0), 1);
}

#[test]
fn a_key_of_the_api_is_not_that_of_a_tool() {
    let (server, token) = shop(9);
    assert_eq!(charged(&server, &token, "search_posts", &json!({}), 0), 1);
    let message = tool("search_posts", &json!({"limit": 3}));
    for key in ["k", "other"] {
        let with_key = Call { idempotency_key: Some(key.into()), ..call(&token, &message) };
        server.call(&with_key, message.to_string().as_bytes());
    }
    assert_eq!(balance(&server), 7, "the arguments are the key");
}

#[test]
fn conditions_do_not_make_an_answer_free() {
    let (server, token) = shop(9);
    for (number, message) in
        [tool("search_posts", &json!({})), tool("count_posts", &json!({}))].iter().enumerate()
    {
        let call = Call { if_none_match: Some("*".into()), ..call(&token, message) };
        let reply = server.call(&call, message.to_string().as_bytes());
        assert_eq!((reply.status, reply.header("X-Credits-Charged")), (200, Some("1")));
        assert_eq!(balance(&server), 8 - i64::try_from(number).unwrap());
    }
}

#[test]
fn without_credits_only_what_reads_posts_is_a_402_and_a_tool_says_so() {
    let (server, token) = shop(1);
    assert_eq!(charged(&server, &token, "search_posts", &json!({}), 0), 1);
    let error = failure(&call_tool(&server, &token, "search_posts", &json!({"limit": 1})));
    assert_eq!(error["code"], "INSUFFICIENT_CREDITS");
    assert!(error["message"].as_str().unwrap().contains("/dashboard"), "{error}");
    for (name, arguments) in [
        ("get_posts", json!({"ids": ["x:1"]})),
        ("count_posts", json!({"username": ["nobody"]})),
        ("list_changes", json!({})),
    ] {
        let reply = call_tool(&server, &token, name, &arguments);
        assert_eq!(failure(&reply)["code"], "INSUFFICIENT_CREDITS", "{name}");
        assert_eq!(body(&reply)["result"]["_meta"]["postern/credits_remaining"], 0);
    }
    assert_eq!(
        charged(&server, &token, "search_posts", &json!({}), 0),
        0,
        "what was paid for is answered again"
    );
    assert_eq!(data(&server, &token, "get_account", &json!({}))["balance"]["current"], 0);
    assert_eq!(send(&server, &token, &request("tools/list", &json!({}))).status, 200);
    server.reads.borrow_mut().clear();
    call_tool(&server, &token, "search_posts", &json!({"limit": 2}));
    assert_eq!(*server.reads.borrow(), [], "nothing is read for who can't pay");
    let fault = failure(&call_tool(&server, &token, "search_posts", &json!({"limit": 0})));
    assert_eq!(fault["code"], "INVALID_PARAMETER", "a 400 is never hidden by a 402");
}

#[test]
fn a_hundred_calls_on_forty_credits_are_forty_answers() {
    let (server, token) = shop(40);
    let errors: Vec<_> = (1..=100)
        .map(|limit| {
            body(&call_tool(&server, &token, "search_posts", &json!({"limit": limit})))["result"]["isError"]
                == true
        })
        .collect();
    assert_eq!((errors.iter().filter(|failed| **failed).count(), balance(&server)), (60, 0));
}

#[test]
fn storage_that_fails_is_said_by_the_tool_and_logged() {
    let (server, token) = shop(9);
    assert_eq!(charged(&server, &token, "search_posts", &json!({}), 0), 1);
    server.faults.borrow_mut().push((SHARD, Fault::Refused));
    let reply = call_tool(&server, &token, "search_posts", &json!({}));
    assert_eq!(failure(&reply)["code"], "STORAGE_UNAVAILABLE");
    assert_eq!(
        (reply.note.cause.as_deref(), reply.note.failed),
        (Some("disk on fire"), Some("STORAGE_UNAVAILABLE"))
    );
    assert!(!reply.body_text().contains("fire"), "{}", reply.body_text());
    // Storage that fails before the message is read.
    server.now.set(Timestamp(NOW.0 + 6 * MINUTES));
    fail(&server, &[Fault::Refused]);
    assert_eq!(
        failure(&call_tool(&server, &token, "search_posts", &json!({})))["code"],
        "STORAGE_UNAVAILABLE"
    );
    fail(&server, &[Fault::Refused]);
    let list = send(&server, &token, &request("tools/list", &json!({})));
    assert_eq!((list.status, &body(&list)["error"]["code"]), (503, &json!("STORAGE_UNAVAILABLE")));
}

#[test]
fn a_charge_whose_answer_was_lost_is_taken_back() {
    let (server, token) = shop(9);
    fail(&server, &[Fault::None, Fault::AnswerLost, Fault::AnswerLost, Fault::AnswerLost]);
    let reply = call_tool(&server, &token, "search_posts", &json!({}));
    assert_eq!(failure(&reply)["code"], "STORAGE_UNAVAILABLE");
    let (statements, _) = server.background.borrow_mut().pop().expect("a reversal");
    pollster::block_on(postern::store::Storage::batch(&server, Accounts, statements)).unwrap();
    assert_eq!(balance(&server), 9);
    run(&server, Accounts, "SELECT 1");
}
