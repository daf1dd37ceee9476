//! Changes, one by one: which there are, what they cost in rows and credits, and which `since` is refused.

use crate::api::{account, body, get, line, load, operator, outcome, run};
use crate::copies_model::Copy;
use crate::erase::erase;
use crate::erase_shards::neighbours;
use crate::loading::with;
use crate::sqlite::{Fault, SHARD, Server};
use postern::ingest::restore::{behind, close, open};
use postern::posts::changes::MOST_ROWS;
use postern::store::Database::Posts;
use postern::store::PRIMARY;
use serde_json::{Value, json};

const CHANGES: &str = "/api/v1/posts/changes";

/// The data of an answer that is a 200.
fn data(server: &Server, token: &str, query: &str) -> Value {
    let reply = get(server, token, &format!("{CHANGES}?{query}"));
    assert_eq!(reply.status, 200, "{query}: {}", reply.body_text());
    body(&reply)["data"].take()
}

pub(crate) fn since(data: &Value) -> String {
    data["page"]["next_since"].as_str().unwrap().to_owned()
}

/// The changes in short: the id, and the type if it is no post.
pub(crate) fn short(data: &Value) -> Vec<String> {
    let of = |change: &Value| match change["type"].as_str().unwrap() {
        "post" => change["post"]["id"].as_str().unwrap().to_owned(),
        other => format!("{other} {}", change["id"].as_str().unwrap()),
    };
    data["changes"].as_array().unwrap().iter().map(of).collect()
}

#[test]
fn changes_come_in_the_order_in_which_they_were_stored() {
    let server = Server::default();
    let token = account(&server, 99);
    let now = since(&data(&server, &token, ""));
    let old = with(&json!({"platform_post_id": "old", "published_at": "1999-01-01T00:00:00Z"}));
    load(&server, &line("2", "reef", "a"));
    load(&server, &line("1", "reef", "b"));
    load(&server, &old);
    let all = data(&server, &token, &format!("since={now}"));
    assert_eq!(short(&all), ["x:2", "x:1", "x:old"]);
    assert_eq!(all["page"]["has_more"], false);
    assert_eq!(all["query"], json!({"platform": null, "username": null, "hashtag": null}));
    load(&server, &line("2", "reef", "changed"));
    let next = data(&server, &token, &format!("since={}", since(&all)));
    assert_eq!(short(&next), ["x:2"]);
    assert_eq!(next["changes"][0]["post"]["content"], "changed");
    assert_eq!(short(&data(&server, &token, &format!("since={now}"))), ["x:1", "x:old", "x:2"]);
    load(&server, &line("2", "reef", "changed"));
    assert_eq!(short(&data(&server, &token, &format!("since={}", since(&next)))), [""; 0]);
}

#[test]
fn a_walk_by_any_limit_gives_the_same_changes() {
    let server = Server::with_shards(3);
    let token = account(&server, 999);
    let lines: String =
        (0..40).map(|number| line(&number.to_string(), &format!("kelp{number}"), "#reef")).collect();
    load(&server, &lines);
    for limit in [1, 3, 7, 100] {
        let (mut ids, mut at, mut more) = (Vec::new(), "0".to_owned(), true);
        while more {
            let part = data(&server, &token, &format!("since={at}&limit={limit}&hashtag=reef"));
            (at, more) = (since(&part), part["page"]["has_more"] == true);
            ids.extend(short(&part));
        }
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 40, "{limit}");
    }
}

#[test]
fn posts_leave_a_filter_when_their_author_or_hashtags_change() {
    let server = Server::with_shards(2);
    let token = account(&server, 99);
    load(&server, &(line("1", "reef", "#sea") + &line("2", "reef", "#sea") + &line("3", "kelp", "#sea")));
    let all = data(&server, &token, "since=0&username=reef");
    assert_eq!(all["page"]["returned"], 2);
    let later = |filter: &str| data(&server, &token, &format!("since={}&{filter}", since(&all)));
    load(
        &server,
        &(line("1", "renamed", "#sea") + &line("2", "reef", "#sand") + &line("3", "kelp", "more #sea")),
    );
    let mut left = short(&later("username=reef"));
    left.sort_unstable();
    assert_eq!(left, ["left x:1", "x:2"]);
    let mut left = short(&later("hashtag=sea"));
    left.sort_unstable();
    assert_eq!(left, ["left x:2", "x:1", "x:3"]);
    let mut posts = short(&later("platform=x"));
    posts.sort_unstable();
    assert_eq!(posts, ["x:1", "x:2", "x:3"]);
    assert_eq!(short(&later("platform=tiktok&username=reef")), [""; 0]);
}

