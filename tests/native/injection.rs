//! Text of callers is never SQL, nor an expression of the full-text index: it finds what it says, or is refused.

use crate::api::{account, body, get, load, operator, request};
use crate::sqlite::{SHARD, Server};
use postern::http::call::Call;
use postern::http::cursor::Position;
use postern::percent::encode;
use postern::posts::keyword::{Keyword, matches};
use postern::posts::url::posts_url;
use postern::router::route::Route;
use postern::store::Database;
use postern::text::{fold_name, index_text};
use proptest::prelude::*;
use serde_json::{Value, json};

const ATTEMPTS: [&str; 30] = [
    "'",
    "\"",
    "''",
    "' OR '1'='1",
    "'OR(1=1)--",
    "\" OR \"\"=\"",
    "'; DROP TABLE posts; --",
    "';DROP\u{2003}TABLE\u{2003}posts;--",
    "x' UNION SELECT token_key FROM tokens --",
    "1);DELETE FROM documents;--",
    "?1",
    ":name",
    "@p1",
    "$1",
    "\\",
    "\\'",
    "%",
    "_",
    "%00",
    "a*",
    "*",
    "^coral",
    "text:coral",
    "{text}:coral",
    "-text:coral",
    "NEAR(coral reef, 5)",
    "coral AND reef",
    "coral NOT reef",
    "(coral)",
    "+coral + reef",
];

/// A server with a post for each attempt: as author, hashtag and text where it can be one.
fn server() -> (Server, String) {
    let server = Server::default();
    let token = account(&server, 1_000_000);
    let line = |(number, attempt): (usize, &&str)| {
        let is_name = !attempt.contains(|c: char| c.is_whitespace() || c == '/');
        let name = if is_name { *attempt } else { "coral" };
        let post = json!({
            "platform": "x", "platform_post_id": number.to_string(), "author": {"username": format!("{name}x")},
            "content": format!("{attempt} coral reef"), "hashtags": [format!("{name}x")], "published_at": "2026-03-01T18:04:05Z",
        });
        post.to_string() + "\n"
    };
    let loaded = load(&server, &ATTEMPTS.iter().enumerate().map(line).collect::<String>());
    assert_eq!(loaded["inserted"], ATTEMPTS.len());
    (server, token)
}

/// All that an attempt could have changed.
fn state(server: &Server) -> Vec<(i64, String)> {
    let sql = "SELECT (SELECT count(*) FROM posts) + 100 * (SELECT count(*) FROM documents) + \
               10000 * (SELECT count(*) FROM hashtags) + 1000000 * (SELECT count(*) FROM words), group_concat(sql) FROM sqlite_schema";
    let accounts = "SELECT count(*), group_concat(sql) FROM sqlite_schema";
    [(SHARD, sql), (Database::Accounts, accounts)]
        .map(|(database, sql)| {
            let connection = server.connection(database);
            let check: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
            assert_eq!(check, "ok");
            connection.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap()
        })
        .into()
}

fn documents(server: &Server) -> Vec<Value> {
    let connection = server.connection(SHARD);
    let mut statement = connection.prepare("SELECT json FROM documents").unwrap();
    let texts = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
    texts.map(|text| serde_json::from_str(&text.unwrap()).unwrap()).collect()
}

/// The ids that a search finds, sorted; none where it is refused.
fn found(server: &Server, token: &str, name: &str, value: &str) -> Option<Vec<String>> {
    let reply = get(server, token, &format!("/api/v1/posts/search?limit=100&{name}={}", encode(value)));
    let answer = body(&reply);
    if reply.status == 400 {
        assert_eq!(answer["error"]["details"][0]["parameter"], name, "{value}");
        return None;
    }
    assert_eq!(reply.status, 200, "{name}={value}: {}", reply.body_text());
    let mut ids: Vec<_> = answer["data"]["posts"].as_array().unwrap().iter().map(id).collect();
    ids.sort();
    Some(ids)
}

fn id(post: &Value) -> String {
    post["id"].as_str().unwrap().to_owned()
}

fn meant(documents: &[Value], is_meant: impl Fn(&Value) -> bool) -> Vec<String> {
    let mut ids: Vec<_> = documents.iter().filter(|post| is_meant(post)).map(id).collect();
    ids.sort();
    ids
}

fn words(post: &Value) -> String {
    let hashtags: Vec<String> = serde_json::from_value(post["hashtags"].clone()).unwrap();
    index_text(post["content"].as_str(), &hashtags)
}

#[test]
fn a_keyword_finds_its_words_and_nothing_else() {
    let (server, token) = server();
    let (before, documents) = (state(&server), documents(&server));
    for attempt in ATTEMPTS {
        for keyword in
            [attempt.to_owned(), format!("coral {attempt}"), format!("\"{attempt}\""), format!("{attempt}*")]
        {
            let expected = Keyword::parse(&keyword)
                .ok()
                .map(|keyword| meant(&documents, |post| matches(&keyword, &words(post))));
            assert_eq!(found(&server, &token, "keyword", &keyword), expected, "{keyword}");
        }
    }
    assert_eq!(state(&server), before);
}

