//! The key of a post. It begins with the time, so that every table and index is in the order of `published_at`.
//!
//! The bits are: 42 of milliseconds since 1970, 6 of a hash of the author (the slot, which decides the database), and 15 of a hash
//! of the post's id. If two posts of a slot and a millisecond have the same hash, the second takes the next free value. Keys exceed
//! 2^53, so SQL results and JSON have them as text.

use crate::platform::Network;
use crate::time::Timestamp;
use sha2::{Digest, Sha256};

/// The number of bits below the milliseconds.
const TIME_SHIFT: u32 = 21;
/// The number of bits of the author's hash.
const SLOT_BITS: u32 = 6;
/// The number of bits of the hash of the post's id.
const HASH_BITS: u32 = 15;
/// The largest value of that hash.
const HASH_MASK: i64 = (1 << HASH_BITS) - 1;

/// The key of an author in storage: the network's number and the folded username.
pub fn author_key(network: Network, folded: &str) -> String {
    format!("{}:{folded}", network.number())
}

/// The key of a hashtag in storage: the network's number and the folded hashtag.
pub fn tag_key(network: Network, folded: &str) -> String {
    format!("{}:{folded}", network.number())
}

/// The smallest key of a millisecond.
pub const fn first_at(time: Timestamp) -> i64 {
    time.0 << TIME_SHIFT
}

/// The time that a key contains: when its post was published.
pub const fn time_of(post_id: i64) -> Timestamp {
    Timestamp(post_id >> TIME_SHIFT)
}

/// The slot of a key, 0 to 63.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "six bits are left")]
pub const fn slot(post_id: i64) -> u32 {
    (post_id >> HASH_BITS) as u32 & ((1 << SLOT_BITS) - 1)
}

/// The slot of an author's posts, 0 to 63.
pub fn author_slot(author_key: &str) -> u32 {
    slot(Range::new(Timestamp(0), author_key).first)
}

fn hash_bits(text: &str, bits: u32) -> i64 {
    let hash = Sha256::digest(text);
    let first = hash.first_chunk().copied().unwrap_or_default();
    i64::from(u32::from_be_bytes(first) >> (32 - bits))
}

/// The keys that a post may have: those of its millisecond and its author's slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Range {
    /// The smallest key.
    pub first: i64,
}

impl Range {
    /// The range of an author's posts of one millisecond.
    pub fn new(time: Timestamp, author_key: &str) -> Self {
        Self { first: first_at(time) | hash_bits(author_key, SLOT_BITS) << HASH_BITS }
    }

    /// The range that contains a key.
    pub const fn containing(post_id: i64) -> Self {
        Self { first: post_id & !HASH_MASK }
    }

    /// The largest key.
    pub const fn last(self) -> i64 {
        self.first | HASH_MASK
    }

    /// The first free key at or after the one that the post's id hashes to, going round at the end of the range. `None` if all
    /// 32,768 keys are taken.
    pub fn free(self, id: &str, is_taken: impl Fn(i64) -> bool) -> Option<i64> {
        let start = hash_bits(id, HASH_BITS);
        (0..=HASH_MASK)
            .map(|step| self.first | (start + step) & HASH_MASK)
            .find(|post_id| !is_taken(*post_id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_in_order_of_time_and_gives_it_back() {
        let time = Timestamp(1_772_388_245_123);
        let range = Range::new(time, &author_key(Network::X, "reef.watch"));
        let post_id = range.free("x:123", |_| false).unwrap();
        assert_eq!(time_of(post_id), time);
        assert_eq!(Range::containing(post_id), range);
        assert!(first_at(time) <= post_id && post_id < first_at(Timestamp(time.0 + 1)));
        assert!(first_at(crate::time::END) > 0);
    }

    #[test]
    fn keys_are_stored_and_never_change() {
        let range = Range::new(Timestamp(1_772_388_245_000), "3:reef.watch");
        assert_eq!(range.free("x:123", |_| false), Some(3_716_967_552_778_881_900));
    }

    #[test]
    fn a_clash_takes_the_next_free_key_within_the_slot_going_round() {
        let range = Range::new(Timestamp(5), "1:a");
        let start = range.free("tiktok:1", |_| false).unwrap();
        let mut taken = std::collections::BTreeSet::new();
        taken.insert(start);
        taken.insert(start + 1);
        assert_eq!(range.free("tiktok:1", |key| taken.contains(&key)), Some(start + 2));
        (start..=range.last()).for_each(|post_id| _ = taken.insert(post_id));
        assert_eq!(range.free("tiktok:1", |key| taken.contains(&key)), Some(range.first));
        (range.first..start).for_each(|post_id| _ = taken.insert(post_id));
        assert_eq!(range.free("tiktok:1", |key| taken.contains(&key)), None);
    }
}
