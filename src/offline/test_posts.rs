//! The invented posts of the site, for calls with a test token.

use super::{Form, Loaded, PostSet};
use crate::http::error::ApiError;
use crate::http::runtime::Runtime;
use crate::posts::answer::Served;
use crate::posts::counts::{CountQuery, Span};
use crate::posts::page::Page;
use crate::posts::query::PostQuery;
use crate::posts::serve::{TestPosts, TestSource};
use crate::time::Timestamp;
use core::cell::OnceCell;
use futures_util::FutureExt as _;
use futures_util::future::LocalBoxFuture;
use std::rc::Rc;

/// The file of the site that has them.
const FILE: &str = "/sample.ndjson";

/// The posts that this isolate has read.
#[derive(Debug, Default)]
pub struct TestMemory(OnceCell<Rc<PostSet>>);

impl TestMemory {
    /// An empty memory.
    pub const fn new() -> Self {
        Self(OnceCell::new())
    }
}

/// The file, and what was read of it.
#[derive(Debug)]
pub(crate) struct TestFile<'a, S> {
    pub(crate) runtime: &'a S,
    pub(crate) memory: &'a TestMemory,
}

impl<S: Runtime> TestFile<'_, S> {
    async fn posts(&self) -> Result<Rc<PostSet>, ApiError> {
        if let Some(posts) = self.memory.0.get() {
            return Ok(Rc::clone(posts));
        }
        let text = self.runtime.site_file(FILE).await.map_err(ApiError::Internal)?;
        // Each line says when it was collected.
        let Loaded { set, rejected } = Loaded::parse(&text, Form::Canonical, Timestamp(0));
        if set.is_empty() || !rejected.is_empty() {
            return Err(ApiError::Internal(format!("{FILE} has lines that are no posts, or none at all")));
        }
        Ok(Rc::clone(self.memory.0.get_or_init(|| Rc::new(set))))
    }
}

impl<S: Runtime> TestSource for TestFile<'_, S> {
    fn load(&self) -> LocalBoxFuture<'_, Result<Rc<dyn TestPosts>, ApiError>> {
        async { self.posts().await.map(|posts| posts as Rc<dyn TestPosts>) }.boxed_local()
    }
}

impl TestPosts for PostSet {
    fn page(&self, query: &PostQuery) -> Page<String> {
        self.page_of(query)
    }

    fn span(&self, query: &CountQuery) -> Span {
        self.span_of(query)
    }

    fn post(&self, id: &str, platform: &'static str) -> Option<Served<String>> {
        let member = self.members.get(self.keys.get(id)?)?;
        Some(member.served(platform))
    }

    fn stored_after(&self, places: usize, query: &PostQuery) -> Vec<(usize, Served<String>)> {
        let filters = &query.filters;
        let numbered = (1..).zip(self.members.values()).skip(places);
        let passing = numbered.filter(|(_, member)| member.matches_query(query));
        passing.map(|(place, member)| (place, member.served(filters.platform_name(member.network)))).collect()
    }

    fn count(&self) -> usize {
        self.len()
    }
}
