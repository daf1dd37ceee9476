//! Lists of values: 1 to 20, separated by commas.

use crate::http::error::{ValidationError, ValidationErrorCode, quoted};
use crate::http::list::parse_items;
use std::borrow::Cow;

/// The most items of a list.
pub const MAX_ITEMS: usize = 20;

/// A value that a list may have.
pub trait Item: Sized {
    /// Parses one item.
    ///
    /// # Errors
    /// When it is invalid.
    fn parse(text: &str) -> Result<Self, ValidationError>;

    /// The text that two items are compared by.
    fn compared(&self) -> Cow<'_, str>;

    /// The item as the echo has it.
    fn echoed(&self) -> Cow<'_, str> {
        self.compared()
    }

    /// The text that is parsed as this item.
    fn text(&self) -> Cow<'_, str> {
        self.echoed()
    }
}

/// One to [`MAX_ITEMS`] different values, in the order of the echo. A post passes if it has any of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List<T>(Vec<T>);

impl<T: Item> List<T> {
    /// A list of one item. Names in a path are such lists: a comma there is part of the name.
    ///
    /// # Errors
    /// When the item is invalid.
    pub fn parse_one(text: &str) -> Result<Self, ValidationError> {
        T::parse(text).map(|item| Self(vec![item]))
    }

    /// Parses items that are separated by commas.
    ///
    /// # Errors
    /// When there are too many, or every item that is empty, invalid, or the same as an earlier one.
    pub fn parse(text: &str) -> Result<Self, Vec<ValidationError>> {
        let mut list = Vec::new();
        split(text, &mut |part| add(&mut list, part))?;
        Ok(Self(list))
    }

    /// How many items there are: at least one.
    pub const fn count(&self) -> usize {
        self.0.len()
    }

    /// The items.
    pub fn iter(&self) -> core::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// How the echo has it.
    pub(super) fn echoed(&self) -> String {
        self.joined(T::echoed)
    }

    /// The text that is parsed as this list.
    pub(super) fn text(&self) -> String {
        self.joined(T::text)
    }

    /// What is compared, in an order that does not depend on how the items were written.
    pub(super) fn compared(&self) -> Vec<Cow<'_, str>> {
        let mut compared: Vec<_> = self.iter().map(T::compared).collect();
        compared.sort_unstable();
        compared
    }

    /// The items that another list has, too.
    pub(super) fn shared_with(&self, other: &Self) -> impl Iterator<Item = &T> {
        self.iter().filter(|item| other.iter().any(|known| known.compared() == item.compared()))
    }

    fn joined<'a>(&'a self, text: impl Fn(&'a T) -> Cow<'a, str>) -> String {
        self.iter().map(text).collect::<Vec<_>>().join(",")
    }
}

impl<'a, T> IntoIterator for &'a List<T> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// Parses an item, and adds it to those before it.
fn add<T: Item>(list: &mut Vec<T>, part: &str) -> Result<(), ValidationError> {
    let item = T::parse(part)?;
    if list.iter().any(|known| known.compared() == item.compared()) {
        return Err(same(part));
    }
    // A list is short, and the code of a sort for each kind of item is not.
    let later = list.iter().position(|known| known.echoed() > item.echoed());
    list.insert(later.unwrap_or(list.len()), item);
    Ok(())
}

/// Checks the items of a list without keeping them.
///
/// # Errors
/// When there are too many, or every item that is empty, invalid, or the same text as an earlier one.
pub(super) fn check(
    text: &str,
    check_item: impl Fn(&str) -> Result<(), ValidationError>,
) -> Result<(), Vec<ValidationError>> {
    let mut parts = Vec::new();
    split(text, &mut |part| {
        check_item(part)?;
        if parts.contains(&part) {
            return Err(same(part));
        }
        parts.push(part);
        Ok(())
    })
}

/// Parses each item of a list. A text without a comma is one item, even if it is empty.
fn split<'a>(
    text: &'a str,
    parse: &mut dyn FnMut(&'a str) -> Result<(), ValidationError>,
) -> Result<(), Vec<ValidationError>> {
    if text.contains(',') { parse_items(text, MAX_ITEMS, parse) } else { parse(text).map_err(Vec::from) }
}

fn same(item: &str) -> ValidationError {
    let message = format!("expected each value once, and {} came again", quoted(item));
    ValidationError::new(ValidationErrorCode::InvalidValue, message)
}