#[test]
fn erasures_come_once_and_only_those_after_the_beginning() {
    let server = Server::with_shards(2);
    let token = account(&server, 99);
    let lines = |names: [&str; 4]| names.map(|name| line(name, name, "#sea")).concat();
    load(&server, &lines(["a", "b", "c", "d"]));
    erase(&server, "posts/x:a");
    let all = data(&server, &token, "since=0");
    let mut posts = short(&all);
    posts.sort_unstable();
    assert_eq!(posts, ["x:b", "x:c", "x:d"]);
    erase(&server, "posts/x:b");
    erase(&server, "authors/x/c");
    let next = data(&server, &token, &format!("since={}", since(&all)));
    assert_eq!(short(&next), ["erased x:b", "erased x:c"]);
    assert_eq!(next["changes"][0]["at"], "2026-03-01T18:04:05.000Z");
    let filtered = data(&server, &token, &format!("since={}&username=nobody&limit=1", since(&all)));
    assert_eq!(short(&filtered), ["erased x:b"]);
    assert_eq!(filtered["page"]["has_more"], true);
    let rest = data(&server, &token, &format!("since={}", since(&filtered)));
    assert_eq!(short(&rest), ["erased x:c"]);
    assert_eq!(short(&data(&server, &token, &format!("since={}&platform=tiktok", since(&all)))), [""; 0]);
    assert_eq!(short(&data(&server, &token, &format!("since={}", since(&next)))), [""; 0]);
}

/// An erasure that broke off has its tombstones already, and the post is still there.
#[test]
fn a_post_whose_erasure_is_under_way_does_not_come_after_it_was_erased() {
    let server = Server::with_shards(2);
    let token = account(&server, 99);
    let [_, other] = neighbours(&server);
    let start = since(&data(&server, &token, ""));
    load(&server, &with(&json!({"author": {"username": other}})));
    server.faults.borrow_mut().extend([Fault::None, Fault::Refused].map(|fault| (Posts(1), fault)));
    assert_eq!(erase(&server, "posts/x:1").0, 503);
    assert_eq!(server.count(Posts(1), "SELECT count(*) FROM documents"), 1);
    let broken_off = data(&server, &token, &format!("since={start}"));
    assert_eq!(short(&broken_off), ["erased x:1"]);
    assert_eq!(erase(&server, "posts/x:1").0, 200);
    assert_eq!(short(&data(&server, &token, &format!("since={}", since(&broken_off)))), [""; 0]);
}

/// An import that renamed an author has written the new copy, and was refused when it removed the old one.
#[test]
fn of_two_copies_the_newer_one_is_served_and_goes_on() {
    for is_downwards in [false, true] {
        let server = Server::with_shards(2);
        let token = account(&server, 99);
        let [mut old, mut new] = neighbours(&server);
        let mut shard = 0;
        if is_downwards {
            core::mem::swap(&mut old, &mut new);
            shard = 1;
        }
        let named = |name: &str, likes: u32| {
            with(
                &json!({"author": {"username": name}, "likes_count": likes, "collected_at": format!("2026-03-1{likes}T00:00:00Z")}),
            )
        };
        load(&server, &named(&old, 1));
        let start = since(&data(&server, &token, ""));
        // What is known of the old shard, and what is known of it again before it is changed.
        let pause = [Fault::None, Fault::None, Fault::Refused].map(|fault| (Posts(shard), fault));
        server.faults.borrow_mut().extend(pause);
        assert_eq!(operator(&server, "POST", "/operator/v1/posts", named(&new, 2).as_bytes()).status, 503);
        server.faults.borrow_mut().clear();
        let copies = [0, 1].map(|shard| server.count(Posts(shard), "SELECT count(*) FROM documents"));
        assert_eq!(copies, [1, 1]);
        let both = data(&server, &token, &format!("since={start}"));
        assert_eq!(both["changes"][0]["post"]["author"]["username"], json!(new), "{is_downwards}");
        // Whatever comes next is added to the newer one.
        load(&server, &named(&new, 3));
        let copies = [0, 1].map(|shard| server.count(Posts(shard), "SELECT count(*) FROM documents"));
        assert_eq!(copies.iter().sum::<i64>(), 1, "{is_downwards}");
        let mut copy = Copy::new("", 9);
        copy.check(&server, &token, "in the end");
        assert_eq!(
            (&copy.posts["x:1"]["author"]["username"], &copy.posts["x:1"]["likes_count"]),
            (&json!(new), &json!(3))
        );
    }
}

