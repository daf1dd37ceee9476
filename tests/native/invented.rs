//! Invented posts and queries: few names, words, counts and instants, so that they meet often.

use postern::numbers::MAX_COUNT;
use postern::percent::encode;
use postern::platform::Platform;
use postern::time::Timestamp;
use proptest::collection::vec;
use proptest::option::{of, weighted};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

/// The start of 2026-03-01.
const DAY_START: i64 = 1_772_323_200_000;
/// Instants of posts. The first is drawn most often.
const TIMES: &[i64] = &[
    DAY_START + 5,
    DAY_START + 5,
    DAY_START + 5,
    DAY_START + 6,
    DAY_START,
    DAY_START - 1,
    DAY_START - 86_400_000,
    DAY_START + 86_400_000,
];
const USERNAMES: &[&str] =
    &["Reef.Watch", "reef.watch", "ＲＥＥＦ.Watch", "Straße", "STRASSE", "珊瑚", "a'b\"c"];
const HASHTAGS: &[&str] =
    &["Reef", "reef", "ＲＥＥＦ", "珊瑚", "🐚", "café", "cafe\u{301}", "cafe", "Сеть", "it's"];
const MEDIA_TYPES: &[&str] = &["image", "video", "carousel", "reel"];
const SORTS: &[&str] = &["published_at", "likes_count", "comments_count", "views_count"];
/// Words that many texts and keywords have.
const FREQUENT: &[&str] = &["coral", "Reef", "the", "京都", "☕"];
/// Pieces of texts, in several scripts; those with a blank or a mark tell phrases from words that only meet.
const PIECES: &[&str] = &[
    "coral",
    "Coral",
    "córal",
    "corals",
    "reef",
    "the",
    "straße",
    "STRASSE",
    "covid-19",
    "covid",
    "19",
    "☕",
    "👍🏽",
    "東京都",
    "京都",
    "都",
    "한국어",
    "한국",
    "สวัสดี",
    "кофе",
    "ёлка",
    "елка",
    "سلام",
    "سَلام",
    "#Reef",
    "#珊瑚",
    "OR",
    "it's",
    "\"quoted\"",
    "NEAR(a b)",
    "col:x",
];
const SEPARATORS: &[&str] = &[" ", " ", " ", "", "-", ", ", "\n", "。"];
/// Terms of keywords beside the pieces themselves.
const TERMS: &[&str] = &[
    "cor*",
    "cora*",
    "co*",
    "京",
    "東京",
    "京都*",
    "สวัส",
    "한",
    "\"the coral\"",
    "\"coral reef\"",
    "\"covid 19\"",
    "\"the co*\"",
    "\"covid 19\"*",
    "☕☕",
    "…",
    "\"open",
];
/// Bounds as they are sent, with the first instant that each lets in or shuts out.
const FROM: &[(&str, i64)] = &[
    ("2026-03-01", DAY_START),
    ("2026-02-28", DAY_START - 86_400_000),
    ("2026-03-01T02:00:00.006+02:00", DAY_START + 6),
    ("2026-03-02T00:00:00Z", DAY_START + 86_400_000),
];
const TO: &[(&str, i64)] = &[
    ("2026-03-01", DAY_START + 86_400_000),
    ("2026-02-28", DAY_START),
    ("2026-03-01T00:00:00.005Z", DAY_START + 6),
    ("2026-03-02T00:00:00-01:00", DAY_START + 90_000_001),
];

/// A post as it is sent.
#[derive(Debug, Clone)]
pub(crate) struct Invented {
    pub(crate) platform: &'static str,
    pub(crate) username: &'static str,
    pub(crate) content: Option<String>,
    pub(crate) hashtags: Option<Vec<&'static str>>,
    pub(crate) media_type: Option<&'static str>,
    /// Likes, comments, views.
    pub(crate) counts: [Option<u64>; 3],
    pub(crate) at: Timestamp,
}

impl Invented {
    /// The canonical line, under an id of the network's.
    pub(crate) fn line(&self, id: &str) -> String {
        let [likes, comments, views] = self.counts;
        let line = json!({
            "platform": self.platform, "platform_post_id": id, "author": {"username": self.username},
            "content": self.content, "hashtags": self.hashtags, "media_type": self.media_type,
            "likes_count": likes, "comments_count": comments, "views_count": views,
            "published_at": self.at.to_string(),
        });
        line.to_string() + "\n"
    }

    /// The post's `id`.
    pub(crate) fn id(&self, id: &str) -> String {
        format!("{}:{id}", self.platform.parse::<Platform>().unwrap().network.name())
    }
}

fn text() -> impl Strategy<Value = String> {
    vec((prop_oneof![select(PIECES), select(FREQUENT)], select(SEPARATORS)), 0..9)
        .prop_map(|pieces| pieces.into_iter().flat_map(|(piece, separator)| [piece, separator]).collect())
}

fn count() -> impl Strategy<Value = Option<u64>> {
    prop_oneof![1 => Just(None), 4 => (0..4_u64).prop_map(Some), 1 => Just(Some(MAX_COUNT))]
}

