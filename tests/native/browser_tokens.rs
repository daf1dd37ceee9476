//! Browser tokens: what they may ask for, what they may spend, and that they die with the token that they are made of.

use crate::api::{account, body, get, line, load, operator, outcome, request, run};
use crate::sqlite::{Fault, NOW, SHARD, Server};
use postern::answer::{Call, RateLimit, ReplyOf};
use postern::store::Database::Accounts;
use postern::time::Timestamp;
use postern::token::{ApiToken, BrowserToken, Claims};
use serde_json::json;

const SEARCH: &str = "/api/v1/posts/search";
const NOBODY: &str = "/api/v1/posts/by-user/x/nobody";
const ACCOUNT: &str = "/operator/v1/accounts/reef@example.com";

/// A server with three posts, and an API token with so many credits.
fn shop(credits: u32) -> (Server, ApiToken) {
    let server = Server::default();
    let token = account(&server, credits);
    load(&server, &["1", "2", "3"].map(|id| line(id, "reef", "coral #Kelp")).concat());
    (server, ApiToken::parse(&token).unwrap())
}

fn hour() -> Claims {
    Claims { expires_in: 3600, ..Claims::default() }
}

fn list(values: &[&str]) -> Vec<String> {
    values.iter().map(|value| (*value).to_owned()).collect()
}

fn made(token: &ApiToken, claims: &Claims) -> String {
    BrowserToken::create(token, claims, NOW).unwrap().text().to_owned()
}

fn cap(server: &Server, credits: i64) {
    run(server, Accounts, &format!("UPDATE accounts SET browser_cap = {credits}"));
}

