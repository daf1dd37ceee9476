use crate::posts::keyword::{Keyword, matches};
use crate::text::index_text;

fn tagged(content: &str, hashtags: &[&str]) -> String {
    let hashtags: Vec<String> = hashtags.iter().map(|&tag| tag.to_owned()).collect();
    index_text(Some(content).filter(|content| !content.is_empty()), &hashtags)
}

#[test]
fn a_hashtag_in_the_content_is_not_repeated() {
    assert_eq!(tagged("Low tide #Reef!", &["Reef", "reef"]), "low tide reef");
    assert_eq!(tagged("#東京,＃海_辺 #❤️", &["東京", "海_辺", "❤"]), "東京 京 海 辺 ❤");
    assert_eq!(tagged("#1️⃣x", &["1️⃣x"]), "1\u{20e3} x");
}

#[test]
fn another_hashtag_stands_behind_a_boundary() {
    assert_eq!(tagged("Low tide #reeflife", &["Reef", "low_tide"]), "low tide reeflife | reef | low tide");
    assert_eq!(tagged("reef", &["Reef"]), "reef | reef");
    assert_eq!(tagged("", &["Reef", "東京"]), "reef | 東京 京");
    assert_eq!(tagged("tide", &["__", ""]), "tide");
    assert_eq!(tagged("", &[]), "");
}

#[test]
fn no_phrase_spans_the_boundary() {
    let index = tagged("low tide", &["reef", "東京"]);
    for (keyword, expected) in
        [("\"tide reef\"", false), ("\"tide | reef\"", false), ("tide reef 東", true), ("reef東京", false)]
    {
        assert_eq!(matches(&Keyword::parse(keyword).unwrap(), &index), expected, "{keyword}");
    }
}
