//! Loads a set of posts from text.

use super::PostSet;
use crate::posts::lines::RejectedLine;
use crate::posts::post::line::{LineError, PostLine, parse};
use crate::posts::post::{Post, canonical};
use crate::time::Timestamp;

/// The form of a text's lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Canonical lines, which operators send and exports have.
    Canonical,
    /// Posts as the API serves them. A line that is no such post is parsed as a canonical line.
    Served,
}

/// A set of posts, and the lines that are not posts.
#[derive(Debug, Clone, Default)]
pub struct Loaded {
    /// The posts.
    pub set: PostSet,
    /// The lines that are not posts, in order.
    pub rejected: Vec<RejectedLine>,
}

impl Loaded {
    /// Parses a post from each line. Blank lines and a byte order mark at the beginning are skipped. `now` is the `collected_at`
    /// of posts without one.
    pub fn parse(text: &str, form: Form, now: Timestamp) -> Self {
        let mut loaded = Self::default();
        let lines = text.strip_prefix('\u{feff}').unwrap_or(text).split('\n');
        for (index, line) in lines.enumerate().filter(|(_, line)| !line.trim_ascii().is_empty()) {
            match form.parse_line(line) {
                Ok(line) => loaded.set.add(line, now),
                Err(LineError { code, message }) => {
                    loaded.rejected.push(RejectedLine { line: index + 1, code: code.name(), message });
                }
            }
        }
        loaded
    }
}

impl Form {
    fn parse_line(self, text: &str) -> Result<PostLine, LineError> {
        let served = (self == Self::Served).then(|| Post::parse_document(text).ok()).flatten();
        let line = served.and_then(|post| Some(canonical(post.network()?, &post.document())));
        parse(line.as_deref().unwrap_or(text).as_bytes())
    }
}
