//! The parameters of counts besides the filters.

use super::{CountQuery, GroupBy};
use crate::http::cursor::{Cursor, Position};
use crate::http::error::{ValidationError, ValidationErrorCode};
use crate::http::limit::parse_in_range;
use crate::posts::query::pairs::MoreValues;
use crate::posts::query::{PostQuery, no_cursor, other_cursor};

/// The names of the parameters.
const MORE: &[&str] = &["group_by", "top", "cursor"];
/// The most groups that can be asked for.
pub(crate) const MAX_TOP: u64 = 100;

/// The values of the parameters so far.
#[derive(Debug, Clone, Default)]
pub struct MoreParameters {
    group_by: Option<GroupBy>,
    top: Option<u16>,
    cursor: Option<Cursor>,
    has_all_groups: bool,
}

impl MoreValues for MoreParameters {
    fn names(&self) -> &'static [&'static str] {
        MORE
    }

    fn set(&mut self, name: &str, value: &str) -> Result<bool, Vec<ValidationError>> {
        match name {
            "group_by" => self.group_by = Some(value.parse()?),
            "top" => self.top = u16::try_from(parse_in_range(value, 1, MAX_TOP)?).ok(),
            "cursor" => self.cursor = Some(Cursor::decode(value).ok_or_else(|| no_cursor(value))?),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl MoreParameters {
    /// The parameters of operators, whose answers have all groups unless `top` is given.
    pub fn of_operators() -> Self {
        Self { has_all_groups: true, ..Self::default() }
    }

    /// The query, with the errors of values that do not go together.
    pub fn finish(self, posts: PostQuery, errors: &mut Vec<ValidationError>) -> CountQuery {
        let Self { group_by, top, cursor, has_all_groups } = self;
        let mut query = CountQuery { posts, group_by, top, has_all_groups };
        if top.is_some() && query.most_groups().is_none() && errors.is_empty() {
            let message = "expected it with a group_by of username, hashtag, mentions or language, and none of these came";
            errors
                .push(ValidationError::new(ValidationErrorCode::InvalidValue, message).for_parameter("top"));
        }
        if let Some(cursor) = cursor.filter(|_| errors.is_empty()) {
            if cursor.query != query.fingerprint() || !matches!(cursor.position, Position::Time { .. }) {
                errors.push(other_cursor());
            }
            query.posts.position = Some(cursor.position);
        }
        query
    }
}
