//! Exports: every post once, as the line that makes it again.

use crate::api::{account, body, get, line, load, loaded, operator, outcome};
use crate::loading::{became, with};
use crate::sampled::{Dice, random};
use crate::sqlite::{SECRET, Server};
use postern::http::call::Call;
use postern::http::reply::ReplyOf;
use postern::posts::param::{Order, Sort};
use postern::posts::query::{Listing, PostQuery};
use postern::posts::url::posts_url;
use serde_json::{Value, json};

fn export(server: &Server, query: &str) -> ReplyOf<Server> {
    let authorization = Some(format!("Bearer {SECRET}"));
    server.call(
        &Call { method: "GET", path: "/operator/v1/posts", query, authorization, ..Call::default() },
        b"",
    )
}

/// The pages of an export.
fn pages(server: &Server, query: &str) -> Vec<String> {
    let (mut pages, mut url) = (Vec::new(), query.to_owned());
    loop {
        let reply = export(server, &url);
        assert_eq!(reply.status, 200, "{url}: {}", reply.body_text());
        assert_eq!(reply.header("Content-Type"), Some("application/x-ndjson"));
        pages.push(reply.body_text());
        let Some(cursor) = reply.header("X-Next-Cursor") else { break };
        let link = reply.header("Link").unwrap();
        assert!(link.starts_with("<https://api.example.com/operator/v1/posts?"), "{link}");
        assert!(link.ends_with(&format!("cursor={cursor}>; rel=\"next\"")), "{link}");
        url = format!("{query}&cursor={cursor}");
        assert!(pages.len() < 1_000, "it ends");
    }
    pages
}

pub(crate) fn all(server: &Server, query: &str) -> String {
    pages(server, query).concat()
}

fn ids(lines: &str) -> Vec<String> {
    let id = |line| serde_json::from_str::<Value>(line).unwrap()["id"].as_str().unwrap().to_owned();
    lines.lines().map(id).collect()
}

/// Loads lines as they are, five hundred at once: what became of them.
fn load_all(server: &Server, lines: &str) -> [u64; 5] {
    let lines: Vec<_> = lines.lines().collect();
    let load = |lines: &[&str]| became(&load(server, &(lines.join("\n") + "\n")));
    lines.chunks(500).map(load).fold([0; 5], |all, more| core::array::from_fn(|at| all[at] + more[at]))
}

/// Posts that an import could make others of: names with marks, no hashtags where the text has some, equal times.
fn odd() -> String {
    let post = |id: &str, more: Value| {
        let mut post: Value = serde_json::from_str(&with(&more)).unwrap();
        post["platform_post_id"] = id.into();
        post.to_string() + "\n"
    };
    post("odd 1", json!({"author": {"username": "@@at"}, "hashtags": ["##a", "＃＃b"], "mentions": ["@@c"]}))
        + &post("odd 2", json!({"hashtags": [], "mentions": [], "content": "@a #b \u{1} \u{2028} \"@\\ 🐙"}))
        + &post(
            "odd 3",
            json!({"content": null, "collected_at": null, "approximate": ["likes_count"], "likes_count": null}),
        )
        + &post(
            "odd/4",
            json!({"platform": "twitter", "kind": "quote", "refers_to": "twitter:9", "published_at": "1970-01-01T00:00:00.001+00:00"}),
        )
        + &post("odd%5", json!({"platform": "linkedin", "published_at": "2099-12-31T23:59:59.999Z"}))
}

#[test]
fn an_export_makes_the_same_service_again_and_changes_nothing_in_its_own() {
    let servers = [1, 2, 5].map(Server::with_shards);
    for server in &servers {
        loaded(server, 1_200);
        load(server, &odd());
    }
    let first = all(&servers[0], "");
    assert_eq!(first.lines().count(), 1_205);
    for server in &servers {
        assert!(all(server, "") == first, "the bytes do not depend on the shards");
        assert!(all(server, "limit=97") == first, "nor on the limit");
        assert_eq!(load_all(server, &first), [0, 0, 1_205, 0, 0]);
    }
    for shards in [1, 3] {
        let empty = Server::with_shards(shards);
        assert_eq!(load_all(&empty, &first), [1_205, 0, 0, 0, 0]);
        assert!(all(&empty, "") == first);
    }
    assert_eq!(all(&Server::default(), ""), "");
}

#[test]
fn lines_are_the_posts_of_pages_with_their_networks_own_name_oldest_first() {
    let server = Server::default();
    let token = account(&server, 9);
    load(
        &server,
        &(line("1", "Reef", "coral #Reef")
            + &with(&json!({"platform_post_id": "2", "published_at": "2026-02-01T00:00:00Z"}))),
    );
    for query in ["platform=twitter", "platform=X&username=%40REEF", ""] {
        assert_eq!(ids(&all(&server, query)), ["x:2", "x:1"], "{query}");
    }
    let page = get(&server, &token, "/api/v1/posts/search?sort_order=asc").body_text();
    let lines = all(&server, "platform=twitter");
    assert!(page.contains(&lines.trim_end().replace('\n', ",")), "{lines}");
    assert_eq!(server.count(postern::store::Database::Accounts, "SELECT total_used FROM accounts"), 1);
}

