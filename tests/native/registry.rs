//! `/package/...` as a registry of npm: what is served, from where, and what is not.

use crate::api::body;
use crate::sqlite::{Columns, Server, entropy};
use postern::http::call::Call;
use postern::http::reply::{File, ReplyOf};
use postern::registry::{with_unreadable_tarball, without_tarball};
use postern::router::answer_without_file;
use postern::store::Row;
use serde_json::json;
use std::collections::BTreeMap;

type Text = <Columns as Row>::Text;

const DOCUMENT: &str =
    r#"{"description":"\"tarball\":\"/","dist":{"tarball":"/package/@postern/client/-/client-1.0.0.tgz"}}"#;
const DOCUMENT_PATH: &str = "/package/@postern%2fclient";
const TARBALL_PATH: &str = "/package/@postern/client/-/client-1.0.0.tgz";

/// A server whose KV has a document.
fn published() -> Server {
    let server = Server::default();
    *server.page_cache.borrow_mut() = Some(BTreeMap::from([("npm/document".into(), DOCUMENT.into())]));
    server
}

/// A call by https on a host.
fn of<'a>(method: &'a str, path: &'a str) -> Call<'a> {
    Call { method, path, host: "posts.example:8443", https: true, ..Call::default() }
}

fn get(server: &Server, path: &str) -> ReplyOf<Server> {
    server.call(&of("GET", path), b"")
}

fn error(reply: &ReplyOf<Server>) -> (u16, String) {
    (reply.status, body(reply)["error"].as_str().unwrap().to_owned())
}

#[test]
fn the_document_is_found_however_its_name_is_encoded() {
    let server = published();
    for name in ["@postern/client", "@postern%2fclient", "@postern%2Fclient", "%40postern%2Fclient"] {
        let reply = get(&server, &format!("/package/{name}"));
        assert_eq!((reply.status, reply.note.route), (200, "package"), "{name}");
        assert_eq!(reply.header("Content-Type"), Some("application/json; charset=utf-8"));
        assert_eq!(reply.header("Cache-Control"), Some("no-cache"));
        assert_eq!(reply.header("Access-Control-Allow-Origin"), Some("*"));
    }
}

