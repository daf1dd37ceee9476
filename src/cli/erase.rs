//! `postern erase`: permanently erases posts, or an author with all posts.

use super::bar::Bar;
use super::client::{CallError, Client, call_with_retries, segment};
use super::error::CliError;
use super::escape::shown;
use super::output::{note, say, say_json};
use super::service::ServiceArgs;
use super::{REFUSED, stop};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::io::{self, BufRead, IsTerminal, Write};

/// What to erase.
#[derive(Debug, Args)]
pub(super) struct EraseArgs {
    #[command(subcommand)]
    what: What,

    /// Don't ask for confirmation; required when not run in a terminal
    #[arg(long, global = true)]
    yes: bool,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Erase posts by their ids
    #[command(after_help = POST_HELP)]
    Post {
        /// Ids as in answers, such as x:123; `-` reads ids from standard input, one a line
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
    },
    /// Erase an author with all posts, including those imported later
    #[command(after_help = AUTHOR_HELP)]
    Author {
        /// The network
        platform: String,
        /// The author's username there, with or without @, in upper or lower case
        username: String,
    },
}

const POST_HELP: &str = "\
Erased posts disappear from every answer, and no import brings them back. If an id is not stored, it is reported, the others \
are still erased, and the exit code is 1. Erasing again is harmless.

Examples:
  postern erase post x:123 instagram:C8abcDEF
  postern erase post --yes -";

const AUTHOR_HELP: &str = "\
Erased posts disappear from every answer, and no import brings them back. From now on, all posts of this author count as \
erased. The erased posts also stay erased if the author changes the name, but new posts under another name count as posts of \
another author. If the command is interrupted, run it again to continue.

Example:
  postern erase author tiktok reef.watch";

/// Something to erase: its name and the path of its endpoint.
struct EraseTarget {
    name: String,
    path: String,
}

/// The result.
#[derive(Default)]
struct Outcome {
    erased: u64,
    refused: Vec<Value>,
}

/// Erases after confirmation. Returns the exit code.
pub(super) fn run(args: &EraseArgs, service: &ServiceArgs, as_json: bool) -> Result<u8, CliError> {
    let targets = targets(&args.what)?;
    let client = service.connect()?;
    if !args.yes && !is_confirmed(&args.what, targets.len())? {
        note("Nothing was erased.");
        return Ok(REFUSED);
    }
    stop::listen();
    let mut outcome = Outcome::default();
    let ended = erase(&client, &targets, &mut outcome);
    if ended.is_err() && outcome.erased > 0 {
        note(&format!("{} before it was interrupted.", erased_text(outcome.erased)));
    }
    ended?;
    let code = if outcome.refused.is_empty() { 0 } else { REFUSED };
    if as_json {
        say_json(&json!({"erased": outcome.erased, "refused": outcome.refused}))?;
    } else if outcome.erased > 0 || code == 0 {
        say(&format!("{}.", erased_text(outcome.erased)))?;
    }
    Ok(code)
}

fn erased_text(posts: u64) -> String {
    format!("Erased {posts} {}", if posts == 1 { "post" } else { "posts" })
}

fn targets(what: &What) -> Result<Vec<EraseTarget>, CliError> {
    match what {
        What::Author { platform, username } => {
            // The service drops one @. Without it, a name such as `..` would be a step in the path.
            let name = username.strip_prefix('@').unwrap_or(username);
            let path = format!("/authors/{}/@{}", segment(platform), segment(name));
            Ok(vec![EraseTarget { name: format!("{platform} {name}"), path }])
        }
        What::Post { ids } => {
            let mut all = Vec::new();
            for id in ids {
                if id == "-" { all.extend(ids_from_stdin()?) } else { all.push(id.clone()) }
            }
            if all.is_empty() {
                return Err(CliError::Usage("expected ids on standard input, got none".to_owned()));
            }
            let post = |id: String| EraseTarget { path: format!("/posts/{}", segment(&id)), name: id };
            Ok(all.into_iter().map(post).collect())
        }
    }
}

/// Reads ids from standard input.
fn ids_from_stdin() -> Result<Vec<String>, CliError> {
    let failed = |error| CliError::File("standard input".to_owned(), error);
    let lines = io::stdin().lock().lines().collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let ids = lines.iter().map(|line| line.trim_start_matches('\u{feff}').trim());
    Ok(ids.filter(|id| !id.is_empty()).map(str::to_owned).collect())
}

/// Asks for confirmation on the terminal. Not with `dialoguer`, which leaves the cursor hidden after Ctrl-C and draws a
/// question twice if it is longer than a line.
fn is_confirmed(what: &What, count: usize) -> Result<bool, CliError> {
    let subject = match what {
        What::Post { ids } if count == 1 => ids.first().map_or(String::new(), |id| shown(id)),
        What::Post { .. } => format!("{count} posts"),
        What::Author { platform, username } => {
            format!("{} {} with all posts", shown(platform), shown(username))
        }
    };
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        let advice = "there is no terminal to ask for confirmation: confirm with --yes";
        return Err(CliError::Usage(format!("erasing {subject} for good: {advice}")));
    }
    let failed = |error| CliError::File("the terminal".to_owned(), error);
    write!(io::stderr(), "Erase {subject} for good? No import brings them back. [y/N] ").map_err(failed)?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).map_err(failed)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

fn erase(client: &Client, targets: &[EraseTarget], outcome: &mut Outcome) -> Result<(), CliError> {
    let bar = Bar::new("{bar:30} {pos} of {len} ({eta} left)", Some(targets.len() as u64));
    for (place, EraseTarget { name, path }) in targets.iter().enumerate() {
        if stop::is_asked() {
            return Err(CliError::Stopped);
        }
        match call_with_retries(place > 0, |text| bar.say(text), || client.delete(path)) {
            Ok(data) => outcome.erased += data.get("erased").and_then(Value::as_u64).unwrap_or(0),
            Err(error) => {
                let (code, message) = target_error(&error).ok_or(error)?;
                bar.warn(&format!("{}: {code}: {message}", shown(name)));
                outcome.refused.push(json!({"what": name, "code": code, "message": message}));
            }
        }
        bar.set_position(place as u64 + 1);
    }
    Ok(())
}

/// The code and message of a refusal that concerns only this target.
fn target_error(error: &CallError) -> Option<(String, String)> {
    match error {
        CallError::Refused { status: 400 | 404, code, message, .. } => Some((code.clone(), message.clone())),
        _ => None,
    }
}
