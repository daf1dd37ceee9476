//! Browser tokens: what they may ask for, what they may spend, and that they die with the token that they are made of.

use crate::api::{account, get, line, load, operator, outcome, request, run};
use crate::sqlite::{NOW, SHARD, Server};
use postern::accounts::token::{ApiToken, BrowserToken};
use postern::http::call::Call;
use postern::http::reply::ReplyOf;
use postern::http::runtime::RateLimit;
use postern::posts::scope::claims::Claims;
use postern::store::Database::Accounts;
use postern::time::Timestamp;
use serde_json::json;

const SEARCH: &str = "/api/v1/posts/search";
const NOBODY: &str = "/api/v1/posts/by-user/x/nobody";
const ACCOUNT: &str = "/operator/v1/accounts/reef@example.com";

/// A server with three posts, and an API token with so many credits.
pub(crate) fn shop(credits: u32) -> (Server, ApiToken) {
    let server = Server::default();
    let token = account(&server, credits);
    load(&server, &["1", "2", "3"].map(|id| line(id, "reef", "coral #Kelp")).concat());
    (server, ApiToken::parse(&token).unwrap())
}

pub(crate) fn hour() -> Claims {
    Claims { expires_in: 3600, ..Claims::default() }
}

pub(crate) fn list(values: &[&str]) -> Vec<String> {
    values.iter().map(|value| (*value).to_owned()).collect()
}

pub(crate) fn made(token: &ApiToken, claims: &Claims) -> String {
    BrowserToken::create(token, claims, NOW).unwrap().text().to_owned()
}

pub(crate) fn spent(server: &Server) -> (i64, i64, i64) {
    assert_eq!(
        server.count(Accounts, "SELECT balance FROM accounts"),
        server.count(Accounts, "SELECT sum(credits) FROM ledger")
    );
    let sum = |column: &str| server.count(Accounts, &format!("SELECT coalesce(sum({column}), 0) FROM usage"));
    (sum("calls"), sum("credits"), sum("browser_credits"))
}

fn change(server: &Server, place: &str, json: &str) {
    assert_eq!(operator(server, "POST", &format!("{ACCOUNT}/{place}"), json.as_bytes()).status, 200);
}

pub(crate) fn charged(reply: &ReplyOf<Server>) -> (u16, Option<&str>, Option<&str>) {
    (reply.status, reply.header("X-Credits-Charged"), reply.header("X-Credits-Remaining"))
}

#[test]
fn it_reads_posts_at_its_parents_cost_and_sees_no_balance() {
    let (server, token) = shop(9);
    let browser = made(&token, &hour());
    for warm in [false, true] {
        let page = get(&server, &browser, SEARCH);
        assert_eq!(charged(&page), (200, Some("1"), None), "{warm}");
        assert_eq!(page.header("RateLimit-Policy"), Some("\"browser-token\";q=60;w=60"));
    }
    let bearer = Call {
        authorization: Some(format!("bearer {browser}")),
        api_token: None,
        ..request("GET", "", SEARCH)
    };
    assert_eq!(charged(&server.call(&bearer, b"")), (200, Some("1"), None));
    assert_eq!(charged(&server.call(&request("HEAD", &browser, SEARCH), b"")), (200, Some("0"), None));
    assert_eq!(charged(&get(&server, &browser, NOBODY)), (200, Some("0"), None));
    assert_eq!(spent(&server), (4, 3, 3));
    assert_eq!(charged(&get(&server, token.text(), SEARCH)), (200, Some("1"), Some("5")));
    assert_eq!(spent(&server), (5, 4, 3));
}

#[test]
fn it_costs_storage_as_many_calls_as_its_parent() {
    for kind in ["api", "browser"] {
        let (server, token) = shop(9);
        let text = if kind == "api" { token.text().to_owned() } else { made(&token, &hour()) };
        let calls = |url: &str| {
            server.batches.borrow_mut().clear();
            get(&server, &text, url);
            server.batches.take()
        };
        assert_eq!(calls(SEARCH), [Accounts, SHARD, Accounts], "{kind}");
        assert_eq!(calls(SEARCH), [SHARD, Accounts], "{kind}");
        assert_eq!(calls("/api/v1/posts/search?limit=0"), [Accounts], "{kind}");
        server.now.set(Timestamp(NOW.0 + 5 * 60_000));
        assert_eq!(calls(SEARCH), [Accounts, SHARD, Accounts], "{kind}");
        assert_eq!(calls("/api/v1/account").len(), if kind == "api" { 2 } else { 1 });
    }
}

