//! The archive that X gives an account's owner.
//!
//! Its files are scripts that assign an array to a global name. Posts are in `tweets`, `tweet` (older) and
//! `community_tweet`, each possibly split into parts. The owner's name is in `account`, long texts are in
//! `note_tweet`, and the manifest says how many posts each file should have. Some tools extract the array from a
//! script, which leaves the same elements in JSON.

use super::entities::Entities;
use super::notes::Notes;
use super::{fill_details, media, page, text, with_profile};
use crate::formats::manifest::ManifestEntry;
use crate::formats::sniff::signatures;
use crate::formats::{
    Export, Format, Found, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, json,
    snowflake, timestamps,
};
use crate::platform::Network;
use crate::posts::post::Kind;
use crate::posts::post::line::{AuthorLine, PostLine};
use serde_json::Value;

/// The archive that X gives an account's owner.
pub static FORMAT: Format = Format {
    name: "x-archive",
    description: "the archive that X gives an account's owner: its zip, its folder, or tweets.js",
    networks: &[Network::X],
    parts: &[
        Part {
            what: "posts, also in communities",
            signatures: &[
                Signature::Global(&[
                    "tweets",
                    "tweet",
                    "community_tweet",
                    "community_tweets",
                    "Grailbird.data.tweets*",
                ]),
                Signature::Keys(&[
                    "tweet.id_str",
                    "tweet.created_at",
                    "tweet.full_text|tweet.text",
                    "!tweet.deleted_at",
                ]),
                // Without the wrapper, as some tools leave them. Other formats with these keys name the author.
                Signature::Keys(&[
                    "id_str",
                    "full_text",
                    "created_at",
                    "display_text_range",
                    "!user",
                    "!user_id_str",
                ]),
            ],
            at: &[""],
            role: Role::Posts(convert),
        },
        Part {
            what: "deleted posts",
            signatures: &[
                Signature::Global(&["deleted_tweets", "deleted_tweet"]),
                Signature::Keys(&["tweet.id_str", "tweet.deleted_at"]),
            ],
            at: &[""],
            role: Role::Optional(|settings| settings.include.deleted, "deleted by its author", convert),
        },
        Part {
            what: "the owner",
            signatures: &[
                Signature::Global(&["account"]),
                Signature::Keys(&["account.username", "account.accountId"]),
            ],
            at: &[""],
            role: Role::Companion(account),
        },
        Part {
            what: "long texts",
            signatures: &[
                Signature::Global(&["note_tweet", "note_tweets"]),
                Signature::Keys(&["noteTweet.noteTweetId", "noteTweet.createdAt"]),
            ],
            at: &[""],
            role: Role::Companion(|export, element| export.x.notes.add(element)),
        },
        Part {
            what: "the list of files",
            signatures: &[
                Signature::Global(&["__THAR_CONFIG"]),
                Signature::Keys(&["archiveInfo{}", "dataTypes{}", "userInfo"]),
            ],
            at: &[""],
            role: Role::Companion(manifest),
        },
    ],
};

/// What only X archives contain besides posts.
#[derive(Debug, Clone, Default)]
pub struct Extras {
    pub(super) notes: Notes,
    /// The owner named by the manifest, for archives whose account file is missing.
    manifest_owner: Option<AuthorLine>,
}

impl Extras {
    /// Takes the owner named by the manifest.
    pub const fn take_manifest_owner(&mut self) -> Option<AuthorLine> {
        self.manifest_owner.take()
    }
}

/// Learns the owner from the account file.
pub(super) fn account(export: &mut Export, element: &Value) {
    let found = owner(element, "account.username", "account.accountId", "account.accountDisplayName");
    export.owner = export.owner.take().or(found);
}

fn manifest(export: &mut Export, element: &Value) {
    export.x.manifest_owner =
        owner(element, "userInfo.userName", "userInfo.accountId", "userInfo.displayName");
    export.made = timestamps::parse_value(json::dig(element, "archiveInfo.generationDate"));
    export.manifest = manifest_entries(element);
}

