//! Looks into posts' texts instead of probing the full-text index.
//!
//! Each probe looks up every word, and combines all words of a prefix that is not written out. For many words this takes
//! milliseconds a post. So the other access paths let such a keyword out of their statements, and the texts of the posts that come
//! out are searched. This costs a row a post.

use crate::posts::keyword::matches;
use crate::posts::param::Keyword;
use crate::posts::post::Post;
use crate::posts::query::PostQuery;
use crate::store::{AsText, Row, StorageError};
use crate::text::index_text;

/// The keyword of a query, if it takes milliseconds to probe.
pub(super) fn expensive_keyword(query: &PostQuery) -> Option<&Keyword> {
    query.filters.keyword().filter(|keyword| keyword.parsed.prefixes() > 0 || keyword.parsed.words() > 3)
}

/// Whether a query has a keyword that takes milliseconds to probe.
pub fn has_expensive_keyword(query: &PostQuery) -> bool {
    expensive_keyword(query).is_some()
}

/// Whether a post has a keyword.
pub(super) fn has(row: &impl Row, keyword: &Keyword) -> Result<bool, StorageError> {
    let post = Post::parse_document(&row.stored("json")?.to_text())
        .map_err(|error| StorageError::new(format!("a document can't be read: {error}")))?;
    Ok(matches(&keyword.parsed, &index_text(post.content.as_deref(), &post.hashtags)))
}
