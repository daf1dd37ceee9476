//! The operator's command line: imports posts, manages accounts and shows figures, over the operator's addresses.
//!
//! Results go to standard output, all else to standard error. Exit codes: 0 all good; 1 something was refused or not
//! recognised; 2 wrong usage, no connection, or a request that the service refused as a whole.

mod account;
mod client;
mod clock;
mod error;
mod import;
mod output;
mod sample;
mod service;
mod stats;

use clap::{Parser, Subcommand};
use error::CliError;
use std::process::ExitCode;

/// Exit code when something was refused or not recognised.
const REFUSED: u8 = 1;
/// Exit code of wrong usage and failed connections.
const FAILED: u8 = 2;

/// Postern's command line for operators.
#[derive(Debug, Parser)]
#[command(name = "postern", version, about, disable_help_subcommand = true, after_help = SERVICE_HELP)]
struct Cli {
    #[command(flatten)]
    service: service::ServiceArgs,

    /// Print results as JSON, for scripts
    #[arg(long, global = true)]
    json: bool,

    #[command(subcommand)]
    command: Command,
}

const SERVICE_HELP: &str = "\
The service and its secret: --url or POSTERN_URL, and --secret-file or POSTERN_OPERATOR_SECRET. Without them, the
dev.json that a running `npm start` writes into .postern (or POSTERN_STATE) is used, from this folder or one above it.

Examples:
  postern import posts.ndjson
  postern import ~/x-archive --dry-run
  postern account create --name 'Ada' --email ada@example.com --company 'Acme' --credits 1000
  postern sample 500 | postern import -";

#[derive(Debug, Subcommand)]
enum Command {
    /// Import posts from files and folders
    Import(import::ImportArgs),
    /// Create and manage accounts
    #[command(subcommand)]
    Account(account::AccountCommand),
    /// Show how many posts there are, storage use and the ledger's state
    Stats,
    /// Write invented posts as canonical NDJSON; the same count and seed give the same posts
    Sample(sample::SampleArgs),
    /// List the formats that `import` recognises
    Formats,
}

/// Runs the command line with the arguments and environment of the process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(&cli) {
        Ok(code) => ExitCode::from(code),
        Err(CliError::ClosedPipe) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&error.to_string());
            ExitCode::from(FAILED)
        }
    }
}

fn run(cli: &Cli) -> Result<u8, CliError> {
    match &cli.command {
        Command::Import(args) => import::run(args, &cli.service, cli.json),
        Command::Account(command) => account::run(command, &cli.service.connect()?, cli.json).map(|()| 0),
        Command::Stats => stats::run(&cli.service.connect()?, cli.json).map(|()| 0),
        Command::Sample(args) => sample::run(args).map(|()| 0),
        Command::Formats => import::formats(cli.json).map(|()| 0),
    }
}
