//! Finds the posts of a page by a race between the access paths of its query. No path runs without a cap, and no estimate decides
//! more than which path leads.
//!
//! **The guarantee**: whatever the data, a page reads at most as many rows as [`Limits::rows`] says for the rows of the cheapest
//! access path of its query: about 310 times as many and 16,000 more, if two access paths compete. This is proven below. What is
//! measured is far less: 98 in 100 pages stay within twice the cheapest path and 500 rows (`npm run bench -- shapes`).
//!
//! # Access paths
//!
//! | access path | order | walked until |
//! | --- | --- | --- |
//! | authors, hashtags, mentions, a reference, a keyword, networks and media types, a range of time | time | the page is full, or, if it is sorted by a count, the end of the set |
//! | the posts that reach a minimum | that count | the page is full if it is sorted by this count, otherwise the end |
//! | all posts | the count that the page is sorted by | the page is full |
//!
//! Each walk probes the other filters by key. Where its order is not that of the page, the first posts of every chunk are kept.
//!
//! # The race
//!
//! - A walk is made in *chunks* of so many steps ([`Chunk`]). A chunk says whether it came to its end, and otherwise where the next
//!   one goes on. So work is not done twice.
//! - Access paths with the same order are one *lane* (`lane.rs`), because the one that comes furthest has found what the others
//!   have: all sets in the order of time are swept together. The fastest of them gets most of the lane's rows. Of the sets' first
//!   and last keys, which cost two rows for each network, only the overlap is swept. Of a set of many ranges, those of all posts
//!   stand for its own.
//! - The first round also reads how large sets are, where something tells it (`sizes.rs`): the full-text index knows on how many posts
//!   each word is, also those of hashtags and mentions, and each version of the posts how many each network has. So of such a set it
//!   is certain in how many rows it comes to its end.
//! - A *round* is one batch. Its allowance is the rows that a lane may have cost by its end: in the first round 120 and two for each
//!   post of the page, then two to six times as many (`limits.rs`). The lane that leads goes to the allowance, the others to
//!   between a sixth and all of it, as their estimates compare. In the first round they only find out whether they are very short.
//!   A list of many names, whose start alone costs more than that, starts as soon as the allowance is as much, and in that round the
//!   allowance grows no further.
//! - If the leading lane ends in the next round for certain, or likely, it runs alone, since the others would only cost rows. It runs
//!   to twice its estimate, but no further than to where another lane ends for certain. If it did not end, the others catch up in the
//!   next round, in which the leading one may go on as far as it might have alone.
//! - Estimates are what the rounds have shown: posts found for the rows spent, how much of the time is left, and for a minimum the
//!   share of a sample of 20 posts that reach it. The sizes of the other sets count as one post that was found on a walk; that of a
//!   set of which nothing tells it is what was passed, for all of its time. Estimates choose who leads, who runs alone, and how fast the
//!   allowance grows.
//! - A keyword of many words takes milliseconds to probe. So its posts are walked like those of any set, and the other paths do not
//!   probe it, but look into the texts of the posts that pass everything else (`texts.rs`). Another word takes 8 microseconds to
//!   probe in an index of one segment, and 75 in one of 17, so large imports and the daily job merge the index.
//! - A prefix is written out as its words before the first round (`expand.rs`): one more batch, and a row for eight words.
//!
//! Reading the size of a word costs no row, but a millisecond for each 20,000 posts that have it. The size of an author or a media type,
//! or how many posts reach a minimum, nothing tells: counting them reads as much as walking them.
//!
//! The alternative to rounds of one lane is a statement in which the others only run if the leading one did not end (a `LIMIT` that
//! is a `CASE` of what led). Tried on the local D1, it costs two rows more for each row that leads, and more tables than SQLite
//! allows in one statement from version 3.54 on.
//!
//! # Why the guarantee holds
//!
//! Let the cheapest access path cost c rows alone, in a query of K lanes.
//!
//! 1. By the end of a round of all lanes with allowance B, but for the first, every lane has been granted B ÷ 6 rows, and every path of a
//!    lane with several sets at least a sixth of that, in both cases less the 16 for which no chunk is made. A path goes on where it,
//!    or a faster one of its lane, stopped. Between two places where it may stop there are at most an eighth of a
//!    chunk's steps: keys end in a hash, which no data chooses. So by then the cheapest path has made 7 ÷ 8 × (B ÷ 36 - 16) rows
//!    of its way (B ÷ 6 if it is alone in its lane).
//!    (A sorted chunk whose posts all pass only has the posts that come out as places. If they are all near its start, the next chunk
//!    walks most of it again, and the path has come no further than its largest chunk. [`Limits::rows`] leaves this out. While the lanes
//!    keep their parts, the path has been granted at most twice that, because allowances at least double. If its part falls from round to
//!    round, it may have been granted up to 14 times that: allowances grow 64 times in six rounds, and a part falls by at most 36 times,
//!    so in these rounds one chunk is at least an eighth of what came before.)
//! 2. So if the race goes on after this round, B < 36 × (8 ÷ 7 × c + 16). Call this X, or the first allowance, if that is more.
//! 3. The next round of all lanes has an allowance of at most 6 X, and in a round alone and the next one a lane may come to 10 X. A round
//!    alone is followed by one of all lanes, unless the size of a set says where it ends. This happens once for each set: what does not
//!    end there has no size any more. Then the other sets of its lane, which it went ahead of, get their sixths of up to 6 X all the
//!    same, or enough to start. So no lane is ever granted more than 10 X rows, and one of several sets no more than 15 X and its starts,
//!    and all K lanes together K times that.
//! 4. A granted row costs at most 2¼ read ones (a step, a hashtag that is found, a place; one more for each other table of postings
//!    that is probed), and each chunk up to four for each post of the page.
//! 5. Where many ranges are merged, a chunk reads the first post of each before its first step. No chunk is made for less than twice
//!    that, so half of its rows are steps. The cheapest path alone has to start as well, so c is no less than its start.
//!
//! Together this is [`Limits::rows`], with the rows that looking up the words of prefixes takes.
//!
//! `tests/native/bounded.rs` holds random pages of random data against it, and against the much lower bounds that are measured.
//!
//! # Lists, exclusions and conditions
//!
//! A list of names is one set with several ranges, which are merged in order (`statements/page/ranges.rs`). A step of it costs two
//! rows, and every chunk up to three for each range. A post with two of the names comes twice, and counts once. Exclusions,
//! languages, kinds of posts and shares are conditions on the row or probes (`statements/page/conditions.rs`). No index leads to them.

