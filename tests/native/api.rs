//! The whole way of a call, natively.

use crate::sampled::Posts;
use crate::sqlite::{SECRET, Server};
use postern::http::call::Call;
use postern::http::reply::ReplyOf;
use postern::posts::query::{Listing, PostQuery};
use postern::sample::{self, Shape, USUAL};
use postern::store::Database;
use serde_json::{Value, json};

/// An account with so many credits: its token.
pub(crate) fn account(server: &Server, credits: u32) -> String {
    let body = format!(r#"{{"email":"Reef@example.com","credits":{credits}}}"#);
    let reply = operator(server, "POST", "/operator/v1/accounts", body.as_bytes());
    assert_eq!(reply.status, 201, "{}", reply.body_text());
    let text = reply.body_text();
    let start = text.find("postern_live_").unwrap();
    text[start..start + 62].to_owned()
}

pub(crate) fn operator(server: &Server, method: &str, path: &str, body: &[u8]) -> ReplyOf<Server> {
    let content_type = if path.ends_with("/posts") { "application/x-ndjson" } else { "application/json" };
    let call = Call {
        method,
        path,
        authorization: Some(format!("Bearer {SECRET}")),
        content_type: Some(content_type.into()),
        ..Call::default()
    };
    server.call(&call, body)
}

/// A call with a token, to be changed.
pub(crate) fn request<'a>(method: &'a str, token: &str, url: &'a str) -> Call<'a> {
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    Call { method, path, query, api_token: Some(token.into()), ..Call::default() }
}

pub(crate) fn get(server: &Server, token: &str, url: &str) -> ReplyOf<Server> {
    server.call(&request("GET", token, url), b"")
}

/// The status and, for errors, the code.
pub(crate) fn outcome(reply: &ReplyOf<Server>) -> (u16, String) {
    let body: Value = serde_json::from_str(&reply.body_text()).unwrap_or_default();
    (reply.status, body["error"]["code"].as_str().unwrap_or_default().to_owned())
}

/// A canonical line of X with this much text.
pub(crate) fn line(id: &str, username: &str, content: &str) -> String {
    let line = json!({
        "platform": "x", "platform_post_id": id, "author": {"username": username}, "content": content,
        "published_at": "2026-03-01T18:04:05Z",
    });
    line.to_string() + "\n"
}

/// Runs SQL on the accounts or the posts.
pub(crate) fn run(server: &Server, database: Database, sql: &str) {
    server.connection(database).execute_batch(sql).unwrap();
}

/// The body of a reply.
pub(crate) fn body(reply: &ReplyOf<Server>) -> Value {
    serde_json::from_str(&reply.body_text()).unwrap()
}

/// Loads lines: what became of them.
pub(crate) fn load(server: &Server, lines: &str) -> Value {
    let reply = operator(server, "POST", "/operator/v1/posts", lines.as_bytes());
    assert_eq!(reply.status, 200, "{}", reply.body_text());
    body(&reply)["data"].clone()
}

/// The query of a search with these parameters.
pub(crate) fn search(pairs: &[(&str, &str)]) -> PostQuery {
    PostQuery::from_pairs(Listing::Search, &[], pairs.iter().copied()).unwrap()
}

/// Loads the first posts of the usual sample.
pub(crate) fn loaded(server: &Server, count: u64) -> Posts {
    loaded_of(server, USUAL, 7, count)
}

/// Loads the first posts of a sample.
pub(crate) fn loaded_of(server: &Server, shape: Shape, seed: u64, count: u64) -> Posts {
    let lines: Vec<_> = sample::posts_of(shape, seed, count).collect();
    for lines in lines.chunks(500) {
        let text: String = lines.iter().map(|line| serde_json::to_string(line).unwrap() + "\n").collect();
        assert_eq!(load(server, &text)["inserted"], lines.len());
    }
    Posts::new(lines.into_iter(), &server.keys().into_iter().collect())
}

const LINE: &str = r#"{"platform":"twitter","platform_post_id":"123","author":{"username":"Reef.Watch"},"content":"Coral spawning tonight #Reef","published_at":"2026-03-01T18:04:05Z","likes_count":7}"#;

#[test]
fn a_post_comes_back_as_it_was_sent_and_costs_a_credit() {
    let server = Server::default();
    let token = account(&server, 2);
    let loaded = operator(&server, "POST", "/operator/v1/posts", LINE.as_bytes());
    assert_eq!(
        loaded.body_text(),
        r#"{"success":true,"data":{"received":1,"inserted":1,"updated":0,"unchanged":0,"erased":0,"rejected":[]}}"#
    );
    let page = get(&server, &token, "/api/v1/posts/by-user/X/@reef.watch");
    assert_eq!(page.status, 200, "{}", page.body_text());
    assert_eq!(
        (page.header("X-Credits-Charged"), page.header("X-Credits-Remaining")),
        (Some("1"), Some("1"))
    );
    assert_eq!(
        page.body_text(),
        r#"{"success":true,"data":{"posts":[{"platform":"x","id":"x:123","platform_post_id":"123","url":null,"author":{"id":null,"username":"Reef.Watch","display_name":null,"url":null,"avatar_url":null,"verified":null,"followers_count":null},"content":"Coral spawning tonight #Reef","language":null,"media_type":null,"media":[],"hashtags":["Reef"],"mentions":[],"likes_count":7,"comments_count":null,"views_count":null,"shares_count":null,"saves_count":null,"kind":"original","refers_to":null,"approximate":[],"published_at":"2026-03-01T18:04:05.000Z","edited_at":null,"collected_at":"2026-03-01T18:04:05.000Z"}],"page":{"limit":50,"returned":1,"has_more":false,"next_cursor":null},"query":{"platform":"x","username":"reef.watch","hashtag":null,"keyword":null,"media_type":null,"kind":null,"language":null,"mentions":null,"refers_to":null,"min_likes":null,"min_comments":null,"min_views":null,"min_shares":null,"exclude_username":null,"exclude_hashtag":null,"exclude_mentions":null,"from":null,"to_exclusive":null,"sort_by":"published_at","sort_order":"desc"}}}"#
    );
    for url in
        ["search?keyword=spawn*", "by-hashtag/twitter/reef", "search?sort_by=views_count&sort_order=asc"]
    {
        let page = get(&server, &token, &format!("/api/v1/posts/{url}"));
        assert!(matches!(page.status, 200 | 402), "{url}: {}", page.body_text());
    }
    assert_eq!(server.count(Database::Accounts, "SELECT balance FROM accounts"), 0);
    assert_eq!(server.count(Database::Accounts, "SELECT sum(credits) FROM ledger"), 0);
    let again = operator(&server, "POST", "/operator/v1/posts", LINE.as_bytes());
    assert!(again.body_text().contains(r#""unchanged":1"#), "{}", again.body_text());
}

#[test]
fn the_stats_say_what_there_is() {
    let server = Server::default();
    account(&server, 5);
    operator(&server, "POST", "/operator/v1/posts", LINE.as_bytes());
    let stats = operator(&server, "GET", "/operator/v1/stats", b"").body_text();
    assert!(stats.contains(r#"{"platform":"x","posts":1,"oldest":"2026-03-01T18:04:05.000Z","newest":"2026-03-01T18:04:05.000Z"}"#), "{stats}");
    assert!(stats.contains(r#""ledger":{"accounts":1,"mismatched":0}"#), "{stats}");
}
