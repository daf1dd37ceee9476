//! `Accept` and `If-None-Match`: [RFC 9110](https://www.rfc-editor.org/rfc/rfc9110), sections 12.5.1 and 13.1.2.

use super::body::JSON;
use super::error::ApiError;

/// Checks that an `Accept` allows one of the `offered` media types.
///
/// # Errors
/// When it excludes all of them.
pub fn check(accept: Option<&str>, offered: &'static [&'static str]) -> Result<(), ApiError> {
    let is_allowed = offered.iter().any(|media_type| takes(accept, media_type));
    if is_allowed { Ok(()) } else { Err(ApiError::NotAcceptable { offered }) }
}

/// Whether an `Accept` allows `application/json`.
pub fn takes_json(accept: Option<&str>) -> bool {
    takes(accept, JSON)
}

/// Whether an `Accept` allows a media type.
pub fn takes(accept: Option<&str>, media_type: &str) -> bool {
    given(accept).is_none_or(|accept| rank(accept, media_type, ANY).is_some())
}

/// The media type that an `Accept` likes best: JSON, or one of the `others`: the one of the highest quality, of these the one that it
/// names most exactly, and of these the first. `*/*` and `application/*` stand for JSON only, so that who excludes JSON and allows
/// the rest is not surprised by another format. `None` if it excludes all of them.
pub fn preferred<'a>(accept: Option<&str>, others: &[&'a str]) -> Option<&'a str> {
    let Some(accept) = given(accept) else { return Some(JSON) };
    let least = |media_type: &str| if media_type.starts_with("application/") { EXACT } else { KIND };
    let ranked = others.iter().filter_map(|other| Some((rank(accept, other, least(other))?, *other)));
    let json = rank(accept, JSON, ANY).map(|rank| (rank, JSON));
    // Of equals, `max_by_key` takes the last.
    ranked.rev().chain(json).max_by_key(|(rank, _)| *rank).map(|(_, media_type)| media_type)
}

/// An `Accept` that says something.
fn given(accept: Option<&str>) -> Option<&str> {
    accept.filter(|accept| !accept.trim().is_empty())
}

/// How exactly a range names a media type: wholly, by its first half, or as any.
const EXACT: u8 = 3;
const KIND: u8 = 2;
const ANY: u8 = 1;

/// The quality of a media type in thousandths, and how exactly it is named. Of the ranges that are exact enough, the most exact one
/// decides. Of parameters, only `q` matters. `None` if the media type is excluded.
fn rank(accept: &str, media_type: &str, least: u8) -> Option<(u16, u8)> {
    let (kind, _) = media_type.split_once('/')?;
    let ranges = accept.split(',').filter_map(|range| {
        let mut parts = range.split(';').map(str::trim);
        let exactness = match parts.next()?.to_ascii_lowercase().as_str() {
            range if range == media_type => EXACT,
            range if range.strip_suffix("/*") == Some(kind) => KIND,
            "*/*" | "*" => ANY,
            _ => return None,
        };
        (exactness >= least).then(|| (exactness, parts.find_map(quality).unwrap_or(MOST)))
    });
    let (exactness, quality) = ranges.max()?;
    (quality > 0).then_some((quality, exactness))
}

/// The quality of a range that has none, in thousandths.
const MOST: u16 = 1_000;

/// The quality that a parameter names. One that can't be read counts as the highest.
fn quality(parameter: &str) -> Option<u16> {
    let (name, value) = parameter.split_once('=')?;
    name.trim().eq_ignore_ascii_case("q").then(|| thousandths(value.trim()).unwrap_or(MOST))
}

fn thousandths(value: &str) -> Option<u16> {
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole != "0" || !digits(fraction) {
        return None;
    }
    let fraction = fraction.get(..3).unwrap_or(fraction);
    format!("{fraction:0<3}").parse().ok()
}

/// Whether an `If-None-Match` has this entity tag, compared weakly, or is `*`. Without an entity tag, only `*` matches.
pub fn matches(if_none_match: Option<&str>, etag: Option<&str>) -> bool {
    let is_etag = |tag: &str| Some(tag.strip_prefix("W/").unwrap_or(tag)) == etag;
    if_none_match.is_some_and(|list| list.trim() == "*" || list.split(',').map(str::trim).any(is_etag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_taken_unless_it_is_excluded() {
        for accept in [
            "*/*",
            "application/json",
            "Application/JSON; charset=utf-8",
            "text/html, application/*;q=0.5",
            "application/json;q=1, */*;q=0",
            "application/json;charset=latin1;q=0.1",
            " ",
        ] {
            assert!(takes_json(Some(accept)), "{accept}");
        }
        for accept in [
            "text/html",
            "application/json;q=0",
            "application/json;q=0.000, */*",
            "application/*; Q=0, */*",
            "application/problem+json",
            "*/*;q=0",
        ] {
            assert!(!takes_json(Some(accept)), "{accept}");
        }
        assert!(takes_json(None));
    }

    #[test]
    fn the_highest_quality_then_the_most_exact_name_then_the_first_type_is_preferred() {
        const OTHERS: [&str; 2] = ["text/csv", "application/x-ndjson"];
        for (accept, expected) in [
            ("", Some("application/json")),
            ("*/*", Some("application/json")),
            ("text/csv", Some("text/csv")),
            ("Text/CSV; charset=utf-8; header=present", Some("text/csv")),
            ("text/*", Some("text/csv")),
            ("application/*", Some("application/json")),
            ("application/x-ndjson", Some("application/x-ndjson")),
            ("text/csv, application/json", Some("application/json")),
            ("text/csv, */*", Some("text/csv")),
            ("text/csv;q=0.8, application/json;q=0.9", Some("application/json")),
            ("text/csv;q=0.9, application/json;q=0.85", Some("text/csv")),
            ("text/csv;q=0.1, */*;q=0.2", Some("application/json")),
            ("text/html, application/xhtml+xml, */*;q=0.8", Some("application/json")),
            ("text/csv;q=0, */*", Some("application/json")),
            ("application/json;q=0, */*", None),
            ("application/json;q=0, application/*", None),
            ("application/json;q=0, text/*;q=0.5, */*", Some("text/csv")),
            ("application/json;q=0, text/csv;q=0.0, application/x-ndjson", Some("application/x-ndjson")),
            ("text/csv;q=0.001", Some("text/csv")),
            ("text/csv;q=0", None),
            ("text/html", None),
            ("text/csv;q=high", Some("text/csv")),
        ] {
            assert_eq!(preferred(Some(accept), &OTHERS), expected, "{accept}");
        }
        assert_eq!(preferred(None, &OTHERS), Some("application/json"));
    }

    #[test]
    fn lists_weak_tags_and_any_match() {
        for list in ["\"a\"", "W/\"a\"", "\"b\", \"a\"", "\"b\",W/\"a\"", "*"] {
            assert!(matches(Some(list), Some("\"a\"")), "{list}");
        }
        for list in ["a", "\"b\"", "", "\"a", "\"b\", *"] {
            assert!(!matches(Some(list), Some("\"a\"")), "{list}");
        }
        assert!(!matches(None, Some("\"a\"")));
    }

    #[test]
    fn without_an_entity_tag_only_any_matches() {
        assert!(matches(Some("*"), None));
        assert!(!matches(Some("\"a\""), None) && !matches(Some(""), None) && !matches(None, None));
    }
}
