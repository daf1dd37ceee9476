//! Splits JSON into elements without loading the whole file. It needs no more memory than the largest element, whatever the
//! size of the file.
//!
//! A splitter only follows quotes, backslashes and brackets, byte by byte. Errors in the JSON of an element are found when the
//! element is parsed.

mod by_path;
mod nesting;
mod path;
mod reader;
mod sequence;

pub use by_path::PathSplitter;
pub use path::Path;
pub use reader::{MOST, SplitReader};
pub use sequence::{Container, SequenceSplitter};

/// The relation of a byte to the elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Between elements.
    Outside,
    /// Within an element.
    Inside,
    /// The last byte of an element.
    Last,
    /// The element ended before this byte, which belongs to no element.
    Before,
}

/// Finds elements byte by byte.
pub trait Splitter {
    /// Processes the next byte.
    fn step(&mut self, byte: u8) -> Step;

    /// Whether the last byte is inside an element. At the end of a file, such an element is cut off.
    fn is_inside(&self) -> bool;

    /// Whether a list or object around the elements is open. At the end of a file, the rest is missing then.
    fn is_open(&self) -> bool {
        false
    }

    /// The index of the current element's place among the requested places.
    fn place(&self) -> usize {
        0
    }
}
