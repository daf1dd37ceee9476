//! Shapes of samples: how times, authors, hashtags and counts are spread, and how they depend on one another.
//!
//! A planner that was tuned on one shape may go wrong on another, so measurements draw the shape as well.

use super::author::Author;
use super::random::{Random, mix};
use super::{END, FIRST, HASHTAG};
use crate::platform::Network;
use crate::posts::post::line::PostLine;
use crate::time::DAY;

/// A shape, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// The name, as in `postern sample --shape NAME`.
    pub name: &'static str,
    /// What is special about it, for help texts.
    pub help: &'static str,
    times: Times,
    has_busy_author: bool,
    tags: Tags,
    counts: Counts,
}

/// When posts are published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Times {
    Even,
    /// Each author within ten days.
    Bursts,
    /// Half of all posts on one day.
    BusyDay,
    /// A third of all posts in one millisecond.
    Moment,
}

/// Which hashtags posts have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tags {
    Usual,
    /// Only ones that no other author uses.
    Own,
    /// One of two, never both.
    Apart,
    /// One of two, by the half of the time.
    Halves,
}

/// What counts depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counts {
    Usual,
    Author,
    Network,
    /// Unknown on Instagram.
    NoneOfNetwork,
    Equal,
    Time,
    /// 0 to 3.
    Small,
    /// Known for one post in ten.
    Rare,
    /// More comments, fewer likes.
    Opposed,
}

/// The shape of a sample for which none is named.
pub const USUAL: Shape = Shape {
    name: "usual",
    help: "authors, hashtags and words by Zipf's law, counts with heavy tails",
    times: Times::Even,
    has_busy_author: false,
    tags: Tags::Usual,
    counts: Counts::Usual,
};

/// Every shape.
pub const SHAPES: [Shape; 20] = [
    USUAL,
    Shape { name: "bursts", help: "each author publishes within ten days", times: Times::Bursts, ..USUAL },
    Shape { name: "busy-day", help: "half of all posts on one day", times: Times::BusyDay, ..USUAL },
    Shape { name: "moment", help: "a third of all posts in one millisecond", times: Times::Moment, ..USUAL },
    Shape { name: "busy-author", help: "half of all posts by one author", has_busy_author: true, ..USUAL },
    Shape { name: "own-tags", help: "hashtags that only one author uses", tags: Tags::Own, ..USUAL },
    Shape { name: "apart-tags", help: "two hashtags that never meet", tags: Tags::Apart, ..USUAL },
    Shape {
        name: "half-tags",
        help: "two hashtags, each in one half of the time",
        tags: Tags::Halves,
        ..USUAL
    },
    Shape { name: "author-counts", help: "counts that follow the author", counts: Counts::Author, ..USUAL },
    Shape {
        name: "network-counts",
        help: "counts that follow the network",
        counts: Counts::Network,
        ..USUAL
    },
    Shape { name: "null-network", help: "no counts on Instagram", counts: Counts::NoneOfNetwork, ..USUAL },
    Shape { name: "equal-counts", help: "all counts equal", counts: Counts::Equal, ..USUAL },
    Shape { name: "time-counts", help: "counts that grow with time", counts: Counts::Time, ..USUAL },
    Shape { name: "small-counts", help: "counts of 0 to 3", counts: Counts::Small, ..USUAL },
    Shape { name: "rare-counts", help: "counts known for one post in ten", counts: Counts::Rare, ..USUAL },
    Shape {
        name: "opposed-counts",
        help: "more comments where there are fewer likes",
        counts: Counts::Opposed,
        ..USUAL
    },
    Shape {
        name: "bursts-author-counts",
        help: "bursts, with own hashtags and counts that follow the author",
        times: Times::Bursts,
        tags: Tags::Own,
        counts: Counts::Author,
        ..USUAL
    },
    Shape {
        name: "busy-day-equal-counts",
        help: "half of all posts on one day, all counts equal",
        times: Times::BusyDay,
        counts: Counts::Equal,
        ..USUAL
    },
    Shape {
        name: "busy-author-equal-counts",
        help: "half of all posts by one author, all counts equal",
        has_busy_author: true,
        counts: Counts::Equal,
        ..USUAL
    },
    Shape {
        name: "half-tags-time-counts",
        help: "a hashtag in each half of the time, counts that grow with time",
        tags: Tags::Halves,
        counts: Counts::Time,
        ..USUAL
    },
];

