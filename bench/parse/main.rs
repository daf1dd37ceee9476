//! How many posts a second one core reads and folds: what an import does with a line before it asks storage anything.
//!
//! `cargo bench --profile cli --no-default-features --bench parse -- FILE ROUNDS` reads canonical lines and prints one
//! line of JSON: the rate of each round.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a bench may fail loudly, prints its result and reads the clock"
)]

use postern::key::{Range, tag_key};
use postern::posts::post::Post;
use postern::posts::post::line::parse;
use postern::posts::post::merge::{Change, merge};
use postern::text::{fold_name, index_text};
use postern::time::Timestamp;
use std::hint::black_box;
use std::time::Instant;

/// When the posts are read: later than any of them.
const NOW: Timestamp = Timestamp(1_793_577_600_000);

fn main() {
    let mut args = std::env::args().skip(1).filter(|arg| !arg.starts_with("--"));
    let text = std::fs::read(args.next().unwrap()).unwrap();
    let rounds: usize = args.next().unwrap().parse().unwrap();
    let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
    let folded = rates(rounds, lines.len(), || lines.iter().for_each(|line| fold(line)));
    println!(r#"{{"posts":{},"posts_per_second":{folded:?}}}"#, lines.len());
}

/// Posts a second in each round, after one that does not count.
fn rates(rounds: usize, posts: usize, work: impl Fn()) -> Vec<u64> {
    work();
    let start = Instant::now();
    let rate = |_| {
        let began = spent(start);
        work();
        u64::try_from(posts as u128 * 1_000 / (spent(start) - began).max(1)).unwrap()
    };
    (0..rounds).map(rate).collect()
}

/// Milliseconds of processor time that this process has used, in steps of 10, so that other programs don't count; where
/// there is no /proc, those that have passed.
fn spent(start: Instant) -> u128 {
    let Ok(line) = std::fs::read_to_string("/proc/self/stat") else { return start.elapsed().as_millis() };
    let (_, fields) = line.rsplit_once(')').unwrap();
    let ticks = fields.split_whitespace().skip(11).take(2).map(|field| field.parse::<u128>().unwrap());
    ticks.sum::<u128>() * 10
}

/// Reads a line, takes its hashtags and mentions, folds its names and text, and makes its key.
fn fold(line: &[u8]) {
    let Change::Inserted(post) = merge(None, parse(line).unwrap(), NOW) else { return };
    let network = post.network().unwrap();
    let author = post.author_key(network);
    let key = Range::new(post.published_at, &author).free(&post.id, |_| false);
    let Post { content, hashtags, .. } = &post;
    let tags: Vec<String> = hashtags.iter().map(|tag| tag_key(network, &fold_name(tag))).collect();
    black_box((key, tags, index_text(content.as_deref(), hashtags), author));
}
