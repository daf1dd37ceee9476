//! Whether the source says that a post is not public.

use crate::formats::json;
use crate::formats::sniff::signs::folded;
use crate::platform::Network;
use serde_json::Value;

/// Keys that say so of a post or of its author where they are true, folded.
const FLAGS: [&str; 17] = [
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
];

/// Keys that say who can see a post, folded.
const AUDIENCES: [&str; 12] = [
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
];

/// Those who are not everyone, folded.
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

/// Objects that only posts for some have, folded.
const MARKS: [&str; 3] = ["trustedfriendsinforesult", "exclusivetweetinfo", "trustedfriends"];

/// Where what is said of a post and of its author stands. Posts that it quotes, and others whom it names, are elsewhere.
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

/// How deep it is looked.
const DEEPEST: usize = 8;

/// Whether a source says that a post, or all that its author posts, is only for some.
pub(crate) fn is_private(element: &Value) -> bool {
    says_so(element, DEEPEST)
}

fn says_so(value: &Value, deepest: usize) -> bool {
    let Some(map) = value.as_object().filter(|_| deepest > 0) else { return false };
    map.iter().any(|(key, value)| {
        // Most keys are longer or shorter than all that are looked for, or have other first letters: they cost little.
        let name = folded(key);
        let is = |list: &[&str]| list.contains(&name.as_str());
        match value {
            Value::Object(_) => {
                is(&MARKS) && value.as_object().is_some_and(|map| !map.is_empty())
                    || is(&INTO) && says_so(value, deepest - 1)
            }
            Value::Bool(true) => is(&FLAGS),
            Value::String(text) if is(&FLAGS) => json::flag(&Value::from(text.as_str())) == Some(true),
            Value::String(text) if is(&AUDIENCES) => SOME.contains(&folded(text).as_str()),
            // What the apps of TikTok are sent: 0 is for everyone, 1 for nobody, 2 for friends.
            Value::Number(number) if name == "privatestatus" => number.as_u64().is_some_and(|kind| kind > 0),
            Value::Number(number) if is(&FLAGS) => number.as_u64() == Some(1),
            _ => false,
        }
    })
}

/// How much longer the code of a post on Instagram is that only some can see.
const LONGER: usize = 28;

/// Whether an element has the long code that Instagram gives a post that only some can see, for one that was found in it.
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
    fn it_is_said_in_many_ways() {
        for said in [
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
        ] {
            assert!(is_private(&said), "{said}");
        }
    }

    #[test]
    fn others_and_everyone_do_not_count() {
        for said in [
            json!({"user": {"is_private": false}, "privateItem": false}),
            json!({"quoted_status": {"user": {"protected": true}}}),
            json!({"coauthor_producers": [{"is_private": true}]}),
            json!({"visibility": "PUBLIC", "audience": null, "private": "no"}),
            json!({"visibility": "MEMBER_NETWORK", "status": {"private_status": 0}}),
        ] {
            assert!(!is_private(&said), "{said}");
        }
    }

    #[test]
    fn codes_of_posts_for_some_are_longer() {
        let long = format!("CI5REoqrS8V{}", "x".repeat(28));
        let is = |element: Value| has_long_code(&element, Network::Instagram, "CI5REoqrS8V");
        assert!(is(json!({"code": long})));
        assert!(is(json!({"data": {"url": format!("https://www.instagram.com/p/{long}/")}})));
        assert!(!is(json!({"code": "CI5REoqrS8V", "url": "https://www.instagram.com/p/CI5REoqrS8V/"})));
        assert!(!is(json!({"caption": format!("see {long}")})));
    }
}
