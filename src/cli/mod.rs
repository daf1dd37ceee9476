//! The operator's command line. It calls the operator's endpoints to import, export and erase posts, manage accounts and
//! show statistics.
//!
//! Results go to standard output, everything else to standard error.
//!
//! | exit code | meaning |
//! | --- | --- |
//! | 0 | success |
//! | 1 | something was refused, by this program or by the service (4xx), or not recognised |
//! | 2 | wrong usage, no connection, an error in the service, or an interrupted import, whose remaining files were not read |
//! | 130 | stopped by Ctrl-C |

mod account;
mod bar;
mod browser_token;
mod client;
mod clock;
mod count;
mod erase;
mod error;
mod escape;
mod export;
mod fill;
mod filters;
mod import;
mod mcp;
mod output;
mod payments;
mod restore;
mod sample;
mod service;
mod shards;
mod stats;
mod stop;
mod table;
mod token;

use clap::error::{ContextKind, ContextValue};
use clap::{Parser, Subcommand};
use error::CliError;
use escape::shown;
use std::process::ExitCode;

/// Exit code when something was refused or not recognised.
const REFUSED: u8 = 1;
/// Exit code of wrong usage, failed connections and interrupted imports.
const FAILED: u8 = 2;
/// Exit code after Ctrl-C, as shells have it.
const STOPPED: u8 = 130;

/// Postern's command line for operators.
#[derive(Debug, Parser)]
#[command(name = "postern", version, about, disable_help_subcommand = true, after_help = SERVICE_HELP)]
struct Cli {
    #[command(flatten)]
    service: service::ServiceArgs,

    /// Print results as JSON, for scripts
    #[arg(long, global = true, help_heading = service::GENERAL)]
    json: bool,

    #[command(subcommand)]
    command: Command,
}

const SERVICE_HELP: &str = "\
Set the service with --url or POSTERN_URL, and its secret with --secret-file or POSTERN_OPERATOR_SECRET. By default, they \
come from the dev.json that a running `npm start` writes into .postern (or POSTERN_STATE), in this folder or one above it.

Exit codes: 0 success; 1 something was refused, by this program or the service, or not recognised; 2 wrong usage, no \
connection, an error in the service, or an interrupted import.

Examples:
  postern import posts.ndjson
  postern import ~/x-archive --dry-run
  postern export --output posts.ndjson
  postern count --hashtag reef --group-by month
  postern erase post x:123
  postern account create --name 'Ada' --email ada@example.com --company 'Acme' --credits 1000
  postern sample 500 | postern import -";

#[derive(Debug, Subcommand)]
enum Command {
    /// Import posts from files and folders
    Import(import::ImportArgs),
    /// Export posts as canonical NDJSON: all, or those that a search would find
    Export(export::ExportArgs),
    /// Count posts: all, or those that a search would find, and by group
    Count(count::CountArgs),
    /// Erase posts, or an author with all posts, so that no import brings them back
    Erase(erase::EraseArgs),
    /// Create and manage accounts
    #[command(subcommand)]
    Account(account::AccountCommand),
    /// List payments that match no account, and assign one to an account
    Payments(payments::PaymentsArgs),
    /// Make a browser token for a web page from an API token, without calling the service
    BrowserToken(browser_token::BrowserTokenArgs),
    /// Serve the posts to an agent over standard input and output, for clients that can't call /mcp of the service by themselves
    Mcp(mcp::McpArgs),
    /// Show the number of posts, storage use and the state of the ledgers
    Stats,
    /// Show the databases of posts, or rebalance the posts over more or fewer of them
    Shards(shards::ShardsArgs),
    /// Fill posts from before an upgrade with what new filters compare; the service also does it by itself, in hours
    Fill,
    /// Restore databases from a backup; `npm run restore` runs this
    #[command(hide = true)]
    Restore(restore::RestoreArgs),
    /// Generate invented posts as canonical NDJSON; the same count and seed give the same posts
    Sample(sample::SampleArgs),
    /// List the formats that `import` recognises
    Formats,
}

