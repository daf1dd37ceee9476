//! From text to a set of posts.

use super::PostSet;
use crate::posts::lines::RejectedLine;
use crate::posts::post::line::{LineError, PostLine, parse};
use crate::posts::post::{Post, canonical};
use crate::time::Timestamp;

/// What the lines of a text are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// What an operator sends and an export writes.
    Canonical,
    /// Posts as the API serves them. What is none is read as a canonical line.
    Served,
}

/// A set of posts, and the lines that are none.
#[derive(Debug, Clone, Default)]
pub struct Loaded {
    /// The posts.
    pub set: PostSet,
    /// The others, in order.
    pub refused: Vec<RejectedLine>,
}

impl Loaded {
    /// Reads a post from each line. Blank lines are skipped, a byte order mark at the beginning too. `now` is the
    /// `collected_at` of posts without one.
    pub fn read(text: &str, form: Form, now: Timestamp) -> Self {
        let mut loaded = Self::default();
        let lines = text.strip_prefix('\u{feff}').unwrap_or(text).split('\n');
        for (index, line) in lines.enumerate().filter(|(_, line)| !line.trim_ascii().is_empty()) {
            match form.line(line) {
                Ok(line) => loaded.set.add(line, now),
                Err(LineError { code, message }) => {
                    loaded.refused.push(RejectedLine { line: index + 1, code: code.name(), message });
                }
            }
        }
        loaded
    }
}

impl Form {
    fn line(self, text: &str) -> Result<PostLine, LineError> {
        let served = (self == Self::Served).then(|| Post::parse_document(text).ok()).flatten();
        let line = served.and_then(|post| Some(canonical(post.network()?, &post.document())));
        parse(line.as_deref().unwrap_or(text).as_bytes())
    }
}
