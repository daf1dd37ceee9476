//! Whether the source says that a post is not public.

use crate::formats::sniff::signatures::folded;
use crate::platform::Network;
use serde_json::Value;

/// Keys that are true if a post or its author is not public, folded.
const FLAGS: [&str; 22] = [
    "isprivate",
    "private",
    "protected",
    "isprotected",
    "privateitem",
    "secret",
    "issecret",
    "privateaccount",
    "isprivateaccount",
    "accountisprivate",
    "userisprivate",
    "authorisprivate",
    "ownerisprivate",
    "userprotected",
    "authorprotected",
    "authorprivate",
    "userprivate",
    "accountprivate",
    "accountprotected",
    "protectedaccount",
    "privatestatus",
    "forfriend",
];

/// Keys that are false if a post or its author is not public, folded.
const PUBLIC_FLAGS: [&str; 7] = [
    "ispublic",
    "public",
    "publicaccount",
    "ispublicaccount",
    "accountispublic",
    "userispublic",
    "authorispublic",
];

/// Words for true and false in tables, in the languages of spreadsheets, and words that repeat the flag itself.
const TRUE: [&str; 18] = [
    "true",
    "t",
    "yes",
    "y",
    "vrai",
    "oui",
    "verdadero",
    "sí",
    "si",
    "wahr",
    "ja",
    "vero",
    "sì",
    "verdadeiro",
    "sim",
    "private",
    "protected",
    "secret",
];
const FALSE: [&str; 12] =
    ["false", "f", "no", "n", "faux", "non", "falso", "falsch", "nein", "não", "nao", "private"];

/// Keys with the audience of a post, folded.
const AUDIENCES: [&str; 16] = [
    "visibility",
    "whocanview",
    "audience",
    "privacy",
    "privacylevel",
    "privacysetting",
    "privacystatus",
    "privacytype",
    "availability",
    "lifecyclevisibility",
    "sharevisibility",
    "viewablegroup",
    "status",
    "poststatus",
    "accountstatus",
    "accounttype",
];

/// Audiences that are not everyone, folded.
const SOME: [&str; 26] = [
    "private",
    "onlyme",
    "selfonly",
    "self",
    "me",
    "friends",
    "onlyfriends",
    "friendsonly",
    "mutualfollowfriends",
    "followers",
    "followersonly",
    "followerofcreator",
    "followersofcreator",
    "contacts",
    "connections",
    "connectionsonly",
    "connection",
    "closefriends",
    "besties",
    "subscriberonly",
    "subscribersonly",
    "premiumonly",
    "restricted",
    "circle",
    "trustedfriends",
    "protected",
];

/// Keys of objects that only posts with a limited audience have, folded.
const MARKS: [&str; 3] = ["trustedfriendsinforesult", "exclusivetweetinfo", "trustedfriends"];

/// Keys of objects about the post and its author, folded. Quoted posts and other people are under other keys.
const INTO: [&str; 27] = [
    "data",
    "node",
    "tweet",
    "item",
    "itemstruct",
    "media",
    "awemeinfo",
    "legacy",
    "core",
    "userresults",
    "userresult",
    "result",
    "privacy",
    "author",
    "user",
    "owner",
    "authormeta",
    "authoruser",
    "status",
    "iphonestruct",
    "account",
    "profile",
    "creator",
    "postowner",
    "audiencecontrol",
    "videocontrol",
    "post",
];

/// How deep an element is searched.
const DEEPEST: usize = 8;

/// Whether a source says that a post, or its author's account, is not public.
pub(crate) fn is_private(element: &Value) -> bool {
    says_so(element, DEEPEST)
}

fn says_so(value: &Value, deepest: usize) -> bool {
    let Some(map) = value.as_object().filter(|_| deepest > 0) else { return false };
    map.iter().any(|(key, value)| {
        // Most keys differ in length or first letter from all of these keys, so comparing them is fast.
        let name = folded(key);
        let name = name.trim_end_matches('?');
        let is = |list: &[&str]| list.contains(&name);
        match value {
            Value::Object(_) => {
                is(&MARKS) && value.as_object().is_some_and(|map| !map.is_empty())
                    || is(&INTO) && says_so(value, deepest - 1)
            }
            Value::Bool(flag) => is(if *flag { &FLAGS } else { &PUBLIC_FLAGS }),
            // From TikTok's API for apps: 0 is everyone, 1 nobody, 2 friends.
            Value::Number(_) | Value::String(_) if name == "privatestatus" && number(value).is_some() => {
                number(value).is_some_and(|kind| kind > 0.0)
            }
            Value::Number(_) | Value::String(_) if is(&FLAGS) => says(value, 1.0, &TRUE),
            Value::Number(_) | Value::String(_) if is(&PUBLIC_FLAGS) => says(value, 0.0, &FALSE),
            Value::String(text) if is(&AUDIENCES) => SOME.contains(&folded(text).as_str()),
            _ => false,
        }
    })
}

