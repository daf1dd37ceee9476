//! Pages of lists that grow at one end: of accounts, of changes.

use crate::cursor::{Cursor, Fingerprint, Position};
use crate::error::{Fault, FaultCode};
use crate::page::About;
use crate::param::Limit;
use crate::store::{Row, StorageError};

/// How many rows are asked for, and the key of the last row of the page before. The cursors are those of this list.
pub(super) fn parameters(query: &str, list: Fingerprint) -> Result<(Limit, Option<i64>), Vec<Fault>> {
    let (mut limit, mut after) = (None, None);
    let read = |name: &str, value: &str| match name {
        "limit" if limit.is_none() => value.parse().map(|value| limit = Some(value)),
        "cursor" if after.is_none() => match Cursor::decode(value) {
            Some(Cursor { query, position: Position::Time { post_id } }) if query == list => {
                after = Some(post_id);
                Ok(())
            }
            _ => Err(Fault::new(FaultCode::InvalidCursor, "expected the next_cursor of an earlier page")),
        },
        "limit" | "cursor" => {
            Err(Fault::new(FaultCode::DuplicateParameter, "expected it once, and it came more than once"))
        }
        _ => Err(Fault::new(FaultCode::UnknownParameter, "expected one of limit, cursor")),
    };
    crate::route::each_parameter(query, read)?;
    Ok((limit.unwrap_or_default(), after))
}

/// The rows of a page, and what is said of it, out of one row more than the page may have.
pub(super) fn page<'a, R: Row>(
    rows: &'a [R],
    limit: Limit,
    list: Fingerprint,
    key: &str,
) -> Result<(&'a [R], About), StorageError> {
    let has_more = rows.len() > usize::from(limit.0);
    let shown = rows.get(..rows.len().min(limit.0.into())).unwrap_or_default();
    let end = shown.last().filter(|_| has_more).map(|row| row.integer(key)).transpose()?.flatten();
    let next_cursor =
        end.map(|post_id| Cursor { query: list, position: Position::Time { post_id } }.encode());
    Ok((shown, About { limit: limit.0, returned: shown.len(), has_more, next_cursor }))
}
