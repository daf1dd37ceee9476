//! How many posts there are: in all, and by group.
//!
//! An answer looks at posts from the newest to the oldest until it has counted [`MOST_POSTS`] or has read [`MOST_ROWS`] rows. It says
//! which span of time it covers, and a cursor goes on from there, so answers add up to exact totals. Where an answer ends depends on
//! the plan and on the number of databases; what the answers add up to does not.

mod answer;
mod budget;
pub mod endpoint;
mod group;
mod parameters;
mod part;
mod query;
mod reading;
mod run;
mod shards;
mod span;
mod stretch;
mod tally;

pub use answer::Answered;
pub use budget::Budget;
pub use group::GroupBy;
pub(crate) use parameters::MAX_TOP;
pub use parameters::{MoreParameters, check_counts};
pub use query::CountQuery;
pub use reading::read_span;
pub use shards::count_shards;
pub use span::Span;
pub use tally::{Counted, SUMMED, Sum, Tally};

/// The most posts that an answer counts.
pub const MOST_POSTS: u64 = 20_000;
/// The most rows that are read for an answer.
pub const MOST_ROWS: u64 = 60_000;
