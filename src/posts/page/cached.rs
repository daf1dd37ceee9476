//! A page as text for the cache: a digest of all that follows, the key of the entry, whether there are more posts, and a line
//! for each post. An entry that is damaged, or belongs to another key, counts as missing.

use super::{Item, Page, Place};
use crate::encoding::hex;
use crate::platform::Network;
use crate::store::AsText;
use sha2::{Digest, Sha256};

impl<T: AsText> Page<T> {
    /// The page as the text of a cache entry.
    pub fn to_cached(&self, key: &str) -> String {
        let mut text = format!("{key}\t{}", u8::from(self.has_more));
        for item in &self.items {
            let value = item.place.value.map(|value| value.to_string()).unwrap_or_default();
            let (network, document) = (item.network.number(), item.document.to_text());
            let line =
                [&item.place.post_id.to_string(), &value, &network.to_string(), &item.stamp, &document];
            text.push('\n');
            text.push_str(&line.map(String::as_str).join("\t"));
        }
        format!("{}\n{text}", digest(&text))
    }

    /// The page of a cache entry. `None` if the text is damaged or was written under another key.
    pub fn from_cached(text: &str, key: &str) -> Option<Self> {
        let (expected, text) = text.split_once('\n')?;
        if expected != digest(text) {
            return None;
        }
        let mut lines = text.split('\n');
        let (own_key, has_more) = lines.next()?.split_once('\t')?;
        if own_key != key {
            return None;
        }
        let items = lines.map(parse_item).collect::<Option<_>>()?;
        Some(Self { items, has_more: has_more == "1" })
    }
}

fn digest(text: &str) -> String {
    hex(&Sha256::digest(text))
}

fn parse_item<T: AsText>(line: &str) -> Option<Item<T>> {
    let mut parts = line.splitn(5, '\t');
    let post_id = parts.next()?.parse().ok()?;
    let value = match parts.next()? {
        "" => None,
        value => Some(value.parse().ok()?),
    };
    Some(Item {
        place: Place { value, post_id },
        network: Network::from_number(parts.next()?.parse().ok()?)?,
        stamp: parts.next()?.to_owned(),
        document: T::from_text(parts.next()?.to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page<String> {
        let item = |post_id, value| Item {
            place: Place { value, post_id },
            network: Network::X,
            stamp: "abc".to_owned(),
            document: format!(r#"{{"id":"x:{post_id}","content":"a\tb\nc"}}"#),
        };
        Page { items: vec![item(i64::MAX, None), item(5, Some(7))], has_more: true }
    }

    #[test]
    fn a_page_comes_back_as_it_was() {
        let page = page();
        let cached = page.to_cached("0:7/q");
        assert_eq!(
            format!("{:?}", Page::<String>::from_cached(&cached, "0:7/q").unwrap()),
            format!("{page:?}")
        );
        let empty = Page::<String> { items: vec![], has_more: false };
        let again = Page::<String>::from_cached(&empty.to_cached("k"), "k").unwrap();
        assert!(again.is_empty() && !again.has_more);
    }

    #[test]
    fn a_damaged_entry_or_one_of_another_key_is_ignored() {
        let cached = page().to_cached("0:7/q");
        assert!(Page::<String>::from_cached(&cached, "0:8/q").is_none());
        for end in 0..cached.len() {
            assert!(Page::<String>::from_cached(&cached[..end], "0:7/q").is_none(), "{end}");
        }
        for place in 0..cached.len() {
            let mut broken = cached.clone().into_bytes();
            broken[place] ^= 1;
            let broken = String::from_utf8(broken).unwrap();
            assert!(Page::<String>::from_cached(&broken, "0:7/q").is_none(), "{place}");
        }
    }
}
