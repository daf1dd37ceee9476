//! Invented posts, any number of them, the same for everyone who asks with the same seed.
//!
//! They are for trying things out and for measuring: authors, hashtags and words follow Zipf's law, counts have
//! heavy tails and follow their authors, and some values are frequent on purpose ([`BUSIEST`], [`HASHTAG`],
//! [`WORD`], [`RIVALS`]). Nothing in them is taken from anyone; addresses are under `.example`.
//!
//! Each post depends on the seed and its number only, so fewer posts are the beginning of more. All arithmetic is
//! on integers: floating-point functions differ from machine to machine.

mod author;
mod content;
mod counts;
mod id;
mod media;
mod random;
mod words;

use crate::platform::Network;
use crate::posts::post::Kind;
use crate::posts::post::line::PostLine;
use crate::time::{DAY, Timestamp};
use author::Author;
use random::Random;
use std::io::{self, Write};

/// The author of one post in a hundred: network and username.
pub const BUSIEST: (Network, &str) = (Network::Instagram, "vumoluso");
/// The hashtag of one post in twenty.
pub const HASHTAG: &str = "lowtide";
/// A word in the content of three posts in ten.
pub const WORD: &str = "coral";
/// Two words that are each in the content of 8 posts in a hundred, and never in the same.
pub const RIVALS: [&str; 2] = ["sunrise", "sunset"];

/// 2023-11-01: no post is older.
const FIRST: i64 = 1_698_796_800_000;
/// 2026-11-01: every post is older, and every reading is younger.
const END: i64 = 1_793_491_200_000;

/// The first posts of a seed, in no order of time.
pub fn posts(seed: u64, count: u64) -> impl Iterator<Item = PostLine> {
    (0..count).map(move |number| post(seed, number))
}

/// Writes the first posts of a seed as canonical lines.
///
/// # Errors
///
/// Those of the writer.
pub fn write(out: &mut impl Write, seed: u64, count: u64) -> io::Result<()> {
    for post in posts(seed, count) {
        serde_json::to_writer(&mut *out, &post)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// What other posts need to know of a post.
struct Head {
    author: Author,
    published_at: i64,
    id: String,
}

impl Head {
    fn new(seed: u64, number: u64, random: &mut Random) -> Self {
        let author = Author::of_rank(if random.chance(10) { 0 } else { 1 + random.zipf(6, 16) });
        let published_at = published_at(author.network, random);
        Self { id: id::post(author.network, published_at, seed, number), author, published_at }
    }
}

fn post(seed: u64, number: u64) -> PostLine {
    let mut random = Random::new(seed, number);
    let head = Head::new(seed, number, &mut random);
    let author = &head.author;
    let time = Timestamp(head.published_at);
    let mut line = PostLine::new(author.network, head.id.clone(), author.username(), time);
    if author.network == Network::X && random.chance(200) {
        line.platform = "twitter".parse().unwrap_or(line.platform);
    }
    line.url = Some(format!("{}/{}", author.url(), head.id));
    author.fill(&mut line.author);
    media::fill(&mut line, &mut random);
    content::fill(&mut line, author, &mut random);
    counts::fill(&mut line, author, &mut random);
    relate(&mut line, (seed, number), &mut random);
    line.edited_at = random.chance(30).then(|| Timestamp(head.published_at + random.millis(1000, 3_600_000)));
    line.collected_at = Some(Timestamp(END + random.millis(0, DAY)));
    line
}

/// Some time in three years. X and LinkedIn know milliseconds, the others seconds, and one post in 256 falls on one
/// of 64 moments that many share.
fn published_at(network: Network, random: &mut Random) -> i64 {
    if random.below(256) == 0 {
        return FIRST + DAY / 2 + random.millis(0, 64) * 17 * DAY;
    }
    let seconds = random.millis(0, (END - FIRST) / 1000) * 1000;
    match network {
        Network::X | Network::Linkedin => FIRST + seconds + random.millis(0, 1000),
        _ => FIRST + seconds,
    }
}

/// Makes some posts replies, reposts and quotes, mostly of an earlier post of the sample.
fn relate(line: &mut PostLine, (seed, number): (u64, u64), random: &mut Random) {
    let network = line.platform.network;
    let (replies, reposts, quotes) = match network {
        Network::X => (300, 150, 100),
        Network::Linkedin => (0, 150, 50),
        _ => (20, 10, 10),
    };
    let draw = random.below(1000);
    let kind = match draw {
        draw if draw < replies => Kind::Reply,
        draw if draw < replies + reposts => Kind::Repost,
        draw if draw < replies + reposts + quotes => Kind::Quote,
        _ => Kind::Original,
    };
    line.kind = Some(kind);
    if kind != Kind::Original {
        line.refers_to = (0..4).find_map(|_| other(network, seed, number, random));
    }
}

/// The id of an earlier post, if one drawn by chance is of the network.
fn other(network: Network, seed: u64, number: u64, random: &mut Random) -> Option<String> {
    let earlier = random.below(number.min(u64::from(u32::MAX)));
    let head = (earlier < number).then(|| Head::new(seed, earlier, &mut Random::new(seed, earlier)))?;
    (head.author.network == network).then(|| crate::posts::post::post_id(network, &head.id))
}

#[cfg(test)]
mod tests;
