//! The tools, as they are described to models and called.
//!
//! Revision 2026-07-28, Tools; what is used of it is the same in 2025-06-18.

mod count_posts;
mod definition;
mod get_account;
mod get_posts;
mod list_changes;
mod read;
mod search_posts;

use super::arguments::Arguments;
use super::parameter::Parameter;
use super::schema;
use crate::accounts::authorize::{Admitted, AuthorizedRequest};
use crate::http::error::ApiError;
use crate::http::runtime::Runtime;
use crate::json::Members;
use crate::posts::serve::Sources;
use crate::store::json;
use definition::Definition;
use read::read_posts;

/// A tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tool {
    /// Pages of posts that match filters.
    SearchPosts,
    /// Posts by their ids or addresses.
    GetPosts,
    /// Numbers of posts, and sums of their counts.
    CountPosts,
    /// What changed since a copy was brought up to date.
    ListChanges,
    /// The account of the token.
    GetAccount,
}

impl Tool {
    /// Every tool, in the order of the list.
    pub(super) const ALL: [Self; 5] =
        [Self::SearchPosts, Self::GetPosts, Self::CountPosts, Self::ListChanges, Self::GetAccount];

    /// The tool of this name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.name() == name)
    }

    /// Its name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::SearchPosts => "search_posts",
            Self::GetPosts => "get_posts",
            Self::CountPosts => "count_posts",
            Self::ListChanges => "list_changes",
            Self::GetAccount => "get_account",
        }
    }

    /// Its name in the log.
    pub(super) const fn route(self) -> &'static str {
        match self {
            Self::SearchPosts => "mcp/search_posts",
            Self::GetPosts => "mcp/get_posts",
            Self::CountPosts => "mcp/count_posts",
            Self::ListChanges => "mcp/list_changes",
            Self::GetAccount => "mcp/get_account",
        }
    }

    /// Whether a browser token may call it.
    pub(super) const fn is_for_browsers(self) -> bool {
        !matches!(self, Self::GetAccount)
    }

    /// The tool as a list of tools has it.
    pub(super) fn listed(self) -> String {
        let Definition { title, description, output } = self.definition();
        let name = self.name();
        let parameters = self.parameters();
        let properties: Vec<_> =
            parameters.iter().map(|parameter| (parameter.name, parameter.schema())).collect();
        let input = schema::closed_object(&properties, self.required());
        let (title, description) = (json(&title), json(&description));
        let annotations = format!(
            r#"{{"title":{title},"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}}"#
        );
        format!(
            r#"{{"name":"{name}","title":{title},"description":{description},"inputSchema":{input},"outputSchema":{output},"annotations":{annotations}}}"#
        )
    }

    /// Calls it: the data of its answer.
    ///
    /// # Errors
    /// The first error, in the order of the contract's checks.
    pub(super) async fn call<S: Runtime>(
        self,
        request: &mut AuthorizedRequest<'_, S>,
        sources: Sources<'_>,
        admitted: Admitted,
        arguments: &Members<'_>,
    ) -> Result<String, ApiError> {
        let arguments = Arguments::read(&self.parameters(), arguments);
        match self {
            Self::SearchPosts => {
                let parsed = search_posts::parse(request, sources.expensive, arguments);
                read_posts(request, sources, admitted, parsed).await
            }
            Self::GetPosts => {
                let parsed = get_posts::parse(request, arguments);
                read_posts(request, sources, admitted, parsed).await
            }
            Self::CountPosts => {
                let parsed = count_posts::parse(request, arguments);
                read_posts(request, sources, admitted, parsed).await
            }
            Self::ListChanges => {
                let parsed = list_changes::parse(request, arguments);
                read_posts(request, sources, admitted, parsed).await
            }
            Self::GetAccount => get_account::call(request, admitted, arguments).await,
        }
    }

    fn definition(self) -> Definition {
        match self {
            Self::SearchPosts => search_posts::definition(),
            Self::GetPosts => get_posts::definition(),
            Self::CountPosts => count_posts::definition(),
            Self::ListChanges => list_changes::definition(),
            Self::GetAccount => get_account::definition(),
        }
    }

    fn parameters(self) -> Vec<Parameter> {
        match self {
            Self::SearchPosts => search_posts::parameters(),
            Self::GetPosts => get_posts::parameters(),
            Self::CountPosts => count_posts::parameters(),
            Self::ListChanges => list_changes::parameters(),
            Self::GetAccount => Vec::new(),
        }
    }

    const fn required(self) -> &'static [&'static str] {
        if matches!(self, Self::GetPosts) { &["ids"] } else { &[] }
    }
}