#[test]
fn only_an_answer_with_a_post_is_charged() {
    let server = Server::default();
    let token = account(&server, 9);
    load(&server, &(line("1", "reef", "a") + &line("2", "reef", "a")));
    let charged = |query: &str| {
        let reply = get(&server, &token, &format!("{CHANGES}{query}"));
        (reply.status, reply.header("X-Credits-Charged").unwrap().to_owned())
    };
    let now = since(&data(&server, &token, ""));
    assert_eq!(charged(""), (200, "0".into()), "where now is");
    assert_eq!(charged("?since=0"), (200, "1".into()));
    assert_eq!(charged(&format!("?since={now}")), (200, "0".into()));
    erase(&server, "posts/x:1");
    assert_eq!(charged(&format!("?since={now}")), (200, "0".into()), "an erasure");
    assert_eq!(charged("?since=0&username=nobody"), (200, "0".into()));
}

#[test]
fn a_since_of_another_service_is_gone_and_so_is_one_from_before_a_restore() {
    let [mut server, other] = [2, 1].map(Server::with_shards);
    let [token, foreign] = [&server, &other].map(|server| account(server, 99));
    for number in 0..20 {
        load(&server, &line(&number.to_string(), &format!("kelp{number}"), "coral"));
    }
    let mut copy = Copy::new("", 50);
    copy.check(&server, &token, "before");
    let known = since(&data(&server, &token, ""));
    let gone = (410, "SINCE_GONE".to_owned());
    let answer =
        |server: &Server, token: &str| outcome(&get(server, token, &format!("{CHANGES}?since={known}")));
    assert_eq!(answer(&other, &foreign), gone);
    // The second database comes back as it was a post ago.
    run(&server, Posts(1), "DELETE FROM versions WHERE version = (SELECT max(version) FROM versions)");
    server.memory = postern::router::memory::Memory::default();
    assert_eq!(answer(&server, &token), gone, "even if nobody knows of it yet");
    let shards = pollster::block_on(behind(&server)).unwrap();
    pollster::block_on(close(&server, &shards)).unwrap();
    assert_eq!(outcome(&get(&server, &token, &format!("{CHANGES}?since=0"))).0, 503);
    pollster::block_on(open(&server, &shards, "backup", server.now.get())).unwrap();
    assert_eq!(answer(&server, &token), gone);
    copy.check(&server, &token, "after the restore");
}

#[test]
fn a_lagging_replica_is_not_taken_for_another_service() {
    let server = Server::default();
    let token = account(&server, 99);
    load(&server, &line("1", "reef", "a"));
    server.replicate(0);
    server.has_blank_bookmarks.set(true);
    run(&server, SHARD, "UPDATE eras SET era = '00000000000000ff'");
    load(&server, &line("2", "reef", "a"));
    let now = since(&data(&server, &token, ""));
    server.reads.borrow_mut().clear();
    let next = data(&server, &token, &format!("since={now}"));
    assert_eq!((short(&next), since(&next)), (vec![], now));
    let bookmarks: Vec<_> = server.reads.borrow().iter().map(|(_, bookmark)| bookmark.clone()).collect();
    assert!(bookmarks[0] != PRIMARY && bookmarks.contains(&PRIMARY.to_owned()), "{bookmarks:?}");
}

