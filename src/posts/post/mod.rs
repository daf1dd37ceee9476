//! The post: what is stored and served, and the line that an operator sends.

mod canonical;
mod document;
pub mod line;
pub mod merge;
pub mod name;
pub mod tags;

pub use canonical::canonical;

use crate::platform::{Network, Platform};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// A post as it is stored and served, except for `platform`. Its value is the name that the caller used for the network, and is
/// written before the stored text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Post {
    /// The network's name and the post's id there, as in `x:123`.
    pub id: String,
    /// The id that the network gave the post.
    pub platform_post_id: String,
    /// The address of the post's page.
    pub url: Option<String>,
    /// Who published it.
    pub author: Author,
    /// Its text.
    pub content: Option<String>,
    /// The language of the text, as the source names it.
    pub language: Option<String>,
    /// Its kind of media. `None` for text only.
    pub media_type: Option<MediaType>,
    /// Its files, in order.
    pub media: Vec<Media>,
    /// Its hashtags without `#`, as spelt, in order.
    pub hashtags: Vec<String>,
    /// The usernames that it mentions, without `@`.
    pub mentions: Vec<String>,
    /// How many liked it.
    pub likes_count: Option<u64>,
    /// How many comments or replies it has.
    pub comments_count: Option<u64>,
    /// How often it was seen.
    pub views_count: Option<u64>,
    /// How often it was shared or reposted.
    pub shares_count: Option<u64>,
    /// How often it was saved or bookmarked.
    pub saves_count: Option<u64>,
    /// How it relates to another post.
    pub kind: Kind,
    /// The `id` of that other post.
    pub refers_to: Option<String>,
    /// The sorted names of the fields whose values are rounded or inferred.
    pub approximate: Vec<String>,
    /// When it was published.
    pub published_at: Timestamp,
    /// When it was last edited.
    pub edited_at: Option<Timestamp>,
    /// When its counts were read from the network.
    pub collected_at: Timestamp,
}

impl Post {
    /// The network, by the name in the id.
    pub fn network(&self) -> Option<Network> {
        Network::of_id(&self.id)
    }

    /// The author's key in storage.
    pub fn author_key(&self, network: Network) -> String {
        crate::key::author_key(network, &crate::text::fold_name(&self.author.username))
    }
}

/// Who published a post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Author {
    /// The id that the network gave the author.
    pub id: Option<String>,
    /// The name in addresses, without `@`, in the author's spelling.
    pub username: String,
    /// The name for people.
    pub display_name: Option<String>,
    /// The address of the author's page.
    pub url: Option<String>,
    /// The address of the author's picture.
    pub avatar_url: Option<String>,
    /// Whether the network vouches for the author.
    pub verified: Option<bool>,
    /// How many follow the author.
    pub followers_count: Option<u64>,
}

/// One file of a post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Media {
    /// Whether it is an image or a video.
    #[serde(rename = "type")]
    pub kind: FileType,
    /// The file's own address, or its path inside an export.
    pub url: String,
    /// The address of a still picture of it.
    pub preview_url: Option<String>,
    /// Width in pixels.
    pub width: Option<u64>,
    /// Height in pixels.
    pub height: Option<u64>,
    /// Duration in milliseconds.
    pub duration_ms: Option<u64>,
    /// A description for those who can't see it.
    pub alt_text: Option<String>,
}

/// Defines the wire names of an enum without fields, in both directions and as a list.
macro_rules! names {
    ($type:ident: $($variant:ident = $name:literal),+) => {
        impl $type {
            /// Every name, in the order of the contract.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// The name on the wire.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// The value with this name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

/// The kind of media of a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum MediaType {
    /// One picture.
    Image = 1,
    /// One video.
    Video = 2,
    /// Several files.
    Carousel = 3,
    /// A short vertical video on Instagram.
    Reel = 4,
}
names!(MediaType: Image = "image", Video = "video", Carousel = "carousel", Reel = "reel");

impl MediaType {
    /// Its number in storage, where 0 is a post of text only.
    pub const fn number(self) -> u8 {
        self as u8
    }
}

/// The type of a media file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FileType {
    /// A still picture.
    Image,
    /// A video, including silent loops such as GIFs.
    Video,
}
names!(FileType: Image = "image", Video = "video");

/// How a post relates to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Kind {
    /// It relates to no other post.
    #[default]
    Original = 0,
    /// It answers another post.
    Reply = 1,
    /// It shares another post unchanged.
    Repost = 2,
    /// It shares another post with a text of its own.
    Quote = 3,
}
names!(Kind: Original = "original", Reply = "reply", Repost = "repost", Quote = "quote");

impl Kind {
    /// Its number in storage.
    pub const fn number(self) -> u8 {
        self as u8
    }
}

/// The `id` of a post: the network's own name, a colon, and the post's id there. A post imported as `twitter` is an `x:...` too.
pub fn post_id(network: Network, platform_post_id: &str) -> String {
    format!("{}:{platform_post_id}", network.name())
}

/// Parses the `id` of a post: a platform, a colon, and 1 to [`line::MAX_ID`] bytes. The platform may be any name of the network, in
/// any case. Returns the id with the network's own name.
pub fn parse_post_id(text: &str) -> Option<String> {
    let (platform, id) = text.split_once(':')?;
    let platform: Platform = platform.parse().ok()?;
    (1..=line::MAX_ID).contains(&id.len()).then(|| post_id(platform.network, id))
}
