//! Compares elements, the columns of tables and the names of scripts with the signatures of formats.

use crate::formats::Signature;
use serde_json::Value;

/// How far a signature matches.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Match {
    /// The keys or columns that are present.
    pub has: Vec<&'static str>,
    /// The keys or columns that are missing.
    pub lacks: Vec<&'static str>,
}

impl Match {
    /// Whether the signature matches completely.
    pub fn is_complete(&self) -> bool {
        self.lacks.is_empty() && !self.has.is_empty()
    }

    /// A score for incomplete matches: what is present counts double, what is missing is subtracted.
    pub fn nearness(&self) -> i64 {
        let count = |list: &Vec<_>| i64::try_from(list.len()).unwrap_or(i64::MAX);
        2 * count(&self.has) - count(&self.lacks)
    }
}

/// How far an element of JSON matches a signature.
pub fn element(signature: &Signature, element: &Value) -> Match {
    match signature {
        Signature::Keys(keys) => split(keys, |key| is_there(key, element)),
        Signature::Some(least, keys) => {
            let found = split(keys, |key| has_key(element, key));
            if found.has.len() < *least { found } else { Match { lacks: Vec::new(), ..found } }
        }
        Signature::Columns(_) | Signature::Global(_) => Match::default(),
    }
}

/// How far the columns of a table match a signature.
pub fn columns(signature: &Signature, columns: &[String]) -> Match {
    let Signature::Columns(expected) = signature else { return Match::default() };
    let there = |name: &str| columns.iter().any(|column| *column == folded(name));
    split(expected, |key| match key.strip_prefix('!') {
        Some(key) => !there(key),
        None => key.split('|').any(there),
    })
}

/// Whether a script's global name, such as `YTD.tweets.part0`, matches a signature.
pub fn global(signature: &Signature, name: &str) -> bool {
    let Signature::Global(names) = signature else { return false };
    let short = name.strip_prefix("YTD.").and_then(|rest| rest.split_once('.')).map(|(name, _)| name);
    names.iter().any(|expected| match expected.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == *expected || short == Some(expected),
    })
}

/// A key or column of a signature for people, with its type or value if the signature has one.
pub fn describe(key: &str) -> String {
    let one = |key: &str| match (key.split_once('='), key.split_once('^')) {
        (Some((path, text)), _) => format!("{path} ({text})"),
        (None, Some((path, start))) => format!("{path} ({start}...)"),
        (None, None) => typed(key),
    };
    let (no, key) = key.strip_prefix('!').map_or(("", key), |key| ("no ", key));
    no.to_owned() + &key.split('|').map(one).collect::<Vec<_>>().join(" or ")
}

fn typed(key: &str) -> String {
    let kinds = [("[]", "a list"), ("{}", "an object"), ("#", "a number")];
    let found = kinds.iter().find_map(|(mark, kind)| Some((key.strip_suffix(mark)?, kind)));
    found.map_or_else(|| key.to_owned(), |(key, kind)| format!("{key} ({kind})"))
}

/// The same for several keys or columns.
pub fn describe_all(keys: &[&str]) -> String {
    keys.iter().map(|key| describe(key)).collect::<Vec<_>>().join(", ")
}

/// A column's name for comparison: without case, blanks, underscores, quotes and byte order mark, and with plain punctuation.
pub fn folded(column: &str) -> String {
    folding(column).collect()
}

/// Whether two names of columns are equal when folded. This allocates nothing.
pub fn folds_to(column: &str, name: &str) -> bool {
    folding(column).eq(folding(name))
}

fn folding(column: &str) -> impl Iterator<Item = char> {
    let kept = |char: &char| !char.is_whitespace() && !matches!(char, '_' | '\u{feff}' | '"');
    let plain = |char: char| match char {
        '！' => '!',
        '’' | '‘' => '\'',
        '（' => '(',
        '）' => ')',
        other => other,
    };
    column.chars().filter(kept).map(plain).flat_map(char::to_lowercase)
}

fn split(keys: &'static [&'static str], there: impl Fn(&str) -> bool) -> Match {
    let (mut has, lacks): (Vec<_>, Vec<_>) = keys.iter().copied().partition(|key| there(key));
    // A key that is absent as it should be says nothing by itself.
    has.retain(|key| !key.starts_with('!'));
    Match { has, lacks }
}

