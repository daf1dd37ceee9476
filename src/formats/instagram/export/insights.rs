//! Post statistics of professional accounts: counts under labels in the owner's language.

use super::mojibake::repaired;
use crate::formats::fill::Counts;
use crate::formats::json;
use crate::formats::number::Count;
use crate::posts::post::line::PostLine;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The labels of likes, in lower case, here and below those of other counts. If several match, the first in the list
/// is used.
const LIKES: &[&str] = &[
    "likes",
    "like",
    "gefällt mir",
    "„gefällt mir“-angaben",
    "\"gefällt mir\"-angaben",
    "j'aime",
    "j’aime",
    "mentions j'aime",
    "mentions j’aime",
    "me gusta",
    "curtidas",
    "gostos",
    "mi piace",
    "vind-ik-leuks",
    "beğeniler",
    "отметки \"нравится\"",
    "いいね!",
    "좋아요",
];
const COMMENTS: &[&str] = &[
    "comments",
    "kommentare",
    "commentaires",
    "comentarios",
    "comentários",
    "commenti",
    "opmerkingen",
    "reacties",
    "yorumlar",
    "комментарии",
    "コメント",
    "댓글",
];
const SAVES: &[&str] = &[
    "saves",
    "saved",
    "mal gespeichert",
    "gespeichert",
    "enregistrements",
    "guardados",
    "guardado",
    "veces que se guardó",
    "salvamentos",
    "salvamenti",
    "elementi salvati",
    "keren bewaard",
    "opgeslagen",
    "kaydedilenler",
    "сохранения",
    "保存数",
    "저장",
];
const SHARES: &[&str] = &[
    "shares",
    "mal geteilt",
    "geteilt",
    "partages",
    "veces compartido",
    "compartidos",
    "compartilhamentos",
    "partilhas",
    "condivisioni",
    "keren gedeeld",
    "gedeeld",
    "paylaşımlar",
    "репосты",
    "シェア数",
    "공유",
];
const VIEWS: &[&str] = &[
    "views",
    "aufrufe",
    "vues",
    "visualizaciones",
    "visualizações",
    "visualizzazioni",
    "weergaven",
    "görüntülemeler",
    "просмотры",
    "再生数",
    "조회",
    "plays",
    "video views",
    "videoaufrufe",
    "impressions",
    "impressionen",
    "impresiones",
    "impressões",
    "impression",
    "weergaves",
    "показы",
    "インプレッション",
    "노출",
];

/// The maximum number of posts.
const MAX_POSTS: usize = 200_000;

/// The post statistics in an export, by the time in seconds when each post was made.
#[derive(Debug, Clone, Default)]
pub struct Insights {
    by_time: BTreeMap<u64, Vec<PostStatistics>>,
    count: usize,
}

/// The statistics of one post.
#[derive(Debug, Clone)]
struct PostStatistics {
    text: String,
    /// Likes, comments, views, shares and saves, as written.
    counts: [Value; 5],
    /// Whether they were joined to a post.
    joined: Arc<AtomicBool>,
}

impl Insights {
    /// Adds the statistics of one post.
    pub(crate) fn add(&mut self, element: &Value) {
        let element = repaired(element);
        let files = json::dig(&element, "media_map_data").as_object();
        let file = files.and_then(|files| {
            files.values().find(|file| json::count(json::dig(file, "creation_timestamp")).is_some())
        });
        let values = json::dig(&element, "string_map_data");
        let file_time = file.map(|file| json::dig(file, "creation_timestamp")).and_then(json::count);
        // Without a media file, the time is that of the only value that has one.
        let Some(made) = file_time.or_else(|| value_time(values)).filter(|_| self.count < MAX_POSTS) else {
            return;
        };
        let title = file.map_or(&Value::Null, |file| json::dig(file, "title"));
        let text = json::unix_lines(title.as_str().unwrap_or_default());
        let counts =
            [LIKES, COMMENTS, VIEWS, SHARES, SAVES].map(|labels| count_under(values, labels).clone());
        self.by_time.entry(made.value).or_default().push(PostStatistics {
            text,
            counts,
            joined: Arc::default(),
        });
        self.count += 1;
    }

    /// Fills in the statistics of a post made at one of these times. Statistics with the post's text are preferred.
    /// Otherwise, if there is a single set of statistics at the first time, which is the post's own, they are used.
    pub(crate) fn fill(&self, post: &mut PostLine, times: &[Option<u64>]) {
        let text = post.content.clone().unwrap_or_default();
        let at =
            |time: &Option<u64>| time.and_then(|time| self.by_time.get(&time)).map_or(&[][..], Vec::as_slice);
        let named = times.iter().flat_map(at).find(|statistics| statistics.text == text);
        let only = times.first().map(at).and_then(|found| match found {
            [only] => Some(only),
            _ => None,
        });
        if let Some(PostStatistics { counts: [likes, comments, views, shares, saves], joined, .. }) =
            named.or(only)
        {
            joined.store(true, Ordering::Relaxed);
            Counts { likes, comments, views, shares, saves }.fill(post);
        }
    }
}

impl Insights {
    /// How many statistics were not joined to a post.
    pub fn unjoined(&self) -> usize {
        let all = self.by_time.values().flatten();
        all.filter(|statistics| !statistics.joined.load(Ordering::Relaxed)).count()
    }
}

/// The time of the value that has one. The other values have 0.
fn value_time(values: &Value) -> Option<Count> {
    let map = values.as_object()?;
    map.values().filter_map(|value| json::count(json::dig(value, "timestamp"))).find(|time| time.value > 0)
}

/// The value under the first of several labels that has a count.
fn count_under<'a>(counts: &'a Value, labels: &[&str]) -> &'a Value {
    let map = counts.as_object();
    let under = |label: &&str| {
        let found = map?.iter().find(|(name, _)| name.trim().to_lowercase() == *label);
        found.map(|(_, value)| json::dig(value, "value")).filter(|value| json::count(value).is_some())
    };
    labels.iter().find_map(under).unwrap_or(&Value::Null)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Network;
    use crate::time::Timestamp;
    use serde_json::json;

    #[test]
    fn statistics_without_a_post_are_counted() {
        let mut insights = Insights::default();
        for time in [1_710_000_000, 1_710_009_999] {
            insights.add(&json!({"media_map_data": {"x": {"creation_timestamp": time, "title": "Kelp"}},
                "string_map_data": {"Likes": {"value": "44"}}}));
        }
        assert_eq!(insights.unjoined(), 2);
        let mut post = PostLine::new(Network::Instagram, "1".into(), "a".into(), Timestamp(0));
        insights.fill(&mut post, &[Some(1_710_000_000)]);
        assert_eq!((post.likes_count, insights.unjoined()), (Some(44), 1));
    }
}
