//! `postern mcp`: messages of standard input to a service, and its answers back.

use super::server::{Request, Server, error};
use super::shell::{Run, Shell};
use serde_json::{Value, json};

const TOKEN: &str = "postern_live_token";

fn run(url: &str, lines: &[Value]) -> Run {
    let shell = Shell::new().with("POSTERN_API_TOKEN", TOKEN);
    let lines: Vec<_> = lines.iter().map(ToString::to_string).collect();
    let input = lines.join("\n");
    shell.run_in(&shell.folder, &["mcp", "--url", url], &input)
}

/// The lines that were written, by their ids.
fn answers(run: &Run) -> Vec<Value> {
    let mut lines: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    lines.sort_by_key(|line| line["id"].to_string());
    lines
}

fn header<'a>(request: &'a Request, name: &str) -> Option<&'a str> {
    request.headers.get(name).map(String::as_str)
}

#[test]
fn each_message_is_a_call_and_each_answer_a_line() {
    let server = Server::answering(|request| {
        let message: Value = serde_json::from_str(&request.body).unwrap();
        match message["method"].as_str().unwrap() {
            "notifications/initialized" => (202, vec![], json!("")),
            "initialize" => (
                200,
                vec![],
                json!({"jsonrpc": "2.0", "id": message["id"], "result": {"protocolVersion": "2025-06-18"}}),
            ),
            // An answer that is not in one line.
            _ => (
                200,
                vec![],
                json!(format!("{{\"jsonrpc\":\"2.0\",\n\"id\":{},\"result\":{{}}}}", message["id"])),
            ),
        }
    });
    let first = run(&server.url, &[json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}})]);
    assert_eq!((first.code, first.err.as_str()), (0, ""), "{first:?}");
    assert_eq!(
        answers(&first),
        [json!({"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-06-18"}})]
    );
    let note = run(&server.url, &[json!({"jsonrpc": "2.0", "method": "notifications/initialized"})]);
    assert_eq!((note.code, note.out.as_str()), (0, ""));
    let two = run(
        &server.url,
        &[
            json!({"jsonrpc": "2.0", "id": "a", "method": "ping"}),
            json!({"jsonrpc": "2.0", "id": "b", "method": "ping"}),
        ],
    );
    assert_eq!(answers(&two), ["a", "b"].map(|id| json!({"jsonrpc": "2.0", "id": id, "result": {}})));
    for request in server.requests() {
        assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/mcp"));
        assert_eq!(header(&request, "authorization"), Some("Bearer postern_live_token"));
        assert_eq!(header(&request, "content-type"), Some("application/json"));
        assert_eq!(header(&request, "accept"), Some("application/json, text/event-stream"));
        assert_eq!(header(&request, "mcp-method"), None, "revisions with initialize have no such header");
    }
}

#[test]
fn a_request_of_the_newest_revision_gets_the_headers_that_repeat_its_body() {
    let server = Server::answering(|_| (200, vec![], json!({"jsonrpc": "2.0", "id": 1, "result": {}})));
    let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28"});
    let params = json!({"name": "search_posts", "arguments": {}, "_meta": meta});
    run(&server.url, &[json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})]);
    let request = &server.requests()[0];
    assert_eq!(header(request, "mcp-protocol-version"), Some("2026-07-28"));
    assert_eq!(header(request, "mcp-method"), Some("tools/call"));
    assert_eq!(header(request, "mcp-name"), Some("search_posts"));
}

#[test]
fn what_the_service_refuses_is_an_error_of_the_request() {
    let server = Server::answering(|_| error(401, "INVALID_API_TOKEN", "expected a valid API token"));
    let ping = json!({"jsonrpc": "2.0", "id": 7, "method": "ping"});
    let refused = run(&server.url, std::slice::from_ref(&ping));
    let message = "INVALID_API_TOKEN: expected a valid API token";
    assert_eq!(
        answers(&refused),
        [json!({"jsonrpc": "2.0", "id": 7, "error": {"code": -32603, "message": message}})]
    );
    let strange = Server::answering(|_| (404, vec![], json!("<html>")));
    let message = answers(&run(&strange.url, std::slice::from_ref(&ping)))[0]["error"]["message"].clone();
    assert!(message.as_str().unwrap().contains("a 404 came: is the address right?"), "{message}");
    let message = answers(&run("http://127.0.0.1:1", &[ping]))[0]["error"]["message"].clone();
    assert!(message.as_str().unwrap().starts_with("no answer of the service"), "{message}");
}

#[test]
fn a_cancelled_request_is_not_answered() {
    let server = Server::answering(|request| {
        let message: Value = serde_json::from_str(&request.body).unwrap();
        if message["id"].is_null() {
            return (202, vec![], json!(""));
        }
        // Longer than the cancellation needs to be read.
        std::thread::sleep(std::time::Duration::from_millis(300));
        (200, vec![], json!({"jsonrpc": "2.0", "id": message["id"], "result": {}}))
    });
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    let calls = [1, 2].map(|id| json!({"jsonrpc": "2.0", "id": id, "method": "ping"}));
    let [first, second] = calls;
    assert_eq!(
        answers(&run(&server.url, &[first, cancel, second])),
        [json!({"jsonrpc": "2.0", "id": 2, "result": {}})]
    );
}

#[test]
fn the_token_comes_from_a_file_or_the_environment_and_never_from_the_messages() {
    let server = Server::answering(|_| (202, vec![], json!("")));
    let shell = Shell::new();
    shell.file("token", "postern_live_file\n");
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).to_string();
    shell.run_in(&shell.folder, &["mcp", "--url", &server.url, "--token-file", "token"], &ping);
    assert_eq!(header(&server.requests()[0], "authorization"), Some("Bearer postern_live_file"));
    let none = shell.run_in(&shell.folder, &["mcp", "--url", &server.url], &ping);
    assert!(none.code == 2 && none.err.contains("POSTERN_API_TOKEN"), "{none:?}");
    let input = shell.run_in(&shell.folder, &["mcp", "--url", &server.url, "--token-file", "-"], &ping);
    assert!(input.code == 2 && input.err.contains("standard input has the messages"), "{input:?}");
    // The token of a local service is not for another one.
    let local =
        json!({"url": "http://localhost:1", "operator_secret": "s", "api_token": "postern_live_local"});
    shell.file(".postern/dev.json", local.to_string());
    assert_eq!(shell.run_in(&shell.folder, &["mcp", "--url", &server.url], &ping).code, 2);
}