/// The other of two hashtags.
const OTHER: &str = "hightide";

impl Shape {
    /// The shape with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        SHAPES.into_iter().find(|shape| shape.name == name)
    }

    /// The rank of the author of a post, in place of a usual one.
    pub(super) fn author(self, usual: u64, number: u64) -> u64 {
        if self.has_busy_author && mix(number ^ 0xb0).is_multiple_of(2) { 0 } else { usual }
    }

    /// The time of a post, in place of a usual one.
    pub(super) fn published_at(self, usual: i64, author: &Author, number: u64) -> i64 {
        let draw = mix(number ^ 0xc0);
        let share =
            |parts: u64| i64::try_from(draw >> 8).unwrap_or_default() % i64::try_from(parts).unwrap_or(1);
        match self.times {
            Times::Bursts => {
                let starts = (END - FIRST) / DAY - 10;
                let start = i64::try_from(mix(author.rank ^ 0xd0) >> 8).unwrap_or_default() % starts;
                FIRST + start * DAY + (usual - FIRST) % (10 * DAY)
            }
            Times::BusyDay if draw.is_multiple_of(2) => FIRST + 500 * DAY + share(86_400_000),
            Times::Moment if draw.is_multiple_of(3) => FIRST + 500 * DAY,
            Times::Even | Times::BusyDay | Times::Moment => usual,
        }
    }

    /// Changes the hashtags and counts of a post.
    pub(super) fn apply(self, line: &mut PostLine, author: &Author, random: &mut Random) {
        self.tag(line, author, random);
        self.count(line, author, random);
    }

    fn tag(self, line: &mut PostLine, author: &Author, random: &mut Random) {
        let at = line.published_at.0;
        let tag = match self.tags {
            Tags::Usual => return,
            Tags::Own => format!("of_{}_{}", author.username().replace('.', "_"), random.below(3)),
            Tags::Apart => if random.chance(500) { HASHTAG } else { OTHER }.to_owned(),
            Tags::Halves => if at < i64::midpoint(FIRST, END) { HASHTAG } else { OTHER }.to_owned(),
        };
        let text = line.content.take().unwrap_or_default();
        let words = text.split(' ').filter(|word| !word.starts_with('#') && !word.is_empty());
        let tag = format!("#{tag}");
        // Nothing comes after a tag in a script without blanks, so it stays whole.
        line.content = Some(words.chain([tag.as_str()]).collect::<Vec<_>>().join(" "));
    }

    fn count(self, line: &mut PostLine, author: &Author, random: &mut Random) {
        // Without a number that is drawn, the usual posts stay what they have always been.
        if self.counts == Counts::Usual {
            return;
        }
        let network = u64::from(line.platform.network.number());
        let noise = random.below(100);
        let of = |base: u64, noise: u64| {
            [Some(base * 1000 + noise), Some(base * 10 + noise / 10), Some(base * 9000 + noise)]
        };
        let counts = match self.counts {
            Counts::Author => of(mix(author.rank ^ 0xe0) % 997, noise),
            Counts::Network => of(network, noise),
            Counts::NoneOfNetwork if line.platform.network == Network::Instagram => [None; 3],
            Counts::Equal => [Some(7); 3],
            Counts::Time => of((line.published_at.0 - FIRST).unsigned_abs() / 86_400_000, noise),
            Counts::Small => [(); 3].map(|()| Some(random.below(4))),
            Counts::Rare if noise >= 10 => [None; 3],
            Counts::Opposed => {
                let likes = line.likes_count.unwrap_or(noise);
                [Some(likes), Some(10_000_000 / (likes + 1)), Some(random.below(1000))]
            }
            Counts::Usual | Counts::NoneOfNetwork | Counts::Rare => return,
        };
        [line.likes_count, line.comments_count, line.views_count] = counts;
        line.approximate = None;
    }
}
