//! Posts that wait to be sent, in the order of their times.
//!
//! The tables of the service are in the order of time. A batch of posts from the whole range of an archive touches nearly as
//! many pages of a database as it has posts, each in several tables, and all of them are written twice: to the log and to the
//! file. Sorting many batches at a time more than halves that. Most files are sorted already, but not several ones of the same time.

use super::batch::{self, Batch, MOST_LINES};
use crate::formats::files::Origin;
use crate::time::Timestamp;
use std::collections::VecDeque;

/// The most bytes of lines that are sorted at a time: some thirty batches, which is still little memory. Of 100,000 posts in no order,
/// the databases then write 39 KiB for each, against 47 with a dozen batches.
const MOST_BYTES: usize = 32 << 20;

/// Lines, each with the time of its post and its origin.
#[derive(Debug, Default)]
pub(super) struct Window {
    lines: VecDeque<(Timestamp, Box<str>, Origin)>,
    bytes: usize,
}

impl Window {
    /// Whether there is enough for a batch.
    pub(super) fn has_batch(&self) -> bool {
        self.lines.len() >= MOST_LINES || self.bytes >= batch::MOST_BYTES
    }

    /// Whether a line still fits.
    pub(super) fn fits(&self, line: &str) -> bool {
        self.bytes + line.len() <= MOST_BYTES
    }

    /// Adds the line of a post that was published at a time.
    pub(super) fn push(&mut self, at: Timestamp, line: &str, origin: Origin) {
        self.bytes += line.len();
        self.lines.push_back((at, line.into(), origin));
    }

    /// Takes the first batch to which no line can be added. What is left waits for more lines, so that how many batches are sent does
    /// not depend on how fast the service answers.
    pub(super) fn take_full_batch(&mut self) -> Option<Batch> {
        if self.has_batch() { self.take_batch() } else { None }
    }

    /// Takes the first batch, full or not. Lines of one time stay in their order.
    pub(super) fn take_batch(&mut self) -> Option<Batch> {
        self.lines.make_contiguous().sort_by_key(|(at, ..)| *at);
        let mut batch = Batch::default();
        while let Some((_, line, _)) = self.lines.front()
            && (batch.is_empty() || batch.fits(line))
            && let Some((_, line, origin)) = self.lines.pop_front()
        {
            self.bytes -= line.len();
            batch.push(&line, origin);
        }
        (!batch.is_empty()).then_some(batch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::iter;

    fn all(take: fn(&mut Window) -> Option<Batch>, window: &mut Window) -> impl Iterator<Item = Batch> {
        iter::from_fn(move || take(window))
    }

    #[test]
    fn lines_go_out_by_time_and_those_of_one_time_in_their_order() {
        let mut window = Window::default();
        for (line, at) in (1..).zip([5, 3, 5, 1, 3]) {
            let origin = Origin { file: "a".into(), number: 0, line, format: "canonical" };
            window.push(Timestamp(at), &line.to_string(), origin);
        }
        let sent: Vec<_> = all(Window::take_batch, &mut window)
            .map(|batch| String::from_utf8(batch.bytes).unwrap())
            .collect();
        assert_eq!(sent, ["4\n2\n5\n1\n3\n"]);
        assert_eq!(all(Window::take_batch, &mut window).count(), 0);
    }

    #[test]
    fn only_full_batches_are_taken_while_more_lines_may_come() {
        let mut window = Window::default();
        let push = |window: &mut Window, at| {
            window.push(Timestamp(at), "x", Origin { file: "a".into(), number: 0, line: 1, format: "" });
        };
        (0..2229).for_each(|at| push(&mut window, at));
        let lengths: Vec<_> = all(Window::take_full_batch, &mut window).map(|batch| batch.len()).collect();
        assert_eq!(lengths, [1000, 1000]);
        assert!(all(Window::take_full_batch, &mut window).count() == 0 && !window.has_batch());
        (0..271).for_each(|at| push(&mut window, at));
        assert_eq!(all(Window::take_batch, &mut window).map(|batch| batch.len()).collect::<Vec<_>>(), [500]);
        assert_eq!(window.bytes, 0);
    }

    #[test]
    fn a_window_has_a_most_of_bytes_and_becomes_several_batches() {
        let (mut window, line) = (Window::default(), "x".repeat(1 << 19));
        while window.fits(&line) {
            window.push(Timestamp(0), &line, Origin { file: "a".into(), number: 0, line: 1, format: "" });
        }
        let lengths: Vec<_> = all(Window::take_batch, &mut window).map(|batch| batch.bytes.len()).collect();
        assert_eq!(lengths.len(), 64);
        assert!(lengths.iter().all(|length| *length <= 1 << 20));
    }
}