/// Any post.
pub(crate) fn post() -> impl Strategy<Value = Invented> {
    let hashtags = weighted(0.7, vec(select(HASHTAGS), 0..4));
    let platform = select(&Platform::NAMES[..]);
    let rest = (
        weighted(0.9, text()),
        hashtags,
        of(select(MEDIA_TYPES)),
        [count(), count(), count()],
        select(TIMES),
    );
    (platform, select(USERNAMES), rest).prop_map(
        |(platform, username, (content, hashtags, media_type, counts, at))| Invented {
            platform,
            username,
            content,
            hashtags,
            media_type,
            counts,
            at: Timestamp(at),
        },
    )
}

/// What is asked for, as it is sent.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    /// 0 by user, 1 by hashtag, otherwise a search.
    address: u8,
    pub(crate) platform: Option<&'static str>,
    pub(crate) username: Option<&'static str>,
    pub(crate) hashtag: Option<&'static str>,
    pub(crate) keyword: Option<String>,
    pub(crate) media_type: Option<&'static str>,
    /// Of likes and comments.
    pub(crate) minima: [Option<u64>; 2],
    pub(crate) from: Option<(&'static str, i64)>,
    pub(crate) to: Option<(&'static str, i64)>,
    pub(crate) sort: &'static str,
    pub(crate) ascending: bool,
}

fn keyword() -> impl Strategy<Value = String> {
    let term = prop_oneof![3 => select(FREQUENT), 3 => select(PIECES), 2 => select(TERMS)];
    let joined = prop_oneof![4 => Just(" "), 2 => Just(" OR "), 2 => Just(" -"), 1 => Just("　")];
    (term.clone(), vec((joined, term), 0..3)).prop_map(|(first, more)| {
        more.into_iter().fold(first.to_owned(), |text, (joined, term)| text + joined + term)
    })
}

/// Any query.
pub(crate) fn asked() -> impl Strategy<Value = Asked> {
    let names =
        (of(select(&Platform::NAMES[..])), weighted(0.3, select(USERNAMES)), weighted(0.3, select(HASHTAGS)));
    let minimum = || weighted(0.2, prop_oneof![3 => 0..4_u64, 1 => Just(MAX_COUNT)]);
    let filters = (weighted(0.4, keyword()), weighted(0.3, select(MEDIA_TYPES)), [minimum(), minimum()]);
    let range = (weighted(0.2, select(FROM)), weighted(0.2, select(TO)));
    (0..6_u8, names, filters, range, select(SORTS), any::<bool>()).prop_map(
        |(
            address,
            (platform, username, hashtag),
            (keyword, media_type, minima),
            (from, to),
            sort,
            ascending,
        )| {
            let mut asked = Asked {
                address,
                platform,
                username,
                hashtag,
                keyword,
                media_type,
                minima,
                from,
                to,
                sort,
                ascending,
            };
            asked.fit();
            asked
        },
    )
}

impl Asked {
    /// Drops what the address does not take, and adds what it must have.
    fn fit(&mut self) {
        if self.address < 2 {
            self.platform.get_or_insert("twitter");
            self.keyword = None;
        }
        match self.address {
            0 => (self.hashtag, self.username) = (None, self.username.or(Some("reef.watch"))),
            1 => (self.username, self.hashtag) = (None, self.hashtag.or(Some("reef"))),
            _ => {}
        }
    }

    fn path(&self) -> String {
        let in_path = |name: Option<&str>| {
            format!("{}/{}", self.platform.unwrap_or_default(), encode(name.unwrap_or_default()))
        };
        match self.address {
            0 => format!("/api/v1/posts/by-user/{}", in_path(self.username)),
            1 => format!("/api/v1/posts/by-hashtag/{}", in_path(self.hashtag)),
            _ => "/api/v1/posts/search".to_owned(),
        }
    }

    /// The address of a page.
    pub(crate) fn url(&self, limit: u16, cursor: Option<&str>) -> String {
        let named = if self.address < 2 { None } else { Some([self.platform, self.username, self.hashtag]) };
        let [platform, username, hashtag] = named.unwrap_or_default().map(|name| name.map(encode));
        let minimum = |index: usize| self.minima[index].map(|minimum| minimum.to_string());
        let pairs = [
            ("limit", Some(limit.to_string())),
            ("platform", platform),
            ("username", username),
            ("hashtag", hashtag),
            ("keyword", self.keyword.as_deref().map(encode)),
            ("media_type", self.media_type.map(str::to_owned)),
            ("min_likes", minimum(0)),
            ("min_comments", minimum(1)),
            ("from_date", self.from.map(|(text, _)| encode(text))),
            ("to_date", self.to.map(|(text, _)| encode(text))),
            ("sort_by", Some(self.sort.to_owned())),
            ("sort_order", Some(if self.ascending { "asc" } else { "desc" }.to_owned())),
            ("cursor", cursor.map(str::to_owned)),
        ];
        let pairs = pairs.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", value?)));
        format!("{}?{}", self.path(), pairs.collect::<Vec<_>>().join("&"))
    }

    /// The `query` of an answer, as far as it is not about times.
    pub(crate) fn echo(&self) -> Value {
        let fold = |name: &str| postern::text::fold_name(name);
        json!({
            "platform": self.platform, "username": self.username.map(fold), "hashtag": self.hashtag.map(fold),
            "keyword": self.keyword, "media_type": self.media_type, "min_likes": self.minima[0],
            "min_comments": self.minima[1], "from": self.from.map(|(_, at)| Timestamp(at)),
            "to_exclusive": self.to.map(|(_, at)| Timestamp(at)), "sort_by": self.sort,
            "sort_order": if self.ascending { "asc" } else { "desc" },
        })
    }
}
