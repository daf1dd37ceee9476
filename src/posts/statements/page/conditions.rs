//! The conditions of a query that the walk of a chunk does not meet by itself.

use super::{Page, further};
use crate::http::cursor::Position;
use crate::key::first_at;
use crate::posts::keyword::Phrase;
use crate::posts::param::Count;
use crate::posts::plan::{AccessPath, Set};
use crate::posts::statements::fulltext;

impl Page<'_> {
    /// The mark of a post. Each condition is only evaluated if the post passes those before it: first those on the narrow row, last
    /// those that are expensive to probe. (Not every version of SQLite stops at the first operand of `AND` that is false.)
    pub(super) fn mark(&mut self, key: &str) -> String {
        let conditions = self.conditions(key).into_iter();
        let fails = conditions.map(|condition| format!("WHEN ({condition}) IS NOT TRUE THEN 1"));
        let cases: Vec<_> = core::iter::once(format!("WHEN {key} IS NULL THEN 2")).chain(fails).collect();
        format!("CASE {} ELSE 0 END", cases.join(" "))
    }

    fn conditions(&mut self, key: &str) -> Vec<String> {
        let mut conditions = self.range_of_time();
        conditions.extend(self.after_the_last_page());
        let others: Vec<_> = self.chunk.path.others(self.query).collect();
        for set in others.iter().filter(|set| set.is_on_posts()) {
            conditions.push(self.posts_condition(*set));
        }
        if others.contains(&Set::Hashtag) {
            let tag = self.tag_condition();
            conditions.push(format!(
                "EXISTS (SELECT 1 FROM hashtags t WHERE t.tag_key {tag} AND t.post_id = {key})"
            ));
        }
        if others.contains(&Set::Keyword) && !self.chunk.reads_texts {
            conditions.extend(self.keyword_conditions(key));
        }
        conditions
    }

    /// Each term is probed by itself: of several, FTS5 would go on from a post that has one of them to the next that has all,
    /// however far that is.
    fn keyword_conditions(&mut self, key: &str) -> Vec<String> {
        let Some(keyword) = self.query.filters.keyword().map(|keyword| &keyword.parsed) else {
            return Vec::new();
        };
        let mut conditions = Vec::new();
        for clause in keyword.clauses() {
            let any: Vec<_> = clause.any_of.iter().map(|phrase| self.phrase_condition(phrase, key)).collect();
            conditions.push(any.join(" OR "));
        }
        for phrase in keyword.excluded() {
            conditions.push(format!("NOT ({})", self.phrase_condition(phrase, key)));
        }
        conditions
    }

    /// For the same reason, a phrase is only probed if the post has all its words.
    fn phrase_condition(&mut self, phrase: &Phrase, key: &str) -> String {
        let whole = self.has(phrase, key);
        if phrase.words.len() == 1 {
            return whole;
        }
        let words = phrase.words.iter().rev().skip(usize::from(phrase.prefix));
        words.fold(whole, |rest, word| {
            let word = Phrase { words: vec![word.clone()], prefix: false };
            format!("CASE WHEN {} THEN {rest} ELSE 0 END", self.has(&word, key))
        })
    }

    fn has(&mut self, phrase: &Phrase, key: &str) -> String {
        let expression = self.bind.text(fulltext::phrase(phrase));
        format!("EXISTS (SELECT 1 FROM words f WHERE f.words MATCH {expression} AND f.rowid = {key})")
    }

    /// The range of time, which only a walk in the order of time meets by itself.
    fn range_of_time(&mut self) -> Vec<String> {
        let AccessPath::Count(_) = self.chunk.path else { return Vec::new() };
        let from = self.query.from.map(|from| format!("p.post_id >= {}", self.bind.integer(first_at(from))));
        let to = self.query.to_exclusive;
        let to = to.map(|to| format!("p.post_id < {}", self.bind.integer(first_at(to))));
        from.into_iter().chain(to).collect()
    }

    /// The condition of posts after the last page, if the walk is in another order.
    fn after_the_last_page(&mut self) -> Option<String> {
        if self.chunk.path.is_in_order(self.query) {
            return None;
        }
        let further = further(self.query.order);
        let column = self.value();
        match (self.query.position?, column) {
            (Position::Count { count: Some(count), post_id }, Some(column)) => {
                let count = self.bind.integer(count.cast_signed());
                let post_id = self.bind.integer(post_id);
                Some(format!(
                    "(p.{column} {further} {count} OR p.{column} = {count} AND p.post_id {further} {post_id} \
                     OR p.{column} IS NULL)"
                ))
            }
            (Position::Count { count: None, post_id }, Some(column)) => {
                let post_id = self.bind.integer(post_id);
                Some(format!("p.{column} IS NULL AND p.post_id {further} {post_id}"))
            }
            (Position::Time { post_id }, _) => {
                let post_id = self.bind.integer(post_id);
                Some(format!("p.post_id {further} {post_id}"))
            }
            _ => None,
        }
    }

    /// The condition on the key of a post's hashtag: it has the query's network, or that of the narrow row. Probing one key costs
    /// less than probing those of all networks.
    fn tag_condition(&mut self) -> String {
        let mut keys = self.keyed_tags();
        if self.query.filters.platform().is_some() {
            return keys.pop().map_or("= ''".to_owned(), |(_, key)| format!("= {key}"));
        }
        let keys = keys.into_iter().map(|(network, key)| format!("WHEN {network} THEN {key}"));
        format!("= CASE p.network {} END", keys.collect::<Vec<_>>().join(" "))
    }

    /// The condition that a narrow row is in a set.
    fn posts_condition(&mut self, set: Set) -> String {
        match set {
            Set::Author => format!("p.author_key IN ({})", self.author_keys()),
            Set::Reaching(count) => self.minimum(count),
            _ => self.kind_condition(),
        }
    }

    fn kind_condition(&self) -> String {
        let filters = &self.query.filters;
        let network = filters.platform().map(|platform| format!("p.network = {}", platform.network.number()));
        let kind = filters.media_type().map(|media_type| format!("p.media_type = {}", media_type.number()));
        network.into_iter().chain(kind).collect::<Vec<_>>().join(" AND ")
    }

    /// The columns of the narrow row that the conditions and the order of the query need. The first is the key.
    pub(super) fn columns(&self) -> Vec<&'static str> {
        let mut columns = vec!["post_id"];
        for set in Set::all_of(self.query) {
            columns.extend(match set {
                Set::Author => vec!["author_key"],
                Set::Kind => vec!["network", "media_type"],
                Set::Reaching(count) => vec![count.column()],
                Set::Hashtag => vec!["network"],
                Set::Keyword | Set::Time => vec![],
            });
        }
        columns.extend(self.value());
        if let AccessPath::Count(count) = self.chunk.path {
            columns.push(Count::column(count));
        }
        let mut seen = Vec::new();
        columns.retain(|column| {
            !seen.contains(column) && {
                seen.push(*column);
                true
            }
        });
        columns
    }
}
