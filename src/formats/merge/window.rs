//! Posts that wait for more of what is told of them, of which only so many wait at a time.

use std::collections::{HashMap, VecDeque};

/// How many posts wait at most. What is told of one post lies together in its source.
const MOST: usize = 4096;

/// Posts by id, in the order in which they came.
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
    /// The post of an id, if it waits.
    pub(crate) fn get(&mut self, id: &str) -> Option<&mut P> {
        self.waiting.get_mut(id)
    }

    /// Lets another post wait. Gives the one that has waited longest, where too many do.
    pub(crate) fn push(&mut self, id: String, post: P) -> Option<P> {
        self.waiting.insert(id.clone(), post);
        self.order.push_back(id);
        if self.order.len() <= MOST {
            return None;
        }
        let oldest = self.order.pop_front()?;
        self.waiting.remove(&oldest)
    }

    /// Ends the waiting of all.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = P> {
        let mut waiting = core::mem::take(&mut self.waiting);
        core::mem::take(&mut self.order).into_iter().filter_map(move |id| waiting.remove(&id))
    }
}
