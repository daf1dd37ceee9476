//! Splits a document into the elements at certain paths, such as the entries of `data/videos`.

use super::nesting::Nesting;
use super::path::{Path, Relation};
use super::{Splitter, Step};

/// How deep places are searched for. Anything deeper belongs to an element or is skipped.
const DEEPEST: usize = 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// In an object or list that contains places, or before the document.
    Between,
    /// In a key. Whether after a backslash.
    Key(bool),
    /// In an object or list. Whether it is an element, or skipped.
    Value(Nesting, bool),
    /// In a string. Whether after a backslash, and whether it is an element.
    Text(bool, bool),
    /// In a number, `true`, `false` or `null`. Whether it is an element.
    Bare(bool),
}

/// Splits a document into the elements at certain paths.
#[derive(Debug, Clone)]
pub struct PathSplitter {
    paths: Vec<Path>,
    state: State,
    /// The open objects and lists: the current key of each, and whether it is a list.
    around: Vec<(Option<String>, bool)>,
    /// Whether a value comes next, not a key.
    valued: bool,
    key: Vec<u8>,
    place: usize,
    /// Whether each line is a document, so that an error in one line does not affect the next.
    by_line: bool,
}

impl PathSplitter {
    /// Starts at the beginning of a document.
    pub fn new(paths: Vec<Path>) -> Self {
        Self {
            paths,
            state: State::Between,
            around: Vec::new(),
            valued: false,
            key: Vec::new(),
            place: 0,
            by_line: false,
        }
    }

    /// The same for a file in which each line is a document.
    #[must_use]
    pub const fn by_line(mut self) -> Self {
        self.by_line = true;
        self
    }

    /// Starts again with the next line. An element that is still open ends before it.
    fn next_line(&mut self) -> Step {
        let step = if self.is_inside() { Step::Before } else { Step::Outside };
        self.around.clear();
        (self.state, self.valued) = (State::Between, false);
        step
    }

    /// Processes a byte of the objects and lists around elements.
    fn between(&mut self, byte: u8) -> Step {
        match byte {
            b'}' | b']' => {
                self.around.pop();
                self.valued = false;
            }
            b',' => self.valued = false,
            b':' => self.valued = true,
            b'"' if self.awaits_key() => {
                self.key.clear();
                self.state = State::Key(false);
            }
            b'{' | b'[' | b'"' => return self.begin(byte),
            _ if byte.is_ascii_whitespace() || !byte.is_ascii_graphic() => {}
            _ => {
                let kept = self.starts_element();
                self.state = State::Bare(kept);
                return if kept { Step::Inside } else { Step::Outside };
            }
        }
        Step::Outside
    }

    fn awaits_key(&self) -> bool {
        !self.valued && self.around.last().is_some_and(|(_, list)| !list)
    }

    /// Starts a value: an element, an object or list around elements, or a value to skip.
    fn begin(&mut self, byte: u8) -> Step {
        let kept = self.starts_element();
        let may_contain_elements = byte != b'"'
            && self.around.len() < DEEPEST
            && self.relations().any(|(_, relation)| relation == Relation::Above);
        if !kept && may_contain_elements {
            self.around.push((None, byte == b'['));
            self.valued = false;
            return Step::Outside;
        }
        self.state = match byte {
            b'"' => State::Text(false, kept),
            _ => State::Value(Nesting::Nested(1), kept),
        };
        if kept { Step::Inside } else { Step::Outside }
    }

    fn relations(&self) -> impl Iterator<Item = (usize, Relation)> {
        let keys: Vec<Option<String>> =
            self.around.iter().map(|(key, list)| if *list { None } else { key.clone() }).collect();
        self.paths.iter().enumerate().map(move |(place, path)| (place, path.relation(&keys)))
    }

    /// Whether the value that starts here is an element. If so, remembers its place.
    fn starts_element(&mut self) -> bool {
        let found = self.relations().find(|(_, relation)| *relation == Relation::Same);
        if let Some((place, _)) = found {
            self.place = place;
        }
        found.is_some()
    }

    fn key(&mut self, byte: u8, escaped: bool) {
        match byte {
            b'"' if !escaped => {
                let text = [b"\"", self.key.as_slice(), b"\""].concat();
                let key = serde_json::from_slice(&text).ok();
                if let Some(last) = self.around.last_mut() {
                    last.0 = key;
                }
                self.state = State::Between;
            }
            _ => {
                if self.key.len() < 256 {
                    self.key.push(byte);
                }
                self.state = State::Key(byte == b'\\' && !escaped);
            }
        }
    }
}

impl Splitter for PathSplitter {
    fn is_inside(&self) -> bool {
        matches!(self.state, State::Value(_, true) | State::Text(_, true) | State::Bare(true))
    }

    fn is_open(&self) -> bool {
        !self.around.is_empty() && !self.by_line
    }

