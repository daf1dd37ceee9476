//! `postern sample`: invented posts, the same for the same seed.

use super::error::CliError;
use clap::Args;
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
}

/// Writes the posts to standard output.
pub(super) fn run(args: &SampleArgs) -> Result<(), CliError> {
    let mut out = BufWriter::new(io::stdout().lock());
    crate::sample::write(&mut out, args.seed, args.count).and_then(|()| out.flush()).map_err(CliError::stdout)
}