mod chunk;
mod estimate;
mod expand;
mod guarantee;
mod lane;
mod limits;
mod race;
mod run;
mod sizes;
#[cfg(test)]
mod tests;
mod texts;
mod walked;

pub use chunk::{AccessPath, Chunk, Round};
pub(super) use expand::expand;
pub use guarantee::Limits;
pub use run::{Answer, run};
pub use sizes::words_of;
pub use texts::has_expensive_keyword;

use super::filters::Filters;
use super::param::Count;
use super::query::PostQuery;

/// A set of posts that has an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Set {
    /// The posts of an author.
    Author,
    /// The posts with a hashtag.
    Hashtag,
    /// The posts with a keyword.
    Keyword,
    /// The posts that mention a username.
    Mentions,
    /// The posts that refer to another one.
    References,
    /// The posts of a network, of a media type, or of both.
    Type,
    /// The posts that reach the minimum of a count.
    Reaching(Count),
    /// All posts, or those in a range of time.
    Time,
}

impl Set {
    /// The name in the log and in `X-Plan`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Author => "author",
            Self::Hashtag => "hashtag",
            Self::Keyword => "keyword",
            Self::Mentions => "mentions",
            Self::References => "references",
            Self::Type => "type",
            Self::Reaching(count) => count.column(),
            Self::Time => "time",
        }
    }

    /// The sets whose intersection a query asks for, without [`Self::Time`]. The keys of authors and hashtags contain the network.
    pub fn all_of(query: &PostQuery) -> Vec<Self> {
        let filters = &query.filters;
        let by_time = [
            (filters.usernames().is_some(), Self::Author),
            (filters.hashtags().is_some(), Self::Hashtag),
            (filters.mentions().is_some(), Self::Mentions),
            (filters.refers_to().is_some(), Self::References),
            (filters.keyword().is_some(), Self::Keyword),
            (has_type(filters), Self::Type),
        ];
        let by_time = by_time.into_iter().filter_map(|(is_given, set)| is_given.then_some(set));
        let minimums = filters.minimums().filter(|(count, _)| count.is_indexed());
        by_time.chain(minimums.map(|(count, _)| Self::Reaching(count))).collect()
    }

    /// Whether its index is in the order of a count, not of time.
    pub const fn is_by_count(self) -> bool {
        matches!(self, Self::Reaching(_))
    }

    /// Whether its index is one of the narrow table, so that no join is needed to filter its posts.
    pub const fn is_on_posts(self) -> bool {
        !matches!(self, Self::Hashtag | Self::Mentions | Self::Keyword)
    }

    /// Whether it is a table of postings, whose keys contain the network.
    pub const fn is_postings(self) -> bool {
        matches!(self, Self::Hashtag | Self::Mentions)
    }
}

/// Whether posts have to be of a network or media type that no key of another set contains.
fn has_type(filters: &Filters) -> bool {
    let has_network =
        filters.usernames().is_some() || filters.hashtags().is_some() || filters.mentions().is_some();
    filters.media_types().is_some() || (filters.platforms().is_some() && !has_network)
}

/// Whether posts have to meet a condition that no set has and that is on the narrow row.
fn has_condition_on_posts(filters: &Filters) -> bool {
    filters.post_kinds().is_some()
        || filters.languages().is_some()
        || filters.excluded_usernames().is_some()
        || filters.minimum(Count::Shares).is_some()
}

/// Whether posts must not have certain hashtags or mentions.
fn has_excluded_postings(filters: &Filters) -> bool {
    filters.excluded_hashtags().is_some() || filters.excluded_mentions().is_some()
}
