use super::*;
use crate::accounts::token::ApiToken;
use crate::posts::scope::claims::Claims;
use proptest::prelude::*;

const NOW: Timestamp = Timestamp(1_772_388_245_000);

fn api_token() -> ApiToken {
    ApiToken::from_secret([1; 32])
}

fn made(claims: &Claims) -> BrowserToken {
    BrowserToken::create(&api_token(), claims, NOW).unwrap()
}

fn hour() -> Claims {
    Claims { expires_in: 3600, ..Claims::default() }
}

fn list(values: &[&str]) -> Vec<String> {
    values.iter().map(|value| (*value).to_owned()).collect()
}

#[test]
fn the_key_is_derived_as_rfc_5869_says() {
    // Test case 3: neither salt nor info.
    let derived = derived(&[0x0b; 22], b"").unwrap();
    assert_eq!(hex(&derived), "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d");
}

#[test]
fn the_form_of_a_token_never_changes() {
    let claims =
        Claims { nonce: *b"unlikely", usernames: Some(list(&["@Reef"])), max_limit: Some(20), ..hour() };
    let token = made(&claims);
    let bytes = from_base64url(token.text().strip_prefix("postern_browser_").unwrap()).unwrap();
    let (payload, tag) = bytes.split_last_chunk::<32>().unwrap();
    assert_eq!(payload[0], 1);
    assert_eq!(hex(&payload[1..17]), api_token().hash().key()[..32]);
    assert_eq!(payload[17..25], (NOW.0 / 1000 + 3600).to_be_bytes());
    assert_eq!(&payload[25..], b"unlikelyureef\nl20");
    assert_eq!(hex(tag), "571e21235fc775eb841cc16a155f99130c2a17410466e62dc6375f2bf71081a0");
    assert_eq!(token.parent(), api_token().hash().key()[..32]);
    assert_eq!(BrowserToken::parse(token.text()), Some(token));
}

#[test]
fn a_token_for_an_origin_is_valid_only_there_and_never_printed() {
    let hash = api_token().hash();
    let token =
        BrowserToken::for_origin(&hash, NOW.0 / 1000 + 60, [7; 8], "https://www.example.com").unwrap();
    assert!(token.verify(&hash, NOW));
    assert!(token.allows(Restriction::Origin, Some("https://www.example.com")));
    assert!(!token.allows(Restriction::Origin, Some("https://example.com")));
    assert_eq!(format!("{token:?}"), "BrowserToken");
}

#[test]
fn clocks_may_differ_by_a_minute() {
    let hash = api_token().hash();
    for (after, good) in [
        (-23 * 3_600_000 - 60_001, false),
        (-23 * 3_600_000 - 60_000, true),
        (0, true),
        (3_600_000, true),
        (3_600_000 + 59_999, true),
        (3_600_000 + 60_000, false),
    ] {
        let now = Timestamp(NOW.0 + after);
        assert_eq!(made(&hour()).is_timely(now), good, "{after}");
        assert_eq!(made(&hour()).verify(&hash, now), good, "{after}");
    }
}

#[test]
fn no_token_lasts_longer_than_a_day_and_a_minute() {
    let expiring = |seconds: i64| {
        let payload = [&[VERSION], [0; 16].as_slice(), &seconds.to_be_bytes(), &[0; 8]].concat();
        BrowserToken::sign(payload, &api_token().hash()).unwrap()
    };
    let now = NOW.0 / 1000;
    for (expiry, good) in [
        (now + 86_460, true),
        (now + 86_461, false),
        (i64::MAX, false),
        (i64::MIN, false),
        (i64::MAX / 1000, false),
        (0, false),
    ] {
        assert_eq!(expiring(expiry).verify(&api_token().hash(), NOW), good, "{expiry}");
    }
}

#[test]
fn a_token_is_valid_only_for_the_api_token_that_signed_it() {
    let token = made(&hour());
    assert!(token.verify(&api_token().hash(), NOW));
    assert!(!token.verify(&ApiToken::from_secret([2; 32]).hash(), NOW));
}

