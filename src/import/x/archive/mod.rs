//! The archive that X gives an account's owner.
//!
//! Its files are scripts that assign an array to a global name. Posts are in `tweets`, `tweet` (older) and
//! `community_tweet`, in parts; the owner's name is in `account`, long texts are in `note_tweet`, and the manifest
//! says how many posts each file should have.

use super::entities::Entities;
use super::notes::Notes;
use super::{describe, media, page, text, with_profile};
use crate::import::{Found, Item, Refusal, Settings, author_or, json, snowflake, when};
use crate::platform::Network;
use crate::post::Kind;
use crate::post::line::{AuthorLine, PostLine};
use crate::time::Timestamp;
use serde_json::Value;

/// What a file of the archive holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Posts, also those in communities.
    Posts,
    /// Posts that the owner deleted, which are never imported.
    Deleted,
    /// Long texts.
    Notes,
    /// The owner.
    Account,
    /// The list of files.
    Manifest,
    /// Nothing that is needed here.
    Other,
}

impl Role {
    /// The role of a file by the global name that its script assigns to, such as `YTD.tweets.part0`.
    pub fn of(global: &str) -> Option<Self> {
        if global == "__THAR_CONFIG" {
            return Some(Self::Manifest);
        }
        let (name, _) = global.strip_prefix("YTD.")?.split_once('.')?;
        Some(match name {
            "tweets" | "tweet" | "community_tweet" | "community_tweets" => Self::Posts,
            "deleted_tweets" | "deleted_tweet" => Self::Deleted,
            "note_tweet" | "note_tweets" => Self::Notes,
            "account" => Self::Account,
            _ => Self::Other,
        })
    }
}

/// A file of posts in the manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its path in the archive.
    pub file: String,
    /// The global name that it assigns to.
    pub global: String,
    /// How many posts it should have.
    pub posts: u64,
}

/// What the posts of an archive need from its other files.
#[derive(Debug, Clone, Default)]
pub struct Archive {
    account: Option<AuthorLine>,
    listed_owner: Option<AuthorLine>,
    notes: Notes,
    made: Option<Timestamp>,
    /// The files of posts that the manifest lists.
    pub listed: Vec<Listed>,
}

impl Archive {
    /// Takes in an element of a file that is not one of posts.
    pub fn add(&mut self, role: Role, element: &Value) {
        match role {
            Role::Account => {
                let found =
                    owner(element, "account.username", "account.accountId", "account.accountDisplayName");
                self.account = self.account.take().or(found);
            }
            Role::Notes => self.notes.add(element),
            Role::Manifest => {
                self.listed_owner =
                    owner(element, "userInfo.userName", "userInfo.accountId", "userInfo.displayName");
                self.made = when::read_value(json::dig(element, "archiveInfo.generationDate"));
                self.listed = listed(element);
            }
            Role::Posts | Role::Deleted | Role::Other => {}
        }
    }

    fn owner(&self, settings: &Settings) -> Result<AuthorLine, Refusal> {
        let owner = self.account.as_ref().or(self.listed_owner.as_ref()).cloned();
        author_or(owner, settings).map(with_profile)
    }

    /// Converts an element of a file of posts.
    ///
    /// # Errors
    /// When the element is no post, or has no id, author or time.
    pub fn convert(&self, element: &Value, settings: &Settings) -> Result<Item, Refusal> {
        // Items of older archives are not wrapped.
        let tweet = element.get("tweet").unwrap_or(element);
        let id = json::id(json::dig(tweet, "id_str"))
            .or_else(|| tweet.get("id").filter(|id| id.is_string()).and_then(json::id))
            .ok_or_else(|| Refusal::no_id("id_str"))?;
        let (published, inferred) = match (tweet.get("created_at"), snowflake::x(&id)) {
            (None | Some(Value::Null), Some(time)) => (when::plausible(time, settings.now, "id_str")?, true),
            (value, _) => {
                (when::published(value.unwrap_or(&Value::Null), settings.now, "created_at")?, false)
            }
        };
        let author = self.owner(settings)?;
        let mut post = PostLine::new(Network::X, id, author.username.clone(), published);
        post.url = Some(page(&author.username, &post.platform_post_id));
        post.author = author;
        post.approximate = inferred.then(|| vec!["published_at".to_owned()]);
        post.collected_at = self.collected(published, settings);
        self.say(&mut post, tweet);
        let first_version = first_version(tweet).filter(|_| has_versions(tweet));
        if first_version.as_ref().is_some_and(|first| *first != post.platform_post_id) {
            post.edited_at = snowflake::x(&post.platform_post_id);
        }
        Ok(Item::Post(Box::new(Found { post, first_version })))
    }

    /// Text, media, relation and counts.
    fn say(&self, post: &mut PostLine, tweet: &Value) {
        let content = text::decode(
            json::dig(tweet, "full_text").as_str().or(json::dig(tweet, "text").as_str()).unwrap_or_default(),
        );
        let note = self.notes.find(post.published_at, &content);
        let own = json::dig(tweet, "entities");
        let entities = Entities(note.map(|note| &note.entities).into_iter().chain([own]).collect());
        describe(post, tweet, &entities);
        let count = |key| json::count(json::dig(tweet, key)).map(|count| count.value);
        (post.likes_count, post.shares_count) = (count("favorite_count"), count("retweet_count"));
        if text::is_repost(&content) {
            // A repost's counts are "0" whatever is true, and it does not say which post it passes on.
            post.kind = Some(Kind::Repost);
            post.refers_to = None;
            post.likes_count = post.likes_count.filter(|count| *count > 0);
            post.shares_count = post.shares_count.filter(|count| *count > 0);
        }
        let content = note.map_or(content, |note| note.text.clone());
        post.content = Some(entities.written_out(content, media::entries(tweet)));
    }

    /// When the counts were read: when the archive was made, else the file's time; unless that is before the post.
    fn collected(&self, published: Timestamp, settings: &Settings) -> Option<Timestamp> {
        self.made.into_iter().chain(settings.file_time).find(|time| *time >= published)
    }
}

fn owner(element: &Value, name: &str, id: &str, display_name: &str) -> Option<AuthorLine> {
    Some(AuthorLine {
        username: json::text(json::dig(element, name))?,
        id: json::id(json::dig(element, id)),
        display_name: json::text(json::dig(element, display_name)),
        ..AuthorLine::default()
    })
}

fn listed(manifest: &Value) -> Vec<Listed> {
    let types = json::dig(manifest, "dataTypes").as_object();
    let files = types
        .into_iter()
        .flat_map(|types| types.values())
        .flat_map(|kind| json::list(json::dig(kind, "files")));
    let mut listed: Vec<Listed> = files
        .filter_map(|file| {
            let global = json::text(json::dig(file, "globalName"))?;
            (Role::of(&global) == Some(Role::Posts)).then_some(())?;
            let posts = json::count(json::dig(file, "count"))?.value;
            Some(Listed { file: json::text(json::dig(file, "fileName"))?, global, posts })
        })
        .collect();
    listed.sort_by(|a, b| a.file.cmp(&b.file));
    listed
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
