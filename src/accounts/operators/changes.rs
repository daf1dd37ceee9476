//! `GET /operator/v1/changes`: what was done, and what became of the posts.

use crate::accounts::statements::changes::{changes, imports};
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::listing::Window;
use crate::http::reply::Reply;
use crate::http::reply::ReplyOf;
use crate::http::runtime::Surroundings;
use crate::http::service::Service;
use crate::shards::layout;
use crate::store::{Database, Row, StorageError, json, required};

/// How many imports are told.
const IMPORTS: u16 = 20;
/// What the cursors of this list are bound to.
const LIST: [u8; 8] = *b"changes ";

/// Lists changes, newest first, and beside them the latest imports.
pub(crate) async fn answer<S: Surroundings>(
    call: &Call<'_>,
    service: &Service<'_, S>,
) -> Result<ReplyOf<S>, ApiError> {
    let window = Window::read(call.query, LIST)?;
    let storage = service.surroundings;
    let rows = storage.rows(Database::Accounts, changes(window.before(), window.rows())).await?;
    let (shown, page) = window.cut("change_id", &rows)?;
    let changes = shown.iter().map(written).collect::<Result<Vec<_>, _>>()?.join(",");
    let imports = latest(storage).await?.join(",");
    let page = json(&page);
    Ok(Reply::data(200, &format!(r#"{{"changes":[{changes}],"imports":[{imports}],"page":{page}}}"#)))
}

fn written(row: &impl Row) -> Result<String, StorageError> {
    row.text("json").and_then(|text| required(text, "json"))
}

/// The latest imports of all databases, newest first.
async fn latest<S: Surroundings>(storage: &S) -> Result<Vec<String>, StorageError> {
    let mut latest = Vec::new();
    for shard in layout(storage).await?.in_use() {
        for row in storage.rows(Database::Posts(shard.number), imports(IMPORTS)).await?.rows {
            latest.push((row.integer("at")?, written(&row)?));
        }
    }
    latest.sort_by_key(|change| core::cmp::Reverse(change.0));
    Ok(latest.into_iter().take(IMPORTS.into()).map(|(_, json)| json).collect())
}