    fn place(&self) -> usize {
        self.place
    }

    #[inline]
    fn step(&mut self, byte: u8) -> Step {
        if self.by_line && byte == b'\n' {
            return self.next_line();
        }
        match self.state {
            State::Value(nesting, kept) => {
                let next = nesting.step(byte);
                self.state = next.map_or(State::Between, |nesting| State::Value(nesting, kept));
                step_of(kept, next.is_none())
            }
            State::Text(escaped, kept) => {
                let ended = byte == b'"' && !escaped;
                let escaped = byte == b'\\' && !escaped;
                self.state = if ended { State::Between } else { State::Text(escaped, kept) };
                step_of(kept, ended)
            }
            State::Bare(kept) => {
                if !matches!(byte, b',' | b'}' | b']') && !byte.is_ascii_whitespace() {
                    return if kept { Step::Inside } else { Step::Outside };
                }
                self.state = State::Between;
                self.between(byte);
                if kept { Step::Before } else { Step::Outside }
            }
            State::Key(escaped) => {
                self.key(byte, escaped);
                Step::Outside
            }
            State::Between => self.between(byte),
        }
    }
}

const fn step_of(kept: bool, ended: bool) -> Step {
    match (kept, ended) {
        (true, true) => Step::Last,
        (true, false) => Step::Inside,
        (false, _) => Step::Outside,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str, places: &[&str]) -> Vec<(usize, String)> {
        let mut splitter = PathSplitter::new(places.iter().map(|place| Path::new(place)).collect());
        let (mut found, mut element) = (Vec::new(), Vec::new());
        for byte in text.bytes() {
            let step = splitter.step(byte);
            if matches!(step, Step::Inside | Step::Last) {
                element.push(byte);
            }
            if matches!(step, Step::Last | Step::Before) {
                found.push((splitter.place(), String::from_utf8(core::mem::take(&mut element)).unwrap()));
            }
        }
        found
    }

    #[test]
    fn entries_of_a_list_deep_in_a_document_are_elements() {
        let text = r#"{"error":{"code":"ok"},"data":{"cursor":1,"videos":[{"id":1,"t":"a]}"},{"id":2}],"videos2":[3]}}"#;
        assert_eq!(
            split(text, &["data/videos/*"]),
            [(0, r#"{"id":1,"t":"a]}"}"#.into()), (0, r#"{"id":2}"#.into())]
        );
    }

    #[test]
    fn elements_of_several_places_have_the_index_of_their_place() {
        let text = r#"{"Profile": {"Map": {"userName": "a"}}, "post": {"Posts": {"List": [{"Link": "x"}, 5, "t", null]}}, "Other": {"List": [1]}}"#;
        let expected =
            [(1, r#"{"userName": "a"}"#), (0, r#"{"Link": "x"}"#), (0, "5"), (0, r#""t""#), (0, "null")];
        assert_eq!(
            split(text, &["Post/Posts/List/*", "Profile/Map"]),
            expected.map(|(place, text)| (place, text.to_owned()))
        );
    }

    #[test]
    fn entries_of_an_object_are_elements_too() {
        let text = r#"{"ItemModule":{"1":{"id":"1"},"2":{"id":"2"}},"z":{"1":{"id":"3"}}}"#;
        assert_eq!(
            split(text, &["itemmodule/*"]),
            [(0, r#"{"id":"1"}"#.into()), (0, r#"{"id":"2"}"#.into())]
        );
        assert_eq!(split(r#"{"a\u0062":[{}]}"#, &["ab/*"]), [(0, "{}".into())]);
    }

    #[test]
    fn a_place_that_is_null_has_no_elements() {
        assert_eq!(
            split(
                r#"{"Video":{"Videos":{"VideoList":null}},"data":[]}"#,
                &["Video/Videos/VideoList/*", "data/*"]
            ),
            []
        );
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_make_it_panic(text in r#"[\[\]{}:,"a1 \\\n]{0,64}"#) {
            let _ = split(&text, &["a/*", "a/a", "", "*/a/*"]);
        }

        #[test]
        fn elements_are_those_that_a_parser_finds(lists in proptest::collection::vec(proptest::collection::vec("[a-z\"\\\\{}\\[\\]]{0,6}", 0..4), 0..4)) {
            let document = serde_json::json!({"x": {"none": [1]}, "a": lists.iter().map(|list| serde_json::json!({"list": list})).collect::<Vec<_>>()});
            let expected: Vec<(usize, String)> = Path::new("a/*/list/*").find(&document).into_iter().map(|value| (0, value.to_string())).collect();
            for text in [document.to_string(), serde_json::to_string_pretty(&document).unwrap()] {
                proptest::prop_assert_eq!(split(&text, &["a/*/list/*"]), expected.clone());
            }
        }
    }
}
