//! The meaning of yt-dlp's keys on each network.

use crate::formats::{ImportError, instagram, json, x};
use crate::platform::Network;
use crate::posts::post::line::AuthorLine;
use serde_json::Value;

/// How to interpret the metadata of videos on a network.
pub(crate) struct InfoFields {
    pub(crate) network: Network,
    /// Finds the post's id.
    pub(crate) id: fn(&Value) -> Option<String>,
    /// The key of the id, for error messages.
    pub(crate) id_is_in: &'static str,
    /// The keys of the username, the display name, and the author's id.
    author: [&'static [&'static str]; 3],
    /// The address of the author's profile up to the username.
    profile: &'static str,
    /// The address of the post's page, from the metadata, the username and the id.
    pub(crate) page: fn(&Value, &str, &str) -> String,
    /// Finds the post's text.
    pub(crate) text: fn(&Value) -> Option<String>,
    pub(crate) zero_views_are_unknown: bool,
    pub(crate) is_story: fn(&Value) -> bool,
}

const TIKTOK: InfoFields = InfoFields {
    network: Network::Tiktok,
    id: |info| number_in(json::dig(info, "webpage_url"), &["video", "photo"]).or_else(|| id(info)),
    id_is_in: "id",
    author: [&["uploader"], &["channel", "creator"], &["uploader_id"]],
    profile: "https://www.tiktok.com/@",
    page: |info, name, id| page(info, || format!("https://www.tiktok.com/@{name}/video/{id}")),
    text: |info| description(info).or_else(|| title(info, "TikTok video")),
    zero_views_are_unknown: false,
    is_story: |_| false,
};

/// Douyin, TikTok's Chinese counterpart, which never gives views.
const DOUYIN: InfoFields = InfoFields {
    author: [&["uploader"], &["channel", "creator"], &["uploader_id"]],
    profile: "https://www.douyin.com/user/",
    page: |info, _, id| page(info, || format!("https://www.douyin.com/video/{id}")),
    zero_views_are_unknown: true,
    ..TIKTOK
};

const INSTAGRAM: InfoFields = InfoFields {
    network: Network::Instagram,
    // A video of a carousel has its own id. The address is that of the post.
    id: |info| instagram::post_code(json::dig(info, "webpage_url"), &[json::dig(info, "id")]),
    id_is_in: "id",
    author: [&["channel", "uploader_id"], &["uploader"], &["uploader_id"]],
    profile: "https://www.instagram.com/",
    page: |info, _, id| page(info, || format!("https://www.instagram.com/p/{id}/")),
    text: description,
    zero_views_are_unknown: false,
    is_story: |info| {
        let url = json::dig(info, "webpage_url").as_str().unwrap_or_default();
        json::dig(info, "extractor_key") == "InstagramStory" || url.contains("/stories/")
    },
};

const X: InfoFields = InfoFields {
    network: Network::X,
    id: |info| {
        // `id` is that of the video, which may belong to another post.
        let id_in_url = number_in(json::dig(info, "webpage_url"), &["status"]);
        id_in_url.or_else(|| json::id(json::dig(info, "display_id")).filter(|id| is_number(id)))
    },
    id_is_in: "display_id",
    author: [&["uploader_id"], &["uploader"], &["channel_id"]],
    profile: "https://x.com/",
    page: |_, name, id| format!("https://x.com/{name}/status/{id}"),
    text: |info| description(info).map(|text| x::text::decode(&text)),
    zero_views_are_unknown: true,
    is_story: |_| false,
};

const SNAPCHAT: InfoFields = InfoFields {
    network: Network::Snapchat,
    id,
    id_is_in: "id",
    author: [&["uploader"], &["channel"], &["uploader_id"]],
    profile: "https://www.snapchat.com/add/",
    page: |info, _, id| page(info, || format!("https://www.snapchat.com/spotlight/{id}")),
    text: |info| description(info).filter(|text| !text.is_empty()).or_else(|| title(info, "Spotlight Snap")),
    zero_views_are_unknown: false,
    is_story: |_| false,
};

/// The fields for the network of a video.
pub(crate) fn info_fields(info: &Value) -> Result<&'static InfoFields, ImportError> {
    let named = json::first_text(info, &["extractor_key", "extractor"]).unwrap_or_default();
    let key = named.split(':').next().unwrap_or_default().to_ascii_lowercase();
    match key.as_str() {
        "tiktok" | "tiktokvm" => Ok(&TIKTOK),
        "douyin" => Ok(&DOUYIN),
        "instagram" | "instagramstory" | "instagramios" => Ok(&INSTAGRAM),
        "twitter" | "twittershortener" => Ok(&X),
        "snapchatspotlight" | "snapchat" => Ok(&SNAPCHAT),
        _ => {
            let expected = "expected TikTok, Instagram, Twitter or SnapchatSpotlight";
            Err(ImportError::new("UNSUPPORTED_PLATFORM", format!("extractor_key: {expected}, got {named:?}")))
        }
    }
}

impl InfoFields {
    /// The author, if the metadata names one.
    pub(crate) fn author(&self, info: &Value) -> Option<AuthorLine> {
        let [names, shown, ids] = self.author;
        let username = json::first_text(info, names)?;
        let id = ids.iter().find_map(|key| json::id(json::dig(info, key)));
        Some(AuthorLine {
            // In older files, the username is where newer ones have the number.
            id: id.filter(|id| *id != username),
            display_name: json::first_text(info, shown).filter(|name| name.len() <= 2048),
            username,
            ..AuthorLine::default()
        })
    }

    pub(crate) fn with_profile(&self, mut author: AuthorLine) -> AuthorLine {
        author.url.get_or_insert_with(|| format!("{}{}", self.profile, author.username));
        if self.network == Network::Instagram {
            author.url.iter_mut().for_each(|url| url.push('/'));
        }
        author
    }
}

fn id(info: &Value) -> Option<String> {
    json::id(json::dig(info, "id")).filter(|id| id.len() <= 200)
}

fn description(info: &Value) -> Option<String> {
    json::dig(info, "description").as_str().map(str::to_owned)
}

/// The title as the text, unless it is a default title, or cut off.
fn title(info: &Value, default_title: &str) -> Option<String> {
    json::text(json::dig(info, "title"))
        .filter(|title| !title.starts_with(default_title) && !title.ends_with("..."))
}

/// The address of the page in the metadata, without its query, which may contain tracking data.
fn page(info: &Value, otherwise: impl Fn() -> String) -> String {
    let given = json::address(json::dig(info, "webpage_url")).filter(|url| url.starts_with("https://"));
    let given = given.and_then(|url| url.split(['?', '#']).next().map(str::to_owned));
    given.unwrap_or_else(otherwise)
}

/// The number after one of these words in an address.
fn number_in(url: &Value, words: &[&str]) -> Option<String> {
    let mut parts = url.as_str()?.split(['/', '?', '#']).skip_while(|part| !words.contains(part));
    parts.next()?;
    parts.next().filter(|id| is_number(id)).map(str::to_owned)
}

fn is_number(id: &str) -> bool {
    (1..=20).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_digit())
}
