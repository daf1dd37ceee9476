//! What changed since a copy of the posts was last brought up to date.
//!
//! # The log
//!
//! Each database of posts keeps, for each of its posts, the number of its last change ([`ChangeNumber`]): the version of the
//! transaction that wrote it, and its place in that. An index has the numbers in order, which is the log: one row more for a new post.
//! A post is in it once, in its newest state. Tombstones have numbers of the same kind. `since` names the last number that a copy
//! knows, for each database.
//!
//! # Why nothing is lost
//!
//! A database commits one transaction at a time, and each raises its version. So what is read of a log is everything up to the version
//! that is read with it, and whatever comes later has a greater number, whenever it is acknowledged and whenever its post was
//! published. An answer is only given if it is no older than what was acknowledged, as any other, and no older than `since`.
//!
//! - **A post that moves to another database**, because its slot moves or its author was renamed, gets a new number there before it
//!   leaves the old one. The log is read without regard to which slots a database has, so such a copy is a change, and a reader who
//!   had not come to the post in the old log finds it in the new one.
//! - **Of two copies, the newest is served.** The log only says which posts changed. Then all databases are asked for these posts as
//!   they are. The copy counts whose slot belongs to the database; if an import that renames an author has written the new copy and
//!   not yet removed the old one, the copy with the higher `revision`.
//! - **A post that left a filter**: `revision` counts the changes of a post's key, author or hashtags. If it is above zero, the post
//!   may have passed a filter that it does not pass now, and is named as one that left. For some copies that says nothing new.
//! - **An erasure** writes its tombstones to all databases before it is done, and to the first one first; the reader takes them from
//!   there. A post that has a tombstone and is still stored, because the erasure is under way, is not served.
//! - **An answer that ends early**, at its `limit` or at the size that an agent asked for, knows of each database the change before the
//!   first one that it did not take (`progress.rs`). Erasures are taken first.
//! - **A restore** begins a new era of the database, and `since` names eras. So a `since` of before, which knows changes that are no
//!   longer there, is refused, as is one of another service. That is said only if the primary says so, too: a replica may lag.
//! - **Rows of before there were numbers** get theirs when they are filled. Until then the answer is a 503.
//!
//! # What it costs
//!
//! An answer reads at most 60,000 rows, shared among the databases, in chunks that grow. Without filters, a page of 50 reads about
//! six rows a change. With filters, entries that do not pass are read, too, and an answer may end early, even without a change.

mod changed;
pub(crate) mod endpoint;
mod log;
mod number;
mod progress;
mod query;
mod reading;
mod since;
mod stored;
mod walk;

pub(crate) use changed::{AROUND, Change, Changes};
pub use number::ChangeNumber;
pub(crate) use query::MoreParameters;
pub use query::{ChangesQuery, check_changes};
pub(crate) use reading::PLAN;
pub use since::Since;

/// The most rows that an answer reads.
pub const MOST_ROWS: u64 = 60_000;
