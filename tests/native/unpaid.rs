//! What of a page reaches a caller who did not pay for it: nothing.

use crate::api::{body, get, line, load, request, run};
use crate::charging::{charged, shop};
use crate::sqlite::Server;
use postern::encoding::base64url;
use postern::http::call::Call;
use postern::http::reply::ReplyOf;
use postern::store::Database::Accounts;
use sha2::{Digest, Sha256};

const SEARCH: &str = "/api/v1/posts/search";
/// A cursor of a walk by a count has the count and the time of the last post.
const BY_LIKES: &str = "/api/v1/posts/search?sort_by=likes_count&limit=1";

fn conditional(server: &Server, method: &str, token: &str, url: &str, tags: &str) -> ReplyOf<Server> {
    server.call(&Call { if_none_match: Some(tags.into()), ..request(method, token, url) }, b"")
}

#[test]
fn head_needs_the_balance_that_get_needs() {
    for warm in [false, true] {
        let (server, token) = shop(1);
        if warm {
            assert_eq!(get(&server, &token, SEARCH).status, 200);
        } else {
            run(&server, Accounts, "UPDATE accounts SET balance = 0; UPDATE ledger SET credits = 0");
        }
        server.reads.borrow_mut().clear();
        for url in [BY_LIKES, "/api/v1/posts/by-user/x/reef", "/api/v1/posts/by-user/x/nobody"] {
            let head = server.call(&request("HEAD", &token, url), b"");
            assert_eq!(charged(&head), (402, Some("0"), Some("0")), "{url}");
            assert_eq!((head.header("Link"), head.header("ETag")), (None, None));
        }
        assert_eq!(*server.reads.borrow(), [], "nothing is read of the posts");
        assert_eq!(server.call(&request("HEAD", &token, "/api/v1/posts/search?limit=0"), b"").status, 400);
        assert_eq!(server.call(&request("HEAD", &token, "/api/v1/account"), b"").status, 200);
    }
}

#[test]
fn only_a_page_that_is_sent_names_the_next_one() {
    let (server, token) = shop(9);
    let page = get(&server, &token, BY_LIKES);
    let cursor = body(&page)["data"]["page"]["next_cursor"].as_str().unwrap().to_owned();
    assert!(page.header("Link").unwrap().contains(&cursor));
    let etag = page.header("ETag").unwrap();
    let unpaid = [
        server.call(&request("HEAD", &token, BY_LIKES), b""),
        conditional(&server, "GET", &token, BY_LIKES, "*"),
        conditional(&server, "HEAD", &token, BY_LIKES, "*"),
        conditional(&server, "GET", &token, BY_LIKES, etag),
        conditional(&server, "HEAD", &token, BY_LIKES, etag),
    ];
    for (reply, status) in unpaid.iter().zip([200, 304, 304, 304, 304]) {
        assert_eq!(charged(reply), (status, Some("0"), Some("8")));
        assert!(reply.headers.iter().all(|(name, value)| *name != "Link" && !value.contains(&cursor)));
        assert_eq!((reply.body_text().as_str(), reply.header("ETag")), ("", Some(etag)));
        assert_eq!(reply.header("Content-Length"), None);
    }
}

/// The entity tag that anybody could make of a digest.
fn without_key(hash: Sha256) -> String {
    format!("\"{}\"", base64url(&hash.finalize()[..18]))
}

#[test]
fn a_guessed_body_has_no_entity_tag_that_can_be_computed() {
    let (server, token) = shop(9);
    let account = get(&server, &token, "/api/v1/account");
    assert_ne!(account.header("ETag").unwrap(), without_key(Sha256::new_with_prefix(account.body_text())));
    let page = get(&server, &token, "/api/v1/posts/by-user/x/nobody");
    let body = page.body_text();
    let ending = &body[body.find("],\"page\"").unwrap()..];
    for guess in [&body, ending] {
        assert_ne!(page.header("ETag").unwrap(), without_key(Sha256::new_with_prefix(guess)));
    }
}

#[test]
fn entity_tags_hang_on_the_key_of_the_service() {
    let tags = |key: Option<[u8; 32]>| {
        let (mut server, token) = shop(9);
        server.settings.http.token_key = key;
        let tag = |url| get(&server, &token, url).header("ETag").map(str::to_owned);
        [tag(SEARCH), tag("/api/v1/account")]
    };
    let one = tags(Some([7; 32]));
    assert_eq!(one, tags(Some([7; 32])));
    for (own, other) in one.iter().zip(&tags(Some([8; 32]))) {
        assert!(own.as_ref().is_some_and(|tag| tag.len() == 26) && own != other, "{own:?} {other:?}");
    }
    assert_eq!(tags(None), [None, None], "one without a key could be guessed");
}

#[test]
fn without_the_key_of_the_service_pages_are_served_and_charged_all_the_same() {
    let (mut server, token) = shop(9);
    server.settings.http.token_key = None;
    assert_eq!(charged(&get(&server, &token, SEARCH)), (200, Some("1"), Some("8")));
    assert_eq!(charged(&conditional(&server, "GET", &token, SEARCH, "\"x\"")), (200, Some("1"), Some("7")));
    assert_eq!(charged(&conditional(&server, "GET", &token, SEARCH, "*")), (304, Some("0"), Some("7")));
    let keyed = Call { idempotency_key: Some("k".into()), ..request("GET", &token, SEARCH) };
    for (charge, left) in [("1", "6"), ("0", "6")] {
        assert_eq!(charged(&server.call(&keyed, b"")), (200, Some(charge), Some(left)));
    }
    load(&server, &line("4", "reef", "coral"));
    assert_eq!(charged(&server.call(&keyed, b"")), (200, Some("1"), Some("5")));
}