#[test]
fn an_answer_reads_a_bounded_number_of_rows_and_goes_on_where_it_stopped() {
    let server = Server::default();
    let token = account(&server, 99);
    for part in 0..16 {
        let lines = (0..1_000)
            .map(|number| line(&format!("{part}-{number}"), &format!("kelp{}", number % 9), "#sea"));
        load(&server, &lines.collect::<String>());
    }
    load(&server, &line("last", "reef", "#reef"));
    let most = i64::try_from(MOST_ROWS).unwrap();
    for filter in ["username=reef", "hashtag=reef", "username=kelp1&hashtag=reef", "platform=tiktok"] {
        let (mut at, mut more, mut answers, mut found) = ("0".to_owned(), true, 0, Vec::new());
        while more {
            server.taken.set(0);
            let part = data(&server, &token, &format!("since={at}&{filter}"));
            (at, more) = (since(&part), part["page"]["has_more"] == true);
            found.extend(short(&part));
            answers += 1;
            // A row takes SQLite some ten steps; `tests/api/changes.test.mjs` counts rows.
            assert!(server.taken.get() < 20 * most, "{filter}: {}", server.taken.get());
        }
        assert_eq!(
            found.len(),
            usize::from(filter.ends_with("=reef") && !filter.contains("kelp1")),
            "{filter}"
        );
        assert!(answers > 1, "{filter}: all of it was one answer");
    }
    // Without filters, no more is read than is answered.
    server.taken.set(0);
    data(&server, &token, "since=0&limit=50");
    assert!(server.taken.get() < most / 4, "{}", server.taken.get());
}

#[test]
fn an_answer_is_written_in_lines_and_with_some_keys_too() {
    let server = Server::default();
    let token = account(&server, 99);
    load(&server, &(line("1", "reef", "a") + &line("2", "reef", "b")));
    let first = data(&server, &token, "since=0");
    erase(&server, "posts/x:2");
    load(&server, &line("1", "reef", "c"));
    let url = format!("{CHANGES}?since={}&fields=content&format=ndjson", since(&first));
    let reply = get(&server, &token, &url);
    assert_eq!(
        reply.body_text(),
        "{\"type\":\"post\",\"post\":{\"id\":\"x:1\",\"content\":\"c\"}}\n\
         {\"type\":\"erased\",\"id\":\"x:2\",\"at\":\"2026-03-01T18:04:05.000Z\"}\n"
    );
    let known = data(&server, &token, &format!("since={}", since(&first)));
    assert_eq!(reply.header("X-Next-Cursor"), Some(since(&known).as_str()));
    assert_eq!((reply.header("Link"), reply.header("Content-Type")), (None, Some("application/x-ndjson")));
    let json = data(&server, &token, &format!("since={}&fields=content", since(&first)));
    assert_eq!(json["changes"][0], json!({"type": "post", "post": {"id": "x:1", "content": "c"}}));
    let none = get(&server, &token, &format!("{CHANGES}?since={}&format=ndjson", since(&known)));
    assert_eq!((none.status, none.body_text().as_str()), (200, ""));
    let first = get(&server, &token, &format!("{CHANGES}?since=0&limit=1"));
    assert_eq!(first.header("Link"), None, "there is one post");
}

#[test]
fn posts_that_have_no_numbers_yet_are_a_503_until_they_are_filled() {
    let server = Server::default();
    let token = account(&server, 99);
    load(&server, &(line("1", "reef", "a") + &line("2", "reef", "b")));
    run(&server, SHARD, "UPDATE posts SET changed = NULL");
    let reply = get(&server, &token, &format!("{CHANGES}?since=0"));
    assert_eq!((reply.status, reply.header("Retry-After")), (503, Some("60")));
    assert_eq!(operator(&server, "POST", "/operator/v1/fill", b"{}").status, 200);
    let mut ids = short(&data(&server, &token, "since=0"));
    ids.sort_unstable();
    assert_eq!(ids, ["x:1", "x:2"]);
}
