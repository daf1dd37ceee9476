//! Which slots have to move so that all shards have equally many, or some one more than others.

use super::{SLOTS, ShardMap};

/// The slots to move, each with the shard that gets it: as few moves as possible.
pub fn rebalance(shard_map: &ShardMap, shards: u8) -> Vec<(u32, u8)> {
    let mut slots_of: Vec<Vec<u32>> = vec![Vec::new(); shards.into()];
    let mut homeless = Vec::new();
    for slot in 0..SLOTS {
        let owner = shard_map.shard_of_slot(slot).map(|shard| usize::from(shard.number)).ok();
        match owner.and_then(|owner| slots_of.get_mut(owner)) {
            Some(slots) => slots.push(slot),
            None => homeless.push(slot),
        }
    }
    let (least, with_one_more) = (SLOTS / u32::from(shards).max(1), SLOTS % u32::from(shards).max(1));
    // If the slots can't be shared equally, the shards that have most of them keep one more.
    let mut order: Vec<usize> = (0..slots_of.len()).collect();
    let slots = |shard: &usize| slots_of.get(*shard).map_or(0, Vec::len);
    order.sort_by_key(|one| core::cmp::Reverse(slots(one)));
    let mut room = Vec::new();
    for (place, shard) in order.into_iter().enumerate() {
        let Some(slots) = slots_of.get_mut(shard) else { continue };
        let share = least as usize + usize::from(place < with_one_more as usize);
        homeless.extend(slots.split_off(share.min(slots.len())));
        room.extend(core::iter::repeat_n(shard, share - slots.len()));
    }
    homeless.sort_unstable();
    room.sort_unstable();
    let number = |shard: usize| u8::try_from(shard).unwrap_or(u8::MAX);
    homeless.into_iter().zip(room).map(|(slot, shard)| (slot, number(shard))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shard map in which `owner` says which shard has a slot.
    fn shard_map(owner: impl Fn(u32) -> u8) -> ShardMap {
        let slots =
            |shard| (0..SLOTS).filter(|slot| owner(*slot) == shard).map(|slot| 1_u64 << slot).sum::<u64>();
        let lines: Vec<_> = (0..=63).map(|shard| format!("{shard} {:016x} 0 ", slots(shard))).collect();
        ShardMap::parse(&lines.join("\n")).unwrap()
    }

    /// How many slots each shard has after the moves.
    fn after(shard_map: &ShardMap, shards: u8) -> (usize, Vec<usize>) {
        let moves = rebalance(shard_map, shards);
        let owner = |slot| {
            let target = moves.iter().find(|(moving, _)| *moving == slot).map(|(_, to)| *to);
            target.unwrap_or_else(|| shard_map.shard_of_slot(slot).unwrap().number)
        };
        let count = |shard| (0..SLOTS).filter(|slot| owner(*slot) == shard).count();
        (moves.len(), (0..shards).map(count).collect())
    }

    #[test]
    fn slots_are_shared_equally_with_as_few_moves_as_possible() {
        let one = shard_map(|_| 0);
        assert_eq!(after(&one, 1), (0, vec![64]));
        assert_eq!(after(&one, 2), (32, vec![32, 32]));
        assert_eq!(after(&one, 5), (51, vec![13, 13, 13, 13, 12]));
        assert_eq!(after(&one, 64), (63, vec![1; 64]));
        let two = shard_map(|slot| u8::from(slot >= 32));
        assert_eq!(after(&two, 2), (0, vec![32, 32]));
        assert_eq!(after(&two, 3), (21, vec![22, 21, 21]));
        assert_eq!(after(&two, 1), (32, vec![64]));
    }
}
