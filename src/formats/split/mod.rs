//! Splits JSON into elements without loading the whole file. A file of any size needs no more memory than its largest
//! element.
//!
//! A splitter only follows quotes, backslashes and brackets, byte by byte. Whether an element is valid JSON shows when it is
//! parsed.

mod by_path;
mod nesting;
mod path;
mod reader;
mod sequence;

pub use by_path::PathSplitter;
pub use path::Path;
pub use reader::{MOST, SplitReader};
pub use sequence::{Container, SequenceSplitter};

/// What a byte is to the element around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Between elements.
    Outside,
    /// Within an element.
    Inside,
    /// The last byte of an element.
    Last,
    /// The element ended before this byte, which belongs to none.
    Before,
}

/// Finds elements byte by byte.
pub trait Splitter {
    /// Reads one more byte.
    fn step(&mut self, byte: u8) -> Step;

    /// Whether an element has begun and not ended: at the end of a file, one that was cut short.
    fn is_inside(&self) -> bool;

    /// Whether a list or object around elements has begun and not ended: at the end of a file, what came after is missing.
    fn is_open(&self) -> bool {
        false
    }

    /// Which of the places that were asked for the present element stands at; 0 where there is one.
    fn place(&self) -> usize {
        0
    }
}
