//! Test tokens: what they open, and that their answers are those of a service that holds just the invented posts.

use crate::api::{account, body, get, load, operator, outcome, run};
use crate::sampled::{Dice, Posts, random};
use crate::sqlite::{SHARD, Server};
use postern::accounts::token::{TestOwner, TestToken};
use postern::http::runtime::RateLimit;
use postern::posts::post::line::parse;
use postern::posts::url::posts_url;
use postern::store::Database::Accounts;
use serde_json::json;

const SAMPLE: &str = include_str!("../../www/sample.ndjson");
const SEARCH: &str = "/api/v1/posts/search";

/// The test token of the first account.
pub(crate) fn test_token(server: &Server, replaced: u32) -> String {
    let key = server.settings.http.token_key.unwrap();
    TestToken::new(&key, TestOwner { account: 1, replaced }).unwrap().text().to_owned()
}

/// A server that holds the invented posts, and whose database has the era that test tokens see; and its token.
pub(crate) fn holding_them() -> (Server, String) {
    let server = Server::default();
    let token = account(&server, 1_000_000);
    load(&server, SAMPLE);
    run(&server, SHARD, "UPDATE eras SET era = '0000000000000000'");
    (server, token)
}

fn addresses(server: &Server) -> Vec<String> {
    let lines: Vec<_> = SAMPLE.lines().map(|line| parse(line.as_bytes()).unwrap()).collect();
    let posts = Posts::new(lines.into_iter(), &server.keys().into_iter().collect());
    let mut dice = Dice(5);
    let mut urls: Vec<_> = (0..400).map(|_| posts_url(&random(&mut dice, &posts.all))).collect();
    let shapes = [
        "limit=100",
        "format=csv",
        "format=ndjson&limit=7",
        "fields=content,author.username",
        "sort_by=views_count",
    ];
    urls.extend(shapes.map(|shape| format!("{SEARCH}?{shape}")));
    urls.extend(
        [
            "",
            "day",
            "week",
            "month",
            "platform",
            "hashtag",
            "mentions",
            "language",
            "kind",
            "username",
            "media_type",
        ]
        .map(|group| {
            let group = if group.is_empty() { String::new() } else { format!("?group_by={group}") };
            format!("/api/v1/posts/counts{group}")
        }),
    );
    let ids: Vec<_> =
        posts.all.iter().map(|_| ()).zip(server.keys()).map(|((), (id, _))| id).step_by(37).collect();
    urls.push(format!("/api/v1/posts?ids={},x:none,twitter:none", ids.join(",")));
    urls.extend(ids.iter().take(3).map(|id| format!("/api/v1/posts/{id}?fields=content")));
    urls.extend(
        ["/api/v1/posts/x:none", "/api/v1/posts/search?limit=0&keywort=a", "/api/v1/posts/changes"]
            .map(str::to_owned),
    );
    urls.extend(
        ["since=0", "since=0&limit=7&platform=x", "since=0&hashtag=heron&format=ndjson", "since=x"]
            .map(|query| format!("/api/v1/posts/changes?{query}")),
    );
    urls
}

/// The part of a query string with where to go on.
fn onwards(url: &str, answer: &serde_json::Value) -> Option<String> {
    let page = &answer["data"]["page"];
    let (name, next) =
        ["next_cursor", "next_since"].iter().find_map(|name| Some((*name, page[*name].as_str()?)))?;
    let name = name.trim_start_matches("next_");
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    let kept = query.split('&').filter(|pair| !pair.is_empty() && !pair.starts_with(&format!("{name}=")));
    let pairs: Vec<_> = kept.map(str::to_owned).chain([format!("{name}={next}")]).collect();
    page["has_more"].as_bool().unwrap().then(|| format!("{path}?{}", pairs.join("&")))
}

