//! Ids of posts that are known only by the second of their publication. Several posts of one second get a number each.

use crate::formats::Found;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The posts of each second, by a hash of their text and media.
#[derive(Debug, Default)]
pub(crate) struct SecondIds(HashMap<String, Vec<u64>>);

impl SecondIds {
    /// If the id of a post is its second, such as `exp:2024-06-18T22:00:12Z`, and another post already has this id, adds a
    /// number to it.
    pub(crate) fn number(&mut self, found: &mut Found) {
        let id = &found.post.platform_post_id;
        if !id.starts_with("exp:2") || !id.ends_with('Z') {
            return;
        }
        let hash = hash(found);
        let known = self.0.entry(id.clone()).or_default();
        let place = known.iter().position(|other| *other == hash).unwrap_or_else(|| {
            known.push(hash);
            known.len() - 1
        });
        if place > 0 {
            found.post.platform_post_id = format!("{id}:{place}");
        }
    }
}

fn hash(found: &Found) -> u64 {
    let mut hasher = DefaultHasher::new();
    let media = found.post.media.iter().flatten();
    // Query strings expire, so they do not identify a file.
    let paths: Vec<&str> = media.filter_map(|file| file.url.split('?').next()).collect();
    (&found.post.content, paths).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Network;
    use crate::posts::post::line::PostLine;
    use crate::time::Timestamp;

    #[test]
    fn posts_of_one_second_get_different_ids() {
        let mut second_ids = SecondIds::default();
        let mut id = |text: &str| {
            let second = "exp:2024-06-18T22:00:12Z";
            let mut post = PostLine::new(Network::Tiktok, second.into(), "a".into(), Timestamp(0));
            post.content = Some(text.into());
            let mut found = Found::from(post);
            second_ids.number(&mut found);
            found.post.platform_post_id
        };
        assert_eq!(id("Soup"), "exp:2024-06-18T22:00:12Z");
        assert_eq!(id("Knife"), "exp:2024-06-18T22:00:12Z:1");
        assert_eq!(id("Soup"), "exp:2024-06-18T22:00:12Z");
    }
}
