//! The echo of a query: how it was understood. And its meaning, which is what cursors are bound to.

use super::PostQuery;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// A query as answers repeat it: every filter, the range of time, and the order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Echo<'a>(pub(super) &'a PostQuery);

impl Echo<'_> {
    /// Adds every filter and the range of time.
    pub(in crate::posts) fn add_filters<M: SerializeMap>(self, map: &mut M) -> Result<(), M::Error> {
        for (filter, value) in self.0.filters.all() {
            map.serialize_entry(filter.name, &value)?;
        }
        add_range(map, self.0)
    }
}

impl Serialize for Echo<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut echo = serializer.serialize_map(None)?;
        self.add_filters(&mut echo)?;
        add_order(&mut echo, self.0)?;
        echo.end()
    }
}

/// What a query means, the same for all queries that mean the same. Filters that version 1.0 did not have are left out if they have no
/// value, so that cursors of 1.0 stay valid.
#[derive(Debug, Clone, Copy)]
pub(in crate::posts) struct Meaning<'a>(pub(super) &'a PostQuery);

impl Serialize for Meaning<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut meaning = serializer.serialize_map(None)?;
        for (filter, value) in self.0.filters.all() {
            if filter.is_in_1_0 || value.is_some() {
                meaning.serialize_entry(filter.name, &value.map(|value| value.compared()))?;
            }
        }
        add_range(&mut meaning, self.0)?;
        add_order(&mut meaning, self.0)?;
        meaning.end()
    }
}

fn add_range<M: SerializeMap>(map: &mut M, query: &PostQuery) -> Result<(), M::Error> {
    map.serialize_entry("from", &query.from)?;
    map.serialize_entry("to_exclusive", &query.to_exclusive)
}

fn add_order<M: SerializeMap>(map: &mut M, query: &PostQuery) -> Result<(), M::Error> {
    map.serialize_entry("sort_by", query.sort.name())?;
    map.serialize_entry("sort_order", query.order.name())
}
