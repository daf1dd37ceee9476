//! The tables and conditions that keys are selected from.

/// A table, the column of its key, and conditions.
pub(crate) struct Source {
    from: String,
    pub(crate) key: &'static str,
    conditions: Vec<String>,
    /// Whether a condition is about the narrow row of the post, which is then joined.
    pub(crate) on_posts: bool,
}

impl Source {
    pub(crate) fn new(from: impl Into<String>, key: &'static str, condition: Option<String>) -> Self {
        Self {
            from: from.into(),
            key,
            conditions: condition.into_iter().collect(),
            on_posts: key == "p.post_id",
        }
    }

    pub(crate) fn add(&mut self, condition: String) {
        self.conditions.push(condition);
    }

    pub(crate) fn add_on_posts(&mut self, condition: String) {
        self.on_posts = true;
        self.add(condition);
    }

    /// The key for an expensive probe. It is that of the narrow row if that is joined, so that SQLite checks the row's conditions
    /// before the probe.
    pub(crate) fn late_key(&self) -> &'static str {
        if self.on_posts { "p.post_id" } else { self.key }
    }

    /// The tables. The narrow row is joined if it is needed and the source is another table.
    fn tables(&self) -> String {
        if self.on_posts && self.key != "p.post_id" {
            format!("{} CROSS JOIN posts p ON p.post_id = {}", self.from, self.key)
        } else {
            self.from.clone()
        }
    }

    /// The `SELECT` of these columns, without an order.
    pub(crate) fn select(&self, columns: &str) -> String {
        let conditions =
            if self.conditions.is_empty() { "1".to_owned() } else { self.conditions.join(" AND ") };
        format!("SELECT {columns} FROM {} WHERE {conditions}", self.tables())
    }
}
