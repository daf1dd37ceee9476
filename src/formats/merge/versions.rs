//! Versions of edited posts. Each version has its own id, and only the end of the run shows which is the last.

use crate::formats::Found;
use crate::posts::post::post_id;
use std::collections::BTreeMap;

/// The latest version seen of each edited post, by the id of its first version.
#[derive(Debug)]
pub(crate) struct Versions<T> {
    last: BTreeMap<String, (Found, T)>,
    pub(crate) merged: u64,
}

impl<T> Default for Versions<T> {
    fn default() -> Self {
        Self { last: BTreeMap::new(), merged: 0 }
    }
}

impl<T> Versions<T> {
    pub(crate) fn add(&mut self, mut found: Found, origin: T) {
        let Some(first) = found.first_version.take() else { return };
        let first = post_id(found.post.platform.network, &first);
        match self.last.get_mut(&first) {
            Some(known) => {
                self.merged += 1;
                if age(&known.0) <= age(&found) {
                    *known = (found, origin);
                }
            }
            None => {
                self.last.insert(first, (found, origin));
            }
        }
    }

    pub(crate) fn finish(&mut self) -> Vec<(Found, T)> {
        core::mem::take(&mut self.last).into_values().collect()
    }
}

/// Sorts versions by age: later ids are longer, or greater.
fn age(found: &Found) -> (usize, &str) {
    (found.post.platform_post_id.len(), &found.post.platform_post_id)
}
