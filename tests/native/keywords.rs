//! What keywords find, script by script: one table, which `tests/api/keywords.test.mjs` holds against the real runtime.

use crate::api::{account, body, get, load};
use crate::sqlite::Server;
use postern::percent::encode;
use postern::posts::keyword::{Keyword, matches};
use postern::text::index_text;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde::Deserialize;
use serde_json::{Value, json};

/// A text, with keywords that find it and keywords that don't.
#[derive(Deserialize)]
struct Case {
    kind: String,
    content: String,
    found: Vec<String>,
    missed: Vec<String>,
}

impl Case {
    /// Its keywords, and whether they find it.
    fn keywords(&self) -> impl Iterator<Item = (&str, bool)> {
        let found = self.found.iter().map(|keyword| (keyword.as_str(), true));
        found.chain(self.missed.iter().map(|keyword| (keyword.as_str(), false)))
    }
}

fn table() -> Vec<Case> {
    serde_json::from_str(include_str!("../fixtures/keywords.json")).unwrap()
}

#[test]
fn every_keyword_of_the_table_means_what_it_says() {
    let mut wrong = Vec::new();
    for case in table() {
        let index = index_text(Some(&case.content), &[]);
        for (keyword, expected) in case.keywords() {
            let finds = Keyword::parse(keyword).map(|keyword| matches(&keyword, &index));
            if finds != Ok(expected) {
                wrong.push(format!(
                    "{}: {keyword} {:?}: {finds:?} in {index}",
                    case.kind,
                    keyword.escape_unicode().to_string()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_keyword_of_the_table_finds_the_same_in_storage() {
    let server = Server::default();
    let token = account(&server, 1_000_000);
    let table = table();
    let line = |(number, case): (usize, &Case)| {
        let post = json!({
            "platform": "x", "platform_post_id": number.to_string(), "author": {"username": "words"},
            "content": case.content, "hashtags": [], "published_at": "2026-03-01T18:04:05Z",
        });
        post.to_string() + "\n"
    };
    let lines: String = table.iter().enumerate().map(line).collect();
    assert_eq!(load(&server, &lines)["inserted"], table.len());
    let texts: Vec<_> = table.iter().map(|case| index_text(Some(&case.content), &[])).collect();
    for keyword in table.iter().flat_map(Case::keywords).map(|(keyword, _)| keyword) {
        let parsed = Keyword::parse(keyword).unwrap();
        let mut expected: Vec<_> =
            (0..texts.len()).filter(|&number| matches(&parsed, &texts[number])).collect();
        let reply =
            get(&server, &token, &format!("/api/v1/posts/search?limit=100&keyword={}", encode(keyword)));
        let answer = body(&reply);
        let posts = answer["data"]["posts"].as_array().unwrap();
        let mut found: Vec<usize> =
            posts.iter().map(|post| post["platform_post_id"].as_str().unwrap().parse().unwrap()).collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{keyword}");
    }
}

/// The rows of the API document's table: a text, the keywords that find it, and those that don't.
fn documented() -> Vec<[Vec<String>; 3]> {
    let document: Value = serde_json::from_str(include_str!("../../www/openapi.json")).unwrap();
    let description = document["components"]["parameters"]["Keyword"]["description"].as_str().unwrap();
    let (_, table) = description.split_once("| script |").unwrap();
    let codes = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let row = |line: &str| {
        let cells: Vec<_> = line.split('|').collect();
        let [_, _, _, text, found, missed, _] = cells[..] else { panic!("{line}") };
        [text, found, missed].map(codes)
    };
    table.lines().skip(2).take_while(|line| line.starts_with('|')).map(row).collect()
}

#[test]
fn the_table_of_the_api_document_is_true() {
    let rows = documented();
    assert_eq!(rows.len(), 13);
    for [text, found, missed] in rows {
        let index = index_text(Some(&text[0]), &[]);
        let finds = |keyword: &String| matches(&Keyword::parse(keyword).unwrap(), &index);
        let wrong: Vec<_> = found
            .iter()
            .filter(|keyword| !finds(keyword))
            .chain(missed.iter().filter(|keyword| finds(keyword)))
            .collect();
        assert!(wrong.is_empty() && !found.is_empty() && !missed.is_empty(), "{wrong:?} in {index}");
    }
}

/// Any characters at all, and those that mean something to keywords, SQL or the full-text index.
fn anything() -> impl Strategy<Value = String> {
    let signs = "[a-c\"“*＊\\-－ ORNEAT()^:{}+|'%_;\u{0}\u{1f}\u{7f}\u{200b}\u{200f}\u{301}\u{3099}京ไ한☕\u{1f3fd}\u{200d}\u{fe0f}\u{20e3}\u{1f1e9}]{1,40}";
    prop_oneof![signs, proptest::collection::vec(any::<char>(), 1..=256).prop_map(String::from_iter)]
}

#[test]
fn any_keyword_is_answered_or_refused_with_its_place() {
    let server = Server::default();
    let token = account(&server, 1_000_000);
    load(&server, &crate::api::line("1", "reef", "abc 京都 ☕"));
    let config = Config { cases: 1_000, failure_persistence: None, ..Config::default() };
    let asked = |keyword: String| {
        let url = format!("/api/v1/posts/search?keyword={}", encode(&keyword));
        let reply = get(&server, &token, &url);
        let error = &body(&reply)["error"]["details"][0];
        match reply.status {
            200 => prop_assert!(Keyword::parse(&keyword).is_ok()),
            // An address has its own limit.
            414 => prop_assert!(url.len() > 8_192),
            status => {
                prop_assert_eq!((status, &error["parameter"]), (400, &json!("keyword")));
                let place = Keyword::parse(&keyword).unwrap_err().position;
                let message = error["message"].as_str().unwrap();
                prop_assert!(message.contains(&format!("at character {place}")), "{}: {}", keyword, message);
            }
        }
        Ok(())
    };
    TestRunner::new(config).run(&anything(), asked).unwrap();
}
