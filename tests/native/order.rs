//! The order of checks: what comes first hides what comes later, for every caller and whatever an isolate remembers.

use crate::api::{account, body, get, line, load, operator, outcome, request, run};
use crate::sqlite::{Fault, SHARD, Server};
use postern::accounts::token::ApiToken;
use postern::http::call::Call;
use postern::http::reply::ReplyOf;
use postern::http::runtime::RateLimit;
use postern::store::Database;
use std::borrow::Cow;

const SEARCH: &str = "/api/v1/posts/search";
/// What can be wrong with a call, in the order of the checks, and what is then answered.
const CHECKS: [(u16, &str); 13] = [
    (403, "HTTPS_REQUIRED"),
    (421, "MISDIRECTED_REQUEST"),
    (404, "NOT_FOUND"),
    (414, "URI_TOO_LONG"),
    (405, "METHOD_NOT_ALLOWED"),
    (406, "NOT_ACCEPTABLE"),
    (401, "MISSING_API_TOKEN"),
    (401, "INVALID_API_TOKEN"),
    (403, "ACCOUNT_INACTIVE"),
    (429, "RATE_LIMITED"),
    (400, "INVALID_PARAMETER"),
    (402, "INSUFFICIENT_CREDITS"),
    (503, "STORAGE_UNAVAILABLE"),
];

/// Makes a call with which everything is wrong from this check on, and nothing before. A `warm` isolate has just seen
/// the token succeed.
fn wrong_from(first: usize, warm: bool) -> ReplyOf<Server> {
    let is_wrong = |code: &str| CHECKS.iter().position(|(_, check)| *check == code).unwrap() >= first;
    let mut server = Server::default();
    let token = account(&server, 5);
    load(&server, &line("1", "reef", "coral"));
    server.settings.http.development = false;
    let call = |token: &str| Call {
        https: true,
        host: "api.example.com",
        request_id: Some("r".into()),
        ..request("GET", token, SEARCH)
    };
    if warm {
        assert_eq!(server.call(&call(&token), b"").status, 200);
    }
    run(&server, Database::Accounts, "UPDATE accounts SET balance = 5");
    if is_wrong("ACCOUNT_INACTIVE") {
        run(&server, Database::Accounts, "UPDATE accounts SET status = 'suspended'");
    }
    if is_wrong("INSUFFICIENT_CREDITS") {
        run(&server, Database::Accounts, "UPDATE accounts SET balance = 0");
    }
    if is_wrong("STORAGE_UNAVAILABLE") {
        server.faults.borrow_mut().push((SHARD, Fault::Refused));
    }
    server.limited.set(is_wrong("RATE_LIMITED").then_some(RateLimit::Calls));
    let long = Cow::from(format!("limit=0&cursor={}", "a".repeat(8 * 1024)));
    let query = if is_wrong("URI_TOO_LONG") { long } else { Cow::from("limit=0") };
    let unknown = ApiToken::from_secret([9; 32]);
    let token = if is_wrong("INVALID_API_TOKEN") { unknown.text() } else { &token };
    let good = call(token);
    let call = Call {
        https: !is_wrong("HTTPS_REQUIRED"),
        host: if is_wrong("MISDIRECTED_REQUEST") { "elsewhere.example" } else { good.host },
        path: if is_wrong("NOT_FOUND") { "/api/v1/nowhere" } else { SEARCH },
        query: if is_wrong("INVALID_PARAMETER") { &query } else { "" },
        method: if is_wrong("METHOD_NOT_ALLOWED") { "DELETE" } else { "GET" },
        accept: is_wrong("NOT_ACCEPTABLE").then(|| "text/html".into()),
        api_token: good.api_token.clone().filter(|_| !is_wrong("MISSING_API_TOKEN")),
        ..good
    };
    server.call(&call, b"")
}

/// What is answered where everything is wrong from a check on. A known token past its limit asks nothing of storage, which is
/// what knows that its account was suspended in the meantime.
fn expected(first: usize, warm: bool) -> (u16, &'static str) {
    if warm && CHECKS[first].1 == "ACCOUNT_INACTIVE" { (429, "RATE_LIMITED") } else { CHECKS[first] }
}

#[test]
fn what_is_checked_first_hides_what_is_checked_later() {
    for warm in [false, true] {
        for first in 0..CHECKS.len() {
            let (status, code) = expected(first, warm);
            assert_eq!(outcome(&wrong_from(first, warm)), (status, code.to_owned()), "warm: {warm}");
        }
        assert_eq!(wrong_from(CHECKS.len(), warm).status, 200);
    }
}

#[test]
fn a_token_that_an_isolate_remembers_gets_the_same_answers() {
    let is_same = |first: &usize| !matches!(expected(*first, true).1, "RATE_LIMITED");
    for first in (0..CHECKS.len()).filter(is_same) {
        let (cold, warm) = (wrong_from(first, false), wrong_from(first, true));
        assert_eq!(
            (cold.body_text(), &cold.headers),
            (warm.body_text(), &warm.headers),
            "{}",
            CHECKS[first].1
        );
    }
}

