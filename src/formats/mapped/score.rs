//! Scores how well the name of a column fits a field. Of several similar columns, the one with the highest score is used.

use crate::formats::sniff::signatures::folded;
use crate::formats::value::key_words;

/// Words in names of columns about another post: one that this post replies to, quotes or reposts.
const ANOTHER: [&str; 9] =
    ["reply", "replied", "quote", "quoting", "parent", "retweeted", "reposted", "original", "conversation"];
/// Words in names of numbers that are derived from counts.
const DERIVED: [&str; 18] = [
    "rank",
    "rate",
    "ratio",
    "percent",
    "percentage",
    "average",
    "avg",
    "mean",
    "median",
    "per",
    "pct",
    "growth",
    "change",
    "score",
    "index",
    "goal",
    "previous",
    "expected",
];
/// Names of columns with the addresses of posts.
const ADDRESSES: [&str; 12] = [
    "permalink",
    "url",
    "posturl",
    "tweeturl",
    "videourl",
    "webvideourl",
    "postlink",
    "tweetlink",
    "link",
    "permanenturl",
    "permalinkurl",
    "statusurl",
];
/// Words that do not change the meaning of a count.
const PLAIN: [&str; 12] =
    ["count", "counts", "number", "num", "no", "nr", "n", "of", "the", "post", "video", "tweet"];
/// Words for a total.
const TOTAL: [&str; 6] = ["total", "totals", "all", "overall", "sum", "lifetime"];

/// The column with the highest score. Of equal scores, the first.
pub(super) fn best<'a>(
    columns: impl Iterator<Item = &'a str>,
    score: impl Fn(&str) -> Option<u8>,
) -> Option<&'a str> {
    let scored = columns.filter_map(|column| Some((score(column)?, column)));
    scored.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, column)| column)
}

/// How well a name fits the address of a post. `None` if it is about another post.
pub(super) fn of_address(column: &str) -> Option<u8> {
    let name = folded(column);
    match () {
        () if is_about_another(&name) => None,
        () if ADDRESSES.contains(&name.as_str()) => Some(2),
        () => Some(u8::from(name.contains("url") || name.contains("link"))),
    }
}

/// Whether a folded name is about a post that this one replies to, quotes or reposts.
pub(super) fn is_about_another(name: &str) -> bool {
    ANOTHER.iter().any(|word| name.contains(word))
}

/// How well a name fits the count at an index of [`key_words::COUNTS`].
pub(super) fn of_count(column: &str, place: usize) -> Option<u8> {
    let name = folded(column);
    let words = words(column);
    let is_none = key_words::is_of_another(&name) || key_words::count_of(&name) != Some(place);
    let is_derived = |word: &String| DERIVED.contains(&word.as_str()) || word.starts_with("dislike");
    if is_none || name.contains('%') || words.iter().any(is_derived) {
        return None;
    }
    let (_, own) = key_words::COUNTS.get(place)?;
    let is_own = |word: &str| own.iter().any(|known| word.starts_with(known));
    let rest: Vec<&str> =
        words.iter().map(String::as_str).filter(|word| !is_own(word) && !PLAIN.contains(word)).collect();
    Some(match rest.as_slice() {
        [] => 2,
        rest => u8::from(rest.iter().all(|word| TOTAL.contains(word))),
    })
}

/// The words of a name, in lower case: `Likes (organic)`, `total_likes` and `likeCount` have two.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for char in name.chars() {
        if !char.is_alphanumeric() || char.is_uppercase() && was_small {
            words.push(String::new());
        }
        if char.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(char.to_lowercase());
        }
        was_small = char.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_into_words() {
        assert_eq!(words("Likes (organic)"), ["likes", "organic"]);
        assert_eq!(words("total_likes"), ["total", "likes"]);
        assert_eq!(words("likeCount"), ["like", "count"]);
        assert_eq!(words("URL"), ["url"]);
    }

    #[test]
    fn the_first_column_with_the_highest_score_wins() {
        let length = |name: &str| u8::try_from(name.len()).ok().filter(|length| *length > 1);
        assert_eq!(best(["a", "bb", "cc"].into_iter(), length), Some("bb"));
        assert_eq!(best(["a"].into_iter(), length), None);
    }

    #[test]
    fn addresses_and_counts_are_scored() {
        assert_eq!(of_address("Permalink"), Some(2));
        assert_eq!(of_address("Link to post"), Some(1));
        assert_eq!(of_address("page"), Some(0));
        assert_eq!(of_address("in_reply_to"), None);
        assert_eq!(of_count("Likes", 0), Some(2));
        assert_eq!(of_count("total_likes", 0), Some(1));
        assert_eq!(of_count("Likes (organic)", 0), Some(0));
        assert_eq!(of_count("likes_rank", 0), None);
        assert_eq!(of_count("replyCount", 1), Some(2));
    }
}
