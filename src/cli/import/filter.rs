//! The options that select which posts to import.

use crate::cli::error::CliError;
use crate::formats::files::{Exclude, Filter, LeftOut};
use crate::posts::param::{from_date, to_date};
use crate::time::Timestamp;
use clap::{Args, ValueEnum};

/// Which posts are imported.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct FilterArgs {
    /// Only posts from this day or instant on
    #[arg(long, value_name = "DATE", value_parser = since, help_heading = "Which posts")]
    since: Option<Timestamp>,

    /// Only posts up to this day, inclusive, or up to this instant
    #[arg(long, value_name = "DATE", value_parser = until, help_heading = "Which posts")]
    until: Option<Timestamp>,

    /// Import what is left out by default: deleted, private, memories
    #[arg(long, value_name = "KINDS", value_delimiter = ',', help_heading = "Which posts")]
    pub(super) include: Vec<Included>,

    /// Leave out what is imported by default: reposts, replies, stories
    #[arg(long, value_name = "KINDS", value_delimiter = ',', help_heading = "Which posts")]
    exclude: Vec<Excluded>,
}

/// What `--include` can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Included {
    /// Posts that their author deleted
    Deleted,
    /// Posts that are not public
    Private,
    /// Snapchat's memories
    Memories,
}

/// What `--exclude` can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Excluded {
    /// Reposts of another post
    Reposts,
    /// Replies to another post
    Replies,
    /// Posts that are visible for a day
    Stories,
}

impl FilterArgs {
    /// Rejects an empty range of time.
    pub(super) fn check(&self) -> Result<(), CliError> {
        match (self.since, self.until) {
            (Some(since), Some(until)) if since >= until => {
                Err(CliError::Usage("expected --since before --until, got one after it".to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// The filter that the options describe.
    pub(super) fn filter(&self) -> Filter {
        let excludes = |kind| self.exclude.contains(&kind);
        let exclude = Exclude {
            reposts: excludes(Excluded::Reposts),
            replies: excludes(Excluded::Replies),
            stories: excludes(Excluded::Stories),
        };
        Filter { since: self.since, until: self.until, network: None, exclude }
    }
}

/// Why a post is left out, with the option that says so.
pub(super) const fn left_out(why: LeftOut) -> &'static str {
    match why {
        LeftOut::Before => "before --since",
        LeftOut::After => "after --until",
        LeftOut::Elsewhere => "of another network",
        LeftOut::Repost => "repost (--exclude)",
        LeftOut::Reply => "reply (--exclude)",
        LeftOut::Story => "story (--exclude)",
    }
}

const EXPECTED: &str = "expected a day (2026-01-31) or an instant with its offset (2026-01-31T12:00:00Z)";

fn since(text: &str) -> Result<Timestamp, &'static str> {
    from_date(text).map(|(from, _)| from).map_err(|_| EXPECTED)
}

fn until(text: &str) -> Result<Timestamp, &'static str> {
    to_date(text).map_err(|_| EXPECTED)
}
