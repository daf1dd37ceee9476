//! Imports the files of one run together. One file of an export may name the owner or hold what posts in another file lack,
//! and several files may have the same post.
//!
//! Where the files are, on a disk or in memory, is left to [`Readable`], and what becomes of posts to [`Sink`]: so the
//! command line and a web page read the same files to the same posts. [`memory`] is the whole of it for a web page.

mod elements;
mod exports;
mod file_counts;
mod filter;
pub mod memory;
mod prepare;
mod readable;
mod run;
mod second_ids;
mod survey;

pub use elements::{Origin, Sink, note_unused};
pub use exports::Exports;
pub use filter::{Exclude, Filter, LeftOut};
pub use readable::{FileLocation, Head, Readable, head, open_workbook};
pub use run::Run;
pub use survey::{Surveyed, survey};
