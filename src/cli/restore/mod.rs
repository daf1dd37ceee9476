//! `postern restore`: the part of `npm run backup` and `npm run restore` that works on the databases.
//!
//! It uses `scripts/d1.mjs`, because only wrangler can access the databases. OPERATIONS.md says when to restore what.

mod d1;
mod erasures;
mod sql;

use super::error::CliError;
use super::escape::shown;
use super::output::say;
use super::service::ServiceArgs;
use super::{clock, stop};
use crate::accounts::restore as accounts;
use crate::ingest::restore::{self as posts, Behind};
use crate::ingest::statements::restore::Tombstone;
use crate::store::{Database, StorageError, json};
use clap::{Args, Subcommand};
use core::future::Future;
use d1::D1;
use futures_util::FutureExt;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The files of a backup, as scripts/lib/backup.mjs writes them.
const ACCOUNTS: &str = "accounts.sql";
const POSTS: &str = "posts.ndjson";
const TOMBSTONES: &str = "tombstones.ndjson";

/// What to restore.
#[derive(Debug, Args)]
pub(super) struct RestoreArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Fill an empty database of accounts
    Accounts {
        /// The folder of the backup
        folder: PathBuf,
        #[command(flatten)]
        d1: D1Args,
    },
    /// Fill the databases of posts that lack acknowledged posts, repeat all erasures, and open them for reading
    Posts {
        /// The folder of the backup; without it, the stored posts are kept
        folder: Option<PathBuf>,
        #[command(flatten)]
        d1: D1Args,
    },
    /// Print the tombstones of everything that was erased, one a line
    Tombstones {
        #[command(flatten)]
        d1: D1Args,
    },
}

/// How to access the databases.
#[derive(Debug, Args)]
struct D1Args {
    /// The program that runs statements, such as node scripts/d1.mjs --local
    #[arg(last = true, required = true, value_name = "COMMAND")]
    d1: Vec<OsString>,
}

/// Runs the command.
pub(super) fn run(args: &RestoreArgs, service: &ServiceArgs) -> Result<(), CliError> {
    stop::listen();
    match &args.what {
        What::Accounts { folder, d1 } => restore_accounts(&D1::start(&d1.d1)?, folder),
        What::Posts { folder, d1 } => restore_posts(&D1::start(&d1.d1)?, folder.as_deref(), service),
        What::Tombstones { d1 } => {
            let tombstones = poll_once(posts::tombstones(&D1::start(&d1.d1)?))?;
            tombstones.iter().try_for_each(|tombstone| say(&json(tombstone)))
        }
    }
}

/// The result of a future that is ready at once. Calls of the databases block, so the future never waits.
fn poll_once<T>(future: impl Future<Output = Result<T, StorageError>>) -> Result<T, CliError> {
    let never = || Err(StorageError::new("the databases did not answer"));
    Ok(future.now_or_never().unwrap_or_else(never)?)
}

fn restore_accounts(d1: &D1, folder: &Path) -> Result<(), CliError> {
    if !poll_once(accounts::is_empty(d1))? {
        return Err(CliError::Refused(NOT_EMPTY.to_owned()));
    }
    d1.run_file(Database::Accounts, &folder.join(ACCOUNTS))?;
    let check = poll_once(accounts::finish(d1, clock::now()))?;
    if check.mismatched > 0 {
        return Err(CliError::Mismatched(check.mismatched.unsigned_abs()));
    }
    say(&format!("Restored {} accounts, every balance the sum of its ledger.", check.accounts))
}

const NOT_EMPTY: &str = "expected an empty database ACCOUNTS, but it has tables in it. Create a new one with \
    `npx wrangler d1 create`, put its id into wrangler.toml, and restore into it before you deploy. To practise with --local, stop \
    `npm start`, and delete v3/d1 and migrations.json in the state folder. This deletes all local databases";

/// Fills databases of posts from a backup, or keeps what they have, and repeats the erasures. Only then they can be read.
fn restore_posts(d1: &D1, folder: Option<&Path>, service: &ServiceArgs) -> Result<(), CliError> {
    let client = service.connect()?;
    let behind = poll_once(posts::behind(d1))?;
    if behind.is_empty() {
        return say("Nothing to do: every database of posts has all acknowledged posts.");
    }
    poll_once(posts::close(d1, &behind))?;
    if let Some(folder) = folder {
        poll_once(posts::bury(d1, &behind, &tombstones_in(&folder.join(TOMBSTONES))?))?;
        import(&folder.join(POSTS))?;
    }
    let erasures = erasures::fetch(&client)?;
    let outcome = erasures::apply(&client, &erasures)?;
    poll_once(posts::bury(d1, &behind, &outcome.absent))?;
    poll_once(posts::open(
        d1,
        &behind,
        if folder.is_some() { "backup" } else { "time travel" },
        clock::now(),
    ))?;
    say(&format!(
        "Restored {}: erased {} posts again, by {} erasures.",
        names(&behind),
        outcome.posts,
        erasures.len()
    ))
}

fn names(behind: &[Behind]) -> String {
    behind.iter().map(|behind| format!("POSTS_{}", behind.shard)).collect::<Vec<_>>().join(", ")
}

fn tombstones_in(path: &Path) -> Result<Vec<Tombstone>, CliError> {
    let failed = |error| CliError::File(path.display().to_string(), error);
    let text = std::fs::read_to_string(path).map_err(failed)?;
    let tombstones = text.lines().map(serde_json::from_str).collect::<Result<_, _>>();
    tombstones.map_err(|error| failed(error.into()))
}

/// Imports the posts of the backup. This runs the program again, because an import is a whole command.
fn import(path: &Path) -> Result<(), CliError> {
    let failed = |error| CliError::File(path.display().to_string(), error);
    let mut import = Command::new(std::env::current_exe().map_err(failed)?);
    let status = import.arg("import").arg(path).stdin(Stdio::null()).status().map_err(failed)?;
    if status.success() {
        return Ok(());
    }
    Err(CliError::Refused(format!(
        "not all posts of {} could be imported, so posts can't be read yet: see above what was refused, and run the same command \
         again",
        shown(&path.display().to_string())
    )))
}
