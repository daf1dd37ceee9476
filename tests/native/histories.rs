//! Whatever was loaded in whatever order, storage holds what loading the outcome at once would give.

use crate::api::load;
use crate::sqlite::{SHARD, Server};
use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

/// Every row of every table, by the ids of posts instead of their keys; of a key only the range is kept.
const DUMPS: [&str; 5] = [
    "SELECT d.id || ' ' || d.network || ' ' || d.stamp || ' ' || d.json || ' ' || (d.post_id >> 15) FROM documents d",
    "SELECT d.id || ' ' || json_array(p.network, p.author_key, p.media_type, p.likes, p.comments, p.views) \
     FROM posts p LEFT JOIN documents d USING (post_id)",
    "SELECT d.id || ' ' || t.tag_key FROM hashtags t LEFT JOIN documents d USING (post_id)",
    "SELECT d.id || ' ' || v.term || ' ' || v.\"offset\" FROM vocabulary v LEFT JOIN documents d ON d.post_id = v.doc",
    "SELECT json_array(tiktok, instagram, x, snapchat, linkedin) FROM versions WHERE version = (SELECT max(version) FROM versions)",
];

fn dump(server: &Server) -> Vec<Vec<String>> {
    let connection = server.connection(SHARD);
    connection
        .execute_batch("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab('main', 'words', 'instance')")
        .unwrap();
    let rows = |sql: &&str| {
        let mut statement = connection.prepare(&format!("{sql} ORDER BY 1")).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    DUMPS.iter().map(rows).collect()
}

/// A line of one of few posts, with few values.
fn line() -> impl Strategy<Value = Value> {
    let texts = ["coral #Reef", "kelp #reef #sea", "京都 ☕", ""];
    // The keys of the first and the last share their ranges.
    let names = ["reef", "Reef", "tide", "straße", "kelp0"];
    let times = ["2026-03-01T18:04:05Z", "2026-03-01T18:04:05.001Z", "2026-02-01T00:00:00Z"];
    let collected = ["2026-03-02T00:00:00Z", "2026-03-03T00:00:00Z"];
    let count = || weighted(0.6, 0..3_u8);
    (
        (select(vec!["x", "twitter", "tiktok"]), 0..3_u8, select(names.to_vec()), select(times.to_vec())),
        (weighted(0.7, select(texts.to_vec())), weighted(0.2, vec(select(vec!["a", "A", "b"]), 0..3))),
        (count(), count(), weighted(0.3, select(vec!["image", "reel"])), weighted(0.5, select(collected.to_vec()))),
    )
        .prop_map(|((platform, id, username, at), (content, hashtags), (likes, views, media_type, collected_at))| {
            json!({
                "platform": platform, "platform_post_id": id.to_string(), "author": {"username": username},
                "content": content, "hashtags": hashtags, "likes_count": likes, "views_count": views,
                "media_type": media_type, "published_at": at, "collected_at": collected_at,
            })
        })
}

/// All posts as canonical lines.
fn exported(server: &Server) -> String {
    let connection = server.connection(SHARD);
    let mut statement = connection.prepare("SELECT json FROM documents").unwrap();
    let documents = statement.query_map([], |row| row.get::<_, String>(0)).unwrap().map(Result::unwrap);
    let line = |text: String| {
        let mut post: Value = serde_json::from_str(&text).unwrap();
        post["platform"] = post["id"].as_str().unwrap().split(':').next().unwrap().into();
        post.to_string() + "\n"
    };
    documents.map(line).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_history_of_imports_leaves_what_its_outcome_would(bodies in vec(vec(line(), 1..6), 1..7)) {
        let server = Server::default();
        for body in &bodies {
            let loaded = load(&server, &body.iter().map(|line| line.to_string() + "\n").collect::<String>());
            prop_assert_eq!(&loaded["rejected"], &json!([]));
        }
        let fresh = Server::default();
        load(&fresh, &exported(&server));
        prop_assert_eq!(dump(&server), dump(&fresh));
    }
}