/// Runs the command line with the arguments and environment of the process.
pub fn main() -> ExitCode {
    let cli = Cli::try_parse().unwrap_or_else(|error| end(error));
    match run(&cli) {
        Ok(code) => ExitCode::from(code),
        Err(CliError::ClosedPipe) => ExitCode::SUCCESS,
        Err(error) => {
            output::print_error(&error.to_string());
            ExitCode::from(error.exit_code())
        }
    }
}

/// Shows the help or what is wrong with the arguments. Such a message repeats the arguments, which may contain anything, so
/// they are escaped.
fn end(mut error: clap::Error) -> ! {
    let repeated = |(kind, value): (ContextKind, &ContextValue)| match value {
        ContextValue::String(text) => Some((kind, text.clone(), shown(text))),
        _ => None,
    };
    let repeated: Vec<_> = error.context().filter_map(repeated).collect();
    for (kind, _, shown) in repeated.into_iter().filter(|(_, text, shown)| text != shown) {
        error.insert(kind, ContextValue::String(shown));
        // Suggestions repeat it once more.
        error.remove(ContextKind::Suggested);
    }
    error.exit()
}

fn run(cli: &Cli) -> Result<u8, CliError> {
    match &cli.command {
        Command::Import(args) => import::run(args, &cli.service, cli.json),
        Command::Export(args) => export::run(args, &cli.service.connect()?, cli.json).map(|()| 0),
        Command::Erase(args) => erase::run(args, &cli.service, cli.json),
        Command::Account(command) => account::run(command, &cli.service.connect()?, cli.json).map(|()| 0),
        Command::Count(args) => count::run(args, &cli.service.connect()?, cli.json).map(|()| 0),
        Command::Fill => fill::run(&cli.service.connect()?, cli.json).map(|()| 0),
        Command::Payments(args) => payments::run(args, &cli.service.connect()?, cli.json).map(|()| 0),
        Command::BrowserToken(args) => browser_token::run(args, &cli.service, cli.json).map(|()| 0),
        Command::Mcp(args) => mcp::run(args, &cli.service).map(|()| 0),
        Command::Stats => stats::run(&cli.service.connect()?, cli.json).map(|()| 0),
        Command::Shards(args) => shards::run(args, &cli.service.connect()?, cli.json).map(|()| 0),
        Command::Restore(args) => restore::run(args, &cli.service).map(|()| 0),
        Command::Sample(args) => sample::run(args).map(|()| 0),
        Command::Formats => import::formats(cli.json).map(|()| 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// Splits a line into words as a shell does, up to a redirection.
    fn words(line: &str) -> Vec<String> {
        let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
        for character in line.chars() {
            match character {
                '\'' => quoted = !quoted,
                ' ' if !quoted => words.push(core::mem::take(&mut word)),
                _ => word.push(character),
            }
        }
        words.push(word);
        let end = words.iter().position(|word| word == ">").unwrap_or(words.len());
        words.truncate(end);
        words
    }

    /// Every example in the help of a command and its subcommands.
    fn examples(command: &mut clap::Command) -> Vec<String> {
        let help = command.render_long_help().to_string();
        let calls =
            help.lines().filter_map(|line| line.strip_prefix("  ")).flat_map(|line| line.split(" | "));
        let mut found: Vec<String> =
            calls.filter(|call| call.starts_with("postern ")).map(str::to_owned).collect();
        found.extend(command.get_subcommands_mut().flat_map(examples));
        found
    }

    #[test]
    fn every_example_in_a_help_can_be_run() {
        let examples = examples(&mut Cli::command().term_width(0));
        assert!(examples.len() >= 12, "{examples:?}");
        for example in examples {
            let parsed = Cli::try_parse_from(words(&example));
            assert!(parsed.is_ok(), "{example}: {}", parsed.unwrap_err());
        }
    }

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
