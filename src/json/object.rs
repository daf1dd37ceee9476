//! Takes the members of an object by their keys.

use super::Value;
use std::borrow::Cow;

/// The keys and values of an object, in order, including repeated keys.
pub type Members<'a> = Vec<(Cow<'a, str>, Value<'a>)>;

/// An object whose values are taken one by one. Taking them in order is fastest.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Object<'a> {
    members: Members<'a>,
    /// The probable index of the next key to be taken.
    next: usize,
}

impl<'a> From<Members<'a>> for Object<'a> {
    fn from(members: Members<'a>) -> Self {
        Self { members, next: 0 }
    }
}

impl<'a> Object<'a> {
    /// Takes the value of a key, and leaves null in its place. An absent key gives null.
    pub fn take(&mut self, key: &str) -> Value<'a> {
        let index = position_from(&self.members, self.next, |(name, _)| name == key);
        let member = index.and_then(|index| self.members.get_mut(index));
        self.next = index.map_or(self.next, |index| index + 1);
        member.map(|(_, value)| core::mem::take(value)).unwrap_or_default()
    }
}

/// The index of the first entry for which `is` holds. The search starts at `start` and wraps around, because keys mostly come
/// in the same order.
pub fn position_from<T>(entries: &[T], start: usize, is: impl Fn(&T) -> bool) -> Option<usize> {
    let (before, after) = entries.split_at_checked(start)?;
    let found = after.iter().position(&is).map(|index| start + index);
    found.or_else(|| before.iter().position(is))
}
