//! What a browser token may ask for.

use crate::api::{body, get, outcome, request};
use crate::browser_tokens::{charged, hour, list, made, shop};
use postern::http::call::Call;
use postern::posts::scope::claims::Claims;

const SEARCH: &str = "/api/v1/posts/search";

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
