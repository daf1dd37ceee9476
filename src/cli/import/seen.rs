//! Remembers which posts came earlier in this run.

use crate::posts::post::line::PostLine;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// How many posts a generation has: as many as a hash table with 2^21 places holds.
const GENERATION: usize = 1_800_000;

/// Hashes of the last ids, in two generations. They take at most forty megabytes, however large the files are. A post that is
/// repeated after its hash was dropped counts as unchanged or updated, not as a duplicate.
#[derive(Debug, Default)]
pub(super) struct Seen {
    current: HashSet<u64>,
    previous: HashSet<u64>,
}

impl Seen {
    /// Whether a post was not seen before.
    pub(super) fn is_first(&mut self, post: &PostLine) -> bool {
        let mut hasher = DefaultHasher::new();
        (post.platform.network, &post.platform_post_id).hash(&mut hasher);
        let hash = hasher.finish();
        if self.current.len() >= GENERATION {
            self.previous = core::mem::take(&mut self.current);
        }
        self.current.insert(hash) && !self.previous.contains(&hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Network;
    use crate::time::Timestamp;

    #[test]
    fn repeated_posts_are_known_by_network_and_id_over_two_generations() {
        let mut seen = Seen::default();
        let mut first =
            |network, id: &str| seen.is_first(&PostLine::new(network, id.into(), "a".into(), Timestamp(0)));
        assert!(first(Network::X, "1") && first(Network::Tiktok, "1") && !first(Network::X, "1"));
        for number in 0..GENERATION {
            assert!(first(Network::Linkedin, &number.to_string()));
        }
        assert!(!first(Network::X, "1") && !first(Network::Linkedin, "5"));
    }
}
