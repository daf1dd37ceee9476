//! How callers are told that something is on its way out, shown on an example, since nothing is; and that the API document
//! says the same as the table.

use crate::api::{account, body, line, load, request};
use crate::openapi::document;
use crate::sqlite::{Columns, Server};
use postern::http::call::Call;
use postern::http::deprecation::{DEPRECATED, Deprecation};
use postern::http::entropy::Entropy;
use postern::http::error::ApiError;
use postern::http::reply::ReplyOf;
use postern::http::runtime::{HttpRequest, PublicKey, RateLimit, Runtime};
use postern::router::answer;
use postern::router::service::Service;
use postern::store::{Database, Rows, Statement, Storage, StorageError};
use postern::time::{DAY, Timestamp};
use serde_json::{Value, json};

/// The shortest notice: what is deprecated works for another 12 months.
const NOTICE: i64 = 365 * DAY;

/// 2023-07-01T00:00:00Z and 2024-08-31T22:04:59Z.
const TIMES: (Timestamp, Timestamp) = (Timestamp(1_688_169_600_000), Timestamp(1_725_141_899_000));

const fn of(route: &'static str, parameter: Option<&'static str>, sunset: Timestamp) -> Deprecation {
    Deprecation { route, parameter, since: TIMES.0, sunset, guide: "/guides/call#moving" }
}

/// A parameter, an operation, and a parameter that goes earlier.
const EXAMPLE: &[Deprecation] = &[
    of("posts/search", Some("min_likes"), TIMES.1),
    of("posts/by-hashtag", None, TIMES.1),
    of("posts/search", Some("keyword"), Timestamp(TIMES.1.0 - 1000)),
];

/// A server of which something is deprecated.
struct Old<'a>(&'a Server);

impl Storage for Old<'_> {
    type Row = Columns;

    async fn batch(&self, at: Database, all: Vec<Statement>) -> Result<Vec<Rows<Columns>>, StorageError> {
        self.0.batch(at, all).await
    }

    async fn read(
        &self,
        shard: u8,
        bookmark: &str,
        all: Vec<Statement>,
    ) -> Result<Vec<Rows<Columns>>, StorageError> {
        self.0.read(shard, bookmark, all).await
    }

    fn shards(&self) -> u8 {
        self.0.shards()
    }

    fn bookmark(&self, shard: u8) -> String {
        self.0.bookmark(shard)
    }
}

impl Runtime for Old<'_> {
    const DEPRECATED: &'static [Deprecation] = EXAMPLE;

    async fn allow(&self, limit: RateLimit, key: &str) -> bool {
        self.0.allow(limit, key).await
    }

    async fn site_file(&self, path: &str) -> Result<String, String> {
        self.0.site_file(path).await
    }

    async fn stored(&self, key: &str) -> Result<Option<String>, String> {
        self.0.stored(key).await
    }

    async fn cached_page(&self, key: &str) -> Option<String> {
        self.0.cached_page(key).await
    }

    fn cache_page(&self, key: &str, page: String) {
        self.0.cache_page(key, page);
    }

    async fn body(&self, most: usize) -> Result<Option<Vec<u8>>, ApiError> {
        self.0.body(most).await
    }

    async fn fetch(&self, request: HttpRequest) -> Result<(u16, String), String> {
        self.0.fetch(request).await
    }

    async fn is_signed(&self, key: &PublicKey, text: &str, signature: &[u8]) -> bool {
        self.0.is_signed(key, text, signature).await
    }

    fn background(&self, statements: Vec<Statement>, about: String) {
        self.0.background(statements, about);
    }

    fn deliver(&self, _: Vec<i64>) {}

    fn alarm(&self, _: &str, _: &str) {}
}

fn ask<'a>(server: &'a Server, call: &Call<'_>) -> ReplyOf<Old<'a>> {
    let service = Service {
        runtime: &Old(server),
        settings: &server.settings,
        memory: &server.memory,
        now: server.now.get(),
        entropy: Entropy::from([9; 88]),
    };
    pollster::block_on(answer(call, &service)).unwrap()
}

const LINK: &str = r#"<https://api.example.com/guides/call#moving>; rel="deprecation"; type="text/html""#;

/// What a reply says: `Deprecation`, `Sunset`, and the field of the log.
fn told<T>(reply: &postern::http::reply::Reply<T>) -> [Option<String>; 3] {
    let header = |name| reply.header(name).map(str::to_owned);
    [header("Deprecation"), header("Sunset"), reply.note.deprecated.clone()]
}

fn says(sunset: &str, what: &str) -> [Option<String>; 3] {
    ["@1688169600", sunset, what].map(|text| Some(text.to_owned()))
}

#[test]
fn an_answer_that_used_something_deprecated_says_since_when_until_when_and_what_instead() {
    let server = Server::default();
    let token = account(&server, 9);
    load(&server, &line("1", "reef", "coral #kelp"));
    let reply = ask(&server, &request("GET", &token, "/api/v1/posts/search?min_likes=0"));
    assert_eq!(
        (reply.status, told(&reply)),
        (200, says("Sat, 31 Aug 2024 22:04:59 GMT", "posts/search min_likes"))
    );
    assert_eq!(reply.header("Link"), Some(LINK));
    let exposed = reply.header("Access-Control-Expose-Headers").unwrap();
    assert!(exposed.contains(", Deprecation, Sunset,"), "{exposed}");
    // However the name is written, also where the call fails, and for HEAD.
    for (method, url, status) in [
        ("GET", "/api/v1/posts/search?min%5Flikes=0&limit=0", 400),
        ("HEAD", "/api/v1/posts/search?limit=1&min_likes=0", 200),
    ] {
        let reply = ask(&server, &request(method, &token, url));
        assert_eq!(reply.status, status, "{url}");
        assert_eq!(told(&reply), says("Sat, 31 Aug 2024 22:04:59 GMT", "posts/search min_likes"), "{url}");
    }
    let refused = ask(&server, &request("GET", "", "/api/v1/posts/by-hashtag/x/kelp"));
    assert_eq!(told(&refused), says("Sat, 31 Aug 2024 22:04:59 GMT", "posts/by-hashtag"));
}

