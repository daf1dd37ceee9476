//! The table of filters is where everything that knows a filter takes it from, or is checked against it. An invented filter,
//! in a copy of the table, shows up everywhere, or is named as missing.

use crate::api::load;
use crate::sqlite::{SHARD, Server};
use postern::http::error::ValidationErrorCode;
use postern::offline::{Form, Loaded};
use postern::posts::filters::{FILTERS, Filter, Filters, Kind, Table};
use postern::posts::param::Count;
use postern::posts::plan::{AccessPath, Chunk};
use postern::posts::query::{Listing, PostQuery};
use postern::posts::shape::Shape;
use postern::posts::statements::page;
use postern::posts::url::posts_url;
use postern::store::Storage as _;
use postern::time::Timestamp;
use serde_json::{Value, json};
use std::fs;

const INVENTED: Filter = Filter {
    name: "least_views",
    kind: Kind::Minimum(Count::Views),
    is_common: true,
    is_in_1_0: false,
    help: "Only posts that were viewed so often",
};

/// A copy of the table with one more.
fn with_invented() -> Table {
    Box::leak([FILTERS, &[INVENTED]].concat().into_boxed_slice())
}

fn search(table: Table, pairs: &[(&str, &str)]) -> Result<PostQuery, ValidationErrorCode> {
    let query = PostQuery { filters: Filters::new(table), ..PostQuery::new(Listing::Search) };
    let (query, faults) = PostQuery::parse_into(query, &[], pairs.iter().copied());
    faults.first().map_or(Ok(query), |fault| Err(fault.code))
}