#[test]
fn a_value_is_allowed_if_it_is_listed_or_there_is_no_list() {
    let token = made(&Claims {
        platforms: Some(list(&["Twitter"])),
        usernames: Some(list(&["@Reef.Watch", "STRASSE"])),
        origins: Some(list(&["https://WWW.example.com:443"])),
        ..hour()
    });
    for (restriction, value, allowed) in [
        (Restriction::Platform, Some("x"), true),
        (Restriction::Platform, Some("tiktok"), false),
        (Restriction::Platform, None, false),
        (Restriction::Username, Some("reef.watch"), true),
        (Restriction::Username, Some("strasse"), true),
        (Restriction::Username, Some("reef"), false),
        (Restriction::Username, Some(""), false),
        (Restriction::Hashtag, None, true),
        (Restriction::Hashtag, Some("reef"), true),
        (Restriction::Origin, Some("https://www.example.com"), true),
        (Restriction::Origin, Some("https://www.example.com.evil.example"), false),
        (Restriction::Origin, None, false),
    ] {
        assert_eq!(token.allows(restriction, value), allowed, "{restriction:?} {value:?}");
    }
    assert_eq!(
        (token.max_limit(), made(&Claims { max_limit: Some(7), ..hour() }).max_limit()),
        (None, Some(7))
    );
}

#[test]
fn malformed_tokens_are_refused() {
    let sign = |payload: Vec<u8>| BrowserToken::sign(payload, &api_token().hash());
    let head = |version: u8| [vec![version], vec![0; 32]].concat();
    let with = |text: &[u8]| [head(1), text.to_vec()].concat();
    assert!(sign(head(1)).is_some() && sign(with(b"ureef\nl7")).is_some());
    for payload in [
        head(0),
        head(2),
        head(1)[..32].to_vec(),
        with(b"zreef"),
        with(b"u"),
        with(b"\n"),
        with(b"ureef\n"),
        with(b"u\xff"),
    ] {
        assert_eq!(sign(payload.clone()), None, "{payload:?}");
    }
    let text = made(&hour()).text().to_owned();
    for text in [
        String::new(),
        "postern_browser_".into(),
        text.replace("browser", "live"),
        format!("{text} "),
        format!("{text}="),
        format!("{text}A"),
        format!("postern_browser_{}", "A".repeat(4081)),
        api_token().text().into(),
    ] {
        assert_eq!(BrowserToken::parse(&text), None, "{text}");
    }
}

proptest! {
    #[test]
    fn no_changed_token_is_valid(
        nonce in any::<[u8; 8]>(), expires_in in 1..=MAX_LIFETIME, username in "[a-zé#ｱ]{1,9}", limit in 1..=100_i64,
        place in any::<prop::sample::Index>(), change in 1..=255_u8,
    ) {
        let claims = Claims { expires_in, nonce, usernames: Some(list(&[&username])), max_limit: Some(limit), ..Claims::default() };
        let (token, hash) = (made(&claims), api_token().hash());
        prop_assert!(token.verify(&hash, NOW));
        prop_assert_eq!(BrowserToken::parse(token.text()), Some(token.clone()));
        let mut bytes = token.bytes.clone();
        bytes[place.index(token.bytes.len())] ^= change;
        let changed = BrowserToken::parse(&format!("{BROWSER_START}{}", base64url(&bytes)));
        prop_assert!(!changed.is_some_and(|changed| changed.verify(&hash, NOW)));
    }
}

#[test]
fn no_token_with_a_changed_byte_or_character_is_valid() {
    let (token, hash) = (made(&Claims { usernames: Some(list(&["reef"])), ..hour() }), api_token().hash());
    for place in 0..token.bytes.len() {
        for bit in 0..8 {
            let mut bytes = token.bytes.clone();
            bytes[place] ^= 1 << bit;
            let changed = BrowserToken::parse(&format!("{BROWSER_START}{}", base64url(&bytes)));
            assert!(!changed.is_some_and(|changed| changed.verify(&hash, NOW)), "{place} {bit}");
        }
    }
    for place in 0..token.text.len() {
        for character in ["A", "z", "0", "-", "_", ".", " ", ""] {
            let mut text = token.text.clone();
            text.replace_range(place..=place, character);
            let good = BrowserToken::parse(&text).is_some_and(|changed| changed.verify(&hash, NOW));
            assert_eq!(good, text == token.text, "{place} {character:?}");
        }
    }
}
