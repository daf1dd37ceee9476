use super::*;

const NOW: Timestamp = Timestamp(1_772_388_245_999);

fn create(claims: &Claims) -> Result<BrowserToken, Vec<(String, ValidationErrorCode)>> {
    let token = BrowserToken::create(&ApiToken::from_secret([1; 32]), claims, NOW);
    token.map_err(|errors| errors.into_iter().map(|error| (error.parameter, error.code)).collect())
}

fn hour() -> Claims {
    Claims { expires_in: 3600, ..Claims::default() }
}

fn list(values: &[&str]) -> Vec<String> {
    values.iter().map(|value| (*value).to_owned()).collect()
}

#[test]
fn a_token_lasts_a_second_to_a_day() {
    for (expires_in, good) in
        [(0, false), (1, true), (86_400, true), (86_401, false), (-1, false), (i64::MAX, false)]
    {
        let created = create(&Claims { expires_in, ..hour() });
        assert_eq!(created.is_ok(), good, "{expires_in}");
        assert!(good || created == Err(vec![("expires_in".into(), ValidationErrorCode::OutOfRange)]));
    }
}

#[test]
fn every_fault_is_named() {
    let errors = create(&Claims {
        expires_in: 0,
        origins: Some(list(&["https://example.com/app"])),
        platforms: Some(list(&["myspace", "x"])),
        usernames: Some(list(&["a b", "@"])),
        hashtags: Some(Vec::new()),
        max_limit: Some(101),
        ..Claims::default()
    });
    let expected = [
        ("expires_in", ValidationErrorCode::OutOfRange),
        ("origins", ValidationErrorCode::InvalidValue),
        ("platforms", ValidationErrorCode::UnsupportedPlatform),
        ("usernames", ValidationErrorCode::InvalidValue),
        ("usernames", ValidationErrorCode::InvalidValue),
        ("hashtags", ValidationErrorCode::EmptyValue),
        ("max_limit", ValidationErrorCode::OutOfRange),
    ];
    assert_eq!(errors, Err(expected.map(|(name, code)| (name.to_owned(), code)).to_vec()));
}

#[test]
fn origins_are_kept_as_browsers_send_them() {
    for (written, sent) in [
        ("https://Example.com", "https://example.com"),
        ("https://example.com:443", "https://example.com"),
        ("https://example.com:8443", "https://example.com:8443"),
        ("http://localhost:80", "http://localhost"),
        ("http://[::1]:5173", "http://[::1]:5173"),
        ("chrome-extension://abcdefgh", "chrome-extension://abcdefgh"),
        ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example"),
    ] {
        assert_eq!(origin(written), Ok(sent.to_owned()));
    }
    for wrong in [
        "",
        "null",
        "*",
        "example.com",
        "https://",
        "https:///",
        "https://example.com/",
        "https://a.example/b",
        "https://*.example.com",
        "https://me@example.com",
        "https://bücher.example",
        " https://a.example",
        "://a",
        "https://a.example\nl1",
        "https://a?b",
        "https://a#b",
    ] {
        assert_eq!(origin(wrong).unwrap_err().code, ValidationErrorCode::InvalidValue, "{wrong}");
    }
}

#[test]
fn names_stand_in_a_token_as_they_are_compared_and_once() {
    let claims = Claims {
        platforms: Some(list(&["twitter", "X", "TikTok"])),
        usernames: Some(list(&["@Reef.Watch", "reef.watch", "´"])),
        hashtags: Some(list(&["#Straße", "＃STRASSE"])),
        max_limit: Some(5),
        ..hour()
    };
    assert_eq!(claims.lines().0, ["px", "ptiktok", "ureef.watch", "u \u{301}", "hstrasse", "l5"]);
    assert!(create(&claims).is_ok());
}

#[test]
fn claims_that_fit_into_no_token_are_refused() {
    let names = |count: usize| Some((0..count).map(|number| format!("a-name-{number:03}")).collect());
    assert!(create(&Claims { usernames: names(240), ..hour() }).is_ok());
    let errors = create(&Claims { usernames: names(300), ..hour() });
    assert_eq!(errors, Err(vec![("browser_token".into(), ValidationErrorCode::OutOfRange)]));
}
