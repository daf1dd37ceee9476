//! Numbers of posts over several databases: exact, within what an answer may come to, and in about as many answers as over one.

use crate::api::load;
use crate::sqlite::{Columns, Server};
use pollster::block_on;
use postern::http::cursor::Position;
use postern::posts::counts::{Budget, CountQuery, Counted, MoreParameters, Span, Tally, count_shards};
use postern::posts::read::ShardReader;
use postern::shards::ShardMap;
use postern::store::{Database, Row as _, Rows, Statement, Storage, StorageError};
use postern::time::Timestamp;
use serde_json::json;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// A tenth of what an answer of the service may come to.
const BUDGET: Budget = Budget { rows: 6_000, posts: 2_000 };
const POSTS: u32 = 12_000;
/// The author of half of all posts, and of all posts of a while.
const BUSY: &str = "tide.tables";

fn author(post: u32) -> String {
    let is_busy = post.is_multiple_of(2) || (3_000..6_000).contains(&post);
    if is_busy { BUSY.to_owned() } else { format!("reef{}", post % 40) }
}

fn hashtag(post: u32) -> &'static str {
    match post {
        _ if author(post) == BUSY => "lowtide",
        _ if post.is_multiple_of(3) => "coral",
        _ => "kelp",
    }
}

fn likes(post: u32) -> u64 {
    u64::from(post % 7)
}

/// A post an hour, from the newest to the oldest.
fn line(post: u32) -> String {
    let at = Timestamp(1_772_323_200_000 - i64::from(post) * 3_600_000).to_string();
    let line = json!({
        "platform": "x", "platform_post_id": post.to_string(), "author": {"username": author(post)}, "published_at": at,
        "likes_count": likes(post), "content": format!("#{}", hashtag(post)),
    });
    line.to_string() + "\n"
}

fn loaded(server: Server) -> Server {
    for first in (0..POSTS).step_by(1_000) {
        let lines: String = (first..first + 1_000).map(line).collect();
        assert_eq!(load(&server, &lines)["inserted"], 1_000);
    }
    server
}

/// A server whose counts read rows as D1 counts them: so many for each post that is looked at, and one for each row that comes out.
struct Metered<'a> {
    server: &'a Server,
    rows_a_post: u64,
    rows: Cell<u64>,
    /// How often each shard was read.
    reads: RefCell<BTreeMap<u8, usize>>,
}

impl Metered<'_> {
    fn rows(&self, rows: &Rows<Columns>) -> u64 {
        let posts = rows.rows.iter().filter_map(|row| row.integer("posts").ok().flatten());
        posts.map(i64::unsigned_abs).sum::<u64>() * self.rows_a_post + rows.rows.len() as u64
    }

    /// How many reads came one after the other.
    fn rounds(&self) -> usize {
        self.reads.borrow().values().copied().max().unwrap_or_default()
    }
}

impl Storage for Metered<'_> {
    type Row = Columns;

    async fn batch(
        &self,
        database: Database,
        statements: Vec<Statement>,
    ) -> Result<Vec<Rows<Columns>>, StorageError> {
        self.server.batch(database, statements).await
    }

    async fn read(
        &self,
        shard: u8,
        bookmark: &str,
        statements: Vec<Statement>,
    ) -> Result<Vec<Rows<Columns>>, StorageError> {
        *self.reads.borrow_mut().entry(shard).or_default() += 1;
        let mut results = self.server.read(shard, bookmark, statements).await?;
        for rows in &mut results {
            rows.read = self.rows(rows);
            self.rows.set(self.rows.get() + rows.read);
        }
        Ok(results)
    }

    fn shards(&self) -> u8 {
        self.server.shards()
    }

    fn bookmark(&self, shard: u8) -> String {
        self.server.bookmark(shard)
    }
}

/// One answer over all databases, which may come to so much.
pub(crate) fn span(server: &Server, query: &CountQuery, budget: Budget) -> Span {
    span_from(server, &server.layout(), query, budget)
}

fn span_from<S: Storage>(storage: &S, shard_map: &ShardMap, query: &CountQuery, budget: Budget) -> Span {
    let readers: Vec<_> = shard_map.in_use().map(|shard| ShardReader::new(storage, shard)).collect();
    block_on(count_shards(&readers, query, budget)).unwrap()
}

/// What all answers add up to, how many there are, and the most rounds of one.
fn counted(server: &Server, text: &str, rows_a_post: u64) -> (Counted, usize, usize) {
    let mut query = CountQuery::parse(text, MoreParameters::default()).unwrap();
    let (mut all, mut answers, mut rounds) = (Counted::default(), 0, 0);
    loop {
        let storage = Metered { server, rows_a_post, rows: Cell::new(0), reads: RefCell::default() };
        let span = span_from(&storage, &server.layout(), &query, BUDGET);
        let about = format!("{text}, {} databases, answer {answers}", server.shards());
        assert!(storage.rows.get() <= BUDGET.rows, "{about}: {} rows", storage.rows.get());
        assert!(span.counted.total.posts <= BUDGET.posts, "{about}: {} posts", span.counted.total.posts);
        rounds = rounds.max(storage.rounds());
        all.add_all(span.counted);
        answers += 1;
        let Some(post_id) = span.furthest else { return (all, answers, rounds) };
        let before = query.posts.position.replace(Position::Time { post_id });
        assert_ne!(before, query.posts.position, "{about} comes further than the one before");
    }
}

/// What is asked, the rows that D1 reads for each post, and which posts are meant.
type Case = (&'static str, u64, fn(u32) -> bool);

const CASES: [Case; 6] = [
    ("group_by=username", 2, |_| true),
    ("username=tide.tables&group_by=username", 2, |post| author(post) == BUSY),
    ("username=tide.tables,reef1&group_by=username", 3, |post| {
        [BUSY, "reef1"].contains(&author(post).as_str())
    }),
    ("hashtag=lowtide&group_by=username", 3, |post| hashtag(post) == "lowtide"),
    ("hashtag=coral&group_by=username", 3, |post| hashtag(post) == "coral"),
    // A filter that no index has: nearly all that is read does not pass.
    ("kind=reply&group_by=username", 2, |_| false),
];

#[test]
fn several_databases_take_about_as_many_answers_as_one_and_add_up_to_the_same() {
    let servers = [1, 2, 5].map(|shards| loaded(Server::with_shards(shards)));
    for (text, rows_a_post, is_meant) in CASES {
        let mut expected = Counted::default();
        for post in (0..POSTS).filter(|post| is_meant(*post)) {
            expected.add(Tally::of_post([Some(likes(post)), None, None, None]), [Some(author(post))]);
        }
        let [one, two, five] = servers.each_ref().map(|server| {
            let (all, answers, rounds) = counted(server, text, rows_a_post);
            assert_eq!(all, expected, "{text}, {} databases", server.shards());
            assert!(rounds <= 8, "{text}, {} databases: {rounds} rounds", server.shards());
            answers
        });
        assert!(
            two.max(five) <= one + 2,
            "{text}: {one} answers over one database, {two} over two, {five} over five"
        );
    }
}
