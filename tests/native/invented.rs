//! Invented posts and queries: few names, words, counts and instants, so that they meet often.

use postern::numbers::MAX_COUNT;
use postern::percent::encode;
use postern::platform::Platform;
use postern::text::fold_name;
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
const MEDIA_OR_NONE: &[&str] = &["image", "video", "carousel", "reel", "none"];
const KINDS: &[&str] = &["original", "reply", "repost", "quote"];
/// As sources write them.
const LANGUAGES: &[&str] = &["en", "en-GB", "EN", "pt_BR", "ja", "und", "no language"];
/// As callers ask for them.
const ASKED_LANGUAGES: &[&str] = &["en", "en-US", "pt-PT", "JA", "und", "fil"];
/// Ids of posts that others refer to.
const REFERENCES: &[&str] = &["x:1", "x:2", "tiktok:1"];
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
    pub(crate) kind: &'static str,
    pub(crate) language: Option<&'static str>,
    pub(crate) mentions: Option<Vec<&'static str>>,
    pub(crate) refers_to: Option<&'static str>,
    /// Likes, comments, views, shares.
    pub(crate) counts: [Option<u64>; 4],
    pub(crate) at: Timestamp,
}

impl Invented {
    /// The canonical line, under an id of the network's.
    pub(crate) fn line(&self, id: &str) -> String {
        let [likes, comments, views, shares] = self.counts;
        let line = json!({
            "platform": self.platform, "platform_post_id": id, "author": {"username": self.username},
            "content": self.content, "hashtags": self.hashtags, "media_type": self.media_type,
            "kind": self.kind, "language": self.language, "mentions": self.mentions, "refers_to": self.refers_to,
            "likes_count": likes, "comments_count": comments, "views_count": views, "shares_count": shares,
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
        [count(), count(), count(), count()],
        select(TIMES),
    );
    let relations = (
        select(KINDS),
        of(select(LANGUAGES)),
        weighted(0.4, vec(select(USERNAMES), 0..3)),
        weighted(0.3, select(REFERENCES)),
    );
    (platform, select(USERNAMES), rest, relations).prop_map(
        |(
            platform,
            username,
            (content, hashtags, media_type, counts, at),
            (kind, language, mentions, refers_to),
        )| {
            Invented {
                platform,
                username,
                content,
                hashtags,
                media_type,
                kind,
                language,
                mentions,
                refers_to,
                counts,
                at: Timestamp(at),
            }
        },
    )
}

/// What is asked for, as it is sent. An empty list is not sent.
#[derive(Debug, Clone, Default)]
pub(crate) struct Asked {
    /// 0 by user, 1 by hashtag, otherwise a search.
    address: u8,
    pub(crate) platforms: Vec<&'static str>,
    pub(crate) usernames: Vec<&'static str>,
    pub(crate) hashtags: Vec<&'static str>,
    pub(crate) keyword: Option<String>,
    pub(crate) media_types: Vec<&'static str>,
    pub(crate) kinds: Vec<&'static str>,
    pub(crate) languages: Vec<&'static str>,
    pub(crate) mentions: Vec<&'static str>,
    pub(crate) refers_to: Option<&'static str>,
    /// Of likes, comments, views and shares.
    pub(crate) minima: [Option<u64>; 4],
    /// Usernames, hashtags and mentions.
    pub(crate) excluded: [Vec<&'static str>; 3],
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

/// A list of some of these values, which is mostly empty.
fn list(values: &'static [&'static str], probability: f64) -> impl Strategy<Value = Vec<&'static str>> {
    let some = prop_oneof![3 => vec(select(values), 1..2), 2 => vec(select(values), 2..7)];
    weighted(probability, some).prop_map(Option::unwrap_or_default)
}

/// Any query.
pub(crate) fn asked() -> impl Strategy<Value = Asked> {
    let platforms = prop_oneof![
        3 => Just(Vec::new()),
        4 => vec(select(&Platform::NAMES[..]), 1..2),
        1 => vec(select(&Platform::NAMES[..]), 2..5),
    ];
    let names = (platforms, list(USERNAMES, 0.3), list(HASHTAGS, 0.3), list(USERNAMES, 0.15));
    let minimum = |probability| weighted(probability, prop_oneof![3 => 0..4_u64, 1 => Just(MAX_COUNT)]);
    let minima = [minimum(0.2), minimum(0.2), minimum(0.1), minimum(0.1)];
    let kinds = (list(MEDIA_OR_NONE, 0.3), list(KINDS, 0.15), list(ASKED_LANGUAGES, 0.15));
    let filters = (weighted(0.4, keyword()), kinds, weighted(0.1, select(REFERENCES)), minima);
    let excluded = [list(USERNAMES, 0.1), list(HASHTAGS, 0.1), list(USERNAMES, 0.1)];
    let range = (weighted(0.2, select(FROM)), weighted(0.2, select(TO)));
    (0..6_u8, names, filters, excluded, range, select(SORTS), any::<bool>()).prop_map(
        |(
            address,
            (platforms, usernames, hashtags, mentions),
            (keyword, (media_types, kinds, languages), refers_to, minima),
            excluded,
            (from, to),
            sort,
            ascending,
        )| {
            let mut asked = Asked {
                address,
                platforms,
                usernames,
                hashtags,
                keyword,
                media_types,
                kinds,
                languages,
                mentions,
                refers_to,
                minima,
                excluded,
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

/// The network that a name means.
fn network(name: &str) -> String {
    name.parse::<Platform>().unwrap().network.name().to_owned()
}

/// The primary subtag of a language tag.
pub(crate) fn primary(tag: &str) -> String {
    tag.split(['-', '_']).next().unwrap().to_ascii_lowercase()
}

/// Keeps the first of the values that are compared as one.
fn distinct(values: &mut Vec<&'static str>, compared: fn(&str) -> String) {
    let mut seen = Vec::new();
    values.retain(|value| {
        let compared = compared(value);
        !seen.contains(&compared) && {
            seen.push(compared);
            true
        }
    });
}

/// A list as the echo has it.
fn echoed(values: &[&str], compared: fn(&str) -> String) -> Option<String> {
    let mut values: Vec<_> = values.iter().map(|value| compared(value)).collect();
    values.sort_unstable();
    (!values.is_empty()).then(|| values.join(","))
}

fn as_is(name: &str) -> String {
    name.to_owned()
}

impl Asked {
    /// Drops what the address does not take and what may come once only, and adds what it must have.
    fn fit(&mut self) {
        let fold = fold_name as fn(&str) -> String;
        if self.address < 2 {
            self.platforms.truncate(1);
            if self.platforms.is_empty() {
                self.platforms.push("twitter");
            }
            self.keyword = None;
        }
        match self.address {
            0 => (self.hashtags, self.usernames) = (vec![], one(&self.usernames, "reef.watch")),
            1 => (self.usernames, self.hashtags) = (vec![], one(&self.hashtags, "reef")),
            _ => {}
        }
        distinct(&mut self.platforms, network);
        for list in [&mut self.usernames, &mut self.hashtags, &mut self.mentions] {
            distinct(list, fold);
        }
        distinct(&mut self.media_types, as_is);
        distinct(&mut self.kinds, as_is);
        distinct(&mut self.languages, primary);
        let asked_for = [&self.usernames, &self.hashtags, &self.mentions];
        for (list, asked_for) in self.excluded.iter_mut().zip(asked_for) {
            distinct(list, fold);
            list.retain(|value| !asked_for.iter().any(|asked_for| fold(asked_for) == fold(value)));
        }
    }

    fn path(&self) -> String {
        let in_path = |names: &[&str]| format!("{}/{}", self.platforms[0], encode(names[0]));
        match self.address {
            0 => format!("/api/v1/posts/by-user/{}", in_path(&self.usernames)),
            1 => format!("/api/v1/posts/by-hashtag/{}", in_path(&self.hashtags)),
            _ => "/api/v1/posts/search".to_owned(),
        }
    }

    /// The address of a page.
    pub(crate) fn url(&self, limit: u16, cursor: Option<&str>) -> String {
        let in_path: &[&str] = match self.address {
            0 => &["platform", "username"],
            1 => &["platform", "hashtag"],
            _ => &[],
        };
        let filters = self.filters().into_iter().filter(|(name, _)| !in_path.contains(name));
        let order = if self.ascending { "asc" } else { "desc" };
        let mut pairs = vec![("limit", limit.to_string())];
        pairs.extend(filters);
        pairs.extend([("sort_by", self.sort.to_owned()), ("sort_order", order.to_owned())]);
        pairs.extend(cursor.map(|cursor| ("cursor", cursor.to_owned())));
        let pairs = pairs.into_iter().map(|(name, value)| format!("{name}={}", encode(&value)));
        format!("{}?{}", self.path(), pairs.collect::<Vec<_>>().join("&"))
    }

    /// The filters and the range of time as names and values, for addresses that have all of them in the query string.
    pub(crate) fn filters(&self) -> Vec<(&'static str, String)> {
        let list = |values: &[&str]| (!values.is_empty()).then(|| values.join(","));
        let minimum = |index: usize| self.minima[index].map(|minimum| minimum.to_string());
        let [usernames, hashtags, mentions] = &self.excluded;
        let pairs = [
            ("platform", list(&self.platforms)),
            ("username", list(&self.usernames)),
            ("hashtag", list(&self.hashtags)),
            ("keyword", self.keyword.clone()),
            ("media_type", list(&self.media_types)),
            ("kind", list(&self.kinds)),
            ("language", list(&self.languages)),
            ("mentions", list(&self.mentions)),
            ("refers_to", self.refers_to.map(str::to_owned)),
            ("min_likes", minimum(0)),
            ("min_comments", minimum(1)),
            ("min_views", minimum(2)),
            ("min_shares", minimum(3)),
            ("exclude_username", list(usernames)),
            ("exclude_hashtag", list(hashtags)),
            ("exclude_mentions", list(mentions)),
            ("from_date", self.from.map(|(text, _)| text.to_owned())),
            ("to_date", self.to.map(|(text, _)| text.to_owned())),
        ];
        pairs.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// The `query` of an answer, as far as it is not about times.
    pub(crate) fn echo(&self) -> Value {
        let fold = fold_name as fn(&str) -> String;
        let [usernames, hashtags, mentions] = &self.excluded;
        json!({
            "platform": echoed(&self.platforms, as_is), "username": echoed(&self.usernames, fold),
            "hashtag": echoed(&self.hashtags, fold), "keyword": self.keyword,
            "media_type": echoed(&self.media_types, as_is), "kind": echoed(&self.kinds, as_is),
            "language": echoed(&self.languages, primary), "mentions": echoed(&self.mentions, fold),
            "refers_to": self.refers_to, "min_likes": self.minima[0], "min_comments": self.minima[1],
            "min_views": self.minima[2], "min_shares": self.minima[3],
            "exclude_username": echoed(usernames, fold), "exclude_hashtag": echoed(hashtags, fold),
            "exclude_mentions": echoed(mentions, fold), "from": self.from.map(|(_, at)| Timestamp(at)),
            "to_exclusive": self.to.map(|(_, at)| Timestamp(at)), "sort_by": self.sort,
            "sort_order": if self.ascending { "asc" } else { "desc" },
        })
    }
}

/// The first of these names, or the one that there has to be.
fn one(names: &[&'static str], otherwise: &'static str) -> Vec<&'static str> {
    vec![names.first().copied().unwrap_or(otherwise)]
}
