//! `postern browser-token`, which needs no service.

use super::shell::Shell;
use postern::accounts::token::{ApiToken, BrowserToken, Restriction, TestOwner, TestToken};
use postern::time::Timestamp;
use serde_json::{Value, json};
use std::time::{SystemTime, UNIX_EPOCH};

#[expect(clippy::disallowed_methods, reason = "the program has the same clock")]
fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    Timestamp(i64::try_from(since.as_millis()).unwrap())
}

fn api_token() -> ApiToken {
    ApiToken::from_secret([3; 32])
}

fn made(out: &str) -> BrowserToken {
    let token = BrowserToken::parse(out.strip_suffix('\n').unwrap()).unwrap();
    assert!(token.verify(&api_token().hash(), now()));
    token
}

#[test]
fn the_token_is_all_that_is_written_and_says_what_was_asked_for() {
    let shell = Shell::new().with("POSTERN_API_TOKEN", api_token().text());
    let run = shell.run(
        "browser-token --expires-in 15m --origin https://A.example --origin http://localhost:5173 --platform twitter \
         --username @Reef --hashtag #Kelp --max-limit 20",
    );
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    let token = made(&run.out);
    assert!(token.allows(Restriction::Origin, Some("https://a.example")));
    assert!(token.allows(Restriction::Origin, Some("http://localhost:5173")));
    assert!(token.allows(Restriction::Platform, Some("x")) && !token.allows(Restriction::Platform, None));
    assert!(
        token.allows(Restriction::Username, Some("reef")) && token.allows(Restriction::Hashtag, Some("kelp"))
    );
    assert_eq!(token.max_limit(), Some(20));
    let now = now().0;
    assert!(token.is_timely(Timestamp(now + 14 * 60_000)) && !token.is_timely(Timestamp(now + 17 * 60_000)));
}

#[test]
fn no_two_tokens_are_the_same() {
    let shell = Shell::new().with("POSTERN_API_TOKEN", api_token().text());
    assert_ne!(shell.run("browser-token").out, shell.run("browser-token").out);
}

#[test]
fn the_api_token_comes_from_a_file_or_input_or_the_environment_or_a_local_service() {
    let text = api_token().text().to_owned();
    let shell = Shell::new();
    shell.file("token", format!("{text}\n"));
    made(&shell.run("browser-token --token-file token").out);
    let run = shell.run_in(&shell.folder, &["browser-token", "--token-file", "-"], &text);
    made(&run.out);
    shell.file(
        ".postern/dev.json",
        json!({"url": "http://localhost:1", "operator_secret": "s", "api_token": text}).to_string(),
    );
    made(&shell.run("browser-token").out);
    let other = ApiToken::from_secret([4; 32]);
    let run = shell.with("POSTERN_API_TOKEN", other.text()).run("browser-token");
    let token = BrowserToken::parse(run.out.trim_end()).unwrap();
    assert!(token.verify(&other.hash(), now()));
}

#[test]
fn without_an_api_token_the_advice_is_where_to_put_it_and_a_wrong_one_is_not_repeated() {
    let run = Shell::new().run("browser-token");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("POSTERN_API_TOKEN") && run.err.contains("--token-file"), "{}", run.err);
    let cut = &api_token().text()[..61].to_owned();
    let run = Shell::new().with("POSTERN_API_TOKEN", cut).run("browser-token");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("only part of one") && !run.err.contains(&cut[20..]), "{}", run.err);
}

#[test]
fn a_test_token_makes_no_browser_tokens() {
    let test = TestToken::new(&[7; 32], TestOwner { account: 1, replaced: 0 }).unwrap();
    let run = Shell::new().with("POSTERN_API_TOKEN", test.text()).run("browser-token");
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("got a test token, from which no browser tokens can be made"), "{}", run.err);
    assert!(!run.err.contains(test.text()), "{}", run.err);
}

#[test]
fn what_is_wrong_is_said_of_each_option() {
    let shell = Shell::new().with("POSTERN_API_TOKEN", api_token().text());
    let run =
        shell.run("browser-token --expires-in 25h --origin example.com --platform myspace --max-limit 0");
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    for option in
        ["--expires-in: expected", "--origin: expected", "--platform: expected", "--max-limit: expected"]
    {
        assert!(run.err.contains(option), "{option}: {}", run.err);
    }
    assert_eq!(shell.run("browser-token --expires-in soon").code, 2);
}

#[test]
fn as_json_it_comes_with_its_end_and_what_it_says() {
    let shell = Shell::new().with("POSTERN_API_TOKEN", api_token().text());
    let run = shell.run("browser-token --username reef --json");
    let said: Value = serde_json::from_str(&run.out).unwrap();
    made(&format!("{}\n", said["token"].as_str().unwrap()));
    assert_eq!((&said["usernames"], &said["origins"]), (&json!(["reef"]), &Value::Null));
    let ends = Timestamp::parse(said["expires_at"].as_str().unwrap()).unwrap();
    assert!((now().0 + 3_590_000..=now().0 + 3_600_000).contains(&ends.0), "{}", run.out);
}
