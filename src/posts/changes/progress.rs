//! How far a copy has come with an answer that ends after so many entries of the logs. Erasures, which the first database has, come
//! first.

use super::ChangeNumber;
use super::log::{Erased, ShardLog};
use super::since::{ShardSince, Since};
use super::walk::Walked;

/// An entry of a log.
#[derive(Debug)]
pub(super) enum Entry {
    /// A post was erased.
    Erased(Erased),
    /// The post with this id was stored or changed.
    Changed(String),
}

/// What a copy knows after each number of entries.
#[derive(Debug)]
pub(super) struct Progress(Vec<LogProgress>);

/// How far a log was read.
#[derive(Debug)]
struct LogProgress {
    /// Its database. `None` for the log of erasures.
    shard: Option<ShardSince>,
    /// The numbers of the entries that were found.
    numbers: Vec<ChangeNumber>,
    /// All changes up to this one were looked at.
    reached: ChangeNumber,
    /// Whether there may be changes after it.
    has_more: bool,
}

impl Progress {
    /// Databases that were read to their ends, each with the numbers of the posts that were found. No erasures were.
    pub(super) fn to_end(shards: Vec<(ShardSince, Vec<ChangeNumber>)>) -> Self {
        let end = |shard, numbers, reached| LogProgress { shard, numbers, reached, has_more: false };
        let erasures = shards.first().map(|(first, _)| end(None, Vec::new(), first.change));
        let mut logs: Vec<_> = erasures.into_iter().collect();
        logs.extend(shards.into_iter().map(|(shard, numbers)| end(Some(shard), numbers, shard.change)));
        Self(logs)
    }

    /// The entries of logs, at most so many, and what a copy knows after each number of them.
    pub(super) fn from_logs(logs: Vec<ShardLog>, limit: usize) -> (Vec<Entry>, Self) {
        let (mut entries, mut progress) = (Vec::new(), Vec::new());
        for ShardLog { shard, era, posts, erased, .. } in logs {
            if let Some(erased) = erased {
                progress.push(LogProgress::of(None, &erased));
                entries.extend(erased.found.into_iter().map(|(_, erased)| Entry::Erased(erased)));
            }
            let known = ShardSince { shard: shard.number, era, change: posts.reached };
            progress.push(LogProgress::of(Some(known), &posts));
            entries.extend(posts.found.into_iter().map(|(_, id)| Entry::Changed(id)));
        }
        entries.truncate(limit);
        (entries, Self(progress))
    }

    /// What a copy knows after so many entries, and whether there may be more.
    pub(super) fn after(&self, entries: usize) -> (Since, bool) {
        let (mut since, mut has_more, mut left) = (Since::beginning(), false, entries);
        for log in &self.0 {
            let taken = left.min(log.numbers.len());
            left -= taken;
            let next = log.numbers.get(taken);
            has_more |= log.has_more || next.is_some();
            let change = next.map_or(log.reached, |next| next.before());
            match log.shard {
                Some(shard) => since.shards.push(ShardSince { change, ..shard }),
                None => since.erasure = Some(change),
            }
        }
        (since, has_more)
    }
}

impl LogProgress {
    fn of<T>(shard: Option<ShardSince>, walked: &Walked<T>) -> Self {
        let numbers = walked.found.iter().map(|(number, _)| *number).collect();
        Self { shard, numbers, reached: walked.reached, has_more: walked.has_more }
    }
}
