//! Which slots have to move so that every shard has the same number of slots, or one more.

use super::{SLOTS, ShardMap};

/// The slots to move, each with the shard that it goes to: as few as possible.
pub fn rebalance(layout: &ShardMap, shards: u8) -> Vec<(u32, u8)> {
    let mut slots_of: Vec<Vec<u32>> = vec![Vec::new(); shards.into()];
    let mut homeless = Vec::new();
    for slot in 0..SLOTS {
        let owner = layout.of_slot(slot).map(|shard| usize::from(shard.number)).ok();
        match owner.and_then(|owner| slots_of.get_mut(owner)) {
            Some(slots) => slots.push(slot),
            None => homeless.push(slot),
        }
    }
    let (least, with_one_more) = (SLOTS / u32::from(shards).max(1), SLOTS % u32::from(shards).max(1));
    // Shards that have most keep one more than the others, where there is no equal share.
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

    /// A layout of which a shard has the slots that `owner` gives it.
    fn layout(owner: impl Fn(u32) -> u8) -> ShardMap {
        let slots =
            |shard| (0..SLOTS).filter(|slot| owner(*slot) == shard).map(|slot| 1_u64 << slot).sum::<u64>();
        let lines: Vec<_> = (0..=63).map(|shard| format!("{shard} {:016x} 0 ", slots(shard))).collect();
        ShardMap::read(&lines.join("\n")).unwrap()
    }

    /// How many slots each shard has after the moves.
    fn after(layout: &ShardMap, shards: u8) -> (usize, Vec<usize>) {
        let moves = rebalance(layout, shards);
        let owner = |slot| {
            let target = moves.iter().find(|(moving, _)| *moving == slot).map(|(_, to)| *to);
            target.unwrap_or_else(|| layout.of_slot(slot).unwrap().number)
        };
        let count = |shard| (0..SLOTS).filter(|slot| owner(*slot) == shard).count();
        (moves.len(), (0..shards).map(count).collect())
    }

    #[test]
    fn slots_are_shared_equally_with_as_few_moves_as_possible() {
        let one = layout(|_| 0);
        assert_eq!(after(&one, 1), (0, vec![64]));
        assert_eq!(after(&one, 2), (32, vec![32, 32]));
        assert_eq!(after(&one, 5), (51, vec![13, 13, 13, 13, 12]));
        assert_eq!(after(&one, 64), (63, vec![1; 64]));
        let two = layout(|slot| u8::from(slot >= 32));
        assert_eq!(after(&two, 2), (0, vec![32, 32]));
        assert_eq!(after(&two, 3), (21, vec![22, 21, 21]));
        assert_eq!(after(&two, 1), (32, vec![64]));
    }
}