#[test]
fn tarballs_have_whole_addresses_on_the_public_origin_or_the_host_that_was_asked() {
    let mut server = published();
    for (origin, expected) in
        [(None, "https://posts.example:8443"), (Some("https://api.example.com"), "https://api.example.com")]
    {
        server.settings.http.public_origin = origin.map(Into::into);
        let document = body(&get(&server, DOCUMENT_PATH));
        assert_eq!(document["dist"]["tarball"], json!(format!("{expected}{TARBALL_PATH}")));
        assert_eq!(document["description"], json!(r#""tarball":"/"#), "texts stay as they are");
    }
    server.settings.http.public_origin = None;
    let plain = Call { https: false, ..of("GET", DOCUMENT_PATH) };
    assert!(server.call(&plain, b"").body_text().contains("\"http://posts.example:8443/package/"));
}

#[test]
fn who_has_the_document_gets_no_second_one() {
    let server = published();
    let tag = get(&server, DOCUMENT_PATH).header("ETag").unwrap().to_owned();
    let again = Call { if_none_match: Some(tag), ..of("GET", DOCUMENT_PATH) };
    let reply = server.call(&again, b"");
    assert_eq!(
        (reply.status, reply.body_text().as_str(), reply.header("Cache-Control")),
        (304, "", Some("no-cache"))
    );
    let head = server.call(&of("HEAD", DOCUMENT_PATH), b"");
    assert_eq!((head.status, head.body_text().as_str()), (200, ""));
    assert!(head.header("ETag").is_some());
}

#[test]
fn without_a_document_in_kv_the_one_of_the_site_is_served_and_without_kv_none() {
    let server = Server::default();
    *server.page_cache.borrow_mut() = Some(BTreeMap::new());
    // The site of these tests is `www`, which has none.
    let reply = get(&server, DOCUMENT_PATH);
    assert_eq!(error(&reply), (503, "the package can't be read at the moment".into()));
    assert!(
        reply.note.cause.as_ref().is_some_and(|cause| cause.contains("No such file")),
        "{:?}",
        reply.note
    );
    *server.page_cache.borrow_mut() = None;
    let reply = get(&server, DOCUMENT_PATH);
    assert_eq!(
        (reply.status, reply.header("Retry-After"), reply.note.cause.as_deref()),
        (503, Some("5"), Some("KV fails"))
    );
}

#[test]
fn a_tarball_may_be_kept_for_good() {
    let server = published();
    for path in [TARBALL_PATH, "/package/@postern%2fclient/-/client-1.0.0-dev.h1%2B2.tgz"] {
        let reply = get(&server, path);
        let name = path.replace("%2B", "+").rsplit('/').next().map(str::to_owned).unwrap();
        assert_eq!((reply.status, reply.file.clone()), (200, Some(File::Tarball(name))));
        assert_eq!(reply.header("Content-Type"), Some("application/octet-stream"));
        assert_eq!(reply.header("Cache-Control"), Some("public, max-age=31536000, immutable"));
        assert_eq!(reply.header("Access-Control-Allow-Origin"), Some("*"));
    }
}

#[test]
fn the_reply_to_a_call_for_a_missing_tarball_is_no_tarball_in_any_part() {
    let server = published();
    let missing = without_tarball(get(&server, TARBALL_PATH));
    assert!(error(&missing).1.starts_with("this service has no such version of @postern/client"));
    assert_eq!((missing.status, missing.file.is_none(), missing.note.route), (404, true, "package"));
    let unreadable = with_unreadable_tarball(get(&server, TARBALL_PATH), "KV is away".into());
    assert_eq!((unreadable.status, unreadable.note.cause.as_deref()), (503, Some("KV is away")));
    for reply in [missing, unreadable] {
        let last = |name| reply.headers.iter().rev().find(|(header, _)| *header == name).unwrap().1.as_str();
        assert_eq!(
            (last("Cache-Control"), last("Content-Type")),
            ("no-store", "application/json; charset=utf-8")
        );
    }
}

#[test]
fn all_else_below_the_package_is_a_file_of_the_site_or_a_404_that_npm_can_read() {
    let server = published();
    for path in [
        "/package",
        "/package/",
        "/package/left-pad",
        "/package/@postern/other",
        "/package/@postern/client2",
        "/package/@postern/client/1.0.0",
        "/package/@postern/client/-/../../postern.tgz",
        "/package/@postern/client/-/document",
        "/package/@postern/client/-/a/b.tgz",
        "/package/@postern/client/-/%00.tgz",
        "/package/%ff",
        "/package/core/index.js",
    ] {
        let call = of("GET", path);
        assert!(server.try_call(&call, b"").is_none(), "{path}");
        let reply = answer_without_file::<Text>(&call, &entropy(1)).unwrap();
        assert_eq!(
            error(&reply),
            (404, "not found: this registry has only @postern/client".into()),
            "{path}"
        );
        assert_eq!((reply.header("Cache-Control"), reply.note.route), (Some("no-store"), "none"));
    }
    assert!(answer_without_file::<Text>(&of("GET", "/packages/left-pad"), &entropy(1)).is_none());
}

#[test]
fn nothing_can_be_published_by_a_call() {
    let server = published();
    for (method, path) in [("PUT", DOCUMENT_PATH), ("DELETE", TARBALL_PATH), ("POST", DOCUMENT_PATH)] {
        let reply = server.call(&of(method, path), b"{}");
        assert_eq!(error(&reply), (405, "this registry can only be read".into()));
        assert_eq!((reply.header("Allow"), reply.file.is_none()), (Some("GET, HEAD"), true));
    }
}

#[test]
fn outside_development_https_and_the_host_are_checked_first() {
    let mut server = published();
    server.settings.http.development = false;
    server.settings.http.public_origin = Some("https://api.example.com".into());
    let codes = |call: &Call<'_>| body(&server.call(call, b""))["error"]["code"].clone();
    assert_eq!(codes(&Call { https: false, ..of("GET", DOCUMENT_PATH) }), json!("HTTPS_REQUIRED"));
    assert_eq!(codes(&of("GET", TARBALL_PATH)), json!("MISDIRECTED_REQUEST"));
}
