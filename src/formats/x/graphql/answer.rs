//! Complete responses that X's pages receive. Posts are nested in timelines, with much else around them.

use crate::formats::{ImportError, Item, Outcome, Settings, Signature, checks, json};
use serde_json::Value;

/// Responses are recognised by the name of the request.
pub(crate) const SIGNATURES: &[Signature] = &[
    Signature::Keys(&["data.user.result.timeline|data.user.result.timeline_v2"]),
    Signature::Keys(&[
        "data.search_by_raw_query|data.threaded_conversation_with_injections_v2|data.home.home_timeline_urt",
    ]),
    Signature::Keys(&[
        "data.tweetResult|data.tweet_results|data.list.tweets_timeline|data.bookmark_timeline_v2",
    ]),
];

/// Converts a response: all posts in it.
pub(crate) fn convert(answer: &Value, settings: &Settings) -> Item {
    let mut found = Vec::new();
    collect(answer, settings, &mut found);
    if found.is_empty() { Item::Skipped("answer without posts") } else { Item::Many(found) }
}

/// Collects the posts of a response. It does not descend into a post: a post quoted in it is part of it.
fn collect(value: &Value, settings: &Settings, found: &mut Vec<Outcome>) {
    let post = ["tweet_results", "tweetResult"].into_iter().find_map(|key| value.get(key)?.get("result"));
    match (post, value) {
        (Some(_), _) if value.get("promotedMetadata").is_some_and(Value::is_object) => {
            found.push(Ok(Item::Skipped("advertisement")));
        }
        (Some(post), _) => found.push(checks::post(super::convert, post, settings)),
        (None, Value::Object(map)) => map.values().for_each(|inner| collect(inner, settings, found)),
        (None, Value::Array(list)) => list.iter().for_each(|inner| collect(inner, settings, found)),
        _ => {}
    }
}

/// Converts a request recorded by a browser: its response, if that has posts.
///
/// # Errors
/// When it is a request to X for posts, and the response is not JSON.
pub(crate) fn convert_entry(entry: &Value, settings: &Settings) -> Outcome {
    let url = json::dig(entry, "request.url").as_str().unwrap_or_default();
    let host = url.split('/').nth(2).unwrap_or_default();
    let is_x = ["x.com", "twitter.com"]
        .into_iter()
        .any(|name| host.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')));
    let text = json::dig(entry, "response.content.text").as_str().unwrap_or_default();
    // Responses that are not text, or were not recorded, have no posts.
    if !is_x || !url.contains("/graphql/") || !text.trim_start().starts_with('{') {
        return Ok(Item::Skipped("request for something else"));
    }
    let answer: Value = serde_json::from_str(text).map_err(|error| ImportError::not_json(&error))?;
    Ok(convert(&answer, settings))
}

#[cfg(test)]
mod tests {
    use crate::formats::Item;
    use crate::formats::tests::{read, settings};
    use serde_json::{Value, json};

    fn answer() -> Value {
        let post = |id: &str| {
            json!({"__typename": "Tweet", "rest_id": id, "core": {"user_results": {"result": {"core": {"screen_name": "reef_watch"}}}},
                "quoted_status_result": {"result": {"rest_id": "5", "legacy": {"full_text": "Other"}}},
                "legacy": {"full_text": "Low tide", "created_at": "Mon Jun 10 03:00:17 +0000 2024", "favorite_count": 12}})
        };
        let entry = |content: Value| json!({"content": {"itemContent": content}});
        let entries = json!([
            entry(json!({"tweet_results": {"result": post("1800000000000000001")}})),
            entry(json!({"tweet_results": {"result": post("1800000000000000002")}, "promotedMetadata": {"id": 1}})),
            {"content": {"items": [{"item": {"itemContent": {"tweet_results": {"result": post("1800000000000000003")}}}}]}},
            {"content": {"cursorType": "Bottom"}}]);
        json!({"data": {"user": {"result": {"timeline_v2": {"timeline": {"instructions": [{"entries": entries}]}}}}}})
    }

    fn ids(file: &str) -> (&'static str, Vec<String>) {
        let (format, outcomes) = read(&[file.as_bytes()], &settings());
        let id = |outcome| match outcome {
            Ok(Item::Post(found)) => Some(found.post.platform_post_id),
            Ok(Item::Skipped(_)) => None,
            other => panic!("{other:?}"),
        };
        (format, outcomes.into_iter().filter_map(id).collect())
    }

    #[test]
    fn posts_are_found_anywhere_in_a_response() {
        let expected = ("x-web", vec!["1800000000000000001".to_owned(), "1800000000000000003".to_owned()]);
        assert_eq!(ids(&answer().to_string()), expected);
        assert_eq!(ids(&format!("{}\n{}\n", answer(), json!({"data": {"tweetResult": {}}}))), expected);
    }

    #[test]
    fn responses_are_found_in_a_browsers_har_file() {
        let entry = |url: &str, text: &str| json!({"request": {"url": url}, "response": {"content": {"mimeType": "x", "text": text}}});
        let har = json!({"log": {"version": "1.2", "creator": {"name": "x"}, "entries": [
            entry("https://x.com/home", "<html>"),
            entry("https://x.com/i/api/graphql/abc/UserTweets?variables=x", &answer().to_string()),
            entry("https://notx.com/i/api/graphql/abc/UserTweets", &answer().to_string())]}});
        let (format, found) = ids(&serde_json::to_string_pretty(&har).unwrap());
        assert_eq!((format, found.len()), ("x-web", 2));
    }
}