#[test]
fn a_username_and_a_hashtag_find_themselves_and_nothing_else() {
    let (server, token) = server();
    let (before, documents) = (state(&server), documents(&server));
    for attempt in ATTEMPTS {
        let name = format!("{attempt}x");
        let same = |other: &Value| {
            fold_name(other.as_str().unwrap()) == fold_name(name.strip_prefix('@').unwrap_or(&name))
        };
        let is_name = !attempt.contains(char::is_whitespace);
        let by_author = is_name.then(|| meant(&documents, |post| same(&post["author"]["username"])));
        assert_eq!(found(&server, &token, "username", &name), by_author, "{attempt}");
        let tagged = |post: &Value| post["hashtags"].as_array().unwrap().iter().any(|tag| tag == &name);
        assert_eq!(
            found(&server, &token, "hashtag", &name),
            is_name.then(|| meant(&documents, tagged)),
            "{attempt}"
        );
        for listing in ["by-user", "by-hashtag"] {
            let reply = get(&server, &token, &format!("/api/v1/posts/{listing}/x/{}", encode(&name)));
            assert_eq!(reply.status, if is_name { 200 } else { 400 }, "{attempt}");
        }
    }
    assert_eq!(state(&server), before);
}

#[test]
fn what_is_no_text_is_refused_by_name() {
    let (server, token) = server();
    let before = state(&server);
    for attempt in ATTEMPTS {
        for name in
            ["cursor", "platform", "limit", "min_likes", "from_date", "sort_by", "sort_order", "media_type"]
        {
            assert_eq!(found(&server, &token, name, attempt), None, "{name}={attempt}");
        }
        assert_eq!(
            get(&server, &token, &format!("/api/v1/posts/by-user/{}/reef", encode(attempt))).status,
            400
        );
    }
    assert_eq!(state(&server), before);
}

#[test]
fn headers_are_no_sql_either() {
    let (server, token) = server();
    let before = state(&server);
    for attempt in ATTEMPTS {
        let all = Some(attempt.to_owned());
        let call = Call {
            request_id: all.clone(),
            if_none_match: all.clone(),
            authorization: all.clone(),
            ..request("GET", &token, "/api/v1/posts/search?limit=1")
        };
        let reply = server.call(&call, b"");
        let status = if attempt == "*" { 304 } else { 200 };
        assert_eq!(reply.status, status, "{attempt}");
        let key = Call { idempotency_key: all, if_none_match: None, ..call };
        assert!(matches!(server.call(&key, b"").status, 200 | 400), "{attempt}");
        let bad = Call { api_token: Some(attempt.to_owned()), ..request("GET", "", "/api/v1/account") };
        assert_eq!(server.call(&bad, b"").status, 401, "{attempt}");
    }
    assert_eq!(state(&server), before);
}

#[test]
fn what_operators_write_is_kept_as_it_is() {
    let server = Server::default();
    account(&server, 5);
    let before = state(&server);
    for (number, attempt) in ATTEMPTS.into_iter().enumerate() {
        let json = json!({"email": format!("a{number}'--@b.example"), "name": attempt, "company": attempt});
        let reply = operator(&server, "POST", "/operator/v1/accounts", json.to_string().as_bytes());
        assert_eq!((reply.status, &body(&reply)["data"]["account"]["name"]), (201, &json!(attempt)));
        let grant = json!({"credits": 1, "reference": attempt, "reason": attempt});
        let path = "/operator/v1/accounts/reef@example.com/credits";
        assert_eq!(operator(&server, "POST", path, grant.to_string().as_bytes()).status, 200, "{attempt}");
        let path = format!("/operator/v1/accounts/{}/credits", encode(attempt));
        assert_eq!(operator(&server, "POST", &path, grant.to_string().as_bytes()).status, 404, "{attempt}");
    }
    assert_eq!(server.count(Database::Accounts, "SELECT balance FROM accounts WHERE account_id = 1"), 35);
    assert_eq!(state(&server), before);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_is_ever_a_fault_of_ours(name in "keyword|username|hashtag|cursor|platform", value in "\\PC{0,40}|[ \"'*()^:{}+-]{1,12}|(OR|AND|NOT|NEAR|cor|\"|\\*|-| ){1,9}") {
        thread_local! { static SERVER: (Server, String) = server(); }
        let status = SERVER.with(|(server, token)| {
            get(server, token, &format!("/api/v1/posts/search?{name}={}", encode(&value))).status
        });
        prop_assert!(matches!(status, 200 | 400), "{} for {}={}", status, name, value);
    }

    #[test]
    fn a_forged_position_goes_no_further_than_its_query(post_id in 0..=i64::MAX, count in any::<Option<u64>>(), ascending: bool) {
        thread_local! { static SERVER: (Server, String) = server(); }
        let order = if ascending { "asc" } else { "desc" };
        for (sort, position) in [("published_at", Position::Time { post_id }), ("likes_count", Position::Count { count, post_id })] {
            let query = format!("username=coralx&sort_by={sort}&sort_order={order}");
            let Ok(Route::Posts(mut query)) = Route::parse("/api/v1/posts/search", &query) else { panic!("no query") };
            query.position = Some(position);
            SERVER.with(|(server, token)| {
                let reply = get(server, token, &posts_url(&query));
                assert_eq!(reply.status, 200, "{}", reply.body_text());
                let posts = body(&reply)["data"]["posts"].clone();
                assert!(posts.as_array().unwrap().iter().all(|post| post["author"]["username"] == "coralx"));
            });
        }
    }
}