/// A number, or a text that is a number: `1`, `1,0`, or `1.0` as in tables with empty cells.
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().replace(',', ".").parse().ok(),
        _ => None,
    }
}

/// Whether a value is the expected number or one of the words.
#[expect(clippy::float_cmp, reason = "both are whole")]
fn says(value: &Value, expected: f64, words: &[&str]) -> bool {
    let is_word = |text: &str| words.contains(&text.trim().to_lowercase().as_str());
    number(value).map_or_else(|| value.as_str().is_some_and(is_word), |number| number == expected)
}

/// How much longer the code of a post on Instagram is if the post is not public.
const LONGER: usize = 28;

/// Whether an element contains the long code of a post on Instagram that is not public. `id` is the short code of the post.
pub(crate) fn has_long_code(element: &Value, network: Network, id: &str) -> bool {
    network == Network::Instagram && long_code(element, id, DEEPEST)
}

fn long_code(value: &Value, id: &str, deepest: usize) -> bool {
    let is_code = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    match value {
        _ if deepest == 0 => false,
        Value::String(text) if !text.contains(char::is_whitespace) => {
            text.match_indices(id).any(|(at, _)| {
                let rest = text.get(at + id.len()..).unwrap_or_default();
                let before = text.get(..at).unwrap_or_default().bytes().next_back();
                before.is_none_or(|byte| !is_code(byte))
                    && rest.bytes().take_while(|byte| is_code(*byte)).count() == LONGER
            })
        }
        Value::Object(map) => map.values().any(|value| long_code(value, id, deepest - 1)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn private_posts_are_marked_in_many_ways() {
        for element in [
            json!({"user": {"is_private": true}}),
            json!({"data": {"core": {"user_results": {"result": {"privacy": {"protected": true}}}}}}),
            json!({"user": {"protected": true}}),
            json!({"privateItem": true}),
            json!({"author": {"privateAccount": true}}),
            json!({"secret": "True"}),
            json!({"status": {"private_status": 2}}),
            json!({"visibility": "CONNECTIONS"}),
            json!({"privacy_level": "SELF_ONLY"}),
            json!({"audience": "besties"}),
            json!({"author_private": "1"}),
            json!({"trusted_friends_info_result": {"rest_id": "1"}}),
            json!({"account_private": "", "protected_account": "t"}),
            json!({"private_status": "2.0"}),
            json!({"Private?": "Y"}),
            json!({"status": "private"}),
            json!({"privateAccount": "private"}),
            json!({"forFriend": true}),
            json!({"public": false}),
        ] {
            assert!(is_private(&element), "{element}");
        }
    }

    #[test]
    fn true_and_false_may_be_words_of_many_languages() {
        for word in
            ["1", "1.0", "1,0", "VRAI", "VERDADERO", "WAHR", "VERO", "t", "yes", "y", "True", "VERDADEIRO"]
        {
            assert!(is_private(&json!({"is_private": word})), "{word}");
            assert!(!is_private(&json!({"is_public": word})), "{word}");
        }
        for word in ["0", "0.0", "FAUX", "FALSO", "FALSCH", "f", "no", "n", "False"] {
            assert!(!is_private(&json!({"is_private": word})), "{word}");
            assert!(is_private(&json!({"is_public": word})), "{word}");
        }
        for word in ["", "nan", "unknown"] {
            assert!(!is_private(&json!({"is_private": word, "is_public": word})), "{word}");
        }
        assert!(is_private(&json!({"is_private": 1.0})));
    }

    #[test]
    fn public_posts_and_other_people_do_not_count() {
        for element in [
            json!({"user": {"is_private": false}, "privateItem": false}),
            json!({"quoted_status": {"user": {"protected": true}}}),
            json!({"coauthor_producers": [{"is_private": true}]}),
            json!({"visibility": "PUBLIC", "audience": null, "private": "no"}),
            json!({"visibility": "MEMBER_NETWORK", "status": {"private_status": 0}}),
            json!({"status": "published", "private_status": "0.0", "Private?": "N", "forFriend": false}),
        ] {
            assert!(!is_private(&element), "{element}");
        }
    }

    #[test]
    fn codes_of_private_posts_are_longer() {
        let long = format!("CI5REoqrS8V{}", "x".repeat(28));
        let is = |element: Value| has_long_code(&element, Network::Instagram, "CI5REoqrS8V");
        assert!(is(json!({"code": long})));
        assert!(is(json!({"data": {"url": format!("https://www.instagram.com/p/{long}/")}})));
        assert!(!is(json!({"code": "CI5REoqrS8V", "url": "https://www.instagram.com/p/CI5REoqrS8V/"})));
        assert!(!is(json!({"caption": format!("see {long}")})));
    }
}
