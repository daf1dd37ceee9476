//! Cutting a file into elements without building the whole of it: the objects of a JSON array, of lines, or of an
//! assignment in a script.
//!
//! This only follows quotes, backslashes and brackets, a byte at a time; whether an element is good JSON is seen when
//! it is parsed. So a file of any size needs no more memory than its largest element.

/// What holds the elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Container {
    /// Lines: an element ends at the end of its line at the latest, so that one cut short harms no other.
    Lines,
    /// An array, or values one after another, over any number of lines.
    Values,
    /// `name = ` and then an array or a value.
    Script,
}

/// What a byte is to the element around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Between elements.
    Outside,
    /// Belongs to an element, which goes on.
    Inside,
    /// The last byte of an element.
    Last,
    /// The element ended before this byte, which belongs to none.
    Before,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before the `=` of a script.
    Name,
    Between,
    /// In an object or array: how deep.
    Nested(u32),
    /// In a text inside such.
    Text(u32),
    /// After a backslash in such a text.
    Escape(u32),
    /// In something that is neither: it ends with its line, or at a comma, bracket or blank.
    Bare,
}

/// Follows a file byte by byte.
#[derive(Debug, Clone)]
pub struct Cutter {
    lines: bool,
    state: State,
}

impl Cutter {
    /// Starts at the beginning of a file.
    pub fn new(container: Container) -> Self {
        let state = if container == Container::Script { State::Name } else { State::Between };
        Self { lines: container == Container::Lines, state }
    }

    /// Whether an element has begun and not ended: at the end of a file, one that was cut short.
    pub fn is_inside(&self) -> bool {
        !matches!(self.state, State::Name | State::Between)
    }

    /// Follows one more byte.
    #[inline]
    pub fn step(&mut self, byte: u8) -> Step {
        if self.lines && byte == b'\n' {
            let inside = self.is_inside();
            self.state = State::Between;
            return if inside { Step::Before } else { Step::Outside };
        }
        let (state, step) = match self.state {
            State::Text(depth) => match byte {
                b'"' => (State::Nested(depth), Step::Inside),
                b'\\' => (State::Escape(depth), Step::Inside),
                _ => return Step::Inside,
            },
            State::Nested(depth) => nested(depth, byte),
            State::Escape(depth) => (State::Text(depth), Step::Inside),
            State::Between => between(byte),
            State::Bare if !self.lines && is_separator(byte) => (State::Between, Step::Before),
            State::Bare => (State::Bare, Step::Inside),
            State::Name if byte == b'=' => (State::Between, Step::Outside),
            State::Name => (State::Name, Step::Outside),
        };
        self.state = state;
        step
    }
}

fn nested(depth: u32, byte: u8) -> (State, Step) {
    match byte {
        b'"' => (State::Text(depth), Step::Inside),
        b'{' | b'[' => (State::Nested(depth.saturating_add(1)), Step::Inside),
        b'}' | b']' if depth <= 1 => (State::Between, Step::Last),
        b'}' | b']' => (State::Nested(depth - 1), Step::Inside),
        _ => (State::Nested(depth), Step::Inside),
    }
}

fn between(byte: u8) -> (State, Step) {
    match byte {
        b'{' => (State::Nested(1), Step::Inside),
        _ if is_separator(byte) => (State::Between, Step::Outside),
        _ => (State::Bare, Step::Inside),
    }
}

/// What stands between elements; the last three are a byte order mark.
const fn is_separator(byte: u8) -> bool {
    matches!(byte, 0xef | 0xbb | 0xbf | b' ' | b'\t' | b'\r' | b'\n' | b',' | b'[' | b']' | b';')
}

/// The keys of the first object in the head of a file, in order, also where the head ends inside it.
pub fn first_keys(head: &[u8], container: Container) -> Vec<String> {
    let mut cutter = Cutter::new(container);
    let (mut keys, mut text) = (Vec::new(), None::<Vec<u8>>);
    for &byte in head {
        let before = cutter.state;
        let step = cutter.step(byte);
        match (before, cutter.state) {
            (State::Nested(1), State::Text(1)) => text = Some(Vec::new()),
            (State::Text(1) | State::Escape(1), State::Text(1) | State::Escape(1)) => {
                text.get_or_insert_default().push(byte);
            }
            (State::Nested(1), _) if byte == b':' => {
                keys.extend(text.take().and_then(|key| String::from_utf8(key).ok()));
            }
            (State::Nested(1), _) if byte == b',' => text = None,
            _ => {}
        }
        if matches!(step, Step::Last | Step::Before) {
            break;
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, container: Container) -> Vec<String> {
        let mut cutter = Cutter::new(container);
        let (mut found, mut element) = (Vec::new(), Vec::new());
        for byte in text.bytes() {
            let step = cutter.step(byte);
            if matches!(step, Step::Inside | Step::Last) {
                element.push(byte);
            }
            if matches!(step, Step::Last | Step::Before) {
                found.push(String::from_utf8(core::mem::take(&mut element)).unwrap());
            }
        }
        if cutter.is_inside() {
            found.push(format!("cut short: {}", String::from_utf8(element).unwrap()));
        }
        found
    }

    #[test]
    fn arrays_and_scripts_are_cut_into_objects() {
        let expected = [r#"{"a":[{"b":"}\"]{"}]}"#, r#"{"c":"\\"}"#];
        let array = format!("[{},\n {}]", expected[0], expected[1]);
        assert_eq!(cut(&array, Container::Values), expected);
        assert_eq!(cut(&format!("window.YTD.tweets.part0 = {array};\n"), Container::Script), expected);
        assert_eq!(cut(&expected.concat(), Container::Lines), expected);
    }

    #[test]
    fn a_line_cut_short_harms_no_other() {
        assert_eq!(cut("{\"a\":\"x\n{\"b\":1}\r\n\n", Container::Lines), ["{\"a\":\"x", "{\"b\":1}"]);
        assert_eq!(cut("{\"b\":1}\n{\"a\":", Container::Lines), ["{\"b\":1}", "cut short: {\"a\":"]);
    }

    #[test]
    fn what_is_no_object_is_an_element_too() {
        assert_eq!(cut("[1, null,{}]", Container::Values), ["1", "null", "{}"]);
        assert_eq!(cut("oops, I did\n{}\n", Container::Lines), ["oops, I did", "{}"]);
    }

    #[test]
    fn byte_order_marks_are_no_elements() {
        assert_eq!(cut("\u{feff}{}\n\u{feff}{\"a\":1}", Container::Lines), ["{}", "{\"a\":1}"]);
        assert_eq!(cut("\u{feff}[{}]", Container::Values), ["{}"]);
    }

    #[test]
    fn the_first_objects_keys_are_seen_even_if_it_is_cut_short() {
        let head = br#"[{"a":"b:,","c":{"d":1,"e":[{"f":2}]},"g\"h":[1,"x"],"i":tru"#;
        assert_eq!(first_keys(head, Container::Values), ["a", "c", "g\\\"h", "i"]);
        assert_eq!(first_keys(b"{\"a\":1}\n{\"b\":2}", Container::Lines), ["a"]);
        assert_eq!(first_keys(b"name = [", Container::Script), Vec::<String>::new());
    }
}
