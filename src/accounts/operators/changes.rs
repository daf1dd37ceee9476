//! `GET /operator/v1/changes`: changes to tokens and accounts, and to the posts of each shard.

use crate::accounts::statements::changes::{changes, imports};
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::listing::{PageInfo, Window};
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::http::service::Service;
use crate::shards::load_shard_map;
use crate::store::{Database, Row, StorageError, integer, text};
use crate::time::Timestamp;
use serde::Serialize;

/// How many imports are listed.
const IMPORTS: u16 = 20;
/// The list that cursors are bound to.
const LIST: [u8; 8] = *b"changes ";

#[derive(Serialize)]
struct Data {
    changes: Vec<Change>,
    imports: Vec<Change>,
    page: PageInfo,
}

/// An entry of the log of changes.
#[derive(Serialize)]
struct Change {
    at: Timestamp,
    action: String,
    subject: String,
}

impl Change {
    fn from_row(row: &impl Row) -> Result<Self, StorageError> {
        let at = Timestamp(integer(row, "at")?);
        Ok(Self { at, action: text(row, "action")?, subject: text(row, "subject")? })
    }
}

/// Lists changes, newest first, together with the latest imports.
pub(crate) async fn answer<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
) -> Result<ReplyOf<S>, ApiError> {
    let window = Window::parse_query(call.query, LIST)?;
    let storage = service.runtime;
    let rows = storage.rows(Database::Accounts, changes(window.before(), window.rows())).await?;
    let (shown, page) = window.take_page("change_id", &rows)?;
    let changes = shown.iter().map(Change::from_row).collect::<Result<_, _>>()?;
    Ok(Reply::success(200, &Data { changes, imports: latest_imports(storage).await?, page }))
}

/// The latest imports of all databases, newest first.
async fn latest_imports<S: Runtime>(storage: &S) -> Result<Vec<Change>, StorageError> {
    let mut latest = Vec::new();
    for shard in load_shard_map(storage).await?.in_use() {
        for row in storage.rows(Database::Posts(shard.number), imports(IMPORTS)).await?.rows {
            latest.push(Change::from_row(&row)?);
        }
    }
    latest.sort_by_key(|change| core::cmp::Reverse(change.at));
    latest.truncate(IMPORTS.into());
    Ok(latest)
}