#[test]
fn an_export_has_the_posts_of_a_search_with_the_same_filters() {
    let server = Server::with_shards(2);
    let posts = loaded(&server, 1_500);
    let token = account(&server, 1_000_000);
    let mut dice = Dice(5);
    let mut met = 0;
    for _ in 0..60 {
        let query = random(&mut dice, &posts.all);
        let query = PostQuery { sort: Sort::default(), order: Order::default(), position: None, ..query };
        let filters = posts_url(&PostQuery {
            listing: Listing::Export,
            limit: Listing::Export.default_limit(),
            order: Listing::Export.default_order(),
            ..query.clone()
        });
        let filters = filters.split_once('?').map_or("", |(_, filters)| filters);
        let exported = ids(&all(&server, &format!("{filters}&limit=40")));
        let mut url = format!("/api/v1/posts/search?{filters}&sort_order=asc&limit=100");
        let (mut searched, start) = (Vec::new(), url.clone());
        loop {
            let page = body(&get(&server, &token, &url));
            let posts = page["data"]["posts"].as_array().unwrap_or_else(|| panic!("{url}: {page}"));
            searched.extend(posts.iter().map(|post| post["id"].as_str().unwrap().to_owned()));
            let Some(cursor) = page["data"]["page"]["next_cursor"].as_str() else { break };
            url = format!("{start}&cursor={cursor}");
        }
        assert_eq!(exported, searched, "{filters}");
        met += exported.len();
    }
    assert!(met > 1_000, "{met}");
}

#[test]
fn posts_that_were_there_throughout_come_once_while_others_are_loaded_and_moved() {
    let server = Server::with_databases(2);
    let posts = loaded(&server, 300);
    let mut before: Vec<_> = ids(&all(&server, ""));
    assert_eq!(before.len(), posts.all.len());
    let (mut seen, mut url) = (Vec::new(), "limit=7".to_owned());
    for number in 0.. {
        let reply = export(&server, &url);
        assert_eq!(reply.status, 200);
        seen.extend(ids(&reply.body_text()));
        let Some(cursor) = reply.header("X-Next-Cursor") else { break };
        url = format!("limit=7&cursor={cursor}");
        let step = operator(&server, "POST", "/operator/v1/shards", br#"{"shards":2}"#);
        assert_eq!(step.status, 200);
        let (early, late) = ("2001-01-01T00:00:00Z", "2098-01-01T00:00:00Z");
        for (id, at) in [("early", early), ("late", late)] {
            let new = with(&json!({"platform_post_id": format!("{id}{number}"), "published_at": at}));
            let reply = operator(&server, "POST", "/operator/v1/posts", new.as_bytes());
            assert!(matches!(reply.status, 200 | 503));
        }
    }
    let is_old = |id: &String| !id.starts_with("x:early") && !id.starts_with("x:late");
    seen.retain(is_old);
    assert_eq!(seen, before);
    before.sort();
    before.dedup();
    assert_eq!(before.len(), 300);
}

#[test]
fn a_page_is_no_larger_than_an_import_takes() {
    let server = Server::with_shards(2);
    let text = "\u{1}".repeat(9_000) + &"coral ".repeat(9_000);
    for number in 0..40 {
        load(&server, &line(&number.to_string(), &format!("reef{number}"), &text));
    }
    let pages = pages(&server, "");
    let lengths: Vec<_> = pages.iter().map(String::len).collect();
    assert!(lengths.len() > 2 && lengths.iter().all(|length| *length <= 1 << 20), "{lengths:?}");
    assert!(lengths[0] + pages[1].lines().next().unwrap().len() >= 1 << 20, "each is as full as it can be");
    assert_eq!(ids(&pages.concat()).len(), 40);
    assert_eq!(load_all(&server, &pages[0])[2], pages[0].lines().count() as u64);
}

#[test]
fn an_export_is_never_older_than_what_was_acknowledged() {
    let server = Server::default();
    server.has_blank_bookmarks.set(true);
    load(&server, &line("1", "reef", "coral"));
    assert_eq!(ids(&all(&server, "")), ["x:1"]);
    server.replicate(0);
    load(&server, &line("2", "reef", "coral"));
    operator(&server, "DELETE", "/operator/v1/posts/x:1", b"");
    assert_eq!(ids(&all(&server, "")), ["x:2"]);
}

#[test]
fn parameters_are_those_of_a_search_without_an_order() {
    let server = Server::default();
    load(&server, &(line("1", "reef", "coral") + &line("2", "reef", "coral")));
    let cursor = export(&server, "limit=1").header("X-Next-Cursor").unwrap().to_owned();
    let other = format!("keyword=coral&cursor={cursor}");
    for (query, fault) in [
        ("sort_by=likes_count", "sort_by UNKNOWN_PARAMETER"),
        ("sort_order=asc", "sort_order UNKNOWN_PARAMETER"),
        ("limit=0", "limit OUT_OF_RANGE"),
        ("limit=1001", "limit OUT_OF_RANGE"),
        ("limit=1&limit=1", "limit DUPLICATE_PARAMETER"),
        ("keyword=", "keyword EMPTY_VALUE"),
        ("cursor=x", "cursor INVALID_CURSOR"),
        (&other, "cursor INVALID_CURSOR"),
    ] {
        let reply = export(&server, query);
        assert_eq!(outcome(&reply), (400, "INVALID_PARAMETER".into()), "{query}");
        let details = body(&reply)["error"]["details"][0].clone();
        let found =
            format!("{} {}", details["parameter"].as_str().unwrap(), details["code"].as_str().unwrap());
        assert_eq!(found, fault, "{query}");
    }
    assert_eq!(export(&server, "limit=1000").body_text(), export(&server, "").body_text());
    let accepting = |accept: &str, method| {
        let authorization = Some(format!("Bearer {SECRET}"));
        let accept = Some(accept.to_owned());
        let call = Call { method, path: "/operator/v1/posts", authorization, accept, ..Call::default() };
        server.call(&call, b"").status
    };
    assert_eq!(accepting("application/x-ndjson", "GET"), 200);
    assert_eq!(accepting("application/json", "HEAD"), 200);
    assert_eq!(accepting("text/html", "GET"), 406);
    assert_eq!(accepting("application/x-ndjson", "POST"), 406);
}
