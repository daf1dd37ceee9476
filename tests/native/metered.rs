//! What random pages cost by `bench/cheapest/meter.rs`, which `tests/api/counted.test.mjs` holds against the rows that D1 counts. Both
//! know the pages and their rows from `tests/fixtures/metered.ndjson`. `POSTERN_METER=1` writes it anew.

use crate::api::loaded;
use crate::meter;
use crate::sampled::Dice;
use crate::sqlite::Server;
use crate::ways::Model;
use pollster::block_on;
use postern::posts::plan::run;
use postern::posts::url::posts_url;
use serde_json::json;
use std::fs;
use std::path::Path;

/// The posts of `tests/api/counted.test.mjs`.
const POSTS: u64 = 10_000;
const PAGES: usize = 250;

#[test]
fn random_pages_cost_as_many_rows_as_are_compared_with_those_that_d1_counts() {
    let server = Server::default();
    let posts = loaded(&server, POSTS);
    let mut dice = Dice(2);
    let line = |_| {
        let (query, _) = posts.ask(&mut dice);
        let answer = block_on(run(&server, &query)).unwrap();
        let rows = meter::rows(&Model::new(&query, &posts), &answer);
        format!("{}\n", json!({ "path": posts_url(&query), "rows": rows }))
    };
    let lines: String = (0..PAGES).map(line).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/metered.ndjson");
    if std::env::var_os("POSTERN_METER").is_some() {
        fs::write(path, lines).unwrap();
        return;
    }
    let known = fs::read_to_string(path).unwrap();
    for (line, known) in lines.lines().zip(known.lines()) {
        assert_eq!(line, known, "POSTERN_METER=1 writes what pages cost now");
    }
    assert_eq!(lines.lines().count(), known.lines().count());
}
