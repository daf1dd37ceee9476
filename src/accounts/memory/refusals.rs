//! Networks that recently sent too many refused credentials.

use crate::time::Timestamp;
use core::cell::RefCell;
use std::collections::BTreeMap;

/// How long a network is limited after a refusal past the limit, in milliseconds.
const LIMITED: i64 = 60_000;
/// How long a limited network waits between two lookups, in milliseconds.
const PAUSE: i64 = 1_000;
/// How many networks are remembered at most.
const MAX_NETWORKS: usize = 10_000;

/// A network past its limit.
#[derive(Debug, Clone, Copy)]
struct Limited {
    until: Timestamp,
    next_lookup: Timestamp,
}

/// The networks past the limit of refused credentials, as far as this isolate saw.
#[derive(Debug, Default)]
pub struct RefusalMemory(RefCell<BTreeMap<String, Limited>>);

impl RefusalMemory {
    /// Creates an empty memory.
    pub const fn new() -> Self {
        Self(RefCell::new(BTreeMap::new()))
    }

    pub(crate) fn is_limited(&self, network: &str, now: Timestamp) -> bool {
        self.0.borrow().get(network).is_some_and(|limited| now < limited.until)
    }

    /// Whether a network may look up a credential now. For a limited network this uses up the lookup of this second.
    pub(crate) fn may_look_up(&self, network: &str, now: Timestamp) -> bool {
        let mut networks = self.0.borrow_mut();
        match networks.get_mut(network).filter(|limited| now < limited.until) {
            None => true,
            Some(limited) if now < limited.next_lookup => false,
            Some(limited) => {
                limited.next_lookup = Timestamp(now.0 + PAUSE);
                true
            }
        }
    }

    pub(crate) fn limit(&self, network: String, now: Timestamp) {
        let mut networks = self.0.borrow_mut();
        if networks.len() >= MAX_NETWORKS {
            networks.retain(|_, limited| now < limited.until);
        }
        if networks.len() >= MAX_NETWORKS {
            networks.pop_first();
        }
        let (until, next_lookup) = (Timestamp(now.0 + LIMITED), Timestamp(now.0 + PAUSE));
        networks.entry(network).or_insert(Limited { until, next_lookup }).until = until;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limited_network_has_one_lookup_a_second_for_a_minute_and_others_have_all() {
        let memory = RefusalMemory::new();
        assert!(memory.may_look_up("a", Timestamp(0)) && memory.may_look_up("a", Timestamp(0)));
        memory.limit("a".into(), Timestamp(0));
        let lookups =
            |network: &str| (1..=60_000).filter(|at| memory.may_look_up(network, Timestamp(*at))).count();
        assert_eq!((lookups("a"), lookups("b")), (60, 60_000));
        assert!(!memory.is_limited("a", Timestamp(60_000)));
    }

    #[test]
    fn another_refusal_restarts_the_minute_and_allows_no_extra_lookup() {
        let memory = RefusalMemory::new();
        memory.limit("a".into(), Timestamp(0));
        assert!(memory.may_look_up("a", Timestamp(1_500)));
        memory.limit("a".into(), Timestamp(1_600));
        assert!(!memory.may_look_up("a", Timestamp(2_400)) && memory.may_look_up("a", Timestamp(2_500)));
        assert!(memory.is_limited("a", Timestamp(61_599)) && !memory.is_limited("a", Timestamp(61_600)));
    }

    #[test]
    fn the_memory_is_bounded_and_drops_expired_networks_first() {
        let memory = RefusalMemory::new();
        for number in 0..MAX_NETWORKS {
            memory.limit(number.to_string(), Timestamp(i64::from(number == 7)));
        }
        memory.limit("one more".into(), Timestamp(LIMITED));
        assert!(memory.is_limited("7", Timestamp(LIMITED)), "not over yet");
        assert_eq!(memory.0.borrow().len(), 2);
    }
}
