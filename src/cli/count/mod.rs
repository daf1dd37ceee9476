//! `postern count`: how many posts there are, in all and by group.

mod sum;

use super::bar::Bar;
use super::client::{Client, call_with_retries, segment};
use super::error::CliError;
use super::filters::Filters;
use super::output::{say, say_json};
use super::stop;
use super::table::table;
use crate::http::error::ValidationError;
use crate::posts::counts::GroupBy;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};
use sum::Sum;

/// Which posts to count, and by what.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct CountArgs {
    /// Group the posts; weeks begin on Monday
    #[arg(long, value_name = "GROUP", value_parser = groups())]
    group_by: Option<GroupBy>,

    /// Show this many of the largest groups
    #[arg(long, value_name = "COUNT", default_value_t = 20, requires = "group_by")]
    top: usize,

    #[command(flatten)]
    filters: Filters,
}

const HELP: &str = "\
Counts the posts that a search with these filters would find, with the sums of their likes, comments, views and shares, and \
of how many posts each is known. The numbers are exact. Nothing is charged.

Examples:
  postern count
  postern count --hashtag reef --from-date 2026-01-01 --group-by week
  postern count --platform x,tiktok --group-by username --top 10 --json";

/// The counts of an answer, and their headings.
const COUNTS: [(&str, &str); 4] = [
    ("likes_count", "likes"),
    ("comments_count", "comments"),
    ("views_count", "views"),
    ("shares_count", "shares"),
];

/// The groups by their names.
fn groups() -> impl TypedValueParser<Value = GroupBy> {
    PossibleValuesParser::new(GroupBy::NAMES)
        .try_map(|name| name.parse().map_err(|error: ValidationError| error.message))
}

/// Runs the command.
pub(super) fn run(args: &CountArgs, client: &Client, as_json: bool) -> Result<(), CliError> {
    stop::listen();
    let sum = count(args, client)?;
    let (groups, others) = sum.top(args.group_by, args.top);
    if as_json {
        let groups: Vec<_> = groups.iter().map(|(key, counts)| counts.to_json(Some(key))).collect();
        let others = others.map(|counts| counts.to_json(None));
        return say_json(&json!({ "total": sum.total.to_json(None), "groups": groups, "others": others }));
    }
    let mut heading = vec![args.group_by.map_or("", GroupBy::name).to_owned(), "posts".to_owned()];
    heading.extend(COUNTS.map(|(_, name)| name.to_owned()));
    let mut rows = vec![heading];
    rows.extend(groups.iter().map(|(key, counts)| counts.row(key.as_deref().unwrap_or("(unknown)"))));
    rows.extend(others.map(|counts| counts.row("(others)")));
    rows.push(sum.total.row("all"));
    say(&table(&rows, &[1, 2, 3, 4, 5]))
}

/// Adds up all answers.
fn count(args: &CountArgs, client: &Client) -> Result<Sum, CliError> {
    let group_by = args.group_by.map_or(String::new(), |group| format!("&group_by={}", group.name()));
    let query = args.filters.query() + &group_by;
    let bar = Bar::new("{spinner} counting: {pos} posts ({elapsed})", None);
    let (mut sum, mut cursor) = (Sum::default(), String::new());
    loop {
        let path = format!("/counts?{}{cursor}", query.trim_start_matches('&'));
        let answer = call_with_retries(true, |text| bar.say(text), || client.get(&path))?;
        sum.add(&answer)?;
        bar.set_position(sum.total.posts);
        match answer.pointer("/page/next_cursor").and_then(Value::as_str) {
            Some(next) => cursor = format!("&cursor={}", segment(next)),
            None => return Ok(sum),
        }
        if stop::is_asked() {
            return Err(CliError::Stopped);
        }
    }
}
