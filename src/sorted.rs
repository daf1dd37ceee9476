//! A map that is a sorted list: a twentieth of a B-tree's code, which a Worker has to load for each kind of entry, and as
//! fast for the few thousand entries that a call or an isolate has.

use core::borrow::Borrow;
use core::cmp::Ordering;

/// Sorts a list, and keeps equal ones in their order. What is sorted is their places, by one routine for all types: one for
/// each type would be four kilobytes each.
pub fn sort_by<T>(items: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    let places = sorted_places(items.len(), &|one, other| match (items.get(one), items.get(other)) {
        (Some(one), Some(other)) => compare(one, other),
        _ => Ordering::Equal,
    });
    let mut moving: Vec<Option<T>> = core::mem::take(items).into_iter().map(Some).collect();
    items.extend(places.into_iter().filter_map(|place| moving.get_mut(place)?.take()));
}

/// Sorts a list.
pub fn sort<T: Ord>(items: &mut Vec<T>) {
    sort_by(items, T::cmp);
}

/// Sorts a list, and leaves one of equal ones.
pub fn sort_once<T: Ord>(items: &mut Vec<T>) {
    sort(items);
    items.dedup();
}

fn sorted_places(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|one, other| compare(*one, *other));
    places
}

/// A map from keys to values. With `()` as values, a set.
#[derive(Debug, Clone)]
pub struct Sorted<K, V = ()>(Vec<(K, V)>);

impl<K, V> Default for Sorted<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, V> Sorted<K, V> {
    /// An empty map.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// How many entries there are.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The entries in the order of their keys.
    pub fn entries(&self) -> &[(K, V)] {
        &self.0
    }
}

impl<K: Ord, V> Sorted<K, V> {
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.0.binary_search_by(|(known, _)| known.borrow().cmp(key))
    }

    /// The entries from a key on, in order.
    pub fn from<Q: Ord + ?Sized>(&self, key: &Q) -> &[(K, V)]
    where
        K: Borrow<Q>,
    {
        let place = self.find(key).unwrap_or_else(|place| place);
        self.0.get(place..).unwrap_or_default()
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().and_then(|place| self.0.get(place)).map(|(_, value)| value)
    }

    /// Whether there is a key.
    pub fn contains<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_ok()
    }

    /// The value of a key, which is made where there is none.
    pub fn entry(&mut self, key: K) -> Option<&mut V>
    where
        V: Default,
    {
        let place = match self.find(&key) {
            Ok(place) => place,
            Err(place) => {
                self.0.insert(place, (key, V::default()));
                place
            }
        };
        self.0.get_mut(place).map(|(_, value)| value)
    }

    /// Sets the value of a key. Gives the one before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(place) => self.0.get_mut(place).map(|(_, old)| core::mem::replace(old, value)),
            Err(place) => {
                self.0.insert(place, (key, value));
                None
            }
        }
    }

    /// Removes a key. Gives its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|place| self.0.remove(place).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_list_is_sorted_as_the_standard_library_does(list in prop::collection::vec((0..9_u8, any::<u16>()), 0..60)) {
            let (mut own, mut std) = (list.clone(), list.clone());
            sort_by(&mut own, |one, other| one.0.cmp(&other.0));
            std.sort_by_key(|item| item.0);
            prop_assert_eq!(&own, &std, "equal ones keep their order");
            sort(&mut own);
            std.sort_unstable();
            prop_assert_eq!(own, std);
            let (mut own, mut std): (Vec<_>, Vec<_>) = list.iter().map(|item| (item.0, item.0)).unzip();
            sort_once(&mut own);
            std.sort_unstable();
            std.dedup();
            prop_assert_eq!(own, std);
        }
    }

    #[test]
    fn entries_are_in_the_order_of_their_keys_each_once() {
        let mut map = Sorted::new();
        for (key, value) in [("b", 1), ("a", 2), ("c", 3), ("b", 4)] {
            map.insert(key.to_owned(), value);
        }
        assert_eq!((map.get("b"), map.get("d"), map.len()), (Some(&4), None, 3));
        *map.entry("b".to_owned()).unwrap() += 1;
        assert_eq!(map.entry("d".to_owned()), Some(&mut 0));
        assert_eq!((map.remove("a"), map.remove("a"), map.contains("a")), (Some(2), None, false));
        let keys: Vec<_> = map.entries().iter().map(|(key, value)| (key.as_str(), *value)).collect();
        assert_eq!(keys, [("b", 5), ("c", 3), ("d", 0)]);
        map.clear();
        assert!(map.is_empty());
    }
}
