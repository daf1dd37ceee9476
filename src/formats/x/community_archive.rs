//! X archives as the Community Archive stores and shares them: one document that contains the archive's files.
//!
//! Shape: `docs/archive_data.md` of TheExGenesis/community-archive. The keys are the names of the archive's files, and
//! the elements have the same shape as in the archive.

use super::archive;
use crate::formats::{Format, Part, Role, Signature};
use crate::platform::Network;

/// X archives in one document.
pub static FORMAT: Format = Format {
    name: "community-archive",
    description: "archives of X in one JSON document, as the Community Archive keeps them",
    networks: &[Network::X],
    parts: &[
        Part {
            what: "an archive",
            signatures: &[
                Signature::Keys(&["account.0.account.username"]),
                Signature::Keys(&["tweets.0.tweet.id_str|tweets.0.tweet.id"]),
            ],
            at: &[""],
            role: Role::Document,
        },
        Part {
            what: "posts",
            signatures: &[Signature::Keys(&["tweet.id_str|tweet.id"])],
            at: &["tweets/*", "tweet/*"],
            role: Role::Posts(archive::convert),
        },
        Part {
            what: "posts in communities",
            signatures: &[Signature::Keys(&["tweet.id_str|tweet.id"])],
            at: &["community-tweet/*", "community-tweets/*", "community_tweet/*"],
            role: Role::Posts(archive::convert),
        },
        Part {
            what: "the owner",
            signatures: &[Signature::Keys(&["account.username"])],
            at: &["account/*"],
            role: Role::Companion(archive::account),
        },
        Part {
            what: "long texts",
            signatures: &[Signature::Keys(&["noteTweet{}"])],
            at: &["note-tweet/*", "note_tweet/*"],
            role: Role::Companion(|export, element| export.x.notes.add(element)),
        },
    ],
};

#[cfg(test)]
mod tests {
    use crate::formats::tests::{posts, settings};
    use crate::formats::x::archive::tests::tweet;
    use serde_json::{Value, json};

    fn archive(over: Value) -> Value {
        let archive = json!({
            "upload-options": {"keepPrivate": false, "uploadLikes": true}, "profile": [{"profile": {"avatarMediaUrl": "https://cdn.example/a.jpg"}}],
            "tweets": [{"tweet": tweet(json!({}))}],
            "community-tweet": [{"tweet": tweet(json!({"id_str": "1800000000000000003", "id": "1800000000000000003"}))}],
            "account": [{"account": {"username": "kelp_kitchen", "accountId": "17", "accountDisplayName": "Kelp"}}],
            "note-tweet": [], "follower": [], "following": [],
            "like": [{"like": {"tweetId": "5", "fullText": "liked", "expandedUrl": "https://x.com/i/web/status/5"}}]});
        crate::formats::tests::over(archive, over)
    }

    #[test]
    fn the_owners_posts_are_converted_and_likes_are_not() {
        let (format, posts) = posts(&[archive(json!({})).to_string().as_bytes()], &settings());
        assert_eq!((format, posts.len()), ("community-archive", 2));
        assert!(posts.iter().all(|post| post.author.username == "kelp_kitchen"), "{posts:?}");
        assert_eq!(posts[0].author.display_name.as_deref(), Some("Kelp"));
    }

    #[test]
    fn an_archive_without_an_owner_takes_the_given_author() {
        let file = archive(json!({"account": []})).to_string();
        let given = crate::formats::Settings { author: Some("kelp_kitchen".into()), ..settings() };
        assert_eq!(posts(&[file.as_bytes()], &given).1.len(), 2);
    }
}
