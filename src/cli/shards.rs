//! `postern shards`: shows the databases of posts, and rebalances the posts over more or fewer of them.

use super::bar::Bar;
use super::client::{CallError, Client, call_with_retries};
use super::error::CliError;
use super::output::{bytes, say, say_json, text_or_dash};
use super::table::table;
use clap::{Args, Subcommand};
use serde_json::{Value, json};

/// What to do with the databases of posts.
#[derive(Debug, Args)]
pub(super) struct ShardsArgs {
    #[command(subcommand)]
    command: Option<ShardsCommand>,
}

#[derive(Debug, Subcommand)]
enum ShardsCommand {
    /// Rebalance the posts evenly over this many databases
    #[command(after_help = SPREAD_HELP)]
    Spread {
        /// The number of databases: `POSTS_0`, `POSTS_1`, ... have to be bound to the service
        #[arg(value_parser = clap::value_parser!(u8).range(1..=64))]
        shards: u8,
    },
}

const SPREAD_HELP: &str = "\
Posts move slot by slot; there are 64 slots. Searches continue to work. Imports store posts of other slots at once, and \
wait for the slot that is being moved. If the command is interrupted, run it again, with the same or another number.

Examples:
  postern shards
  postern shards spread 3";

/// Prints the databases, or moves posts between them.
pub(super) fn run(args: &ShardsArgs, client: &Client, as_json: bool) -> Result<(), CliError> {
    if let Some(ShardsCommand::Spread { shards }) = args.command {
        spread(client, shards)?;
    }
    let data = client.get("/shards")?;
    if as_json { say_json(&data) } else { say(&text(&data)) }
}

fn text(data: &Value) -> String {
    let mut rows = vec![["database", "slots", "posts", "size"].map(str::to_owned).to_vec()];
    for shard in data.get("shards").and_then(Value::as_array).into_iter().flatten() {
        let slots = shard.get("slots").and_then(Value::as_array).map_or(0, Vec::len);
        let name = format!("POSTS_{}", text_or_dash(shard.get("shard")));
        rows.push(vec![name, slots.to_string(), text_or_dash(shard.get("posts")), bytes(shard.get("bytes"))]);
    }
    let table = table(&rows, &[1, 2, 3]);
    match data.get("move").filter(|moving| !moving.is_null()) {
        Some(moving) => format!("{table}\n\n{}: run `postern shards spread` to continue", move_text(moving)),
        None => table,
    }
}

fn move_text(moving: &Value) -> String {
    let part = |key: &str| text_or_dash(moving.get(key));
    format!("slot {} is being moved from POSTS_{} to POSTS_{}", part("slot"), part("origin"), part("target"))
}

/// Moves posts step by step until every slot is in its database.
fn spread(client: &Client, shards: u8) -> Result<(), CallError> {
    let bar = Bar::new("{bar:30} {pos} of {len} slots, {msg} ({elapsed})", None);
    let (mut reached, mut slots, mut posts, mut logged) = (false, None, 0, 0);
    loop {
        let call = || client.post("/shards", &json!({ "shards": shards }));
        let step = call_with_retries(reached, |text: &str| bar.say(text), call)?;
        reached = true;
        let number = |key| step.get(key).and_then(Value::as_u64).unwrap_or(0);
        let is_moving = step.get("move").is_some_and(|moving| !moving.is_null());
        let left = number("slots_left").max(u64::from(is_moving));
        let all: u64 = *slots.get_or_insert(left);
        posts += number("posts");
        let done = all.saturating_sub(left);
        bar.set_length(all);
        bar.set_position(done);
        bar.set_message(format!("{posts} posts copied or removed"));
        // Without a terminal, there is one line for each slot instead of the bar.
        if !bar.is_visible() && done > logged {
            bar.say(&format!("{done} of {all} slots, {posts} posts copied or removed"));
            logged = done;
        }
        if left == 0 {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn databases_are_listed_with_their_slots_and_posts() {
        let mut data = json!({
            "shards": [{"shard": 0, "slots": [0, 1], "posts": 12, "bytes": 2048},
                {"shard": 1, "slots": [], "posts": 0, "bytes": null}],
            "move": null});
        let expected = "database  slots  posts      size\n\
                        POSTS_0       2     12  2.00 KiB\n\
                        POSTS_1       0      0         -";
        assert_eq!(text(&data), expected);
        data["move"] = json!({"slot": 5, "origin": 0, "target": 1, "phase": "copying"});
        let last = text(&data).lines().last().unwrap().to_owned();
        assert_eq!(
            last,
            "slot 5 is being moved from POSTS_0 to POSTS_1: run `postern shards spread` to continue"
        );
    }
}
