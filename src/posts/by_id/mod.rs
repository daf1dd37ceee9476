//! Posts by their ids, or by the addresses of their pages.
//!
//! Which database has a post depends on its author, whom an id does not name, so all of them are asked.

mod answer;
mod asked;
mod endpoint;
mod parameters;
mod reading;
mod web_address;

pub(crate) use answer::{Query, one_answer};
pub use asked::AskedPost;
pub(crate) use endpoint::{many, one};
pub(crate) use parameters::parse_ids_with;
pub use parameters::{AskedPosts, parse_id, parse_id_with, parse_ids};
pub(crate) use reading::{PLAN, read_stored, read_test_posts};
pub use web_address::instagram_code;
