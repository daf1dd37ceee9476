//! Lists in pages: `limit` and `cursor`, as posts have them. A cursor names the number of the last row that was shown.

use super::cursor::{Cursor, Fingerprint, Position};
use super::error::{ApiError, ValidationError, ValidationErrorCode};
use super::limit::Limit;
use super::reply::Reply;
use crate::store::{Row, Rows, StorageError};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// What an answer says of its page.
#[derive(Debug, Serialize)]
pub(crate) struct About {
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
    /// Reads the parameters. `list` is what the cursors of this list are bound to.
    pub(crate) fn read(query: &str, list: Fingerprint) -> Result<Self, Vec<ValidationError>> {
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

    /// The number after which a list in ascending order goes on.
    pub(crate) fn after(&self) -> i64 {
        self.cursor.unwrap_or_default()
    }

    /// The number before which a list in descending order goes on.
    pub(crate) fn before(&self) -> i64 {
        self.cursor.unwrap_or(i64::MAX)
    }

    /// How many rows to read: one more than are shown says whether there are more.
    pub(crate) const fn rows(&self) -> u16 {
        self.limit.0 + 1
    }

    /// The rows that are shown, and what is said of the page; `number` is the column of their numbers.
    pub(crate) fn cut<'a, R: Row>(
        &self,
        number: &str,
        rows: &'a Rows<R>,
    ) -> Result<(&'a [R], About), StorageError> {
        let rows = rows.rows.as_slice();
        let has_more = rows.len() > usize::from(self.limit.0);
        let shown = rows.get(..rows.len().min(self.limit.0.into())).unwrap_or_default();
        let last = shown.last().filter(|_| has_more).map(|row| row.integer(number)).transpose()?.flatten();
        let cursor = |post_id| Cursor { query: self.list, position: Position::Time { post_id } }.encode();
        let next_cursor = last.map(cursor);
        Ok((shown, About { limit: self.limit.0, returned: shown.len(), has_more, next_cursor }))
    }

    /// The answer with rows, each as it is shown, under a name.
    pub(crate) fn page<T, R: Row, I: Serialize>(
        &self,
        name: &'static str,
        number: &str,
        rows: &Rows<R>,
        show: impl Fn(&R) -> Result<I, StorageError>,
    ) -> Result<Reply<T>, ApiError> {
        let (shown, page) = self.cut(number, rows)?;
        let items = shown.iter().map(show).collect::<Result<_, _>>()?;
        Ok(Reply::success(200, &List { name, items, page }))
    }
}

/// The rows of a page, and what is said of it.
struct List<I> {
    name: &'static str,
    items: Vec<I>,
    page: About,
}

impl<I: Serialize> Serialize for List<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_map(Some(2))?;
        list.serialize_entry(self.name, &self.items)?;
        list.serialize_entry("page", &self.page)?;
        list.end()
    }
}
