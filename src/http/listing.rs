//! Lists in pages, with `limit` and `cursor` as for posts. A cursor contains the number of the last row of a page.

use super::cursor::{Cursor, Fingerprint, Position};
use super::error::{ApiError, ValidationError, ValidationErrorCode};
use super::limit::Limit;
use super::reply::Reply;
use crate::store::{Row, Rows, StorageError};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// What an answer says about its page.
#[derive(Debug, Serialize)]
pub(crate) struct PageInfo {
    pub(crate) limit: u16,
    pub(crate) returned: usize,
    pub(crate) has_more: bool,
    pub(crate) next_cursor: Option<String>,
}

/// The part of a list that a call asks for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window {
    list: Fingerprint,
    limit: Limit,
    cursor: Option<i64>,
}

impl Window {
    /// Parses the parameters of a query string. `list` is what the cursors of this list are bound to.
    pub(crate) fn parse_query(query: &str, list: Fingerprint) -> Result<Self, Vec<ValidationError>> {
        let (mut limit, mut cursor) = (None, None);
        let mut read = |name: &str, value: &str| match name {
            "limit" if limit.is_none() => value.parse().map(|value| limit = Some(value)),
            "cursor" if cursor.is_none() => match Cursor::decode(value) {
                Some(Cursor { query, position: Position::Time { post_id } }) if query == list => {
                    cursor = Some(post_id);
                    Ok(())
                }
                _ => Err(ValidationError::new(
                    ValidationErrorCode::InvalidCursor,
                    "expected the next_cursor of an earlier page",
                )),
            },
            "limit" | "cursor" => Err(ValidationError::new(
                ValidationErrorCode::DuplicateParameter,
                "expected it once, and it came more than once",
            )),
            _ => Err(ValidationError::new(
                ValidationErrorCode::UnknownParameter,
                "expected one of limit, cursor",
            )),
        };
        super::parameters::each_parameter(query, &mut read)?;
        Ok(Self { list, limit: limit.unwrap_or_default(), cursor })
    }

    /// The number that a page in ascending order begins after.
    pub(crate) fn after(&self) -> i64 {
        self.cursor.unwrap_or_default()
    }

    /// The number that a page in descending order begins before.
    pub(crate) fn before(&self) -> i64 {
        self.cursor.unwrap_or(i64::MAX)
    }

    /// How many rows to read: one more than are shown, to see whether there are more.
    pub(crate) const fn rows(&self) -> u16 {
        self.limit.0 + 1
    }

    /// The rows that are shown, and what the answer says about the page. `number` is the column with the rows' numbers.
    pub(crate) fn take_page<'a, R: Row>(
        &self,
        number: &str,
        rows: &'a Rows<R>,
    ) -> Result<(&'a [R], PageInfo), StorageError> {
        let rows = rows.rows.as_slice();
        let has_more = rows.len() > usize::from(self.limit.0);
        let shown = rows.get(..rows.len().min(self.limit.0.into())).unwrap_or_default();
        let last = shown.last().filter(|_| has_more).map(|row| row.integer(number)).transpose()?.flatten();
        let cursor = |post_id| Cursor { query: self.list, position: Position::Time { post_id } }.encode();
        let next_cursor = last.map(cursor);
        Ok((shown, PageInfo { limit: self.limit.0, returned: shown.len(), has_more, next_cursor }))
    }

    /// The answer with the rows of a page under `name`. `show` converts each row to what is shown.
    pub(crate) fn page<T, R: Row, I: Serialize>(
        &self,
        name: &'static str,
        number: &str,
        rows: &Rows<R>,
        show: impl Fn(&R) -> Result<I, StorageError>,
    ) -> Result<Reply<T>, ApiError> {
        let (shown, page) = self.take_page(number, rows)?;
        let items = shown.iter().map(show).collect::<Result<_, _>>()?;
        Ok(Reply::success(200, &List { name, items, page }))
    }
}

/// The rows of a page, and what the answer says about it.
struct List<I> {
    name: &'static str,
    items: Vec<I>,
    page: PageInfo,
}

impl<I: Serialize> Serialize for List<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_map(Some(2))?;
        list.serialize_entry(self.name, &self.items)?;
        list.serialize_entry("page", &self.page)?;
        list.end()
    }
}
