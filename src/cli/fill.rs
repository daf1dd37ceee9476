//! `postern fill`: fills what an upgrade added to the rows of posts.

use super::bar::Bar;
use super::client::{Client, call_with_retries};
use super::error::CliError;
use super::output::{say, say_json};
use super::stop;
use serde_json::{Value, json};

/// Calls step after step until all posts are filled.
pub(super) fn run(client: &Client, json: bool) -> Result<(), CliError> {
    let bar = Bar::new("{spinner} filling: {pos} posts ({elapsed})", None);
    let mut posts = 0;
    loop {
        let call = || client.post("/fill", &json!({}));
        let step = call_with_retries(true, |text| bar.say(text), call)?;
        let number = |name: &str| step.get(name).and_then(Value::as_u64).unwrap_or(0);
        posts += number("posts");
        bar.set_position(posts);
        if number("shards_left") == 0 {
            break;
        }
        if stop::is_asked() {
            drop(bar);
            return say(&format!("{posts} posts filled. Run it again for the rest."));
        }
    }
    drop(bar);
    if json {
        return say_json(&json!({ "posts": posts }));
    }
    say(&match posts {
        0 => "Nothing to do: every post has what this version needs.".to_owned(),
        1 => "1 post filled.".to_owned(),
        posts => format!("{posts} posts filled."),
    })
}
