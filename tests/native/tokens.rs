//! Whether a token is good is read anew for each call, and what limits there are.

use crate::api::{account, body, get, line, load, operator, outcome, request, run};
use crate::browser_tokens::hour;
use crate::sqlite::{Fault, SHARD, Server};
use postern::accounts::token::{ApiToken, BrowserToken};
use postern::http::call::Call;
use postern::http::reply::ReplyOf;
use postern::http::runtime::RateLimit;
use postern::store::Database::Accounts;
use postern::time::Timestamp;
use proptest::collection::vec;
use proptest::prelude::*;

const SEARCH: &str = "/api/v1/posts/search";
const ACCOUNT: &str = "/operator/v1/accounts/reef@example.com";

/// A server with a post, and a token that its isolate has just seen succeed, if it is to.
fn known(warm: bool) -> (Server, String) {
    let server = Server::default();
    let token = account(&server, 9);
    load(&server, &line("1", "reef", "coral"));
    if warm {
        assert_eq!(get(&server, &token, SEARCH).status, 200);
    }
    (server, token)
}

fn change(server: &Server, place: &str, json: &str) -> ReplyOf<Server> {
    let reply = operator(server, "POST", &format!("{ACCOUNT}/{place}"), json.as_bytes());
    assert_eq!(reply.status, 200, "{}", reply.body_text());
    reply
}