#[test]
fn a_link_to_the_next_page_stays_and_the_body_is_the_same() {
    let server = Server::default();
    let token = account(&server, 9);
    load(&server, &(line("1", "reef", "coral") + &line("2", "reef", "coral")));
    let call = request("GET", &token, "/api/v1/posts/search?min_likes=0&limit=1");
    let (plain, marked) = (server.call(&call, b""), ask(&server, &call));
    assert_eq!(marked.header("Link"), Some(format!("{}, {LINK}", plain.header("Link").unwrap()).as_str()));
    assert_eq!(marked.header("ETag"), plain.header("ETag"));
    assert_eq!(body(&plain), serde_json::from_str::<Value>(&marked.body_text()).unwrap());
}

#[test]
fn of_several_the_one_that_goes_first_is_told() {
    let server = Server::default();
    let token = account(&server, 9);
    let reply = ask(&server, &request("GET", &token, "/api/v1/posts/search?min_likes=0&keyword=coral"));
    assert_eq!(told(&reply), says("Sat, 31 Aug 2024 22:04:58 GMT", "posts/search keyword"));
}

#[test]
fn what_is_not_deprecated_says_nothing() {
    let server = Server::default();
    let token = account(&server, 9);
    for url in [
        "/api/v1/posts/search",
        "/api/v1/posts/search?min_comments=0",
        "/api/v1/posts/by-user/x/reef?min_likes=0",
        "/api/v1/account",
        "/api/v1/none",
    ] {
        assert_eq!(told(&ask(&server, &request("GET", &token, url))), [None, None, None], "{url}");
    }
    let preflight = ask(&server, &request("OPTIONS", &token, "/api/v1/none?min_likes=0"));
    assert_eq!(told(&preflight), [None, None, None]);
    assert_eq!(
        told(&server.call(&request("GET", &token, "/api/v1/posts/search?min_likes=0"), b"")),
        [None, None, None]
    );
}

/// The path in the API document of a route's name.
const PATHS: [(&str, &str); 6] = [
    ("health", "/api/v1/health"),
    ("openapi", "/api/v1/openapi.json"),
    ("account", "/api/v1/account"),
    ("posts/search", "/api/v1/posts/search"),
    ("posts/by-user", "/api/v1/posts/by-user/{platform}/{username}"),
    ("posts/by-hashtag", "/api/v1/posts/by-hashtag/{platform}/{hashtag}"),
];

/// A parameter, or what it refers to.
fn followed<'a>(document: &'a Value, parameter: &'a Value) -> &'a Value {
    let place = parameter["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
    place.and_then(|place| document.pointer(place)).unwrap_or(parameter)
}

/// What the document says is deprecated of its GETs: routes, and parameters of them.
fn documented(document: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for (route, path) in PATHS {
        let operation = &document["paths"][path]["get"];
        assert!(operation.is_object(), "{path}");
        if operation["deprecated"] == json!(true) {
            found.push(route.to_owned());
        }
        let shared = document["paths"][path]["parameters"].as_array().into_iter().flatten();
        for parameter in operation["parameters"].as_array().into_iter().flatten().chain(shared) {
            let parameter = followed(document, parameter);
            if parameter["deprecated"] == json!(true) {
                found.push(format!("{route} {}", parameter["name"].as_str().unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// What is wrong with a table, beside the document.
fn faults(table: &[Deprecation], document: &Value) -> Vec<String> {
    let name = |row: &Deprecation| match row.parameter {
        Some(parameter) => format!("{} {parameter}", row.route),
        None => row.route.to_owned(),
    };
    let mut faults = Vec::new();
    for row in table {
        if row.sunset.0 - row.since.0 < NOTICE {
            faults.push(format!("{}: less than a year's notice", name(row)));
        }
        if !PATHS.iter().any(|(route, _)| *route == row.route) {
            faults.push(format!("{}: no such operation", name(row)));
        }
    }
    let mut names: Vec<_> = table.iter().map(name).collect();
    names.sort();
    let said = documented(document);
    if names != said {
        faults.push(format!("the document has {said:?}, the table {names:?}"));
    }
    faults
}

#[test]
fn the_table_gives_a_years_notice_and_is_what_the_document_says() {
    assert_eq!(faults(DEPRECATED, &document()), Vec::<String>::new());
}

#[test]
fn a_table_that_says_something_else_than_the_document_is_found() {
    let mut changed = document();
    changed["paths"]["/api/v1/posts/by-hashtag/{platform}/{hashtag}"]["get"]["deprecated"] = json!(true);
    assert_eq!(faults(&EXAMPLE[1..2], &changed), Vec::<String>::new());
    assert_eq!(faults(&[], &changed), [r#"the document has ["posts/by-hashtag"], the table []"#]);
    let hasty = [of("posts/none", None, Timestamp(TIMES.0.0 + NOTICE - 1))];
    assert_eq!(faults(&hasty, &document()).len(), 3);
}
