//! Prefixes are written out as the words of the index, and find what they mean. Words are probed one by one.

use crate::api::load;
use crate::sqlite::{SHARD, Server};
use pollster::block_on;
use postern::posts::keyword::{Keyword, matches};
use postern::posts::plan::{AccessPath, Chunk, Set, run};
use postern::posts::query::{Listing, PostQuery};
use postern::posts::statements::page;
use postern::posts::statements::vocabulary::{pages_with, words_with};
use postern::store::Value::{Null, Text};
use postern::store::{Row, Storage};
use postern::text::index_text;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Posts with words of three prefixes: 40 of `abc`, 190 of `kel`, and 570 of `cor`, too many to be written out.
fn texts() -> Vec<String> {
    let text = |number: usize| {
        let (few, some, many) = (number / 4 % 40, number / 4, number);
        match number % 4 {
            0 => format!("abc{few} kel{some} tide"),
            1 => format!("kel{some} cor{many}"),
            2 => format!("cor{many} abc{few}"),
            _ => format!("tide cor{many} kel{some} abc{few}"),
        }
    };
    (0..760).map(text).collect()
}

fn loaded(texts: &[String]) -> Server {
    let server = Server::default();
    let line = |(number, content): (usize, &String)| {
        let at = format!("2026-03-{:02}T{:02}:{:02}:00Z", 1 + number % 28, number / 60, number % 60);
        json!({
            "platform": "x", "platform_post_id": number.to_string(), "author": {"username": "reef"},
            "content": content, "published_at": at, "likes_count": number % 97,
        })
    };
    let lines: Vec<_> = texts.iter().enumerate().map(|post| line(post).to_string() + "\n").collect();
    for some in lines.chunks(200) {
        assert_eq!(load(&server, &some.concat())["inserted"], some.len());
    }
    server
}

/// All posts of a keyword, page by page, and in how many batches the first page was read.
fn found(server: &Server, keyword: &str, sort: &str) -> (BTreeSet<usize>, usize) {
    let pairs = [("keyword", keyword), ("sort_by", sort), ("limit", "100")];
    let mut query = PostQuery::from_pairs(Listing::Search, &[], pairs).unwrap();
    let (mut found, mut first) = (BTreeSet::new(), None);
    loop {
        let answer = block_on(run(server, &query)).unwrap();
        first.get_or_insert(answer.batches);
        let page = crate::sampled::found(&answer, &query);
        for row in &answer.rows.rows {
            let post: Value = serde_json::from_str(&row.stored("json").unwrap()).unwrap();
            found.insert(post["platform_post_id"].as_str().unwrap().parse().unwrap());
        }
        let Some(&(count, post_id)) = page.get(99).filter(|_| page.len() > 100) else {
            return (found, first.unwrap());
        };
        query.position = Some(match sort {
            "published_at" => postern::http::cursor::Position::Time { post_id },
            _ => postern::http::cursor::Position::Count { count, post_id },
        });
    }
}

#[test]
fn a_prefix_finds_the_posts_of_its_words_however_many_there_are() {
    let texts = texts();
    let server = loaded(&texts);
    let indexed: Vec<_> = texts.iter().map(|text| index_text(Some(text), &[])).collect();
    for keyword in [
        "abc*",
        "kel*",
        "cor*",
        "abc1*",
        "none*",
        "abc* kel* cor*",
        "kel* abc* tide",
        "abc* OR none*",
        "kel* OR abc* OR tide",
        "tide -kel1* -abc*",
        "kel* -cor* -none*",
        "\"tide cor*\" kel*",
        "cor* OR \"cor1 kel*\"",
        "abc* abc* -\"abc1\"",
    ] {
        let parsed = Keyword::parse(keyword).unwrap();
        let wanted = (0..texts.len()).filter(|number| matches(&parsed, &indexed[*number])).collect();
        for sort in ["published_at", "likes_count"] {
            assert_eq!(found(&server, keyword, sort).0, wanted, "{keyword} by {sort}");
        }
    }
}

#[test]
fn only_a_keyword_with_a_prefix_takes_a_batch_for_its_words() {
    let server = loaded(&texts());
    let batches = |keyword| found(&server, keyword, "published_at").1;
    assert_eq!(["abc*", "kel*"].map(batches), [2, 2]);
    assert_eq!(["tide", "\"tide abc*\""].map(batches), [1, 1]);
}

#[test]
fn the_words_of_a_prefix_are_read_in_order_and_as_many_as_are_wanted() {
    let server = loaded(&texts());
    let words = |prefix: &str, rows: usize| -> Vec<String> {
        let answer = block_on(server.rows(SHARD, words_with(prefix, rows))).unwrap();
        let words = answer.rows.iter().map(|row| row.text("words").unwrap().unwrap());
        words
            .flat_map(|words| serde_json::from_str::<Vec<Option<String>>>(&words).unwrap())
            .flatten()
            .collect()
    };
    let mut all: Vec<_> = (0..40).map(|number| format!("abc{number}")).collect();
    all.sort();
    assert_eq!(words("abc", 100), all);
    assert_eq!(words("abc", 2), all[..16]);
    assert_eq!(words("abc1", 100), [&["abc1".to_owned()], &all[2..12]].concat());
    assert_eq!(words("abc39", 100), ["abc39"]);
    assert_eq!(words("none", 100), [""; 0]);
    assert_eq!(words("tide", 100), ["tide"]);
    assert_eq!(words("cor", 100).len(), 570);
}

#[test]
fn a_prefix_on_more_posts_takes_more_pages_of_the_index() {
    let server = Server::default();
    let posts = "WITH RECURSIVE posts (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM posts WHERE n < 20000) \
                 INSERT INTO words (rowid, text) SELECT n, 'cor' || (n % 9) || iif(n % 20, '', ' kel' || (n % 9)) FROM posts";
    crate::api::run(&server, SHARD, posts);
    let pages = |prefix: &str| {
        let answer = block_on(server.rows(SHARD, pages_with(prefix))).unwrap();
        answer.first().unwrap().integer("pages").unwrap().unwrap()
    };
    let [many, few] = ["cor", "kel"].map(pages);
    assert!(many > 10 * few && few > 0, "{many} and {few}");
    assert_eq!(["abc", "none"].map(pages), [0, 0]);
}

#[test]
fn each_term_of_a_keyword_is_probed_by_itself() {
    let pairs = [("username", "reef"), ("keyword", "sunrise sunset -\"low tide\"")];
    let query = PostQuery::from_pairs(Listing::Search, &[], pairs).unwrap();
    let chunk = Chunk {
        path: AccessPath::Set(Set::Author),
        order: query.order,
        after: None,
        until: None,
        steps: 100,
        rows: 51,
        is_sorted: false,
        reads_texts: false,
    };
    let statement = page::chunk(&query, &chunk);
    let texts = statement.values.iter().filter_map(|value| match value {
        Text(text) => Some(text.as_str()),
        Null => None,
    });
    let probed: Vec<_> = texts.filter(|text| text.starts_with('"')).collect();
    assert_eq!(probed, [r#""sunrise""#, r#""sunset""#, r#""low tide""#, r#""tide""#, r#""low""#]);
}