fn file(path: &str) -> String {
    fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// The posts that views say something about.
fn lines() -> String {
    let post = |(id, views): (&str, Value)| {
        let post = json!({"platform": "x", "platform_post_id": id, "author": {"username": "reef"}, "content": "coral",
            "views_count": views, "likes_count": 3, "published_at": "2026-03-01T18:04:05Z",
            "collected_at": "2026-03-02T00:00:00Z"});
        format!("{post}\n")
    };
    [("1", json!(4)), ("2", json!(5)), ("3", json!(900)), ("4", Value::Null)].into_iter().map(post).collect()
}

#[test]
fn the_parser_the_echo_and_the_address_have_an_invented_filter() {
    let invented = with_invented();
    assert_eq!(search(FILTERS, &[("least_views", "5")]), Err(ValidationErrorCode::UnknownParameter));
    assert_eq!(search(invented, &[("least_views", "-5")]), Err(ValidationErrorCode::OutOfRange));
    assert_eq!(
        search(invented, &[("least_views", "5"), ("least_views", "6")]),
        Err(ValidationErrorCode::DuplicateParameter)
    );
    let query = search(invented, &[("least_views", "5"), ("min_likes", "2")]).unwrap();
    let echo = serde_json::to_value(query.echo()).unwrap();
    assert_eq!((&echo["least_views"], &echo["min_likes"]), (&json!(5), &json!(2)));
    assert_eq!(posts_url(&query), "/api/v1/posts/search?min_likes=2&least_views=5");
    let other = search(invented, &[("least_views", "6"), ("min_likes", "2")]).unwrap();
    assert_ne!(query.fingerprint(), other.fingerprint(), "a cursor belongs to one value");
}

#[test]
fn every_plan_and_the_offline_engine_keep_to_an_invented_filter() {
    let server = Server::default();
    assert_eq!(load(&server, &lines())["inserted"], 4);
    let set = Loaded::parse(&lines(), Form::Canonical, Timestamp(1_772_500_000_000)).set;
    for (least, expected) in [("0", &["1", "2", "3", "4"][..]), ("5", &["2", "3"]), ("901", &[])] {
        for more in [
            ("keyword", "coral"),
            ("username", "reef"),
            ("sort_by", "likes_count"),
            ("sort_by", "views_count"),
        ] {
            let query = search(with_invented(), &[("least_views", least), more]).unwrap();
            let answer: Value =
                serde_json::from_str(&set.page(&query, &Shape::default()).unwrap().body).unwrap();
            let offline = answer["data"]["posts"].as_array().unwrap().iter().map(|post| post["id"].clone());
            assert_eq!(sorted(offline.collect()), ids(expected), "offline, {least} {more:?}");
            for path in AccessPath::all(&query) {
                assert_eq!(found(&server, &query, path), ids(expected), "{path:?}, {least} {more:?}");
            }
        }
    }
}

fn ids(numbers: &[&str]) -> Vec<Value> {
    numbers.iter().map(|number| json!(format!("x:{number}"))).collect()
}

fn sorted(mut ids: Vec<Value>) -> Vec<Value> {
    ids.sort_by_key(ToString::to_string);
    ids
}

/// The posts that a whole access path leads to.
fn found(server: &Server, query: &PostQuery, path: AccessPath) -> Vec<Value> {
    let is_sorted = !path.is_in_order(query);
    let order = path.order(query);
    let chunk =
        Chunk { path, order, after: None, until: None, steps: 100, rows: 51, is_sorted, reads_texts: false };
    let statement = page::chunk(query, &chunk);
    let mut rows = pollster::block_on(server.rows(SHARD, statement)).unwrap().rows;
    rows.retain(|row| postern::store::Row::integer(row, "mark").unwrap() == Some(0));
    let id = |row: &_| {
        let json = postern::store::Row::text(row, "json").unwrap().unwrap();
        serde_json::from_str::<Value>(&json).unwrap()["id"].clone()
    };
    sorted(rows.iter().map(id).collect())
}

/// The filters of a table that the API document, the package's types or the explorer's form lack.
fn missing(table: Table) -> Vec<String> {
    let document: Value = serde_json::from_str(&file("www/openapi.json")).unwrap();
    let (types, form) = (file("npm/core.d.ts"), file("www/posts/fields.js"));
    let parameters = document["components"]["parameters"].as_object().unwrap();
    let echo = document["components"]["schemas"]
        .as_object()
        .unwrap()
        .values()
        .find_map(|schema| schema["properties"].get("sort_order").map(|_| schema["properties"].clone()));
    let echo = echo.unwrap();
    let mut missing = Vec::new();
    for Filter { name, kind, .. } in table {
        let is_typed = |parameter: &&Value| (parameter["schema"]["type"] == "integer") == kind.is_number();
        let documented = parameters.values().find(|parameter| parameter["name"] == *name).filter(is_typed);
        let places = [
            ("a parameter of www/openapi.json", documented.is_some()),
            ("the echo of www/openapi.json", echo.get(name).is_some()),
            ("an option of npm/core.d.ts", has_option(&types, name, *kind)),
            ("the echo of npm/core.d.ts", types.contains(&format!("\n  {name}: "))),
            ("a field of www/posts/fields.js", form.contains(&format!("\n  {name}: "))),
        ];
        missing.extend(
            places.iter().filter(|(_, is_there)| !is_there).map(|(place, _)| format!("{name}: {place}")),
        );
    }
    missing
}

/// Whether the package has an option of this name; a network, username or hashtag may be an argument, too.
fn has_option(types: &str, name: &str, kind: Kind) -> bool {
    let mut words = name.split('_');
    let first = words.next().unwrap().to_owned();
    let option = words.fold(first, |name, word| name + &word[..1].to_uppercase() + &word[1..]);
    let number = if kind.is_number() { "number" } else { "" };
    types.contains(&format!("\n  {option}?: {number}"))
}

#[test]
fn the_document_the_types_and_the_form_have_every_filter_and_lack_an_invented_one() {
    assert_eq!(missing(FILTERS), Vec::<String>::new());
    let lacking = missing(with_invented());
    assert_eq!(lacking.len(), 5, "{lacking:?}");
    assert!(lacking.iter().all(|place| place.starts_with("least_views: ")), "{lacking:?}");
}

/// The name of a filter stands in few places, so that another one is quickly added.
#[test]
fn the_name_of_a_filter_stands_in_few_files_of_the_source() {
    let mut named = Vec::new();
    let mut folders = vec![std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if !entry.ends_with("tests.rs") && entry.extension().is_some_and(|ext| ext == "rs") {
                let code = fs::read_to_string(&entry).unwrap();
                if code.split("#[cfg(test)]").next().unwrap().contains("min_likes") {
                    named.push(entry);
                }
            }
        }
    }
    assert!(named.len() <= 6, "{named:#?}");
}
