//! Parses the lines of a body to posts and rejected lines.

use super::post::line::{LineError, PostLine, parse};
use serde::Serialize;

/// The most bytes of a body.
pub const MAX_BYTES: usize = 1 << 20;
/// The most lines of a body, blank ones included.
pub const MAX_LINES: usize = 1_000;

/// A line that is not a post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RejectedLine {
    /// Its number, from 1. Blank lines count.
    pub line: usize,
    /// Why, for programs.
    pub code: &'static str,
    /// Why, for people.
    pub message: String,
}

/// The parsed lines of a body.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lines {
    /// The posts, in the order of their lines.
    pub good: Vec<PostLine>,
    /// The lines that are not posts.
    pub rejected: Vec<RejectedLine>,
}

/// A body with more than [`MAX_LINES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyLines;

impl Lines {
    /// Parses a body. Blank lines and a byte order mark at the beginning are skipped.
    ///
    /// # Errors
    /// When there are too many lines.
    pub fn parse(body: &[u8]) -> Result<Self, TooManyLines> {
        let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
        let body = body.strip_suffix(b"\n").unwrap_or(body);
        let mut lines = Self::default();
        for (index, line) in body.split(|byte| *byte == b'\n').enumerate() {
            if index >= MAX_LINES {
                return Err(TooManyLines);
            }
            if !line.trim_ascii().is_empty() {
                lines.add(index + 1, parse(line));
            }
        }
        Ok(lines)
    }

    /// How many lines there were, blank ones not counted.
    pub fn received(&self) -> usize {
        self.good.len() + self.rejected.len()
    }

    fn add(&mut self, line: usize, parsed: Result<PostLine, LineError>) {
        match parsed {
            Ok(post) => self.good.push(post),
            Err(LineError { code, message }) => {
                self.rejected.push(RejectedLine { line, code: code.name(), message });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POST: &str = r#"{"platform":"x","platform_post_id":"1","author":{"username":"a"},"published_at":"2026-03-01T00:00:00Z"}"#;

    #[test]
    fn lines_count_from_one_and_include_blank_ones() {
        let lines = Lines::parse(format!("\u{feff}\n{POST}\r\n  \nnonsense\n{POST}").as_bytes()).unwrap();
        assert_eq!((lines.good.len(), lines.received()), (2, 3));
        assert_eq!((lines.rejected[0].line, lines.rejected[0].code), (4, "INVALID_JSON"));
        assert_eq!(Lines::parse(b""), Ok(Lines::default()));
    }

    #[test]
    fn a_thousand_lines_are_accepted_and_no_more() {
        assert!(Lines::parse("\n".repeat(1000).as_bytes()).is_ok());
        assert_eq!(Lines::parse("\n".repeat(1001).as_bytes()), Err(TooManyLines));
    }
}
