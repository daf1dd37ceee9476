//! The parameters of counts besides the filters.

use super::{CountQuery, GroupBy};
use crate::http::cursor::{Cursor, Position};
use crate::http::error::{ValidationError, ValidationErrorCode};
use crate::http::limit::parse_in_range;
use crate::posts::query::pairs::MoreValues;
use crate::posts::query::{Listing, PostQuery, check_cursor, no_cursor, other_cursor};

/// The names of the parameters.
const MORE: &[&str] = &["group_by", "top", "cursor"];
/// The most groups that can be asked for.
pub(crate) const MAX_TOP: u64 = 100;

/// What posts are grouped by, and how many groups an answer may have.
#[derive(Debug, Clone, Copy, Default)]
struct Groups {
    group_by: Option<GroupBy>,
    top: Option<u16>,
}

impl Groups {
    fn set(&mut self, name: &str, value: &str) -> Result<bool, ValidationError> {
        match name {
            "group_by" => self.group_by = Some(value.parse()?),
            "top" => self.top = u16::try_from(parse_in_range(value, 1, MAX_TOP)?).ok(),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The error of a `top` where there may not be more groups than an answer has.
    fn conflict(self) -> Option<ValidationError> {
        let is_alone = self.top.is_some() && !self.group_by.is_some_and(GroupBy::has_top);
        is_alone.then(|| {
            let message = "expected it with a group_by of username, hashtag, mentions or language, and none of these came";
            ValidationError::new(ValidationErrorCode::InvalidValue, message).for_parameter("top")
        })
    }
}

/// The values of the parameters so far.
#[derive(Debug, Clone, Default)]
pub struct MoreParameters {
    groups: Groups,
    cursor: Option<Cursor>,
    has_all_groups: bool,
}

impl MoreValues for MoreParameters {
    fn names(&self) -> &'static [&'static str] {
        MORE
    }

    fn set(&mut self, name: &str, value: &str) -> Result<bool, Vec<ValidationError>> {
        if name == "cursor" {
            self.cursor = Some(Cursor::decode(value).ok_or_else(|| no_cursor(value))?);
            return Ok(true);
        }
        Ok(self.groups.set(name, value)?)
    }
}

impl MoreParameters {
    /// The parameters of operators, whose answers have all groups unless `top` is given.
    pub fn of_operators() -> Self {
        Self { has_all_groups: true, ..Self::default() }
    }

    /// The query, with the errors of values that do not go together.
    pub fn finish(self, posts: PostQuery, errors: &mut Vec<ValidationError>) -> CountQuery {
        let Self { groups, cursor, has_all_groups } = self;
        let Groups { group_by, top } = groups;
        let mut query = CountQuery { posts, group_by, top, has_all_groups };
        if errors.is_empty() {
            errors.extend(groups.conflict());
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

/// Checks a call for numbers of posts as [`PostQuery::check`] does a page.
///
/// # Errors
/// The errors of all pairs, in order.
pub fn check_counts<'a>(
    pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<(), Vec<ValidationError>> {
    let (checked, mut errors) = PostQuery::check_with(Listing::Counts, Checked::default(), &[], pairs);
    if errors.is_empty() {
        errors.extend(checked.0.conflict());
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// The parameters of counts, whose cursor is only looked at.
#[derive(Debug, Default)]
struct Checked(Groups);

impl MoreValues for Checked {
    fn names(&self) -> &'static [&'static str] {
        MORE
    }

    fn set(&mut self, name: &str, value: &str) -> Result<bool, Vec<ValidationError>> {
        if name == "cursor" {
            check_cursor(value)?;
            return Ok(true);
        }
        Ok(self.0.set(name, value)?)
    }
}