fn spent(server: &Server) -> (i64, i64, i64) {
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

fn charged(reply: &ReplyOf<Server>) -> (u16, Option<&str>, Option<&str>) {
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
    assert!(
        counted.iter().all(|(limit, key)| *limit == RateLimit::Browser && !browsers.concat().contains(key))
    );
    assert_eq!(counted[0], counted[1]);
    assert_ne!(counted[1], counted[2]);
    server.limited.set(Some(RateLimit::Browser));
    for url in [SEARCH, "/api/v1/account", "/api/v1/posts/search?limit=0"] {
        let reply = get(&server, &browsers[0], url);
        assert_eq!(outcome(&reply), (429, "RATE_LIMITED".into()));
        assert_eq!(reply.header("RateLimit-Policy"), Some("\"browser-token\";q=60;w=60"));
    }
    assert_eq!(get(&server, token.text(), SEARCH).status, 200);
    server.limited.set(Some(RateLimit::Calls));
    assert_eq!(get(&server, &browsers[0], SEARCH).status, 200);
}

/// Each restriction with a call, and what it is answered.
#[test]
fn a_call_is_answered_if_it_names_what_its_token_is_for() {
    let no = (403, "INSUFFICIENT_SCOPE");
    let bad = (400, "INVALID_PARAMETER");
    let yes = (200, "");
    let platforms = |values: &[&str]| Claims { platforms: Some(list(values)), ..hour() };
    let usernames = |values: &[&str]| Claims { usernames: Some(list(values)), ..hour() };
    let hashtags = |values: &[&str]| Claims { hashtags: Some(list(values)), ..hour() };
    let limit = |most: i64| Claims { max_limit: Some(most), ..hour() };
    let both = Claims { hashtags: Some(list(&["kelp"])), ..usernames(&["reef"]) };
    let cases = [
        (hour(), "search", yes),
        (hour(), "search?limit=100", yes),
        (platforms(&["x"]), "search", no),
        (platforms(&["x"]), "search?platform=x", yes),
        (platforms(&["x"]), "search?platform=Twitter", yes),
        (platforms(&["TWITTER"]), "by-user/X/reef", yes),
        (platforms(&["x"]), "search?platform=tiktok", no),
        (platforms(&["x", "tiktok"]), "search?platform=tiktok", yes),
        (platforms(&["x"]), "search?platform=myspace", bad),
        (platforms(&["x"]), "search?platform=", bad),
        (platforms(&["x"]), "by-hashtag/myspace/kelp", bad),
        (usernames(&["@Reef"]), "by-user/x/reef", yes),
        (usernames(&["reef"]), "by-user/x/%40REEF", yes),
        (usernames(&["reef"]), "by-user/x/%EF%BD%92eef", yes),
        (usernames(&["reef"]), "search?username=@reef&keyword=coral", yes),
        (usernames(&["reef"]), "by-user/x/reef2", no),
        (usernames(&["reef"]), "search?keyword=coral", no),
        (usernames(&["reef"]), "by-hashtag/x/kelp", no),
        (usernames(&["reef"]), "search?username=a%20b", bad),
        (usernames(&["reef"]), "search?username=%FF", bad),
        (usernames(&["reef"]), "search?username=other&limit=0", no),
        (usernames(&["reef"]), "search?username=reef&limit=0", bad),
        (usernames(&["reef"]), "search?username=reef&username=other", bad),
        (usernames(&["reef"]), "search?user=reef", no),
        (hashtags(&["Kelp"]), "by-hashtag/x/%23KELP", yes),
        (hashtags(&["kelp"]), "search?hashtag=kelp", yes),
        (hashtags(&["kelp"]), "by-hashtag/x/kelp2", no),
        (hashtags(&["kelp"]), "search", no),
        (both.clone(), "search?username=reef&hashtag=kelp", yes),
        (both.clone(), "search?username=reef", no),
        (both, "by-hashtag/x/kelp", no),
        (limit(2), "search", yes),
        (limit(2), "search?limit=2", yes),
        (limit(2), "search?limit=3", no),
        (limit(2), "search?limit=0", bad),
        (limit(2), "search?limit=101", bad),
        (limit(2), "search?limit=3&foo=1", no),
    ];
    for (claims, url, (status, code)) in cases {
        let (server, token) = shop(9);
        let browser = made(&token, &claims);
        let url = format!("/api/v1/posts/{url}");
        for warm in [false, true] {
            let reply = get(&server, &browser, &url);
            assert_eq!(
                outcome(&reply),
                (status, code.to_owned()),
                "{url} {warm} {claims:?} {}",
                reply.body_text()
            );
            let price = if status == 200 && !url.contains("tiktok") { "1" } else { "0" };
            assert_eq!(charged(&reply), (status, Some(price), None), "{url}");
            get(&server, token.text(), SEARCH);
        }
    }
}

#[test]
fn without_a_limit_the_smaller_of_fifty_and_its_largest_applies() {
    let (server, token) = shop(9);
    for (most, limit) in [(2, 2), (50, 50), (80, 50)] {
        let browser = made(&token, &Claims { max_limit: Some(most), ..hour() });
        let page = get(&server, &browser, SEARCH);
        assert_eq!(body(&page)["data"]["page"]["limit"], limit);
        let Some(link) = page.header("Link") else { continue };
        assert!(link.contains("limit=2") && !link.contains("postern_"), "{link}");
        let next = link.split("example.com").nth(1).unwrap().split('>').next().unwrap();
        assert_eq!(get(&server, &browser, next).status, 200);
    }
}

#[test]
fn with_origins_a_call_needs_one_of_them() {
    let (server, token) = shop(9);
    let browser = made(
        &token,
        &Claims { origins: Some(list(&["https://a.example", "http://localhost:5173"])), ..hour() },
    );
    let from = |origin: Option<&str>| {
        let mut call = request("GET", &browser, SEARCH);
        call.private.origin = origin.map(str::to_owned);
        server.call(&call, b"")
    };
    for origin in ["https://a.example", "http://localhost:5173"] {
        let reply = from(Some(origin));
        assert_eq!((reply.status, reply.header("Access-Control-Allow-Origin")), (200, Some("*")), "{origin}");
    }
    for origin in [
        None,
        Some("https://b.example"),
        Some("http://a.example"),
        Some("null"),
        Some(""),
        Some("https://a.example:8443"),
    ] {
        let reply = from(origin);
        assert_eq!(outcome(&reply), (403, "INSUFFICIENT_SCOPE".into()), "{origin:?}");
        assert!(body(&reply)["error"]["message"].as_str().unwrap().contains("Origin"));
    }
}

#[test]
fn the_account_is_outside() {
    let (server, token) = shop(9);
    let browser = made(&token, &hour());
    for url in ["/api/v1/account", "/api/v1/account?x=1"] {
        let reply = get(&server, &browser, url);
        assert_eq!(outcome(&reply), (403, "INSUFFICIENT_SCOPE".into()), "{url}");
        assert_eq!(charged(&reply), (403, Some("0"), None));
    }
    let secret =
        Call { authorization: Some(format!("Bearer {browser}")), ..request("GET", "", "/operator/v1/stats") };
    assert_eq!(outcome(&server.call(&secret, b"")), (401, "INVALID_OPERATOR_SECRET".into()));
    let page = get(&server, token.text(), &format!("{SEARCH}?keyword={browser}"));
    assert_eq!(outcome(&page), (400, "INVALID_PARAMETER".into()));
    assert!(!page.body_text().contains(&browser[16..]));
}

#[test]
fn an_empty_account_is_not_told_in_numbers() {
    let (server, token) = shop(1);
    let browser = made(&token, &hour());
    assert_eq!(get(&server, &browser, SEARCH).status, 200);
    for (url, warm) in [(SEARCH, true), (NOBODY, true), (SEARCH, false), (NOBODY, false)] {
        if !warm {
            server.now.set(Timestamp(NOW.0 + 6 * 60_000));
        }
        let refused = get(&server, &browser, url);
        assert_eq!(outcome(&refused), (402, "INSUFFICIENT_CREDITS".into()));
        assert_eq!(charged(&refused), (402, Some("0"), None));
        let message = body(&refused)["error"]["message"].as_str().unwrap().to_owned();
        assert!(
            message.contains("at least 1") && !message.contains('0') && message.contains("/dashboard"),
            "{message}"
        );
    }
}

#[test]
fn the_owners_cap_of_a_day_is_kept_to_the_credit() {
    for price in [1, 3] {
        let (mut server, token) = shop(1000);
        server.settings.credits_per_page = price;
        cap(&server, 40);
        let browsers = [*b"nonce--1", *b"nonce--2"].map(|nonce| made(&token, &Claims { nonce, ..hour() }));
        let replies: Vec<_> = (0..100).map(|n| get(&server, &browsers[n % 2], SEARCH)).collect();
        let pages = 40 / price;
        assert_eq!(
            replies.iter().filter(|reply| reply.status == 200).count(),
            usize::try_from(pages).unwrap()
        );
        assert_eq!(spent(&server), (pages, pages * price, pages * price));
        let last = replies.last().unwrap();
        assert_eq!(
            (outcome(last), charged(last)),
            ((402, "INSUFFICIENT_CREDITS".into()), (402, Some("0"), None))
        );
        let message = body(last)["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains("browser tokens may spend in a day"), "{message}");
        // The account's own token goes on, and the next day is another one.
        assert_eq!(get(&server, token.text(), SEARCH).status, 200);
        server.now.set(Timestamp(NOW.0 + 86_400_000));
        let tomorrow = BrowserToken::create(&token, &hour(), server.now.get()).unwrap();
        assert_eq!(get(&server, tomorrow.text(), SEARCH).status, 200);
    }
}

#[test]
fn a_cap_of_zero_stops_them_and_none_does_not() {
    let (server, token) = shop(9);
    let browser = made(&token, &hour());
    for warm in [false, true] {
        cap(&server, 0);
        for url in [SEARCH, NOBODY] {
            assert_eq!(
                outcome(&get(&server, &browser, url)),
                (402, "INSUFFICIENT_CREDITS".into()),
                "{url} {warm}"
            );
        }
        assert_eq!(server.call(&request("HEAD", &browser, SEARCH), b"").status, 200);
        run(&server, Accounts, "UPDATE accounts SET browser_cap = NULL");
        assert_eq!(get(&server, &browser, SEARCH).status, 200);
    }
    assert_eq!(spent(&server), (2, 2, 2));
}

#[test]
fn a_cap_is_kept_where_answers_are_lost_and_calls_repeated() {
    let (server, token) = shop(9);
    cap(&server, 2);
    let browser = made(&token, &hour());
    let keyed = |key: &str| {
        let call = Call { idempotency_key: Some(key.into()), ..request("GET", &browser, SEARCH) };
        server.call(&call, b"")
    };
    server.faults.borrow_mut().extend([(Accounts, Fault::None), (Accounts, Fault::AnswerLost)]);
    assert_eq!(charged(&keyed("a")), (200, Some("1"), None));
    assert_eq!(charged(&keyed("a")), (200, Some("0"), None));
    server.faults.borrow_mut().extend([(Accounts, Fault::AnswerLost), (Accounts, Fault::AnswerLost)]);
    assert_eq!(charged(&keyed("b")), (200, Some("1"), None));
    assert_eq!(charged(&keyed("c")), (402, Some("0"), None));
    assert_eq!(spent(&server), (3, 2, 2));
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
        server.settings.token_key = secret;
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
    let plan = server.explain(Accounts, &postern::sql::ledger::parent_state(&key[..32], 1));
    assert!(plan.contains("SEARCH t USING PRIMARY KEY (token_key>? AND token_key<?)"), "{plan}");
    let plan = server.explain(Accounts, &postern::sql::ledger::state(&key, None));
    assert!(plan.contains("SEARCH t USING PRIMARY KEY (token_key=?)"), "{plan}");
}
