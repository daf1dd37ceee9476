//! The echo of a query: how it was understood.

use super::PostQuery;
use crate::posts::filters::Value;
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

/// A query as answers repeat it: every filter, the range of time, and the order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Echo<'a> {
    pub(super) query: &'a PostQuery,
    /// Whether the platform is the network's own name, whichever name the caller used.
    pub(super) is_canonical: bool,
}

impl Serialize for Echo<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let query = self.query;
        let mut echo = serializer.serialize_map(None)?;
        for (filter, value) in query.filters.all() {
            match value {
                Some(Value::Platform(platform)) if self.is_canonical => {
                    echo.serialize_entry(filter.name, platform.network.name())?;
                }
                value => echo.serialize_entry(filter.name, &value)?,
            }
        }
        echo.serialize_entry("from", &query.from)?;
        echo.serialize_entry("to_exclusive", &query.to_exclusive)?;
        echo.serialize_entry("sort_by", query.sort.name())?;
        echo.serialize_entry("sort_order", query.order.name())?;
        echo.end()
    }
}
