//! What a race grants to its lanes, whatever its chunks find. That pages are right and cheap is tested on real SQLite
//! (`tests/native/bounded.rs` and `plans.rs`).

use super::Set;
use super::chunk::{AccessPath, Chunk, Round};
use super::lane::{Extent, Outcome};
use super::limits::{ALONE_GROWTH, FOLLOWED, MOST_GROWTH, SWEPT, WORTHWHILE, first_allowance};
use super::race::Race;
use crate::posts::page::Place;
use crate::posts::param::Count;
use crate::posts::query::{Listing, PostQuery};

const QUERIES: [&[(&str, &str)]; 4] = [
    &[("username", "reef"), ("hashtag", "kelp"), ("keyword", "coral"), ("min_likes", "3")],
    &[("hashtag", "kelp"), ("sort_by", "likes_count")],
    &[("keyword", "coral"), ("media_type", "reel"), ("min_likes", "5"), ("sort_by", "views_count")],
    &[("platform", "x"), ("min_likes", "5"), ("min_comments", "2"), ("sort_order", "asc")],
];

fn search(pairs: &[(&str, &str)]) -> PostQuery {
    PostQuery::from_pairs(Listing::Search, &[], pairs.iter().copied()).unwrap()
}

/// Numbers that are the same each time.
fn random(seed: &mut u64) -> i64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    i64::try_from(*seed >> 33).unwrap()
}

/// The rounds of a race in which no chunk comes to an end and few find a post.
fn rounds(query: &PostQuery, seed: &mut u64) -> Vec<Round> {
    let mut race = Race::<()>::new(query);
    let mut key = 1_i64 << 61;
    let mut rounds = Vec::new();
    for _ in 0..8 {
        let round = race.round();
        let outcomes = round.chunks.iter().map(|_| {
            key += (random(seed) % 1_000_000 - 500_000) << 21;
            let matches = if random(seed) % 4 == 0 { vec![(key, ())] } else { Vec::new() };
            Outcome { matches, furthest: Some(Place { value: Some(9), post_id: key }), is_end: false }
        });
        let outcomes = outcomes.collect();
        race.add(&round, outcomes, &[]);
        assert!(race.answer().is_none(), "nothing came to an end");
        rounds.push(round);
    }
    rounds
}

/// The rows that chunks grant to a path.
fn granted<'a>(chunks: impl Iterator<Item = &'a Chunk>, query: &PostQuery, path: AccessPath) -> u64 {
    chunks.filter(|chunk| chunk.path == path).map(|chunk| chunk.cost(query)).sum()
}

fn each(check: impl Fn(&PostQuery, &[Round])) {
    for pairs in QUERIES {
        let query = search(pairs);
        for seed in 0..50 {
            check(&query, &rounds(&query, &mut { seed }));
        }
    }
}

#[test]
fn the_first_round_goes_to_the_first_allowance_and_reads_how_far_the_sets_reach() {
    each(|query, rounds| {
        let most = rounds[0].chunks.iter().map(|chunk| chunk.cost(query)).max().unwrap();
        assert!(most <= first_allowance(query) + 2, "{most}");
        assert!(!rounds[0].extents.is_empty());
        assert!(rounds[1..].iter().all(|round| round.extents.is_empty()));
    });
}

#[test]
fn every_path_is_granted_its_part_of_what_the_furthest_one_is() {
    each(|query, rounds| {
        let paths = AccessPath::all(query);
        let all = |path| granted(rounds.iter().flat_map(|round| &round.chunks), query, path);
        let most = paths.iter().map(|path| all(*path)).max().unwrap();
        let part = most / (FOLLOWED * SWEPT * ALONE_GROWTH.max(MOST_GROWTH));
        for path in paths {
            assert!(all(path) + WORTHWHILE >= part, "{path:?} {} of {most}", all(path));
        }
    });
}

/// What comes of a round in which no chunk ends and no post is found.
fn nothing(round: &Round) -> Vec<Outcome<()>> {
    let key = |index: usize| (1_i64 << 61) - (i64::try_from(index).unwrap() << 30);
    let furthest = |index| Some(Place { value: Some(9), post_id: key(index) });
    let chunks = 0..round.chunks.len();
    chunks.map(|index| Outcome { matches: Vec::new(), furthest: furthest(index), is_end: false }).collect()
}

/// The second and third rounds of a race whose keyword has so many posts, and neither of whose paths ends.
fn after_size(size: u64) -> [Round; 2] {
    let query = search(&[("keyword", "coral"), ("sort_by", "likes_count")]);
    let mut race = Race::<()>::new(&query);
    let first = race.round();
    let extents = first.extents.iter().map(|chunk| match chunk.path {
        AccessPath::Set(_) => Extent { size: Some(size), ..Extent::default() },
        AccessPath::Count(_) => Extent { all: Some(30_000), size: Some(30_000), ..Extent::default() },
    });
    let extents: Vec<_> = extents.collect();
    race.add(&first, nothing(&first), &extents);
    let second = race.round();
    race.add(&second, nothing(&second), &[]);
    [second, race.round()]
}

#[test]
fn a_set_whose_size_is_known_is_collected_alone_to_its_end_and_otherwise_has_no_size_any_more() {
    let [second, third] = after_size(400);
    let [last] = second.chunks.as_slice() else { panic!("{second:?}") };
    assert!(last.path == AccessPath::Set(Set::Keyword) && last.steps > 400 - 60, "{last:?}");
    assert!(last.steps < 400 + 4 * 128, "{last:?}");
    assert!(third.chunks.iter().all(|chunk| chunk.path == AccessPath::Count(Count::Likes)), "{third:?}");
}

#[test]
fn a_large_set_is_raced_against_the_walk_although_its_size_is_known() {
    let [second, _] = after_size(20_000);
    assert!(second.chunks.iter().any(|chunk| matches!(chunk.path, AccessPath::Count(_))), "{second:?}");
}