#[test]
fn every_answer_of_the_api_can_be_read_by_pages_of_any_origin() {
    for first in 0..=CHECKS.len() {
        let reply = wrong_from(first, false);
        assert_eq!(reply.header("Access-Control-Allow-Origin"), Some("*"), "{first}");
        assert!(reply.header("Access-Control-Expose-Headers").unwrap().contains("X-Request-Id"), "{first}");
        assert_eq!(reply.header("Vary"), Some("Authorization, X-API-Token, Origin, Accept"), "{first}");
        assert_eq!(reply.header("X-Content-Type-Options"), Some("nosniff"), "{first}");
        assert_eq!(reply.header("X-Request-Id"), Some("r"), "{first}");
    }
}

#[test]
fn every_answer_to_a_known_token_says_what_it_cost() {
    let known = CHECKS.iter().position(|(_, code)| *code == "ACCOUNT_INACTIVE").unwrap();
    for (first, warm) in (known..CHECKS.len()).flat_map(|first| [(first, false), (first, true)]) {
        let reply = wrong_from(first, warm);
        assert_eq!(reply.header("X-Credits-Charged"), Some("0"), "{:?}", CHECKS[first]);
        // Past the limit it is the balance that the isolate saw last.
        let balance = match reply.status {
            503 => "5",
            429 if warm => "4",
            _ => "0",
        };
        assert_eq!(reply.header("X-Credits-Remaining"), Some(balance), "{:?}", CHECKS[first]);
    }
    let reply = wrong_from(CHECKS.len(), true);
    assert_eq!(
        (reply.header("X-Credits-Charged"), reply.header("X-Credits-Remaining")),
        (Some("1"), Some("4"))
    );
}

#[test]
fn an_outsider_learns_nothing_about_parameters_and_reads_no_posts() {
    let server = Server::default();
    load(&server, &line("1", "reef", "coral"));
    server.batches.borrow_mut().clear();
    let unknown = ApiToken::from_secret([9; 32]);
    for token in [None, Some(""), Some("postern_live_x"), Some(unknown.text())] {
        let answers = ["", "limit=0", "min_like=1&limit=5&limit=6", "token=a", "keyword=%ff", "cursor=x"]
            .map(|query| {
                let call = Call {
                    method: "GET",
                    path: SEARCH,
                    query,
                    api_token: token.map(str::to_owned),
                    request_id: Some("r".into()),
                    ..Call::default()
                };
                let reply = server.call(&call, b"");
                (reply.status, reply.body_text(), reply.headers)
            });
        assert_eq!(answers[0].0, 401);
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{token:?}");
    }
    assert!(!server.batches.borrow().contains(&SHARD));
    assert_eq!(server.batches.borrow().len(), 6, "a malformed token is refused without asking storage");
}

#[test]
fn a_token_in_the_query_is_named_and_not_repeated() {
    let server = Server::default();
    let token = account(&server, 5);
    let secret = ApiToken::from_secret([9; 32]);
    for query in
        [format!("keyword={}", secret.text()), "access_token=s3cret".into(), format!("{}=1", secret.text())]
    {
        let reply = get(&server, &token, &format!("{SEARCH}?{query}"));
        assert_eq!(body(&reply)["error"]["details"][0]["code"], "TOKEN_IN_QUERY", "{query}");
        assert!(!reply.body_text().contains("s3cret") && !reply.body_text().contains(&secret.text()[13..]));
    }
}

#[test]
fn a_credential_of_one_kind_opens_nothing_of_another() {
    let server = Server::default();
    let token = account(&server, 5);
    let secret = Call {
        api_token: None,
        authorization: Some(format!("Bearer {}", crate::sqlite::SECRET)),
        ..request("GET", "", SEARCH)
    };
    assert_eq!(outcome(&server.call(&secret, b"")), (401, "INVALID_API_TOKEN".into()));
    let with_token = Call {
        authorization: Some(format!("Bearer {token}")),
        ..request("GET", &token, "/operator/v1/stats")
    };
    assert_eq!(outcome(&server.call(&with_token, b"")), (401, "INVALID_OPERATOR_SECRET".into()));
    assert_eq!(operator(&server, "GET", "/operator/v1/stats", b"").status, 200);
}

#[test]
fn the_methods_of_an_address_are_get_head_and_options() {
    let server = Server::default();
    for method in ["POST", "PUT", "PATCH", "DELETE", "TRACE", "get"] {
        let reply = server.call(&request(method, "", SEARCH), b"");
        assert_eq!((reply.status, reply.header("Allow")), (405, Some("GET, HEAD, OPTIONS")), "{method}");
    }
    let long = format!("{SEARCH}?keyword={}", "a".repeat(9000));
    for url in ["/api/v1/nothing", "/api/v1/posts/by-user/x/", long.as_str()] {
        assert_eq!(server.call(&request("OPTIONS", "", url), b"").status, 204, "{url}");
    }
    let preflight = server.call(&request("OPTIONS", "", SEARCH), b"");
    assert_eq!((preflight.status, preflight.body_text().as_str()), (204, ""));
    assert_eq!(preflight.header("Access-Control-Max-Age"), Some("86400"));
    for header in ["Authorization", "X-API-Token", "If-None-Match", "Idempotency-Key", "X-Request-Id"] {
        assert!(preflight.header("Access-Control-Allow-Headers").unwrap().contains(header), "{header}");
    }
}
