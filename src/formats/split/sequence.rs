//! Splits lines, arrays, sequences of values, and assignments in scripts into elements.

use super::nesting::Nesting;
use super::{Splitter, Step};

/// How a file contains its elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Container {
    /// In lines. An element ends at the end of its line at the latest, so that one that is cut off does not affect the next.
    Lines,
    /// In an array, or as values one after another, over any number of lines.
    Values,
    /// In an array or a value after `name = `.
    Script,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before the `=` of a script.
    Name,
    Between,
    /// In an object.
    Nested(Nesting),
    /// In anything else. It ends with its line, or at a comma, bracket or blank.
    Bare,
}

/// Splits a file whose elements are its values or the entries of its array.
#[derive(Debug, Clone)]
pub struct SequenceSplitter {
    lines: bool,
    state: State,
    /// How many lists are open around the elements.
    depth: u32,
}

impl SequenceSplitter {
    /// Starts at the beginning of a file.
    pub fn new(container: Container) -> Self {
        let state = if container == Container::Script { State::Name } else { State::Between };
        Self { lines: container == Container::Lines, state, depth: 0 }
    }
}

impl Splitter for SequenceSplitter {
    fn is_inside(&self) -> bool {
        !matches!(self.state, State::Name | State::Between)
    }

    fn is_open(&self) -> bool {
        self.depth > 0 && !self.lines
    }

    #[inline]
    fn step(&mut self, byte: u8) -> Step {
        if self.lines && byte == b'\n' {
            let inside = self.is_inside();
            self.state = State::Between;
            return if inside { Step::Before } else { Step::Outside };
        }
        if matches!(self.state, State::Between | State::Bare) {
            self.depth = match byte {
                b'[' => self.depth.saturating_add(1),
                b']' => self.depth.saturating_sub(1),
                _ => self.depth,
            };
        }
        let (state, step) = match self.state {
            State::Nested(nesting) => match nesting.step(byte) {
                Some(nesting) => (State::Nested(nesting), Step::Inside),
                None => (State::Between, Step::Last),
            },
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

fn between(byte: u8) -> (State, Step) {
    match byte {
        b'{' => (State::Nested(Nesting::Nested(1)), Step::Inside),
        _ if is_separator(byte) => (State::Between, Step::Outside),
        _ => (State::Bare, Step::Inside),
    }
}

/// Whether a byte separates elements. The first three are those of a byte order mark.
const fn is_separator(byte: u8) -> bool {
    matches!(byte, 0xef | 0xbb | 0xbf | b' ' | b'\t' | b'\r' | b'\n' | b',' | b'[' | b']' | b';')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str, container: Container) -> Vec<String> {
        let mut splitter = SequenceSplitter::new(container);
        let (mut found, mut element) = (Vec::new(), Vec::new());
        for byte in text.bytes() {
            let step = splitter.step(byte);
            if matches!(step, Step::Inside | Step::Last) {
                element.push(byte);
            }
            if matches!(step, Step::Last | Step::Before) {
                found.push(String::from_utf8(core::mem::take(&mut element)).unwrap());
            }
        }
        if splitter.is_inside() {
            found.push(format!("cut short: {}", String::from_utf8(element).unwrap()));
        }
        found
    }

    #[test]
    fn arrays_and_scripts_are_split_into_objects() {
        let expected = [r#"{"a":[{"b":"}\"]{"}]}"#, r#"{"c":"\\"}"#];
        let array = format!("[{},\n {}]", expected[0], expected[1]);
        assert_eq!(split(&array, Container::Values), expected);
        assert_eq!(split(&format!("window.YTD.tweets.part0 = {array};\n"), Container::Script), expected);
        assert_eq!(split(&expected.concat(), Container::Lines), expected);
    }

    #[test]
    fn a_line_that_is_cut_off_does_not_affect_others() {
        assert_eq!(split("{\"a\":\"x\n{\"b\":1}\r\n\n", Container::Lines), ["{\"a\":\"x", "{\"b\":1}"]);
        assert_eq!(split("{\"b\":1}\n{\"a\":", Container::Lines), ["{\"b\":1}", "cut short: {\"a\":"]);
    }

    #[test]
    fn values_that_are_not_objects_are_elements_too() {
        assert_eq!(split("[1, null,{}]", Container::Values), ["1", "null", "{}"]);
        assert_eq!(split("oops, I did\n{}\n", Container::Lines), ["oops, I did", "{}"]);
    }

    #[test]
    fn byte_order_marks_are_not_elements() {
        assert_eq!(split("\u{feff}{}\n\u{feff}{\"a\":1}", Container::Lines), ["{}", "{\"a\":1}"]);
        assert_eq!(split("\u{feff}[{}]", Container::Values), ["{}"]);
    }
}
