//! Remembers which posts came earlier in this run.

use crate::posts::post::line::PostLine;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// How many posts a generation has: what a table of two million places takes.
const GENERATION: usize = 1_800_000;

/// The ids of the last posts, as hashes, in two generations: forty megabytes at most, however large the files are. A
/// post that comes again later than that counts as unchanged or updated, and not as a duplicate.
#[derive(Debug, Default)]
pub(super) struct Seen {
    present: HashSet<u64>,
    past: HashSet<u64>,
}

impl Seen {
    /// Whether a post comes for the first time.
    pub(super) fn is_first(&mut self, post: &PostLine) -> bool {
        let mut hasher = DefaultHasher::new();
        (post.platform.network, &post.platform_post_id).hash(&mut hasher);
        let hash = hasher.finish();
        if self.present.len() >= GENERATION {
            self.past = core::mem::take(&mut self.present);
        }
        self.present.insert(hash) && !self.past.contains(&hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Network;
    use crate::time::Timestamp;

    #[test]
    fn posts_are_known_again_by_their_network_and_id_over_generations() {
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
