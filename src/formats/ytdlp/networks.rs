//! What the keys of yt-dlp mean on each network.

use crate::formats::{ImportError, instagram, json, x};
use crate::platform::Network;
use crate::posts::post::line::AuthorLine;
use serde_json::Value;

/// How what is said of a video on a network is read.
pub(crate) struct InfoFields {
    pub(crate) network: Network,
    /// The post's id.
    pub(crate) id: fn(&Value) -> Option<String>,
    /// Where that is, for messages.
    pub(crate) id_is_in: &'static str,
    /// Where the username is, the name that is shown, and the author's id.
    author: [&'static [&'static str]; 3],
    /// The address of an author's profile up to the name.
    profile: &'static str,
    /// The address of the post's page, of its author's name and its id.
    pub(crate) page: fn(&Value, &str, &str) -> String,
    /// The post's text.
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

/// TikTok in China, whose views are never told.
const DOUYIN: InfoFields = InfoFields {
    author: [&["uploader"], &["channel", "creator"], &["uploader_id"]],
    profile: "https://www.douyin.com/user/",
    page: |info, _, id| page(info, || format!("https://www.douyin.com/video/{id}")),
    zero_views_are_unknown: true,
    ..TIKTOK
};

const INSTAGRAM: InfoFields = InfoFields {
    network: Network::Instagram,
    // A video of a carousel has an id of its own; the address is the post's.
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
        // `id` is the video's, which may be another post's.
        let by_page = number_in(json::dig(info, "webpage_url"), &["status"]);
        by_page.or_else(|| json::id(json::dig(info, "display_id")).filter(|id| is_number(id)))
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

/// How what is said of a video is read.
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
    /// Who published it, if that is said.
    pub(crate) fn author(&self, info: &Value) -> Option<AuthorLine> {
        let [names, shown, ids] = self.author;
        let username = json::first_text(info, names)?;
        let id = ids.iter().find_map(|key| json::id(json::dig(info, key)));
        Some(AuthorLine {
            // Older files have the name where newer ones have the number.
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

/// The title as the text, unless it was made up because there is none, or was cut.
fn title(info: &Value, made_up: &str) -> Option<String> {
    json::text(json::dig(info, "title"))
        .filter(|title| !title.starts_with(made_up) && !title.ends_with("..."))
}

/// The page that a file names, without what its query says of the reader.
fn page(info: &Value, otherwise: impl Fn() -> String) -> String {
    let given = json::address(json::dig(info, "webpage_url")).filter(|url| url.starts_with("https://"));
    let given = given.and_then(|url| url.split(['?', '#']).next().map(str::to_owned));
    given.unwrap_or_else(otherwise)
}

/// The number that follows one of these words in an address.
fn number_in(url: &Value, words: &[&str]) -> Option<String> {
    let mut parts = url.as_str()?.split(['/', '?', '#']).skip_while(|part| !words.contains(part));
    parts.next()?;
    parts.next().filter(|id| is_number(id)).map(str::to_owned)
}

fn is_number(id: &str) -> bool {
    (1..=20).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_digit())
}