#[test]
fn a_revoked_token_is_refused_by_the_very_next_call() {
    for warm in [false, true] {
        let (server, token) = known(warm);
        change(&server, "token", r#"{"action":"revoke"}"#);
        for url in
            [SEARCH, "/api/v1/account", "/api/v1/posts/search?limit=0", "/api/v1/posts/by-user/x/nobody"]
        {
            assert_eq!(
                outcome(&get(&server, &token, url)),
                (401, "INVALID_API_TOKEN".into()),
                "{url} {warm}"
            );
        }
        let head = server.call(&request("HEAD", &token, SEARCH), b"");
        assert_eq!(head.status, 401);
        assert_eq!(server.count(Accounts, "SELECT balance FROM accounts"), 9 - i64::from(warm));
    }
}

#[test]
fn a_token_that_was_refused_once_reads_no_more_posts() {
    let (server, token) = known(true);
    change(&server, "token", r#"{"action":"revoke"}"#);
    assert_eq!(get(&server, &token, SEARCH).status, 401);
    server.batches.borrow_mut().clear();
    assert_eq!(get(&server, &token, SEARCH).status, 401);
    assert_eq!(*server.batches.borrow(), [Accounts]);
}

#[test]
fn a_new_token_takes_the_place_of_the_old_one_at_once() {
    for warm in [false, true] {
        let (server, token) = known(warm);
        let reply = change(&server, "token", r#"{"action":"regenerate"}"#);
        let new = body(&reply)["data"]["token"].as_str().unwrap().to_owned();
        assert_eq!(outcome(&get(&server, &token, SEARCH)), (401, "INVALID_API_TOKEN".into()));
        assert_eq!(get(&server, &new, SEARCH).status, 200);
        change(&server, "token", r#"{"action":"revoke"}"#);
        let reply = change(&server, "token", r#"{"action":"regenerate"}"#);
        assert_eq!(get(&server, &new, SEARCH).status, 401);
        assert_eq!(get(&server, body(&reply)["data"]["token"].as_str().unwrap(), SEARCH).status, 200);
    }
}

#[test]
fn a_suspended_account_is_refused_by_the_very_next_call() {
    for warm in [false, true] {
        let (server, token) = known(warm);
        change(&server, "status", r#"{"status":"suspended"}"#);
        for url in [SEARCH, "/api/v1/account", "/api/v1/posts/search?limit=0"] {
            assert_eq!(outcome(&get(&server, &token, url)), (403, "ACCOUNT_INACTIVE".into()), "{url} {warm}");
        }
        change(&server, "status", r#"{"status":"active"}"#);
        assert_eq!(get(&server, &token, SEARCH).status, 200);
        run(&server, Accounts, "UPDATE accounts SET status = 'pending'");
        assert_eq!(outcome(&get(&server, &token, SEARCH)), (403, "ACCOUNT_INACTIVE".into()));
    }
}

#[test]
fn storage_keeps_no_token() {
    let (server, token) = known(false);
    let connection = server.connection(Accounts);
    let mut statement = connection.prepare("SELECT token_key || sealed || last_four FROM tokens").unwrap();
    let stored: String = statement.query_row([], |row| row.get(0)).unwrap();
    assert!(!stored.contains(&token[13..50]) && stored.ends_with(&token[58..]));
    assert!(stored.starts_with(&ApiToken::parse(&token).unwrap().hash().key()));
}

#[test]
fn a_token_that_succeeded_lately_costs_one_call_to_each_database() {
    let (server, token) = known(true);
    server.batches.borrow_mut().clear();
    get(&server, &token, SEARCH);
    assert_eq!(*server.batches.borrow(), [SHARD, Accounts]);
    server.batches.borrow_mut().clear();
    server.now.set(Timestamp(server.now.get().0 + 5 * 60_000));
    get(&server, &token, SEARCH);
    assert_eq!(*server.batches.borrow(), [Accounts, SHARD, Accounts]);
}

#[test]
fn past_its_limit_an_account_is_told_to_wait_without_asking_storage() {
    for warm in [false, true] {
        let (server, token) = known(warm);
        server.limited.set(Some(RateLimit::Calls));
        if !warm {
            assert_eq!(get(&server, &token, SEARCH).status, 429, "whose it is, storage has to say once");
        }
        server.batches.borrow_mut().clear();
        for url in [SEARCH, "/api/v1/account"] {
            let reply = get(&server, &token, url);
            assert_eq!(outcome(&reply), (429, "RATE_LIMITED".into()));
            assert_eq!(reply.header("Retry-After"), Some("60"));
            assert_eq!(reply.header("RateLimit-Policy"), Some("\"account\";q=120;w=60"));
            let balance = if warm { "8" } else { "9" };
            assert_eq!(reply.header("X-Credits-Remaining"), Some(balance), "as it was seen last");
        }
        server.now.set(Timestamp(server.now.get().0 + 60 * 60_000));
        assert_eq!(get(&server, &token, SEARCH).status, 429);
        assert!(server.batches.borrow().is_empty());
        let unknown = ApiToken::from_secret([9; 32]);
        assert_eq!(get(&server, unknown.text(), SEARCH).status, 401);
    }
}

#[test]
fn the_calls_of_an_inactive_account_are_counted_too() {
    let (server, token) = known(false);
    change(&server, "status", r#"{"status":"suspended"}"#);
    assert_eq!(get(&server, &token, SEARCH).status, 403);
    server.limited.set(Some(RateLimit::Calls));
    server.batches.borrow_mut().clear();
    assert_eq!(outcome(&get(&server, &token, SEARCH)), (429, "RATE_LIMITED".into()));
    assert!(server.batches.borrow().is_empty());
}

/// A call from an address of the network.
fn from<'a>(client: &str, token: &str, url: &'a str) -> Call<'a> {
    Call { client: client.into(), ..request("GET", token, url) }
}

#[test]
fn past_their_limit_refusals_say_so_and_a_known_good_token_is_never_refused_for_them() {
    let (server, token) = known(true);
    server.limited.set(Some(RateLimit::Refusals));
    let unknown = ApiToken::from_secret([9; 32]);
    for bad in ["x", unknown.text()] {
        let reply = get(&server, bad, SEARCH);
        assert_eq!((outcome(&reply), reply.header("Retry-After")), ((429, "RATE_LIMITED".into()), Some("1")));
    }
    let secret =
        Call { authorization: Some("Bearer wrong".into()), ..request("GET", "", "/operator/v1/stats") };
    assert_eq!(outcome(&server.call(&secret, b"")), (429, "RATE_LIMITED".into()));
    let none = Call { api_token: None, ..request("GET", "", SEARCH) };
    assert_eq!(outcome(&server.call(&none, b"")), (401, "MISSING_API_TOKEN".into()));
    assert_eq!(get(&server, &token, SEARCH).status, 200);
    assert_eq!(operator(&server, "GET", "/operator/v1/stats", b"").status, 200);
}

/// What a stranger can make storage do: a lookup a second, once too many guesses came from one network.
#[test]
fn guesses_past_the_limit_ask_storage_once_a_second() {
    let (server, token) = known(false);
    server.limited.set(Some(RateLimit::Refusals));
    server.batches.borrow_mut().clear();
    let began = server.now.get().0;
    for guess in 0..=200_u8 {
        server.now.set(Timestamp(began + 10 * i64::from(guess)));
        let unknown = ApiToken::from_secret([guess; 32]);
        let browser = BrowserToken::create(&unknown, &hour(), server.now.get()).unwrap();
        // Each from another address of one subscriber.
        let client = format!("2001:db8:1:2::{guess:x}");
        for guess in [unknown.text(), browser.text(), "malformed"] {
            let reply = server.call(&from(&client, guess, SEARCH), b"");
            assert_eq!(outcome(&reply), (429, "RATE_LIMITED".into()), "{client}");
        }
    }
    assert_eq!(
        *server.batches.borrow(),
        [Accounts; 3],
        "the first one, and one for each full second after it"
    );
    let good = |client: &str| server.call(&from(client, &token, SEARCH), b"").status;
    assert_eq!(good("2001:db8:1:2::1"), 429, "a good token that is not known has to wait for its turn");
    assert_eq!(good("2001:db8:1:3::1"), 200, "and for nothing from another network");
    assert_eq!(good("2001:db8:1:2::1"), 200, "nor once it is known");
    server.limited.set(None);
    server.now.set(Timestamp(began + 62_000));
    let unknown = ApiToken::from_secret([201; 32]);
    let late = server.call(&from("2001:db8:1:2::1", unknown.text(), SEARCH), b"");
    assert_eq!(outcome(&late), (401, "INVALID_API_TOKEN".into()), "after a minute all is as before");
}

#[test]
fn refusals_are_counted_for_the_network_of_a_caller() {
    let (server, _) = known(false);
    for client in ["2001:db8:1:2::1", "2001:db8:1:2:ffff::2", "2001:db8:1:3::1", "203.0.113.7"] {
        server.call(&from(client, "x", SEARCH), b"");
    }
    let counted = server.counted.take();
    let networks: Vec<_> = counted.iter().map(|(_, key)| key.as_str()).collect();
    assert_eq!(networks, ["2001:db8:1:2::/64", "2001:db8:1:2::/64", "2001:db8:1:3::/64", "203.0.113.7"]);
}

#[test]
fn health_asks_storage_at_most_every_five_seconds() {
    let server = Server::default();
    let health = |after: i64| {
        server.now.set(Timestamp(crate::sqlite::NOW.0 + after));
        let reply = get(&server, "", "/api/v1/health?ignored=1");
        assert_eq!(reply.header("Cache-Control"), Some("no-store"));
        (reply.status, body(&reply)["status"].as_str().unwrap().to_owned(), server.batches.borrow().len())
    };
    assert_eq!(health(0), (200, "healthy".into(), 2));
    server.faults.borrow_mut().push((SHARD, Fault::Refused));
    assert_eq!(health(4_999), (200, "healthy".into(), 2));
    assert_eq!(health(5_000), (503, "unhealthy".into(), 4));
    assert_eq!(health(9_999), (503, "unhealthy".into(), 4));
    assert_eq!(health(10_000), (200, "healthy".into(), 6));
    assert!(
        get(&server, "", "/api/v1/health")
            .body_text()
            .contains(r#""version":"v1","timestamp":"2026-03-01T18:04:15.000Z""#)
    );
}

#[test]
fn health_says_in_the_log_what_is_wrong_also_while_that_is_held() {
    let server = Server::default();
    server.faults.borrow_mut().push((SHARD, Fault::Refused));
    for _ in 0..2 {
        let reply = get(&server, "", "/api/v1/health");
        assert_eq!((reply.status, reply.note.cause.as_deref()), (503, Some("disk on fire")));
        assert!(!reply.body_text().contains("fire"));
    }
}

/// Pages need that, too: a database that was restored by half gives none.
#[test]
fn a_database_without_what_was_acknowledged_is_not_healthy() {
    let server = Server::default();
    let token = account(&server, 9);
    load(&server, &line("1", "reef", "coral"));
    assert_eq!(get(&server, "", "/api/v1/health").status, 200);
    run(&server, Accounts, "UPDATE shards SET version = version + 1");
    server.now.set(Timestamp(crate::sqlite::NOW.0 + 5_000));
    for (url, bearer) in [("/api/v1/health", ""), (SEARCH, token.as_str())] {
        let reply = get(&server, bearer, url);
        let behind = Some("no database of posts had what was acknowledged");
        assert_eq!((reply.status, reply.note.cause.as_deref()), (503, behind), "{url}");
    }
    run(
        &server,
        SHARD,
        "UPDATE versions SET version = version + 1 WHERE version = (SELECT max(version) FROM versions)",
    );
    server.now.set(Timestamp(crate::sqlite::NOW.0 + 10_000));
    for (url, bearer) in [("/api/v1/health", ""), (SEARCH, token.as_str())] {
        assert_eq!(get(&server, bearer, url).status, 200, "{url}");
    }
}

/// Something that happens to an account.
#[derive(Debug, Clone)]
enum Event {
    Get { url: usize, key: Option<u8>, faults: Vec<Fault> },
    Head,
    Grant(i64, u8),
    Status(bool),
    Regenerate,
    Later,
}

fn event() -> impl Strategy<Value = Event> {
    let fault = prop_oneof![6 => Just(Fault::None), 1 => Just(Fault::Refused), 1 => Just(Fault::AnswerLost)];
    prop_oneof![
        8 => (0..4_usize, proptest::option::weighted(0.4, 0..2_u8), vec(fault, 0..4))
            .prop_map(|(url, key, faults)| Event::Get { url, key, faults }),
        1 => Just(Event::Head),
        2 => (-6..9_i64, 0..6_u8).prop_map(|(credits, reference)| Event::Grant(credits, reference)),
        1 => any::<bool>().prop_map(Event::Status),
        1 => Just(Event::Regenerate),
        1 => Just(Event::Later),
    ]
}

/// Makes it happen. Gives what it cost, as far as the caller was told.
fn happen(server: &Server, token: &mut String, event: &Event) {
    let post =
        |place: &str, json: &str| operator(server, "POST", &format!("{ACCOUNT}/{place}"), json.as_bytes());
    match event {
        Event::Get { url, key, faults } => {
            let url = ["", "?limit=1", "?username=nobody", "?limit=0"]
                .map(|query| format!("{SEARCH}{query}"))[*url]
                .clone();
            let before = server.count(Accounts, "SELECT balance FROM accounts");
            *server.faults.borrow_mut() = faults.iter().map(|fault| (Accounts, *fault)).collect();
            let key = key.map(|key| key.to_string());
            let reply = server.call(&Call { idempotency_key: key, ..request("GET", token, &url) }, b"");
            server.faults.borrow_mut().clear();
            let cost = before - server.count(Accounts, "SELECT balance FROM accounts");
            let told = reply.header("X-Credits-Charged").map_or(0, |charged| charged.parse().unwrap());
            assert!(cost == told || reply.status == 503 && cost == 1, "{} {cost} {told}", reply.status);
            assert!(cost == 0 || before > 0);
        }
        Event::Head => drop(server.call(&request("HEAD", token, SEARCH), b"")),
        Event::Grant(credits, reference) => {
            drop(post("credits", &format!(r#"{{"credits":{credits},"reference":"{reference}"}}"#)));
        }
        Event::Status(active) => {
            drop(post(
                "status",
                if *active { r#"{"status":"active"}"# } else { r#"{"status":"suspended"}"# },
            ));
        }
        Event::Regenerate => {
            let reply = post("token", r#"{"action":"regenerate"}"#);
            body(&reply)["data"]["token"].as_str().unwrap().clone_into(token);
        }
        Event::Later => server.now.set(Timestamp(server.now.get().0 + 7 * 60_000)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_happens_the_ledger_adds_up_to_the_balance(events in vec(event(), 1..80)) {
        let (server, mut token) = known(false);
        for event in &events {
            happen(&server, &mut token, event);
            for (one, other) in [
                ("SELECT balance FROM accounts", "SELECT sum(credits) FROM ledger"),
                ("SELECT total_used FROM accounts", "SELECT -coalesce(sum(credits), 0) FROM ledger WHERE kind = 'page'"),
                ("SELECT total_used FROM accounts", "SELECT coalesce(sum(credits), 0) FROM usage"),
            ] {
                prop_assert_eq!(server.count(Accounts, one), server.count(Accounts, other), "{} {}", one, other);
            }
        }
    }
}