#[test]
fn what_is_no_token_of_ours_is_refused_without_storage() {
    let (server, token) = shop(9);
    let good = made(&token, &hour());
    let cut = &good[..good.len() - 1];
    let mut changed = good.clone();
    changed.replace_range(52..53, if &good[52..53] == "A" { "B" } else { "A" });
    let over_long = format!("postern_browser_{}", "A".repeat(5000));
    let over = BrowserToken::create(&token, &hour(), Timestamp(NOW.0 - 2 * 3_600_000)).unwrap();
    let early =
        BrowserToken::create(&token, &Claims { expires_in: 86_400, ..hour() }, Timestamp(NOW.0 + 61_000))
            .unwrap();
    server.batches.borrow_mut().clear();
    for bad in [cut, &over_long, over.text(), early.text(), "postern_browser_"] {
        let reply = get(&server, bad, SEARCH);
        assert_eq!(outcome(&reply), (401, "INVALID_API_TOKEN".into()), "{bad}");
        assert_eq!(reply.header("X-Credits-Charged"), None);
    }
    assert!(server.batches.borrow().is_empty());
    for warm in [false, true] {
        let refused = get(&server, &changed, SEARCH);
        assert_eq!(
            (outcome(&refused), charged(&refused)),
            ((401, "INVALID_API_TOKEN".into()), (401, None, None))
        );
        let reads = server.batches.take();
        assert_eq!(reads, if warm { vec![] } else { vec![Accounts] });
        assert_eq!(get(&server, &good, SEARCH).status, 200);
        server.batches.take();
    }
}

#[test]
fn nobody_elses_signature_is_taken() {
    let (server, token) = shop(9);
    let stranger = ApiToken::from_secret([9; 32]);
    let unknown = made(&stranger, &hour());
    assert_eq!(outcome(&get(&server, &unknown, SEARCH)), (401, "INVALID_API_TOKEN".into()));
    // The name of the one and the signature of the other.
    let text = made(&token, &hour());
    let forged = [&text[..text.len() - 43], &unknown[unknown.len() - 43..]].concat();
    for warm in [false, true] {
        run(&server, Accounts, "UPDATE accounts SET status = 'suspended'");
        let refused = get(&server, &forged, SEARCH);
        assert_eq!(
            (outcome(&refused), refused.note.account),
            ((401, "INVALID_API_TOKEN".into()), None),
            "{warm}"
        );
        run(&server, Accounts, "UPDATE accounts SET status = 'active'");
        assert_eq!(get(&server, &text, SEARCH).status, 200);
    }
    server.limited.set(Some(RateLimit::Refusals));
    assert_eq!(outcome(&get(&server, &forged, SEARCH)), (429, "RATE_LIMITED".into()));
    assert_eq!(get(&server, &text, SEARCH).status, 200);
}

#[test]
fn clocks_may_differ_by_a_minute_either_way() {
    for (signer, lasts, status) in [
        (0, 86_400, 200),
        (60_000, 86_400, 200),
        (61_000, 86_400, 401),
        (-60_000, 60, 200),
        (-119_000, 60, 200),
        (-120_000, 60, 401),
    ] {
        let (server, token) = shop(9);
        let claims = Claims { expires_in: lasts, ..hour() };
        let browser = BrowserToken::create(&token, &claims, Timestamp(NOW.0 + signer)).unwrap();
        for _ in 0..2 {
            assert_eq!(get(&server, browser.text(), SEARCH).status, status, "{signer} {lasts}");
        }
    }
}

