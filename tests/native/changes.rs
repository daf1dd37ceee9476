//! What operators see of what was done.

use crate::api::{account, body, line, load, operator};
use crate::sqlite::{SECRET, Server};
use postern::http::call::Call;
use serde_json::{Value, json};

fn changes(server: &Server, query: &str) -> (u16, Value) {
    let authorization = Some(format!("Bearer {SECRET}"));
    let call = Call { method: "GET", path: "/operator/v1/changes", query, authorization, ..Call::default() };
    let reply = server.call(&call, b"");
    (reply.status, body(&reply))
}

fn actions(data: &Value, list: &str) -> Vec<String> {
    let told = |change: &Value| format!("{} {}", change["action"], change["subject"]).replace('"', "");
    data[list].as_array().unwrap().iter().map(told).collect()
}

#[test]
fn changes_come_newest_first_in_pages() {
    let server = Server::default();
    account(&server, 5);
    for (path, sent) in [
        ("credits", json!({"credits": 3, "reference": "r1"})),
        ("credits", json!({"credits": 3, "reference": "r1"})),
        ("status", json!({"status": "suspended"})),
        ("token", json!({"action": "revoke"})),
    ] {
        let path = format!("/operator/v1/accounts/reef@example.com/{path}");
        assert_eq!(operator(&server, "POST", &path, sent.to_string().as_bytes()).status, 200);
    }
    let (status, all) = changes(&server, "");
    let told = actions(&all["data"], "changes");
    assert_eq!((status, told.len()), (200, 4), "{told:?}");
    assert_eq!(told[3], "create account account 1");
    assert_eq!(all["data"]["changes"][0]["at"], "2026-03-01T18:04:05.000Z");

    let (mut walked, mut query) = (Vec::new(), "limit=3".to_owned());
    loop {
        let (_, part) = changes(&server, &query);
        walked.extend(actions(&part["data"], "changes"));
        match part["data"]["page"]["next_cursor"].as_str() {
            Some(cursor) => query = format!("limit=3&cursor={cursor}"),
            None => break,
        }
    }
    assert_eq!(walked, told);
}

#[test]
fn the_latest_imports_of_all_databases_are_told() {
    let server = Server::with_shards(2);
    for one in 0..25 {
        load(&server, &line(&format!("p{one}"), &format!("author{one}"), "Reef"));
    }
    let (_, told) = changes(&server, "");
    let imports = actions(&told["data"], "imports");
    assert_eq!(imports.len(), 20, "{imports:?}");
    assert!(imports.iter().all(|import| import.starts_with("import ")), "{imports:?}");
    assert_eq!(told["data"]["changes"], json!([]));
}

#[test]
fn cursors_of_other_lists_are_refused() {
    let server = Server::default();
    for email in ["a@b.example", "c@d.example"] {
        let sent = json!({"email": email}).to_string();
        assert_eq!(operator(&server, "POST", "/operator/v1/accounts", sent.as_bytes()).status, 201);
    }
    let authorization = Some(format!("Bearer {SECRET}"));
    let path = "/operator/v1/accounts";
    let list = Call { method: "GET", path, query: "limit=1", authorization, ..Call::default() };
    let cursor = body(&server.call(&list, b""))["data"]["page"]["next_cursor"].as_str().unwrap().to_owned();
    for query in [format!("cursor={cursor}"), "limit=0".into(), "from=1".into()] {
        assert_eq!(changes(&server, &query).0, 400, "{query}");
    }
}
