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
mod meter;
#[path = "../../tests/native/rows.rs"]
mod rows;
mod sampled;
mod ways;

use file::{File, SEED};
use postern::posts::plan::run;
use postern::posts::url::posts_url;
use postern::sample::{self, SHAPES, Shape, USUAL};
use sampled::{Dice, Posts, found};
use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use ways::{Model, Way};

/// What the command line says.
struct Options {
    posts: u64,
    queries: u64,
    seed: u64,
    folder: PathBuf,
    shapes: Vec<Shape>,
    /// Whether each page is read, by the planner on this SQLite.
    is_read: bool,
    /// Where the lines go; standard output where it is none.
    out: Option<PathBuf>,
}

impl Options {
    fn read(arguments: impl Iterator<Item = String>) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/cheapest");
        let mut options = Self {
            posts: 10_000,
            queries: 100,
            seed: 1,
            folder,
            shapes: vec![USUAL],
            is_read: false,
            out: None,
        };
        // Cargo adds a flag of its own.
        let mut arguments = arguments.filter(|argument| argument != "--bench");
        while let Some(name) = arguments.next() {
            if name == "--read" {
                options.is_read = true;
                continue;
            }
            let value = arguments.next().unwrap_or_else(|| panic!("expected a value after {name}"));
            let number =
                || value.parse().unwrap_or_else(|_| panic!("expected a number for {name}, found {value}"));
            match name.as_str() {
                "--posts" => options.posts = number(),
                "--queries" => options.queries = number(),
                "--seed" => options.seed = number(),
                "--folder" => options.folder = value.into(),
                "--shape" if value == "all" => options.shapes = SHAPES.to_vec(),
                "--shape" => {
                    let shape = Shape::by_name(&value);
                    options.shapes =
                        vec![shape.unwrap_or_else(|| panic!("expected the name of a shape, found {value}"))];
                }
                "--out" => options.out = Some(value.into()),
                _ => panic!(
                    "expected --posts, --queries, --seed, --folder, --shape, --read or --out, found {name}"
                ),
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
    let mut out = BufWriter::new(options.sink());
    for shape in &options.shapes {
        let file = File::open(&options.folder, *shape, options.posts);
        let posts = Posts::new(sample::posts_of(*shape, SEED, options.posts), &file.keys());
        let mut dice = Dice(options.seed);
        for _ in 0..options.queries {
            let (query, page) = posts.ask(&mut dice);
            let model = Model::new(&query, &posts);
            let ways: BTreeMap<_, _> =
                ways::rows(&model).into_iter().map(|(way, rows)| (name(way), rows)).collect();
            let mut line = serde_json::json!({
                "shape": shape.name,
                "path": posts_url(&query),
                "limit": query.limit.0,
                "cheapest": ways.values().min(),
                "ways": ways,
            });
            if options.is_read {
                let answer = pollster::block_on(run(&file, &query)).unwrap();
                assert_eq!(found(&answer, &query), page, "{} {:?}", posts_url(&query), answer.plan);
                line["read"] = meter::rows(&model, &answer).into();
                line["batches"] = answer.batches.into();
                line["plan"] = answer.plan.as_str().into();
                let steps = answer.rounds.iter().map(|round| {
                    round.chunks.iter().map(|chunk| (chunk.path, chunk.steps)).collect::<Vec<_>>()
                });
                line["rounds"] = format!("{:?}", steps.collect::<Vec<_>>()).into();
            }
            writeln!(out, "{line}").unwrap();
        }
        out.flush().unwrap();
    }
}

/// The name of a way in the results.
fn name(way: Way) -> String {
    match way {
        Way::Walk(set) => set.name().to_owned(),
        Way::Collect(set) => format!("collect:{}", set.name()),
        Way::Count => "walk".to_owned(),
        Way::Join => "join".to_owned(),
    }
}
