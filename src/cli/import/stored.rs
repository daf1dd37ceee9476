//! Ids of posts that the service already has.

use super::sender::Sender;
use crate::cli::client::{CallError, segment};
use serde_json::Value;

/// Fetches the ids of an author's posts on LinkedIn, page by page.
pub(super) fn ids_on_linkedin(sender: &mut Sender, username: &str) -> Result<Vec<String>, CallError> {
    let mut ids = Vec::new();
    let mut path = format!("/posts?limit=1000&platform=linkedin&username={}", segment(username));
    let base = path.clone();
    loop {
        let page = sender.call(|client| client.lines(&path))?;
        ids.extend(page.lines.lines().filter_map(id));
        let Some(next) = page.next else { return Ok(ids) };
        path = format!("{base}&cursor={}", segment(&next));
    }
}

fn id(line: &str) -> Option<String> {
    let post: Value = serde_json::from_str(line).ok()?;
    post.get("platform_post_id").and_then(Value::as_str).map(str::to_owned)
}
