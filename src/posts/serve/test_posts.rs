//! The invented posts that calls with a test token read: in memory, as a service that holds just these would answer.

use crate::http::error::ApiError;
use crate::posts::answer::Served;
use crate::posts::counts::{CountQuery, Span};
use crate::posts::page::Page;
use crate::posts::query::PostQuery;
use crate::posts::read::ExpensiveQueries;
use futures_util::future::LocalBoxFuture;
use std::rc::Rc;

/// Posts in memory.
pub(crate) trait TestPosts {
    /// The page of a query.
    fn page(&self, query: &PostQuery) -> Page<String>;

    /// The numbers of posts of a query.
    fn span(&self, query: &CountQuery) -> Span;

    /// The post with an id, under a name of its network.
    fn post(&self, id: &str, platform: &'static str) -> Option<Served<String>>;

    /// The posts that pass the filters of a query, each with its place in the order in which they were stored, after so many of these.
    fn stored_after(&self, places: usize, query: &PostQuery) -> Vec<(usize, Served<String>)>;

    /// How many posts there are.
    fn count(&self) -> usize;
}

/// Where the invented posts come from.
pub(crate) trait TestSource {
    /// Reads them, once for an isolate.
    ///
    /// # Errors
    /// When they do not come.
    fn load(&self) -> LocalBoxFuture<'_, Result<Rc<dyn TestPosts>, ApiError>>;
}

/// What posts are read from besides the databases.
#[derive(Clone, Copy)]
pub(crate) struct Sources<'a> {
    /// The expensive queries that this isolate remembers.
    pub(crate) expensive: &'a ExpensiveQueries,
    /// The invented posts.
    pub(crate) test: &'a dyn TestSource,
}