/// Converts an element of a file of posts.
///
/// # Errors
/// When the element is not a post, or has no id, author or time.
pub fn convert(element: &Value, settings: &Settings) -> Outcome {
    // In older archives, posts are not wrapped.
    let tweet = element.get("tweet").unwrap_or(element);
    if !json::dig(tweet, "deleted_at").is_null() && !settings.include.deleted {
        return Ok(Item::Skipped("deleted by its author"));
    }
    let id = json::id(json::dig(tweet, "id_str"))
        .or_else(|| tweet.get("id").filter(|id| id.is_string()).and_then(json::id))
        .ok_or_else(|| ImportError::no_id("id_str"))?;
    let (published, inferred) = match (tweet.get("created_at"), snowflake::x(&id)) {
        (None | Some(Value::Null), Some(time)) => {
            (timestamps::plausible(time, settings.now, "id_str")?, true)
        }
        (value, _) => {
            (timestamps::parse_published(value.unwrap_or(&Value::Null), settings, "created_at")?, false)
        }
    };
    let author = author_or(find_owner(tweet, settings), settings).map(with_profile)?;
    let mut post = PostLine::new(Network::X, id, author.username.clone(), published);
    post.url = Some(page(&author.username, &post.platform_post_id));
    post.author = author;
    post.approximate = inferred.then(|| vec!["published_at".to_owned()]);
    post.collected_at = settings.collected_at(published);
    fill_content(&mut post, tweet, &settings.export.x.notes);
    let first_version = first_version(tweet).filter(|_| has_versions(tweet));
    if first_version.as_ref().is_some_and(|first| *first != post.platform_post_id) {
        post.edited_at = snowflake::x(&post.platform_post_id);
    }
    Ok(Found { first_version, ..post.into() }.into())
}

/// The owner, if the account file is missing: from the manifest, or from the post itself in old archives.
fn find_owner(tweet: &Value, settings: &Settings) -> Option<AuthorLine> {
    if settings.export.owner.is_some() {
        return None;
    }
    let in_post = || owner(tweet, "user.screen_name", "user.id_str", "user.name");
    settings.export.x.manifest_owner.clone().or_else(in_post)
}

/// Fills in text, media, relation and counts.
fn fill_content(post: &mut PostLine, tweet: &Value, notes: &Notes) {
    let content = text::decode(
        json::dig(tweet, "full_text").as_str().or(json::dig(tweet, "text").as_str()).unwrap_or_default(),
    );
    let note = notes.find(post.published_at, &content);
    let own = json::dig(tweet, "entities");
    let entities = Entities(note.map(|note| &note.entities).into_iter().chain([own]).collect());
    fill_details(post, tweet, &entities);
    let count = |key| json::count(json::dig(tweet, key)).map(|count| count.value);
    (post.likes_count, post.shares_count) = (count("favorite_count"), count("retweet_count"));
    if text::is_repost(&content) {
        // The counts of a repost are always "0", or those of the original post. It does not name the original post.
        post.kind = Some(Kind::Repost);
        post.refers_to = None;
        (post.likes_count, post.shares_count) = (None, None);
    }
    let content = note.map_or(content, |note| note.text.clone());
    post.content = Some(entities.expand_links(content, media::entries(tweet)));
}

fn owner(element: &Value, name: &str, id: &str, display_name: &str) -> Option<AuthorLine> {
    Some(AuthorLine {
        username: json::text(json::dig(element, name))?,
        id: json::id(json::dig(element, id)),
        display_name: json::text(json::dig(element, display_name)),
        ..AuthorLine::default()
    })
}

fn manifest_entries(manifest: &Value) -> Vec<ManifestEntry> {
    let types = json::dig(manifest, "dataTypes").as_object();
    let files = types
        .into_iter()
        .flat_map(|types| types.values())
        .flat_map(|kind| json::list(json::dig(kind, "files")));
    let mut entries: Vec<ManifestEntry> = files
        .filter_map(|file| {
            let global = json::text(json::dig(file, "globalName"))?;
            is_of_posts(&global).then_some(())?;
            let posts = json::count(json::dig(file, "count"))?.value;
            Some(ManifestEntry { file: json::text(json::dig(file, "fileName"))?, global, posts })
        })
        .collect();
    entries.sort_by(|a, b| a.file.cmp(&b.file));
    entries
}

fn is_of_posts(global: &str) -> bool {
    let posts = FORMAT.parts.iter().filter(|part| matches!(part.role, Role::Posts(_)));
    posts.flat_map(|part| part.signatures).any(|signature| signatures::global(signature, global))
}

/// The id that all versions of an edited post share.
fn first_version(tweet: &Value) -> Option<String> {
    json::id(json::dig(tweet, "edit_info.edit.initialTweetId"))
        .or_else(|| json::id(json::list(json::dig(tweet, "edit_info.initial.editTweetIds")).first()?))
}

fn has_versions(tweet: &Value) -> bool {
    !json::dig(tweet, "edit_info.edit").is_null()
        || json::list(json::dig(tweet, "edit_info.initial.editTweetIds")).len() > 1
}

#[cfg(test)]
pub(crate) mod tests;