fn is_there(key: &str, element: &Value) -> bool {
    if let Some(absent) = key.strip_prefix('!') {
        return !is_there(absent, element);
    }
    key.split('|').any(|key| is_one_there(key, element))
}

fn is_one_there(key: &str, element: &Value) -> bool {
    let find = |path: &str| path.split('.').try_fold(element, entry);
    if let Some((path, text)) = key.split_once('=') {
        return find(path).and_then(Value::as_str) == Some(text);
    }
    if let Some((path, start)) = key.split_once('^') {
        return find(path).and_then(Value::as_str).is_some_and(|value| value.starts_with(start));
    }
    let of_kind = |path: &str, kind: fn(&Value) -> bool| find(path).is_some_and(kind);
    match key {
        _ if key.ends_with("[]") => of_kind(key.trim_end_matches("[]"), Value::is_array),
        _ if key.ends_with("{}") => of_kind(key.trim_end_matches("{}"), Value::is_object),
        _ if key.ends_with('#') => of_kind(key.trim_end_matches('#'), Value::is_u64),
        _ => find(key).is_some(),
    }
}

/// The value of a key in an object, or at an index of a list.
fn entry<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    value.get(key).or_else(|| value.get(key.parse::<usize>().ok()?))
}

fn has_key(element: &Value, key: &str) -> bool {
    element
        .as_object()
        .is_some_and(|map| map.keys().any(|there| key.split('|').any(|key| key.eq_ignore_ascii_case(there))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn keys_match_by_path_alternative_value_type_and_absence() {
        let value = json!({"type": "tweet", "author": {"userName": "a"}, "list": [{"x": 1}], "map": {}, "n": 5, "_type": "snscrape.x"});
        let whole = |keys| element(&Signature::Keys(keys), &value).is_complete();
        assert!(whole(&[
            "type=tweet",
            "author.userName",
            "list[]",
            "map{}",
            "n#",
            "_type^snscrape",
            "no|n",
            "!no",
            "list.0.x"
        ]));
        for missing in
            [&["type=post"][..], &["author.name"], &["map[]"], &["type#"], &["!n"], &["_type^x"], &["list.1"]]
        {
            assert_eq!(element(&Signature::Keys(missing), &value).lacks, missing);
        }
        assert!(!whole(&[]));
    }

    #[test]
    fn keys_are_described_in_words() {
        let keys = ["a.b", "type=IMAGE|type=VIDEO", "link^https://a.example/|n#", "list[]", "!id"];
        let expected = "a.b, type (IMAGE) or type (VIDEO), link (https://a.example/...) or n (a number), list (a list), no id";
        assert_eq!(describe_all(&keys), expected);
    }

    #[test]
    fn some_of_the_keys_are_enough_in_any_case() {
        let value = json!({"ACTIVITY": 1, "Post": 2});
        assert!(element(&Signature::Some(2, &["Activity", "Profile", "Video|Post"]), &value).is_complete());
        assert_eq!(element(&Signature::Some(3, &["Activity", "Profile", "Post"]), &value).lacks, ["Profile"]);
    }

    #[test]
    fn columns_are_compared_without_case_and_blanks() {
        let header: Vec<String> =
            ["\u{feff}Share Link", "Share_Commentary"].iter().map(|name| folded(name)).collect();
        assert!(columns(&Signature::Columns(&["ShareLink", "ShareCommentary"]), &header).is_complete());
        assert_eq!(columns(&Signature::Columns(&["ShareLink", "Date"]), &header).lacks, ["Date"]);
        assert!(folds_to("\u{feff}Share_LINK", "sharelink") && !folds_to("Share", "sharelink"));
    }

    #[test]
    fn globals_match_without_their_part_number() {
        let signature = Signature::Global(&["tweets", "__THAR_CONFIG"]);
        assert!(global(&signature, "YTD.tweets.part12") && global(&signature, "__THAR_CONFIG"));
        assert!(!global(&signature, "YTD.tweets2.part0") && !global(&signature, "tweetsx"));
    }
}
