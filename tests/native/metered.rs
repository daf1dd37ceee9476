//! What pages cost by `bench/cheapest/meter.rs`: random ones, and some that begin among equal counts. `tests/api/counted.test.mjs`
//! holds it against the rows that D1 counts. Both know the pages and their rows from `tests/fixtures/metered.ndjson`.
//! `POSTERN_METER=1` writes it anew.

use crate::api::{loaded, search};
use crate::meter;
use crate::sampled::{Dice, Posts};
use crate::sqlite::Server;
use crate::ways::Model;
use pollster::block_on;
use postern::http::cursor::Position;
use postern::posts::plan::run;
use postern::posts::query::PostQuery;
use postern::posts::url::posts_url;
use serde_json::json;
use std::fs;
use std::path::Path;

/// The posts of `tests/api/counted.test.mjs`.
const POSTS: u64 = 10_000;
const PAGES: usize = 250;

/// Pages of a range of time that begin among posts with the same count, all of which are outside of the range.
fn among_equals(posts: &Posts) -> Vec<PostQuery> {
    let (first, last) = (("to_date", "2024-02-01"), ("from_date", "2026-08-01"));
    let mut pages = Vec::new();
    for sort in ["likes_count", "comments_count", "views_count"] {
        for (order, range) in [("desc", first), ("asc", last)] {
            let all = search(&[("sort_by", sort), ("sort_order", order)]);
            let places = posts.expected(&all);
            for count in [Some(0), None] {
                let Some((_, post_id)) = places.iter().copied().find(|(known, _)| *known == count) else {
                    continue;
                };
                let query = search(&[("sort_by", sort), ("sort_order", order), range, ("limit", "10")]);
                pages.push(PostQuery { position: Some(Position::Count { count, post_id }), ..query });
            }
            pages.push(search(&[("sort_by", sort), ("sort_order", order), range, ("keyword", "coral")]));
        }
    }
    pages
}

#[test]
fn pages_cost_as_many_rows_as_are_compared_with_those_that_d1_counts() {
    let server = Server::default();
    let posts = loaded(&server, POSTS);
    let mut dice = Dice(2);
    let random = (0..PAGES).map(|_| posts.ask(&mut dice).0);
    let line = |query: PostQuery| {
        let answer = block_on(run(&server, &query)).unwrap();
        let rows = meter::rows(&Model::new(&query, &posts), &answer);
        format!("{}\n", json!({ "path": posts_url(&query), "rows": rows }))
    };
    let lines: String = random.chain(among_equals(&posts)).map(line).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/metered.ndjson");
    if std::env::var_os("POSTERN_METER").is_some() {
        fs::write(path, lines).unwrap();
        return;
    }
    let known = fs::read_to_string(path).unwrap();
    assert_eq!(lines.lines().count(), known.lines().count());
    for (line, known) in lines.lines().zip(known.lines()) {
        assert_eq!(line, known, "POSTERN_METER=1 writes what pages cost now");
    }
}
