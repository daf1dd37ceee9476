//! The statement that reads posts by their ids.

use super::document::document;
use crate::posts::shape::Fields;
use crate::store::Statement;
use crate::store::builder::statement;

/// Reads those of the posts with these ids that there are: `post_id` (as text), `id`, `stamp` and `json`, with some keys or all.
pub fn posts_by_id(ids: &[&str], fields: Option<Fields>) -> Statement {
    let json = document(fields);
    statement!(
        format!(
            "SELECT CAST(d.post_id AS TEXT) AS post_id, d.id, d.stamp, {json} \
             FROM json_each(?1) r CROSS JOIN documents d ON d.id = r.value"
        ),
        crate::store::json(&ids)
    )
}
