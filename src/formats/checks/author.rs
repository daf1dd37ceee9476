//! Finds the author of a post if only its address or the objects around it name one.

use crate::formats::sniff::signatures::folded;
use crate::formats::value::key_words;
use crate::formats::{instagram, json, linkedin, tiktok, x};
use serde_json::Value;

/// How deep addresses are searched for.
const DEEPEST: usize = 3;

/// The author's username in the address of the post's page. Texts are not searched, because they may contain the addresses of
/// other posts.
pub(crate) fn in_address(element: &Value) -> Option<String> {
    addresses(element, DEEPEST).find_map(name_in)
}

/// The texts in an element that consist of an address.
fn addresses(value: &Value, deepest: usize) -> Box<dyn Iterator<Item = &str> + '_> {
    let is_address = |text: &&str| text.starts_with("http") && !text.contains(char::is_whitespace);
    match value {
        Value::String(text) => Box::new(Some(text.as_str()).filter(is_address).into_iter()),
        Value::Object(map) if deepest > 0 => {
            // A repost or quoted post has another author.
            let own = map.iter().filter(|(key, _)| !key_words::is_of_another(&folded(key)));
            Box::new(own.flat_map(move |(_, value)| addresses(value, deepest - 1)))
        }
        _ => Box::new(core::iter::empty()),
    }
}

fn name_in(url: &str) -> Option<String> {
    let host = url.split('/').nth(2)?.to_ascii_lowercase();
    let of = |name: &str| host == name || host.strip_suffix(name).is_some_and(|rest| rest.ends_with('.'));
    if of("tiktok.com") {
        tiktok::link::id(url).and_then(|_| tiktok::link::username(url))
    } else if of("x.com") || of("twitter.com") {
        x::handle_in_page(url)
    } else if of("instagram.com") {
        instagram::name_in_page(url)
    } else if of("linkedin.com") {
        linkedin::name_in_post(url)
    } else {
        None
    }
}

/// Keys with the username in an object about an account.
const NAMES: [&str; 10] = [
    "username",
    "userName",
    "uniqueId",
    "unique_id",
    "screen_name",
    "screenName",
    "publicIdentifier",
    "public_identifier",
    "handle",
    "ownerUsername",
];
/// Keys with an object about the account.
const ACCOUNTS: [&str; 7] = ["user", "owner", "author", "profile", "userInfo.user", "user_info", "account"];

/// The username of the account in an object that contains posts, such as a profile with its latest posts or an answer of an API.
pub(crate) fn of_wrapper(wrapper: &Value) -> Option<String> {
    let named = |value: &Value| json::first_text(value, &NAMES).filter(|name| is_name(name));
    named(wrapper).or_else(|| ACCOUNTS.iter().find_map(|key| named(json::dig(wrapper, key))))
}

fn is_name(name: &str) -> bool {
    crate::posts::post::name::username(name.trim_start_matches('@')).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn addresses_of_posts_name_their_authors() {
        let named = [
            "https://www.tiktok.com/@reef.watch/video/7300000000000000001?lang=en",
            "https://x.com/reef.watch/status/1800000000000000001",
            "https://www.instagram.com/reef.watch/reel/CI5REoqrS8V/",
            "https://www.linkedin.com/posts/reef.watch_low-tide-activity-7300000000000000001-AbCd",
        ];
        for url in named {
            assert_eq!(in_address(&json!({"a": {"url": url}})).as_deref(), Some("reef.watch"), "{url}");
        }
    }

    #[test]
    fn addresses_in_texts_and_of_other_posts_do_not_name_the_author() {
        for element in [
            json!({"quotedUrl": "https://x.com/other/status/1"}),
            json!({"text": "see https://x.com/other/status/1"}),
            json!({"url": "https://x.com/i/web/status/1", "profile": "https://x.com/other"}),
            json!({"url": "https://www.instagram.com/p/CI5REoqrS8V/"}),
        ] {
            assert_eq!(in_address(&element), None, "{element}");
        }
    }

    #[test]
    fn objects_around_posts_may_name_their_author() {
        assert_eq!(
            of_wrapper(&json!({"username": "reef.watch", "media": {}})).as_deref(),
            Some("reef.watch")
        );
        assert_eq!(of_wrapper(&json!({"user": {"screen_name": "reef"}})).as_deref(), Some("reef"));
        assert_eq!(of_wrapper(&json!({"data": [], "username": "Two words"})), None);
    }
}
