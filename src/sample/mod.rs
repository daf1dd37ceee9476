//! Invented posts: any number, and always the same for the same seed.
//!
//! They are for trials and measurements: authors, hashtags and words follow Zipf's law, counts have heavy tails and follow
//! their authors, and some values are frequent on purpose ([`BUSIEST`], [`HASHTAG`], [`WORD`], [`RIVALS`]). Nothing in them
//! is taken from anyone; addresses are under `.example`.
//!
//! Each post depends only on the seed and its number, so a smaller sample is the beginning of a larger one. All arithmetic
//! is on integers, because floating-point functions differ between machines.

mod author;
mod content;
mod counts;
mod id;
mod media;
mod random;
mod shape;
mod words;

use crate::platform::Network;
use crate::posts::post::Kind;
use crate::posts::post::line::PostLine;
use crate::time::{DAY, Timestamp};
use author::Author;
use random::Random;
pub use shape::{SHAPES, Shape, USUAL};
use std::io::{self, Write};

/// The author of one post in a hundred: network and username.
pub const BUSIEST: (Network, &str) = (Network::Instagram, "vumoluso");
/// The hashtag of one post in twenty.
pub const HASHTAG: &str = "lowtide";
/// A word in the content of three posts in ten.
pub const WORD: &str = "coral";
/// Two words that are each in the content of 8 posts in a hundred, and never together.
pub const RIVALS: [&str; 2] = ["sunrise", "sunset"];

/// 2023-11-01: no post is older.
const FIRST: i64 = 1_698_796_800_000;
/// 2026-11-01: every post is older, and was collected later.
const END: i64 = 1_793_491_200_000;

/// The first `count` posts of a seed, in no order of time.
pub fn posts(seed: u64, count: u64) -> impl Iterator<Item = PostLine> {
    posts_of(USUAL, seed, count)
}

/// The first `count` posts of a shape and a seed.
pub fn posts_of(shape: Shape, seed: u64, count: u64) -> impl Iterator<Item = PostLine> {
    (0..count).map(move |number| post(shape, seed, number))
}

/// Writes the first `count` posts of a shape and a seed as canonical lines.
///
/// # Errors
/// Those of the writer.
pub fn write(out: &mut impl Write, shape: Shape, seed: u64, count: u64) -> io::Result<()> {
    for post in posts_of(shape, seed, count) {
        serde_json::to_writer(&mut *out, &post)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// The part of a post that other posts refer to.
struct Outline {
    author: Author,
    published_at: i64,
    id: String,
}

impl Outline {
    fn new(shape: Shape, seed: u64, number: u64, random: &mut Random) -> Self {
        let rank = if random.chance(10) { 0 } else { 1 + random.zipf(6, 16) };
        let author = Author::of_rank(shape.author(rank, number));
        let published_at = shape.published_at(published_at(author.network, random), &author, number);
        Self { id: id::post(author.network, published_at, seed, number), author, published_at }
    }
}

fn post(shape: Shape, seed: u64, number: u64) -> PostLine {
    let mut random = Random::new(seed, number);
    let outline = Outline::new(shape, seed, number, &mut random);
    let author = &outline.author;
    let time = Timestamp(outline.published_at);
    let mut line = PostLine::new(author.network, outline.id.clone(), author.username(), time);
    if author.network == Network::X && random.chance(200) {
        line.platform = "twitter".parse().unwrap_or(line.platform);
    }
    line.url = Some(format!("{}/{}", author.url(), outline.id));
    author.fill(&mut line.author);
    media::fill(&mut line, &mut random);
    content::fill(&mut line, author, &mut random);
    counts::fill(&mut line, author, &mut random);
    shape.apply(&mut line, author, &mut random);
    relate(&mut line, shape, (seed, number), &mut random);
    line.edited_at =
        random.chance(30).then(|| Timestamp(outline.published_at + random.millis(1000, 3_600_000)));
    line.collected_at = Some(Timestamp(END + random.millis(0, DAY)));
    line
}

/// A time within three years. X and LinkedIn give milliseconds, the others seconds. One post in 256 is at one of 64 times
/// that many posts share.
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
fn relate(line: &mut PostLine, shape: Shape, (seed, number): (u64, u64), random: &mut Random) {
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
        line.refers_to = (0..4).find_map(|_| earlier_post(network, shape, (seed, number), random));
    }
}

/// The id of a random earlier post, if that is of the same network.
fn earlier_post(
    network: Network,
    shape: Shape,
    (seed, number): (u64, u64),
    random: &mut Random,
) -> Option<String> {
    let earlier = random.below(number.min(u64::from(u32::MAX)));
    let outline =
        (earlier < number).then(|| Outline::new(shape, seed, earlier, &mut Random::new(seed, earlier)))?;
    (outline.author.network == network).then(|| crate::posts::post::post_id(network, &outline.id))
}

#[cfg(test)]
mod tests;
