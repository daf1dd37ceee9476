//! The conditions of a query that the walk of a chunk does not meet by itself.

use super::{Page, further};
use crate::http::cursor::Position;
use crate::key::{first_at, tag_key};
use crate::posts::filters::List;
use crate::posts::keyword::Phrase;
use crate::posts::param::{Count, Language, Username};
use crate::posts::plan::{AccessPath, Set};
use crate::posts::statements::any::{any_author, any_number, any_text};
use crate::posts::statements::fulltext;
use crate::posts::statements::names::compared;
use crate::posts::statements::postings::Postings;

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
        let mut conditions = self.own_slots(key);
        conditions.extend(self.range_of_time());
        conditions.extend(self.after_the_last_page());
        let others: Vec<_> = self.chunk.path.others(self.query).collect();
        for set in others.iter().filter(|set| set.is_on_posts()) {
            conditions.push(self.posts_condition(*set));
        }
        conditions.extend(self.row_conditions());
        let filters = &self.query.filters;
        if others.contains(&Set::Hashtag) {
            conditions.push(self.has_any(Postings::Hashtags, &compared(filters.hashtags()), key));
        }
        if others.contains(&Set::Mentions) {
            conditions.push(self.has_any(Postings::Mentions, &compared(filters.mentions()), key));
        }
        conditions.extend(self.exclusions(key));
        if others.contains(&Set::Keyword) && !self.chunk.reads_texts {
            conditions.extend(self.keyword_conditions(key));
        }
        conditions
    }

    /// The conditions on the narrow row that no set has.
    fn row_conditions(&mut self) -> Vec<String> {
        let filters = &self.query.filters;
        let kinds =
            filters.post_kinds().map(|list| any_number("p.kind", list.iter().map(|kind| kind.number())));
        let languages = filters.languages().map(|list| self.language_condition(list));
        let shares = filters.minimum(Count::Shares).map(|_| self.minimum(Count::Shares));
        let authors =
            filters.excluded_usernames().map(|list| format!("NOT ({})", self.author_condition(Some(list))));
        [kinds, languages, shares, authors].into_iter().flatten().collect()
    }

    fn language_condition(&mut self, list: &List<Language>) -> String {
        let known = list.iter().filter(|language| **language != Language::Unknown);
        let known: Vec<_> = known.map(|language| language.name().to_owned()).collect();
        let is_unknown = list.iter().any(|language| *language == Language::Unknown);
        let unknown = is_unknown.then(|| "p.language IS NULL".to_owned());
        let known = (!known.is_empty()).then(|| any_text("p.language", &known, &mut self.bind));
        format!("({})", known.into_iter().chain(unknown).collect::<Vec<_>>().join(" OR "))
    }

    /// The conditions that a post has none of the excluded hashtags and mentions.
    fn exclusions(&mut self, key: &str) -> Vec<String> {
        let filters = &self.query.filters;
        let tags = filters.excluded_hashtags().map(|list| (Postings::Hashtags, compared(Some(list))));
        let mentions = filters.excluded_mentions().map(|list| (Postings::Mentions, compared(Some(list))));
        let excluded: Vec<_> = tags.into_iter().chain(mentions).collect();
        excluded
            .iter()
            .map(|(postings, names)| format!("NOT {}", self.has_posting(*postings, names, key)))
            .collect()
    }

    /// The condition that a post has any of some hashtags or mentions, and is of a network of the query, whose keys contain it.
    fn has_any(&mut self, postings: Postings, names: &[String], key: &str) -> String {
        let filters = &self.query.filters;
        let is_every = filters.platforms().is_none() || filters.single_network().is_some();
        let has = self.has_posting(postings, names, key);
        if is_every { has } else { format!("{} AND {has}", self.type_condition()) }
    }

    /// The condition that a post has any of some hashtags or mentions. Their keys have the network of the query, or that of the narrow
    /// row: probing the keys of one network costs less than probing those of all.
    fn has_posting(&mut self, postings: Postings, names: &[String], key: &str) -> String {
        if let Some(network) = self.query.filters.single_network() {
            let keys: Vec<_> = names.iter().map(|name| tag_key(network, name)).collect();
            return postings.any_of(self.bind.texts(&keys), key);
        }
        postings.any_name(names, "p.network", key, &mut self.bind)
    }

    /// The slots whose posts pass. A page leaves out the others' posts by itself.
    fn own_slots(&mut self, key: &str) -> Vec<String> {
        match self.projection.slots {
            u64::MAX => Vec::new(),
            slots => vec![format!("{} >> (({key} >> 15) & 63) & 1", self.bind.integer(slots.cast_signed()))],
        }
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
        let until = self.chunk.until.map(|until| format!("p.post_id >= {}", self.bind.integer(until)));
        from.into_iter().chain(to).chain(until).collect()
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

    /// The condition that a narrow row is in a set.
    fn posts_condition(&mut self, set: Set) -> String {
        match set {
            Set::Author => self.author_condition(self.query.filters.usernames()),
            Set::Reaching(count) => self.minimum(count),
            Set::References => self.reference(),
            _ => self.type_condition(),
        }
    }

    /// The condition that a narrow row is of any of these authors.
    fn author_condition(&mut self, list: Option<&List<Username>>) -> String {
        any_author("p.author_key", &self.query.filters, list, &mut self.bind)
    }

    /// The columns of the narrow row that the conditions and the order of the query need. The first is the key.
    pub(super) fn columns(&self) -> Vec<&'static str> {
        let mut columns = vec!["post_id"];
        for set in Set::all_of(self.query) {
            columns.extend(match set {
                Set::Author => vec!["author_key"],
                Set::Type => vec!["network", "media_type"],
                Set::Reaching(count) => vec![count.column()],
                Set::Hashtag | Set::Mentions => vec!["network"],
                Set::References => vec!["refers_to"],
                Set::Keyword | Set::Time => vec![],
            });
        }
        let filters = &self.query.filters;
        let conditions = [
            (filters.post_kinds().is_some(), "kind"),
            (filters.languages().is_some(), "language"),
            (filters.minimum(Count::Shares).is_some(), Count::Shares.column()),
            (filters.excluded_usernames().is_some(), "author_key"),
            (filters.excluded_hashtags().is_some() || filters.excluded_mentions().is_some(), "network"),
        ];
        columns.extend(conditions.into_iter().filter_map(|(is_given, column)| is_given.then_some(column)));
        columns.extend(self.value());
        columns.extend(&self.projection.columns);
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