#[test]
fn answers_are_those_of_a_service_that_holds_just_these_posts() {
    let (server, token) = holding_them();
    let test = test_token(&server, 0);
    let (mut compared, mut with_posts) = (0, 0);
    for url in addresses(&server) {
        let mut next = Some(url);
        while let Some(url) = next {
            let [own, other] = [&token, &test].map(|token| get(&server, token, &url));
            assert_eq!(own.status, other.status, "{url}: {}", other.body_text());
            let strip = |text: String| text.split(r#""request_id""#).next().unwrap().to_owned();
            assert_eq!(strip(own.body_text()), strip(other.body_text()), "{url}");
            for header in
                ["ETag", "Link", "X-Next-Cursor", "X-Missing", "Content-Type", "Content-Disposition"]
            {
                assert_eq!(own.header(header), other.header(header), "{header} of {url}");
            }
            assert_eq!(other.header("X-Credits-Charged"), Some("0"), "{url}");
            assert_eq!(other.header("X-Credits-Remaining"), None, "{url}");
            let answered = other.body_text();
            with_posts += u32::from(answered.contains(r#""published_at""#));
            compared += 1;
            next = serde_json::from_str(&answered).ok().and_then(|answer| onwards(&url, &answer));
        }
    }
    assert!(compared > 600 && with_posts > 300, "{compared} {with_posts}");
}

#[test]
fn a_test_token_reads_no_post_and_costs_and_counts_nothing() {
    let server = Server::default();
    account(&server, 0);
    let token = test_token(&server, 0);
    run(&server, SHARD, "DROP TABLE posts; DROP TABLE documents; DROP TABLE versions");
    server.reads.borrow_mut().clear();
    let usage = "SELECT (SELECT count(*) FROM usage) + (SELECT count(*) FROM idempotency)";
    for url in [SEARCH, "/api/v1/posts/counts", "/api/v1/posts/changes?since=0", "/api/v1/posts?ids=x:1"] {
        assert_eq!(get(&server, &token, url).status, 200, "{url}");
    }
    assert_eq!((server.reads.borrow().len(), server.count(Accounts, usage)), (0, 0));
    let limits: Vec<_> = server.counted.borrow().iter().map(|(limit, key)| (*limit, key.clone())).collect();
    assert_eq!(limits, vec![(RateLimit::Test, postern::encoding::stamp(&token)); 4]);
}

#[test]
fn past_its_limit_a_test_token_asks_storage_for_nothing() {
    let server = Server::default();
    account(&server, 0);
    server.limited.set(Some(RateLimit::Test));
    server.batches.borrow_mut().clear();
    // A token that was replaced asks for nothing either, and is counted for itself.
    for token in [test_token(&server, 0), test_token(&server, 1)] {
        server.counted.borrow_mut().clear();
        let reply = get(&server, &token, SEARCH);
        assert_eq!(outcome(&reply), (429, "RATE_LIMITED".into()));
        assert_eq!((reply.header("Retry-After"), reply.header("X-Credits-Charged")), (Some("60"), Some("0")));
        assert_eq!(*server.counted.borrow(), [(RateLimit::Test, postern::encoding::stamp(&token))]);
    }
    assert!(server.batches.borrow().is_empty());
    server.limited.set(None);
    let forged = TestToken::new(&[9; 32], TestOwner { account: 1, replaced: 0 }).unwrap();
    for token in [forged.text(), &test_token(&server, 1)] {
        let reply = get(&server, token, SEARCH);
        assert_eq!((reply.status, reply.header("X-Credits-Charged")), (401, None));
    }
}

#[test]
fn the_account_of_a_test_token_is_invented() {
    let server = Server::default();
    account(&server, 5);
    let reply = get(&server, &test_token(&server, 0), "/api/v1/account");
    assert_eq!(reply.status, 200);
    assert_eq!(
        body(&reply)["data"],
        json!({
            "account": {"name": "Test Account", "email": "test@example.com", "company": "Example", "status": "active"},
            "balance": {"current": 1000, "total_used": 0}, "usage": {"api_calls_30_days": 0},
        })
    );
    assert_eq!(reply.header("RateLimit-Policy"), Some("\"test-token\";q=30;w=60"));
}

#[test]
fn a_pending_account_has_one_and_a_suspended_or_closed_one_has_none() {
    let server = Server::default();
    account(&server, 5);
    let token = test_token(&server, 0);
    let answer = |status: &str| {
        run(&server, Accounts, &format!("UPDATE accounts SET status = '{status}'"));
        outcome(&get(&server, &token, SEARCH))
    };
    assert_eq!(answer("pending"), (200, String::new()));
    assert_eq!(answer("suspended"), (403, "ACCOUNT_INACTIVE".into()));
    assert_eq!(answer("active"), (200, String::new()));
    run(&server, Accounts, "UPDATE accounts SET email_key = 'DELETED:1'");
    assert_eq!(outcome(&get(&server, &token, SEARCH)), (401, "INVALID_API_TOKEN".into()));
}

#[test]
fn a_token_that_was_replaced_or_never_made_is_refused() {
    let server = Server::default();
    account(&server, 5);
    run(&server, Accounts, "UPDATE accounts SET test_tokens_replaced = 1");
    let refused = (401, "INVALID_API_TOKEN".to_owned());
    assert_eq!(outcome(&get(&server, &test_token(&server, 0), SEARCH)), refused);
    assert_eq!(outcome(&get(&server, &test_token(&server, 1), SEARCH)), (200, String::new()));
    let foreign = TestToken::new(&[8; 32], TestOwner { account: 1, replaced: 1 }).unwrap();
    assert_eq!(outcome(&get(&server, foreign.text(), SEARCH)), refused);
    let nobody = TestToken::new(&[7; 32], TestOwner { account: 99, replaced: 0 }).unwrap();
    assert_eq!(outcome(&get(&server, nobody.text(), SEARCH)), refused);
}

#[test]
fn a_since_of_a_service_is_gone_for_a_test_token_and_the_other_way_round() {
    let server = Server::default();
    let token = account(&server, 5);
    let test = test_token(&server, 0);
    let changes = "/api/v1/posts/changes";
    let since = |token: &str| {
        body(&get(&server, token, changes))["data"]["page"]["next_since"].as_str().unwrap().to_owned()
    };
    let gone = (410, "SINCE_GONE".to_owned());
    assert_eq!(outcome(&get(&server, &test, &format!("{changes}?since={}", since(&token)))), gone);
    assert_eq!(outcome(&get(&server, &token, &format!("{changes}?since={}", since(&test)))), gone);
}

#[test]
fn a_test_token_is_no_operator() {
    let server = Server::default();
    account(&server, 5);
    let call = postern::http::call::Call {
        method: "GET",
        path: "/operator/v1/stats",
        authorization: Some(format!("Bearer {}", test_token(&server, 0))),
        ..postern::http::call::Call::default()
    };
    assert_eq!(outcome(&server.call(&call, b"")), (401, "INVALID_OPERATOR_SECRET".into()));
    assert_eq!(operator(&server, "GET", "/operator/v1/stats", b"").status, 200);
}
