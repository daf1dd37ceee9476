//! A limited number of posts that wait for the rest of their data.

use std::collections::{HashMap, VecDeque};

/// The maximum number of waiting posts. Elements about one post are close together in their source, so few have to
/// wait.
const MAX_WAITING: usize = 4096;

/// Posts by id, in order of arrival.
#[derive(Debug)]
pub(crate) struct Window<P> {
    waiting: HashMap<String, P>,
    order: VecDeque<String>,
}

impl<P> Default for Window<P> {
    fn default() -> Self {
        Self { waiting: HashMap::new(), order: VecDeque::new() }
    }
}

impl<P> Window<P> {
    /// The waiting post with this id.
    pub(crate) fn get(&mut self, id: &str) -> Option<&mut P> {
        self.waiting.get_mut(id)
    }

    /// Adds a waiting post. Returns the one that has waited longest if there are too many.
    pub(crate) fn push(&mut self, id: String, post: P) -> Option<P> {
        self.waiting.insert(id.clone(), post);
        self.order.push_back(id);
        if self.order.len() <= MAX_WAITING {
            return None;
        }
        let oldest = self.order.pop_front()?;
        self.waiting.remove(&oldest)
    }

    /// Removes and returns all waiting posts.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = P> {
        let mut waiting = core::mem::take(&mut self.waiting);
        core::mem::take(&mut self.order).into_iter().filter_map(move |id| waiting.remove(&id))
    }
}
