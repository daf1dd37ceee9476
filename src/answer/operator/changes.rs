//! `GET /operator/v1/changes`: what operators did, and what became of the posts.

use crate::answer::listing::Window;
use crate::answer::reply::Reply;
use crate::answer::{Call, ReplyOf, Service, Surroundings};
use crate::error::ApiError;
use crate::page::About;
use crate::placement::layout;
use crate::sql::changes::{changes, imports};
use crate::store::{Database, Row, StorageError, required};
use crate::time::Timestamp;
use crate::together::together;
use serde::Serialize;

/// How many imports are told.
const IMPORTS: u16 = 20;
/// What the cursors of this list are bound to.
const LIST: [u8; 8] = *b"changes ";

/// Something that was done.
#[derive(Serialize)]
struct Change {
    at: Timestamp,
    action: String,
    subject: String,
}

impl Change {
    fn read(row: &impl Row) -> Result<Self, StorageError> {
        let text = |column| row.text(column).and_then(|text| required(text, column));
        let at = Timestamp(required(row.integer("at")?, "at")?);
        Ok(Self { at, action: text("action")?, subject: text("subject")? })
    }
}

#[derive(Serialize)]
struct Data {
    changes: Vec<Change>,
    /// The latest changes of the posts, of all databases.
    imports: Vec<Change>,
    page: About,
}

/// Lists changes, newest first.
pub(super) async fn answer<S: Surroundings>(
    call: &Call<'_>,
    service: &Service<'_, S>,
) -> Result<ReplyOf<S>, ApiError> {
    let window = Window::read(call.query, LIST)?;
    let storage = service.surroundings;
    let rows = storage.rows(Database::Accounts, changes(window.before(), window.rows())).await?;
    let (shown, page) = window.cut("change_id", &rows)?;
    let changes = shown.iter().map(Change::read).collect::<Result<_, _>>()?;
    Ok(Reply::success(200, &Data { changes, imports: latest(storage).await?, page }))
}

async fn latest<S: Surroundings>(storage: &S) -> Result<Vec<Change>, StorageError> {
    let layout = layout(storage).await?;
    let ask = |shard: u8| storage.rows(Database::Posts(shard), imports(IMPORTS));
    let mut latest = Vec::new();
    for answer in together(layout.in_use().map(|shard| ask(shard.number))).await {
        for row in &answer?.rows {
            latest.push(Change::read(row)?);
        }
    }
    latest.sort_by_key(|change| core::cmp::Reverse(change.at));
    latest.truncate(IMPORTS.into());
    Ok(latest)
}
