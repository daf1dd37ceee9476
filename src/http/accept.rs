//! `Accept` and `If-None-Match`: [RFC 9110](https://www.rfc-editor.org/rfc/rfc9110), sections 12.5.1 and 13.1.2.

/// Whether an `Accept` allows `application/json`.
pub fn takes_json(accept: Option<&str>) -> bool {
    takes(accept, "application/json")
}

/// Whether an `Accept` allows `own`, a subtype of `application`. The most specific range decides. Of parameters, only `q`
/// matters.
pub fn takes(accept: Option<&str>, own: &str) -> bool {
    let Some(accept) = accept.filter(|accept| !accept.trim().is_empty()) else { return true };
    let ranges = accept.split(',').filter_map(|range| {
        let mut parts = range.split(';').map(str::trim);
        let specificity = match parts.next()?.to_ascii_lowercase().as_str() {
            range if range == own => 3,
            "application/*" => 2,
            "*/*" | "*" => 1,
            _ => return None,
        };
        Some((specificity, !parts.any(is_zero)))
    });
    ranges.max().is_some_and(|(_, taken)| taken)
}

/// Whether a parameter is `q=0`.
fn is_zero(parameter: &str) -> bool {
    let value = parameter.split_once('=').filter(|(name, _)| name.trim().eq_ignore_ascii_case("q"));
    value.is_some_and(|(_, value)| {
        let value = value.trim();
        value.starts_with('0') && value.chars().all(|c| matches!(c, '0' | '.'))
    })
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
