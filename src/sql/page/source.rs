//! Where keys come from.

/// A table, the key's column, and conditions.
pub(super) struct Source {
    pub(super) from: &'static str,
    pub(super) key: &'static str,
    conditions: Vec<String>,
    /// Whether a condition is about the narrow row of the post, which then has to be there.
    pub(super) on_posts: bool,
}

impl Source {
    pub(super) fn new(from: &'static str, key: &'static str, condition: Option<String>) -> Self {
        Self { from, key, conditions: condition.into_iter().collect(), on_posts: false }
    }

    pub(super) fn add(&mut self, condition: String) {
        self.conditions.push(condition);
    }

    pub(super) fn add_on_posts(&mut self, condition: String) {
        self.on_posts = true;
        self.add(condition);
    }

    /// The tables: the narrow row is joined where the source is not that row itself.
    pub(super) fn tables(&self) -> String {
        if self.on_posts && !self.from.starts_with("posts") {
            format!("{} CROSS JOIN posts p ON p.post_id = {}", self.from, self.key)
        } else {
            self.from.to_owned()
        }
    }

    pub(super) fn all(&self) -> String {
        if self.conditions.is_empty() { "1".to_owned() } else { self.conditions.join(" AND ") }
    }
}
