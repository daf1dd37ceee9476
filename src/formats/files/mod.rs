//! Imports the files of a run together. One file of an export may name the owner or have what posts in another file lack, and
//! several files may have the same post.
//!
//! [`Readable`] abstracts from where the files are, on disk or in memory, and [`Sink`] from where the posts go. So the command
//! line and a web page get the same posts from the same files. [`memory`] is the complete import for a web page.

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
