use super::*;
use crate::http::limit::Limit;
use ValidationErrorCode::{InvalidValue, OutOfRange};

fn code<T: FromStr<Err = ValidationError> + core::fmt::Debug>(text: &str) -> ValidationErrorCode {
    text.parse::<T>().expect_err(text).code
}

#[test]
fn a_limit_is_never_clamped() {
    assert_eq!("1".parse(), Ok(Limit(1)));
    assert_eq!("100".parse(), Ok(Limit(100)));
    for text in ["0", "101", "-1", "99999999999999999999999"] {
        let error = text.parse::<Limit>().unwrap_err();
        assert_eq!((error.code, error.minimum, error.maximum), (OutOfRange, Some(1), Some(100)), "{text}");
    }
    for text in ["+5", "5.0", "050", "00", "5 ", " 5", "", "-", "-0", "--5", "٥", "1e1", "0x5", "five"] {
        assert_eq!(code::<Limit>(text), InvalidValue, "{text}");
    }
}

#[test]
fn a_minimum_goes_to_what_javascript_can_count() {
    assert_eq!("9007199254740991".parse(), Ok(Minimum(MAX_COUNT)));
    assert_eq!("0".parse(), Ok(Minimum(0)));
    assert_eq!(code::<Minimum>("9007199254740992"), OutOfRange);
    assert_eq!(code::<Minimum>("18446744073709551616"), OutOfRange);
}

#[test]
fn one_mark_before_a_name_is_forgiven() {
    let name = |text: &str| text.parse::<Username>().map(|name| name.0.key);
    assert_eq!(name("@Reef.Watch"), Ok("reef.watch".into()));
    assert_eq!(name("@@a"), Ok("@a".into()));
    assert_eq!(name(&"é".repeat(100)), Ok("é".repeat(100)));
    for text in ["@", "a b", "a\u{a0}b", "a/b", "a\u{7}", "\u{0}"] {
        assert_eq!(code::<Username>(text), InvalidValue, "{text}");
    }
    assert_eq!(code::<Username>(&"a".repeat(101)), OutOfRange);
    let tag = |text: &str| text.parse::<Hashtag>().map(|tag| tag.0.key);
    assert_eq!(tag("＃Reef"), Ok("reef".into()));
    assert_eq!(tag("#c/c++"), Ok("c/c++".into()));
    assert_eq!(code::<Hashtag>("#"), InvalidValue);
    assert_eq!(code::<Hashtag>("a\tb"), InvalidValue);
}

#[test]
fn a_day_belongs_to_the_range_as_a_whole() {
    let from_date = |text: &str| super::from_date(text).map(|(from, _)| from);
    assert_eq!(from_date("2026-03-01"), Timestamp::parse("2026-03-01T00:00:00Z").map_err(|_| unreachable!()));
    assert_eq!(to_date("2026-03-01"), from_date("2026-03-02"));
    assert_eq!(
        to_date("2026-03-01T10:00:00Z").map(|t| t.0),
        from_date("2026-03-01T10:00:00Z").map(|t| t.0 + 1)
    );
    assert_eq!(from_date("2026-03-01T10:00:00 02:00"), from_date("2026-03-01T08:00:00Z"));
    assert_eq!(from_date("2026-03-01T10:00:00.0001Z").map(|t| t.0 % 1000), Ok(1));
    assert_eq!(to_date("2026-03-01T10:00:00.0001Z").map(|t| t.0 % 1000), Ok(1));
    assert_eq!(from_date("1969-12-31").unwrap_err().code, OutOfRange);
    assert_eq!(to_date("2099-12-31").map(|t| t.0), Ok(crate::time::END.0));
    for text in ["2026-02-29", "2026-3-1", "2026-03-01T10:00:00", "yesterday", "2026-03-01 10:00:00 02:00"] {
        assert_eq!(from_date(text).unwrap_err().code, InvalidValue, "{text}");
    }
}

#[test]
fn a_keyword_has_256_characters_at_most_and_equals_what_was_typed_alike() {
    let keyword = |length: usize| "é".repeat(length).parse::<Keyword>();
    assert_eq!(keyword(256).map(|keyword| keyword.text.chars().count()), Ok(256));
    assert_eq!(keyword(257).unwrap_err().code, OutOfRange);
    assert_eq!(check_keyword(&"é".repeat(257)).unwrap_err().code, OutOfRange);
    assert!(keyword(3) == keyword(3) && keyword(3) != keyword(4));
}

#[test]
fn sorts_are_parsed_by_name() {
    for (sort, name) in [
        (Sort::PublishedAt, "published_at"),
        (Sort::Count(Count::Likes), "likes_count"),
        (Sort::Count(Count::Comments), "comments_count"),
        (Sort::Count(Count::Views), "views_count"),
    ] {
        assert_eq!((sort.name(), name.parse()), (name, Ok(sort)));
    }
    for (order, name) in [(Order::Desc, "desc"), (Order::Asc, "asc")] {
        assert_eq!((order.name(), name.parse()), (name, Ok(order)));
    }
}

#[test]
fn an_enum_says_what_it_has() {
    let error = platform("tik-tok").unwrap_err();
    assert_eq!((error.code, error.did_you_mean), (ValidationErrorCode::UnsupportedPlatform, Some("tiktok")));
}
