//! Walks the log of changes of one database.

use super::ChangeNumber;
use crate::posts::read::ShardReader;
use crate::posts::statements::changes::Chunk;
use crate::store::{Posts as _, Statement, Storage, StorageError, integer, required};

/// The most rows that an entry takes: those of the index, the narrow row and a posting, and one for finding the end of the chunk.
const ROWS_AN_ENTRY: u64 = 4;
/// A walk that finds little goes on in chunks that are so many times as long.
const GROWTH: u64 = 8;

/// How far a walk may go.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reach {
    /// It begins after this change.
    pub(super) after: ChangeNumber,
    /// The most wanted entries.
    pub(super) most: u64,
    /// The most rows that it reads.
    pub(super) rows: u64,
}

/// What a walk has found.
#[derive(Debug)]
pub(super) struct Walked<T> {
    /// The wanted entries, in order.
    pub(super) found: Vec<(ChangeNumber, T)>,
    /// All changes up to this one were looked at.
    pub(super) reached: ChangeNumber,
    /// Whether there may be changes after it.
    pub(super) has_more: bool,
}

impl<T> Walked<T> {
    /// Nothing, up to a change.
    pub(super) const fn nothing(reached: ChangeNumber) -> Self {
        Self { found: Vec::new(), reached, has_more: false }
    }
}

/// Walks a log until it has found enough, has come to its end, or has read as many rows as it may. `statement` reads a chunk, `entry` a
/// row of it.
///
/// # Errors
/// When storage does not answer.
pub(super) async fn walk<S: Storage, T>(
    reader: &ShardReader<'_, S>,
    reach: Reach,
    statement: impl Fn(Chunk) -> Statement,
    entry: impl Fn(&S::Row) -> Result<T, StorageError>,
) -> Result<Walked<T>, StorageError> {
    let mut walked = Walked { found: Vec::new(), reached: reach.after, has_more: true };
    for entries in chunks(reach) {
        let most = reach.most - walked.found.len() as u64;
        let chunk = Chunk { after: walked.reached, entries, most };
        let results = reader.query(vec![statement(chunk)]).await?;
        let rows = results.first().map(|rows| rows.rows.as_slice()).unwrap_or_default();
        let mut is_end = rows.is_empty();
        for row in rows {
            walked.reached = ChangeNumber(integer(row, "changed")?);
            is_end = integer(row, "is_end")? == 1;
            if integer(row, "wanted")? == 1 {
                walked.found.push((walked.reached, entry(row)?));
            }
        }
        if is_end {
            walked.has_more = false;
            walked.reached = walked.reached.max(known_end(reader)?);
        }
        if is_end || walked.found.len() as u64 >= reach.most {
            break;
        }
    }
    Ok(walked)
}

/// How many entries the chunks of a walk have.
fn chunks(reach: Reach) -> impl Iterator<Item = u64> {
    let all = (reach.rows / ROWS_AN_ENTRY).max(1);
    let first = reach.most.max(all / (GROWTH * GROWTH)).min(all);
    let second = (first * GROWTH).min(all - first);
    [first, second, all - first - second].into_iter().filter(|entries| *entries > 0)
}

/// The last change that is known to whoever has read a log to its end: of the oldest version that was read, because a later one may
/// have come during the walk.
pub(super) fn known_end<S: Storage>(reader: &ShardReader<'_, S>) -> Result<ChangeNumber, StorageError> {
    let (oldest, _) = required(reader.versions(), "version")?;
    Ok(ChangeNumber::end_of(oldest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_grow_and_stay_within_the_rows() {
        let of = |most, rows| chunks(Reach { after: ChangeNumber(0), most, rows }).collect::<Vec<_>>();
        assert_eq!(of(51, 54_000), [210, 1_680, 11_610]);
        assert_eq!(of(101, 1_000), [101, 149]);
        assert_eq!(of(101, 200), [50]);
        assert_eq!(of(1, 0), [1]);
    }
}
