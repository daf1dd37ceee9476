//! `postern sample`: invented posts, the same for the same seed.

use super::error::CliError;
use crate::sample::{SHAPES, Shape, USUAL};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use std::io::{self, BufWriter, Write};

/// How many posts, and which.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  postern sample 5000 > posts.ndjson\n  postern sample 500 --seed 7 | postern import -"
)]
pub(super) struct SampleArgs {
    /// How many posts
    count: u64,

    /// The seed: each seed makes different posts
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How times, authors, hashtags and counts are spread
    #[arg(long, value_name = "NAME", default_value = USUAL.name, value_parser = shapes())]
    shape: String,
}

/// The names of the shapes, each with its help.
fn shapes() -> PossibleValuesParser {
    SHAPES.map(|shape| PossibleValue::new(shape.name).help(shape.help)).into()
}

/// Writes the posts to standard output.
pub(super) fn run(args: &SampleArgs) -> Result<(), CliError> {
    let mut out = BufWriter::new(io::stdout().lock());
    let shape = Shape::by_name(&args.shape).unwrap_or(USUAL);
    crate::sample::write(&mut out, shape, args.seed, args.count)
        .and_then(|()| out.flush())
        .map_err(CliError::stdout)
}
