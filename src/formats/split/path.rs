//! Paths of elements in a document.

/// The path of elements in a document: keys joined by `/`, in any case. `*` is every entry of a list or object. `""` is the
/// document itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path(Vec<Segment>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Segment {
    Any,
    Key(String),
}

/// How a place in a document relates to a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    /// It is at the path.
    Same,
    /// It is above the path, so it may contain values at the path.
    Above,
    /// Neither.
    Apart,
}

impl Path {
    /// Parses a path.
    pub fn new(text: &str) -> Self {
        let segments = text.split('/').filter(|segment| !segment.is_empty());
        Self(
            segments.map(|name| if name == "*" { Segment::Any } else { Segment::Key(name.into()) }).collect(),
        )
    }

    /// Creates a path from keys. `None` is every entry of a list or object.
    pub fn from_keys(keys: impl IntoIterator<Item = Option<String>>) -> Self {
        Self(keys.into_iter().map(|key| key.map_or(Segment::Any, Segment::Key)).collect())
    }

    /// The objects around the values at this path, outermost first.
    pub fn above<'a>(&self, document: &'a serde_json::Value) -> Vec<&'a serde_json::Value> {
        let steps = (0..self.0.len()).map(|length| Self(self.0.iter().take(length).cloned().collect()));
        steps.flat_map(|path| path.find(document)).filter(|value| value.is_object()).collect()
    }

    /// The same path in each document of an array.
    #[must_use]
    pub fn in_each(mut self) -> Self {
        self.0.insert(0, Segment::Any);
        self
    }

    /// Whether it is the path of the whole document.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether values at one of two paths may be, or may contain, values at the other.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|pair| match pair {
            (Segment::Key(one), Segment::Key(other)) => one.eq_ignore_ascii_case(other),
            _ => true,
        })
    }

    /// How the place with these keys relates to this path. `None` is an entry of a list.
    pub(crate) fn relation(&self, keys: &[Option<String>]) -> Relation {
        let fits = |(segment, key): (&Segment, &Option<String>)| match (segment, key) {
            (Segment::Any, _) => true,
            (Segment::Key(name), Some(key)) => name.eq_ignore_ascii_case(key),
            (Segment::Key(_), None) => false,
        };
        if keys.len() > self.0.len() || !self.0.iter().zip(keys).all(fits) {
            Relation::Apart
        } else if keys.len() == self.0.len() {
            Relation::Same
        } else {
            Relation::Above
        }
    }

    /// The values at this path.
    pub fn find<'a>(&self, document: &'a serde_json::Value) -> Vec<&'a serde_json::Value> {
        use serde_json::Value;
        self.0.iter().fold(vec![document], |values, segment| {
            let entries = |value: &'a Value| -> Vec<&'a Value> {
                match (segment, value) {
                    (Segment::Any, Value::Array(list)) => list.iter().collect(),
                    (Segment::Any, Value::Object(map)) => map.values().collect(),
                    (Segment::Key(name), Value::Object(map)) => map
                        .iter()
                        .filter(|(key, _)| key.eq_ignore_ascii_case(name))
                        .map(|(_, value)| value)
                        .collect(),
                    _ => Vec::new(),
                }
            };
            values.into_iter().flat_map(entries).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_found_by_keys_in_any_case_and_entries() {
        let document =
            json!({"Post": {"Posts": {"VideoList": [{"a": 1}, {"a": 2}]}}, "map": {"x": 3, "y": 4}});
        assert_eq!(Path::new("post/posts/videolist/*/a").find(&document), [&json!(1), &json!(2)]);
        assert_eq!(Path::new("map/*").find(&document), [&json!(3), &json!(4)]);
        assert_eq!(Path::new("").find(&document), [&document]);
        assert!(Path::new("post/none").find(&document).is_empty());
    }

    #[test]
    fn paths_overlap_if_one_may_be_inside_the_other() {
        let overlap = |one: &str, other: &str| Path::new(one).overlaps(&Path::new(other));
        assert!(overlap("a/*", "A/b/c") && overlap("", "a") && overlap("a/b", "a"));
        assert!(!overlap("a/b", "a/c/*") && !overlap("x/*", "y"));
    }
}
