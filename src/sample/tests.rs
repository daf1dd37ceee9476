use super::*;
use crate::posts::post::line::parse;
use crate::posts::post::merge::{Change, merge};
use crate::posts::post::{MediaType, Post};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

const COUNT: u64 = 20_000;

fn text(line: &PostLine) -> String {
    serde_json::to_string(line).unwrap()
}

fn stored() -> Vec<Post> {
    posts(1, COUNT)
        .map(|line| match merge(None, line, Timestamp(END)) {
            Change::Inserted(post) => post,
            other => panic!("{other:?}"),
        })
        .collect()
}

/// How many of a thousand posts meet a condition.
fn per_mille(posts: &[Post], is: impl Fn(&Post) -> bool) -> usize {
    posts.iter().filter(|post| is(post)).count() * 1000 / posts.len()
}

fn has_word(post: &Post, word: &str) -> bool {
    post.content
        .as_ref()
        .is_some_and(|text| text.split(|char: char| !char.is_alphanumeric()).any(|part| part == word))
}

#[test]
fn posts_are_the_same_everywhere_and_always() {
    let mut hash = Sha256::new();
    for line in posts(1, 1000) {
        hash.update(text(&line));
    }
    let hash = crate::encoding::hex(&hash.finalize());
    assert_eq!(hash.get(..16), Some("d6838be1aa05c5db"));
}

#[test]
fn fewer_posts_are_the_beginning_of_more() {
    assert!(posts(7, 300).eq(posts(7, 500).take(300)));
    assert_eq!((posts(7, 0).count(), posts(7, 500).count()), (0, 500));
    assert!(posts(7, 50).zip(posts(8, 50)).all(|(one, other)| one != other));
}

#[test]
fn every_line_is_canonical_and_round_trips() {
    for line in posts(2, 5_000) {
        let printed = text(&line);
        assert_eq!(parse(printed.as_bytes()), Ok(line), "{printed}");
    }
}

#[test]
fn frequent_values_are_as_frequent_as_they_say() {
    let posts = stored();
    let by_busiest = |post: &Post| {
        (post.id.split(':').next(), post.author.username.as_str()) == (Some(BUSIEST.0.name()), BUSIEST.1)
    };
    let tagged = |post: &Post| post.hashtags.iter().any(|tag| tag.eq_ignore_ascii_case(HASHTAG));
    assert!((8..=12).contains(&per_mille(&posts, by_busiest)));
    assert!((46..=54).contains(&per_mille(&posts, tagged)));
    assert!((290..=310).contains(&per_mille(&posts, |post| has_word(post, WORD))));
    for rival in RIVALS {
        assert!((74..=86).contains(&per_mille(&posts, |post| has_word(post, rival))));
    }
    assert!(!posts.iter().any(|post| RIVALS.iter().all(|rival| has_word(post, rival))));
}

#[test]
fn authors_and_hashtags_have_a_head_and_a_long_tail() {
    let posts = stored();
    let (mut authors, mut hashtags) = (BTreeMap::<&str, u32>::new(), BTreeMap::<&str, u32>::new());
    for post in &posts {
        *authors.entry(&post.author.username).or_default() += 1;
        post.hashtags.iter().for_each(|tag| *hashtags.entry(tag).or_default() += 1);
    }
    let once = |counts: &BTreeMap<&str, u32>| counts.values().filter(|count| **count == 1).count();
    let busy = authors.values().filter(|count| **count >= 20).count();
    assert!(
        authors.len() > 4_000 && once(&authors) > 2_000 && busy > 50,
        "{} {} {busy}",
        authors.len(),
        once(&authors)
    );
    assert!(hashtags.len() > 3_000 && once(&hashtags) > 1_000, "{} {}", hashtags.len(), once(&hashtags));
    let second = authors.iter().filter(|(name, _)| **name != BUSIEST.1).map(|(_, count)| *count).max();
    assert!(second < Some(120), "{second:?}");
}

#[test]
fn every_network_media_type_kind_and_null_occurs() {
    let posts = stored();
    for network in Network::ALL {
        let prefix = format!("{}:", network.name());
        assert!(per_mille(&posts, |post| post.id.starts_with(&prefix)) >= 50, "{network:?}");
    }
    for media_type in [
        None,
        Some(MediaType::Image),
        Some(MediaType::Video),
        Some(MediaType::Carousel),
        Some(MediaType::Reel),
    ] {
        assert!(per_mille(&posts, |post| post.media_type == media_type) >= 50, "{media_type:?}");
    }
    for kind in [Kind::Original, Kind::Reply, Kind::Repost, Kind::Quote] {
        assert!(per_mille(&posts, |post| post.kind == kind) >= 20, "{kind:?}");
    }
    let nulls: [fn(&Post) -> bool; 8] = [
        |post| post.content.is_none(),
        |post| post.likes_count.is_none(),
        |post| post.comments_count.is_none(),
        |post| post.views_count.is_none(),
        |post| post.shares_count.is_none(),
        |post| post.saves_count.is_none(),
        |post| post.language.is_none(),
        |post| post.author.avatar_url.is_none(),
    ];
    assert!(nulls.iter().all(|is_null| (20..700).contains(&per_mille(&posts, is_null))));
    assert!(posts.iter().any(|post| !post.approximate.is_empty() && post.edited_at.is_some()));
    assert!(posts.iter().any(|post| !post.mentions.is_empty()));
}

#[test]
fn counts_have_heavy_tails_and_follow_their_authors() {
    let mut likes: Vec<(u64, bool)> =
        stored().into_iter().filter_map(|post| Some((post.likes_count?, post.author.verified?))).collect();
    likes.sort_unstable();
    let median = |likes: &[(u64, bool)]| likes[likes.len() / 2].0;
    let (first, last) = (likes[likes.len() / 100].0, likes[likes.len() * 99 / 100].0);
    assert!(last > 50 * median(&likes) && first < median(&likes) / 10, "{first} {} {last}", median(&likes));
    let (verified, others): (Vec<_>, Vec<_>) = likes.into_iter().partition(|(_, verified)| *verified);
    assert!(median(&verified) > 4 * median(&others));
}

#[test]
fn times_span_three_years_and_some_are_shared() {
    let mut times = BTreeMap::<i64, u32>::new();
    for line in posts(1, COUNT) {
        assert!((FIRST..END).contains(&line.published_at.0) && line.collected_at >= Some(Timestamp(END)));
        *times.entry(line.published_at.0).or_default() += 1;
    }
    assert_eq!(
        (Timestamp(FIRST).to_string(), Timestamp(END).to_string()),
        ("2023-11-01T00:00:00.000Z".into(), "2026-11-01T00:00:00.000Z".into())
    );
    assert!(times.values().filter(|count| **count > 1).count() >= 10);
    let days: BTreeSet<i64> = times.keys().map(|time| time / DAY).collect();
    assert_eq!(days.len(), 1096);
}

#[test]
fn ids_are_distinct_and_references_are_ids_of_earlier_posts() {
    let (mut ids, mut references) = (BTreeSet::new(), 0);
    for line in posts(3, 20_000) {
        if let Some(other) = line.refers_to {
            assert!(ids.contains(&other), "{other}");
            assert!(other.starts_with(line.platform.network.name()));
            references += 1;
        }
        assert!(ids.insert(crate::posts::post::post_id(line.platform.network, &line.platform_post_id)));
    }
    assert!(references > 1_500, "{references}");
}
