//! What a professional account's owner is told of how posts did: counts under labels in the owner's language.

use super::mojibake::repaired;
use crate::formats::fill::Counts;
use crate::formats::json;
use crate::formats::number::Count;
use crate::posts::post::line::PostLine;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What counts are called, in lower case. What comes first counts if there are several.
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

/// How many posts are known at most.
const MOST: usize = 200_000;

/// What an export says of how posts did, by when they were made, in seconds.
#[derive(Debug, Clone, Default)]
pub struct Insights {
    told: BTreeMap<u64, Vec<Told>>,
    count: usize,
}

/// What is said of one post.
#[derive(Debug, Clone)]
struct Told {
    text: String,
    /// Likes, comments, views, shares and saves, as they are written.
    counts: [Value; 5],
    /// Whether a post took them.
    joined: Arc<AtomicBool>,
}

impl Insights {
    /// Takes in what is said of one post.
    pub(crate) fn add(&mut self, element: &Value) {
        let element = repaired(element);
        let files = json::dig(&element, "media_map_data").as_object();
        let file = files.and_then(|files| {
            files.values().find(|file| json::count(json::dig(file, "creation_timestamp")).is_some())
        });
        let values = json::dig(&element, "string_map_data");
        let of_file = file.map(|file| json::dig(file, "creation_timestamp")).and_then(json::count);
        // Without a picture of it, the time is that of the one value that has any.
        let Some(made) = of_file.or_else(|| dated(values)).filter(|_| self.count < MOST) else { return };
        let title = file.map_or(&Value::Null, |file| json::dig(file, "title"));
        let text = json::unix_lines(title.as_str().unwrap_or_default());
        let counts = [LIKES, COMMENTS, VIEWS, SHARES, SAVES].map(|labels| labelled(values, labels).clone());
        self.told.entry(made.value).or_default().push(Told { text, counts, joined: Arc::default() });
        self.count += 1;
    }

    /// Fills in what is known of a post that was made at one of these times and has this text. The first is when the
    /// post was made, and enough while one post was; what was made when its first file was has to have its text.
    pub(crate) fn fill(&self, post: &mut PostLine, times: &[Option<u64>]) {
        let text = post.content.clone().unwrap_or_default();
        let at =
            |time: &Option<u64>| time.and_then(|time| self.told.get(&time)).map_or(&[][..], Vec::as_slice);
        let named = times.iter().flat_map(at).find(|told| told.text == text);
        let only = times.first().map(at).and_then(|found| match found {
            [only] => Some(only),
            _ => None,
        });
        if let Some(Told { counts: [likes, comments, views, shares, saves], joined, .. }) = named.or(only) {
            joined.store(true, Ordering::Relaxed);
            Counts { likes, comments, views, shares, saves }.fill(post);
        }
    }
}

impl Insights {
    /// How many of what is said fit no post.
    pub fn unjoined(&self) -> usize {
        let all = self.told.values().flatten();
        all.filter(|told| !told.joined.load(Ordering::Relaxed)).count()
    }
}

/// The time of the value that is one: others have 0 there.
fn dated(values: &Value) -> Option<Count> {
    let map = values.as_object()?;
    map.values().filter_map(|value| json::count(json::dig(value, "timestamp"))).find(|time| time.value > 0)
}

/// The value under the first of several labels that gives a count.
fn labelled<'a>(counts: &'a Value, labels: &[&str]) -> &'a Value {
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
    fn what_fits_no_post_is_counted() {
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
