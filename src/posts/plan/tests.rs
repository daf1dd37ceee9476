use super::statistics::SizeProbe;
use super::*;
use crate::key::first_at;
use crate::router::route::Route;
use crate::store::{Posts, Row, Rows, Statement, StorageError};
use crate::time::Timestamp;
use core::cell::RefCell;

fn query(text: &str) -> PostQuery {
    match Route::parse("/api/v1/posts/search", text) {
        Ok(Route::Posts(query)) => *query,
        other => panic!("{other:?}"),
    }
}

const fn about(posts: u64) -> Size {
    Size { posts, is_exact: false }
}

const fn exactly(posts: u64) -> Size {
    Size { posts, is_exact: true }
}

/// The choice among a million posts.
fn choice(text: &str, sets: &[(Set, Size)]) -> (String, Option<String>) {
    let query = query(text);
    let statistics = Statistics { posts: 1_000_000, range: exactly(1_000_000), sets: sets.to_vec() };
    let choice = Choice::new(&query, &statistics);
    (choice.first.name(&query), choice.then.map(|then| then.name(&query)))
}

fn first(text: &str, sets: &[(Set, Size)]) -> String {
    choice(text, sets).0
}

#[test]
fn a_page_by_a_count_collects_a_rare_word_and_walks_to_a_frequent_one() {
    let by_likes = |posts| first("keyword=coral&sort_by=likes_count", &[(Set::Keyword, about(posts))]);
    assert_eq!(by_likes(3_806), "collect:keyword");
    assert_eq!(by_likes(19_057), "walk:likes+keyword");
    assert_eq!(by_likes(316_253), "walk:likes+keyword");
}

#[test]
fn prefixes_are_never_probed_post_by_post() {
    for posts in [100, 10_000, 300_000] {
        let name = first("keyword=cor*&sort_by=likes_count", &[(Set::Keyword, about(posts))]);
        assert!(["collect:keyword", "join:likes+keyword"].contains(&name.as_str()), "{posts} {name}");
        let sets = [(Set::Author, about(10_000)), (Set::Keyword, about(posts))];
        assert_eq!(first("keyword=cor*&username=reef", &sets), "keyword+author", "{posts}");
    }
}

#[test]
fn a_page_by_time_walks_the_smaller_set_and_collects_a_small_range_of_counts() {
    let sets = |author, hashtag| [(Set::Author, about(author)), (Set::Hashtag, about(hashtag))];
    assert_eq!(first("username=reef&hashtag=sea", &sets(500, 50_000)), "author+hashtag");
    assert_eq!(first("username=reef&hashtag=sea", &sets(10_000, 500)), "hashtag+author");
    let likes = |size| choice("min_likes=900", &[(Set::Reaching(Count::Likes), size)]);
    assert_eq!(likes(exactly(0)), ("collect:likes".into(), None));
    assert_eq!(likes(exactly(90)), ("collect:likes".into(), None));
    assert_eq!(likes(about(200_000)), ("time+likes".into(), Some("collect:likes".into())));
}

#[test]
fn a_walk_that_may_go_wrong_is_capped_where_it_has_cost_as_much_as_what_takes_its_place() {
    let query = query("hashtag=reef&platform=x&sort_by=likes_count&limit=50");
    let statistics =
        Statistics { posts: 1_000_000, range: exactly(1_000_000), sets: vec![(Set::Hashtag, about(20_000))] };
    let choice = Choice::new(&query, &statistics);
    assert_eq!(
        (choice.first.way, choice.then),
        (AccessPath::Count, Some(AccessPath::SortedScan(Set::Hashtag).into()))
    );
    let most = choice.first.most.unwrap();
    assert!((2_550 * 3 / 2..100_000).contains(&most), "{most}");
    // A walk that certainly ends soon needs no cap.
    let few = Statistics { posts: 200, range: exactly(200), ..statistics };
    assert_eq!(Choice::new(&query, &few).then, None);
}

#[test]
fn the_name_says_what_is_walked_or_collected_and_what_is_probed() {
    let query = query("keyword=coral&min_likes=3&media_type=reel&sort_by=likes_count");
    let names = AccessPath::all(&query).into_iter().map(|way| Plan::from(way).name(&query));
    let expected = [
        "walk:likes+keyword+kind",
        "collect:keyword+kind",
        "collect:kind+keyword",
        "join:likes+keyword+kind",
    ];
    assert_eq!(names.collect::<Vec<_>>(), expected);
}

#[test]
fn an_authors_and_a_hashtags_keys_hold_the_network_and_a_minimum_of_nothing_is_none() {
    assert_eq!(Set::all_of(&query("platform=x&username=reef&min_likes=0")), [Set::Author]);
    assert_eq!(Set::all_of(&query("platform=x&hashtag=reef")), [Set::Hashtag]);
    assert_eq!(Set::all_of(&query("platform=x&keyword=reef")), [Set::Keyword, Set::Kind]);
    assert_eq!(Set::all_of(&query("from_date=2026-01-01")), []);
}

