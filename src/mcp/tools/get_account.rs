//! `get_account`: the account of the token.

use super::definition::Definition;
use crate::accounts::authorize::{Admitted, AuthorizedRequest};
use crate::accounts::endpoint;
use crate::http::error::{ApiError, ValidationError, ValidationErrorCode};
use crate::http::runtime::Runtime;
use crate::http::token_in_address::token_in_query;
use crate::mcp::arguments::Arguments;
use crate::mcp::schema::answers;
use crate::store::json;

pub(super) fn definition() -> Definition {
    let description =
        "Says whose account this is, its status, how many credits are left (balance.current) and used, and how many calls of posts it made in \
         the last 30 days. Reading posts costs credits: one for each answer with at least one post, whatever their number. This call is \
         free and works without credits. Every other answer says the credits left in its _meta, so call this once at most before a large \
         task."
            .to_owned();
    Definition { title: "Get the account and its credits", description, output: answers::account() }
}

/// Calls it.
///
/// # Errors
/// The first error, in the order of the contract's checks.
pub(super) async fn call<S: Runtime>(
    request: &mut AuthorizedRequest<'_, S>,
    mut admitted: Admitted,
    arguments: Arguments,
) -> Result<String, ApiError> {
    request.check(&mut admitted).await?;
    endpoint::check_scope(request)?;
    let errors: Vec<_> = arguments.pairs().map(|(name, value)| refused(name, value)).collect();
    if !errors.is_empty() {
        return Err(errors.into());
    }
    Ok(json(&endpoint::read(request, &admitted).await?))
}

fn refused(name: &str, value: &str) -> ValidationError {
    let message = "expected no arguments here";
    let shown: String = name.chars().take(100).collect();
    token_in_query(name, value).unwrap_or_else(|| {
        ValidationError::new(ValidationErrorCode::UnknownParameter, message).for_parameter(&shown)
    })
}
