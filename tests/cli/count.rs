//! `postern count` and `postern fill`.

use super::server::{Reply, Request, Server, data, error};
use super::shell::Shell;
use serde_json::{Value, json};

fn counts(key: Option<&str>, posts: u64) -> Value {
    let sum = |sum: u64, known: u64| json!({"sum": sum, "known": known});
    let mut counts = json!({"posts": posts, "likes_count": sum(posts * 3, posts), "comments_count": sum(0, 0),
        "views_count": sum(9_000_000_000_000_000, 1), "shares_count": sum(0, posts)});
    if let Some(key) = key {
        counts["key"] = json!(key);
    }
    counts
}

/// Two answers, of which the second is the last.
fn answer(request: &Request) -> Reply {
    let is_last = request.path.contains("cursor=next");
    let groups = if is_last { vec![("b", 2), ("c", 1)] } else { vec![("a", 3), ("b", 2)] };
    let total = groups.iter().map(|(_, posts)| posts).sum();
    let groups: Vec<_> = groups.into_iter().map(|(key, posts)| counts(Some(key), posts)).collect();
    let next = if is_last { Value::Null } else { json!("next") };
    data(json!({"total": counts(None, total), "groups": groups, "others": null,
        "page": {"from": null, "to_exclusive": null, "has_more": !is_last, "next_cursor": next}, "query": {}}))
}

fn paths(server: &Server) -> Vec<String> {
    server.requests().into_iter().map(|request| request.path).collect()
}

#[test]
fn answers_are_added_up_to_the_end() {
    let server = Server::answering(answer);
    let run =
        Shell::of(&server).run("count --platform x,tiktok --exclude-hashtag ad --group-by hashtag --top 2");
    assert_eq!(run.code, 0, "{}", run.err);
    let rows: Vec<Vec<&str>> = run.out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        rows,
        [
            vec!["hashtag", "posts", "likes", "comments", "views", "shares"],
            vec!["b", "4", "12", "-", "18000000000000000", "0"],
            vec!["a", "3", "9", "-", "9000000000000000", "0"],
            vec!["(others)", "1", "3", "-", "9000000000000000", "0"],
            vec!["all", "8", "24", "-", "18000000000000000", "0"],
        ]
    );
    let first = "/operator/v1/counts?platform=x%2Ctiktok&exclude_hashtag=ad&group_by=hashtag";
    assert_eq!(paths(&server), [first.to_owned(), format!("{first}&cursor=next")]);
}

#[test]
fn scripts_get_json() {
    let server = Server::answering(answer);
    let run = Shell::of(&server).run("count --json --group-by day");
    let all: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((all["total"]["posts"].clone(), all["others"].clone()), (json!(8), Value::Null));
    assert_eq!(
        all["groups"][1],
        json!({"key": "b", "posts": 4, "likes_count": {"sum": 12, "known": 4},
        "comments_count": {"sum": 0, "known": 0}, "views_count": {"sum": 18_000_000_000_000_000_u64, "known": 2},
        "shares_count": {"sum": 0, "known": 4}})
    );
}

#[test]
fn what_is_wrong_ends_a_count() {
    let server = Server::answering(|_| error(400, "INVALID_PARAMETER", "platform: expected one of"));
    assert_eq!(Shell::of(&server).run("count --platform myspace").code, 1);
    let wrong = Shell::of(&server).run("count --group-by hour");
    assert!(wrong.code == 2 && wrong.err.contains("media_type"), "{}", wrong.err);
    assert_eq!(Shell::of(&server).run("count --top 5").code, 2);
    let other = Server::answering(|_| data(json!({"posts": 7})));
    let run = Shell::of(&other).run("count");
    assert!(run.code == 2 && run.err.contains("/operator/v1/counts"), "{}", run.err);
}

#[test]
fn posts_of_before_are_filled_step_by_step() {
    let mut left = 3_u64;
    let server = Server::answering(move |request| {
        assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/operator/v1/fill"));
        left -= 1;
        data(json!({"posts": 500, "shards_left": left}))
    });
    let run = Shell::of(&server).run("fill");
    assert_eq!((run.code, run.out.as_str()), (0, "1500 posts filled.\n"), "{}", run.err);
    let done = Server::answering(|_| data(json!({"posts": 0, "shards_left": 0})));
    assert!(Shell::of(&done).run("fill").out.starts_with("Nothing to do"));
    let as_json = Shell::of(&done).run("fill --json").out;
    assert_eq!(serde_json::from_str::<Value>(&as_json).unwrap(), json!({"posts": 0}));
}