#[test]
fn an_empty_set_is_collected_without_a_cap() {
    let text = "from_date=2026-03-01&to_date=2026-03-01&min_likes=900&sort_by=comments_count";
    let sets = vec![(Set::Reaching(Count::Likes), exactly(0))];
    let statistics = Statistics { posts: 1_000_000, range: about(1_000), sets };
    assert_eq!(
        Choice::new(&query(text), &statistics),
        Plan::from(AccessPath::SortedScan(Set::Reaching(Count::Likes))).into()
    );
}

/// A row of a count.
struct Counted(i64);

impl Row for Counted {
    type Text = String;

    fn text(&self, _: &str) -> Result<Option<String>, StorageError> {
        Ok(None)
    }

    fn integer(&self, _: &str) -> Result<Option<i64>, StorageError> {
        Ok(Some(self.0))
    }

    fn stored(&self, _: &str) -> Result<String, StorageError> {
        Ok(String::new())
    }
}

#[test]
fn a_range_of_counts_is_counted_further_where_a_page_will_cost_much_more() {
    let query = query("username=reef&min_likes=900&min_comments=9&sort_by=views_count");
    let sizes = |likes| {
        vec![
            (Set::Author, about(9_000)),
            (Set::Reaching(Count::Likes), likes),
            (Set::Reaching(Count::Comments), about(8_000)),
        ]
    };
    let mut statistics =
        Statistics { posts: 1_000_000, range: exactly(1_000_000), sets: sizes(about(4_000)) };
    let probe = SizeProbe::new(&query);
    assert_eq!(probe.doubtful(&statistics, 50), [], "that much was looked at already");
    let doubtful = probe.doubtful(&statistics, 2_000);
    assert_eq!(doubtful, [Set::Reaching(Count::Likes), Set::Reaching(Count::Comments)]);
    assert_eq!(probe.count_statements(&doubtful, 2_000).len(), 2);
    let answers = [1_500, 2_000].map(|posts| Rows {
        rows: vec![Counted(posts)],
        size: None,
        read: 0,
        micros: 0,
        is_retry: false,
    });
    statistics.add_counts(&doubtful, 2_000, &answers).unwrap();
    assert_eq!(statistics.sets, sizes(exactly(1_500)));
    assert_eq!(
        probe.doubtful(&statistics, 2_000),
        [Set::Reaching(Count::Comments)],
        "what was counted is known"
    );
    let many = Statistics { sets: sizes(about(200_000)), ..statistics };
    assert_eq!(probe.doubtful(&many, 2_000), [Set::Reaching(Count::Comments)], "a sample meets many");
}

/// A row of a sample: a number of posts, their range of time, and how many of them have enough likes and comments.
struct Sampled(i64, [i64; 2], [i64; 2]);

impl Row for Sampled {
    type Text = String;

    fn text(&self, column: &str) -> Result<Option<String>, StorageError> {
        let time = self.1[usize::from(column == "high")];
        Ok(Some(first_at(Timestamp(time)).to_string()))
    }

    fn integer(&self, column: &str) -> Result<Option<i64>, StorageError> {
        Ok(Some(match column {
            "likes" => self.2[0],
            "comments" => self.2[1],
            _ => self.0,
        }))
    }

    fn stored(&self, _: &str) -> Result<String, StorageError> {
        Ok(String::new())
    }
}

/// Storage that returns given rows, and records how many statements each batch had.
struct FakePosts(RefCell<Vec<Vec<Sampled>>>, RefCell<Vec<usize>>);

impl Posts for FakePosts {
    type Row = Sampled;

    async fn query(&self, statements: Vec<Statement>) -> Result<Vec<Rows<Sampled>>, StorageError> {
        self.1.borrow_mut().push(statements.len());
        let answers = self.0.borrow_mut().remove(0);
        Ok(answers
            .into_iter()
            .map(|row| Rows { rows: vec![row], size: None, read: 0, micros: 0, is_retry: false })
            .collect())
    }
}

#[test]
fn a_range_of_counts_that_a_sample_hardly_met_is_counted_before_the_plan_is_chosen() {
    let all = || Sampled(1_000_000, [0, 0], [0, 0]);
    // Every post has enough comments, and none of the sample has enough likes. There may still be eight thousand that do.
    let time = |from| Sampled(31, [from, from + 1_000], [0, 31]);
    // Three thousand of the author.
    let author = |from| Sampled(31, [from, from + 1_000], [0, 0]);
    let range = |posts| Sampled(posts, [0, 0], [0, 0]);
    for (counted, way, asked) in [
        (5, AccessPath::SortedScan(Set::Reaching(Count::Likes)), vec![7, 1]),
        (700, AccessPath::SortedScan(Set::Reaching(Count::Likes)), vec![7, 1]),
        (5_000, AccessPath::SortedScan(Set::Author), vec![7, 1]),
    ] {
        let sample = vec![all(), time(1_000_000), time(0), author(99_000), author(0), range(63), range(63)];
        let told = FakePosts(RefCell::new(vec![sample, vec![range(counted)]]), RefCell::default());
        let query = query("username=reef&min_likes=900&min_comments=9&sort_by=views_count");
        let choice = pollster::block_on(choose(&told, &query)).unwrap();
        assert_eq!((choice.first.way, told.1.into_inner()), (way, asked), "{counted}");
    }
}
