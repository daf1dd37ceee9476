//! The URNs of LinkedIn posts, such as `urn:li:share:7300000000000000000`.

use crate::formats::snowflake;
use crate::percent::decode;
use crate::time::Timestamp;

/// The kinds of posts in URNs.
const KINDS: [&str; 4] = ["share", "ugcPost", "activity", "groupPost"];

/// The URN of a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Urn {
    kind: &'static str,
    /// The group, for a post in a group.
    group: Option<String>,
    number: String,
}

impl Urn {
    /// The URN of an activity with this number.
    pub fn activity(number: &str) -> Option<Self> {
        Self::new("activity", number)
    }

    /// The URN of a share with this number.
    pub fn share(number: &str) -> Option<Self> {
        Self::new("share", number)
    }

    /// The URN of a post of the UGC API with this number.
    pub fn ugc_post(number: &str) -> Option<Self> {
        Self::new("ugcPost", number)
    }

    fn new(kind: &'static str, number: &str) -> Option<Self> {
        plausible_number(number).map(|number| Self { kind, group: None, number: number.to_owned() })
    }

    /// Finds the first URN of a post in a text: in an address (also percent-encoded), among several URNs, or by itself.
    /// Addresses such as `/posts/someone_words-activity-7300000000000000000-AbCd` contain it in another form.
    pub fn find(text: &str) -> Option<Self> {
        let text = decode(text, false).unwrap_or(text.into());
        let after = |sign: &str, separator| {
            let mut rests = text.match_indices(sign).filter_map(|(at, sign)| text.get(at + sign.len()..));
            rests.find_map(|rest| Self::parse_after_prefix(rest, separator))
        };
        after("urn:li:", ':').or_else(|| after("/", ':')).or_else(|| after("-", '-'))
    }

    /// Parses the part after `urn:li:`, or after the slash or dash before a kind in an address.
    fn parse_after_prefix(text: &str, separator: char) -> Option<Self> {
        KINDS.into_iter().find_map(|kind| {
            let rest = text.get(kind.len()..).filter(|_| has_start(text, kind))?.strip_prefix(separator)?;
            let (first, rest) = digits(rest);
            let in_group = (kind == "groupPost").then(|| rest.strip_prefix('-').map(|rest| digits(rest).0));
            match in_group.flatten() {
                Some(second) => Some(Self {
                    kind,
                    group: Some(first.to_owned()),
                    number: plausible_number(second)?.to_owned(),
                }),
                None => Some(Self { kind, group: None, number: plausible_number(first)?.to_owned() }),
            }
        })
    }

    /// The kind and number, which are the post's id.
    pub fn id(&self) -> String {
        format!("{}:{}", self.kind, self.number)
    }

    /// The address of the post's page.
    pub fn page(&self) -> String {
        let group = self.group.as_ref().map(|group| format!("{group}-")).unwrap_or_default();
        format!("https://www.linkedin.com/feed/update/urn:li:{}:{group}{}", self.kind, self.number)
    }

    /// The time in its number.
    pub fn time(&self) -> Option<Timestamp> {
        snowflake::linkedin(&self.number)
    }
}

fn has_start(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start))
}

fn digits(text: &str) -> (&str, &str) {
    let end = text.find(|char: char| !char.is_ascii_digit()).unwrap_or(text.len());
    // A number that is interrupted by a quote is damaged.
    let is_cut = text.get(end..).is_some_and(|rest| rest.starts_with(['"', '\'']));
    text.split_at(if is_cut { 0 } else { end })
}

/// A number of a plausible length.
fn plausible_number(number: &str) -> Option<&str> {
    ((5..=20).contains(&number.len()) && digits(number).1.is_empty()).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urns_are_found_anywhere_in_a_text() {
        for (text, id) in [
            ("urn:li:share:7300000000000000001", "share:7300000000000000001"),
            (
                "https://www.linkedin.com/feed/update/urn%3Ali%3AugcPost%3A7300000000000000001",
                "ugcPost:7300000000000000001",
            ),
            ("urn:li:fs_updateV2:(urn:li:activity:7300000000000000001,FEED)", "activity:7300000000000000001"),
            (
                "urn:li:aggregate:(urn:li:activity:7300000000000000001,urn:li:activity:7300000000000000002)",
                "activity:7300000000000000001",
            ),
            (
                "https://www.linkedin.com/posts/some-one_big-share-news-activity-7300000000000000001-AbCd?x=1",
                "activity:7300000000000000001",
            ),
            (
                "https://www.linkedin.com/posts/a_b-ugcPost-7300000000000000001-x",
                "ugcPost:7300000000000000001",
            ),
            (
                "https://www.linkedin.com/feed/update/activity:7300000000000000001/",
                "activity:7300000000000000001",
            ),
            ("urn:li:groupPost:8190-7300000000000000001", "groupPost:7300000000000000001"),
        ] {
            assert_eq!(Urn::find(text).map(|urn| urn.id()).as_deref(), Some(id), "{text}");
        }
        for text in ["", "urn:li:share:", "urn:li:person:abc", "urn:li:share:7.3E+18", "share-17", "%zz"] {
            assert_eq!(Urn::find(text), None, "{text}");
        }
    }

    #[test]
    fn addresses_contain_the_group() {
        let urn = Urn::find("urn%3Ali%3AgroupPost%3A8190-7300000000000000001").unwrap();
        assert_eq!(
            urn.page(),
            "https://www.linkedin.com/feed/update/urn:li:groupPost:8190-7300000000000000001"
        );
        assert_eq!(urn.time().map(|time| time.to_string()).as_deref(), Some("2025-02-25T03:53:47.441Z"));
    }
}