#[test]
fn it_dies_with_its_parent() {
    for warm in [false, true] {
        for action in ["revoke", "regenerate"] {
            let (server, token) = shop(9);
            let browser = made(&token, &hour());
            if warm {
                assert_eq!(get(&server, &browser, SEARCH).status, 200);
            }
            change(&server, "token", &format!(r#"{{"action":"{action}"}}"#));
            for url in [SEARCH, NOBODY, "/api/v1/posts/search?limit=0", "/api/v1/account"] {
                let refused = get(&server, &browser, url);
                assert_eq!(outcome(&refused), (401, "INVALID_API_TOKEN".into()), "{url} {warm} {action}");
            }
            assert_eq!(server.call(&request("HEAD", &browser, SEARCH), b"").status, 401);
            assert_eq!(spent(&server).1, i64::from(warm));
        }
    }
}

#[test]
fn it_sleeps_with_its_parents_account() {
    for warm in [false, true] {
        let (server, token) = shop(9);
        let browser = made(&token, &Claims { usernames: Some(list(&["reef"])), ..hour() });
        let url = "/api/v1/posts/search?username=reef";
        if warm {
            assert_eq!(get(&server, &browser, url).status, 200);
        }
        change(&server, "status", r#"{"status":"suspended"}"#);
        for url in [url, SEARCH, "/api/v1/posts/search?limit=0", "/api/v1/account"] {
            let refused = get(&server, &browser, url);
            assert_eq!(outcome(&refused), (403, "ACCOUNT_INACTIVE".into()), "{url} {warm}");
            assert_eq!(charged(&refused), (403, Some("0"), None));
        }
        change(&server, "status", r#"{"status":"active"}"#);
        assert_eq!(get(&server, &browser, url).status, 200);
    }
}

#[test]
fn its_calls_are_counted_for_itself() {
    let (server, token) = shop(9);
    let browsers = [*b"nonce--1", *b"nonce--2"].map(|nonce| made(&token, &Claims { nonce, ..hour() }));
    for browser in &browsers {
        get(&server, browser, SEARCH);
        get(&server, browser, SEARCH);
    }
    let counted = server.counted.take();
    let of = |limit| {
        counted.iter().filter(|(counted, _)| *counted == limit).map(|(_, key)| key).collect::<Vec<_>>()
    };
    let (own, together) = (of(RateLimit::Browser), of(RateLimit::BrowserAccount));
    assert_eq!((own.len(), own[0], own[2]), (4, own[1], own[3]));
    assert_ne!(own[1], own[2]);
    assert!(own.iter().all(|key| !browsers.concat().contains(key.as_str())));
    assert_eq!(together, ["1"; 4], "and for all browser tokens of the account");
    assert_eq!(counted.len(), 8);
    for limit in [RateLimit::Browser, RateLimit::BrowserAccount] {
        server.limited.set(Some(limit));
        server.batches.take();
        for url in [SEARCH, "/api/v1/account", "/api/v1/posts/search?limit=0"] {
            let reply = get(&server, &browsers[0], url);
            assert_eq!(outcome(&reply), (429, "RATE_LIMITED".into()));
            assert_eq!(reply.header("RateLimit-Policy"), Some("\"browser-token\";q=60;w=60"));
        }
        assert_eq!(server.batches.take(), [], "storage is not asked");
    }
    assert_eq!(get(&server, token.text(), SEARCH).status, 200);
    server.limited.set(Some(RateLimit::Calls));
    assert_eq!(get(&server, &browsers[0], SEARCH).status, 200);
}

#[test]
fn no_rows_more_are_written_for_an_api_token() {
    let (server, token) = shop(9);
    get(&server, token.text(), SEARCH);
    let usage = "SELECT json_array(calls, credits, browser_credits) FROM usage";
    let stored: String = server.connection(Accounts).query_row(usage, [], |row| row.get(0)).unwrap();
    assert_eq!(stored, json!([1, 1, 0]).to_string());
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM ledger WHERE kind = 'page'"), 1);
}

#[test]
fn without_its_secret_the_service_says_that_it_is_at_fault() {
    let (mut server, token) = shop(9);
    let browser = made(&token, &hour());
    for secret in [None, Some([8; 32])] {
        server.settings.http.token_key = secret;
        let reply = get(&server, &browser, SEARCH);
        assert_eq!(outcome(&reply), (500, "INTERNAL_ERROR".into()));
        assert!(reply.note.cause.unwrap().contains("TOKEN_KEY"));
        assert_eq!(get(&server, token.text(), SEARCH).status, 200);
    }
}

#[test]
fn the_parent_is_found_by_the_key_and_nothing_else_is_read() {
    let (server, token) = shop(9);
    let key = token.hash().key();
    let plan = server.explain(Accounts, &postern::accounts::statements::ledger::parent_state(&key[..32], 1));
    assert!(plan.contains("SEARCH t USING PRIMARY KEY (token_key>? AND token_key<?)"), "{plan}");
    let plan = server.explain(Accounts, &postern::accounts::statements::ledger::state(&key, None));
    assert!(plan.contains("SEARCH t USING PRIMARY KEY (token_key=?)"), "{plan}");
}
