//! What the cheapest plan costs for random queries among the posts of a sample.
//!
//! `cargo bench --no-default-features --bench cheapest -- --posts 1000000 --queries 2000 --seed 1 --folder DIR --out FILE`
//! makes the posts' database in the folder, unless it is there, and writes a line of JSON for each query: its `path` with
//! the cursor of the page, `cheapest`, the rows of the way that reads fewest, and `ways`, the rows of each.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "nobody relies on it; what goes wrong ends it"
)]

mod file;
#[path = "../../tests/native/rows.rs"]
mod rows;
mod sampled;
mod ways;

use file::{File, SEED};
use postern::posts::plan::Plan;
use postern::posts::url::posts_url;
use postern::sample;
use sampled::{Dice, Posts};
use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// What the command line says.
struct Options {
    posts: u64,
    queries: u64,
    seed: u64,
    folder: PathBuf,
    /// Where the lines go; standard output where it is none.
    out: Option<PathBuf>,
}

impl Options {
    fn read(arguments: impl Iterator<Item = String>) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/cheapest");
        let mut options = Self { posts: 10_000, queries: 100, seed: 1, folder, out: None };
        // Cargo adds a flag of its own.
        let mut arguments = arguments.filter(|argument| argument != "--bench");
        while let Some(name) = arguments.next() {
            let value = arguments.next().unwrap_or_else(|| panic!("expected a value after {name}"));
            let number =
                || value.parse().unwrap_or_else(|_| panic!("expected a number for {name}, found {value}"));
            match name.as_str() {
                "--posts" => options.posts = number(),
                "--queries" => options.queries = number(),
                "--seed" => options.seed = number(),
                "--folder" => options.folder = value.into(),
                "--out" => options.out = Some(value.into()),
                _ => panic!("expected --posts, --queries, --seed, --folder or --out, found {name}"),
            }
        }
        options
    }

    fn sink(&self) -> Box<dyn Write> {
        match &self.out {
            Some(path) => Box::new(std::fs::File::create(path).expect("a file to write to")),
            None => Box::new(std::io::stdout().lock()),
        }
    }
}

fn main() {
    let options = Options::read(std::env::args().skip(1));
    let keys = File::open(&options.folder, options.posts).keys();
    let posts = Posts::new(sample::posts(SEED, options.posts), &keys);
    drop(keys);
    let mut dice = Dice(options.seed);
    let mut out = BufWriter::new(options.sink());
    for _ in 0..options.queries {
        let (query, _) = posts.ask(&mut dice);
        let ways = ways::rows(&query, &posts).into_iter();
        let ways: BTreeMap<_, _> = ways.map(|(way, rows)| (Plan::from(way).name(&query), rows)).collect();
        let line = serde_json::json!({
            "path": posts_url(&query),
            "cheapest": ways.values().min(),
            "ways": ways,
        });
        writeln!(out, "{line}").unwrap();
        out.flush().unwrap();
    }
}
