//! `/mcp`, natively.

mod budget;
mod changes;
mod money;
mod questions;
mod schemas;
mod test_tokens;
mod tools;
mod transport;

use crate::sqlite::Server;
use postern::http::call::{Call, PrivateHeaders, ProtocolHeaders};
use postern::http::reply::ReplyOf;
use serde_json::{Value, json};

/// The newest revision.
const NEWEST: &str = "2026-07-28";

/// A message with a token, to be changed. It has the headers of the newest revision if its body is of that.
fn call<'a>(token: &str, message: &Value) -> Call<'a> {
    let text = |value: &Value| value.as_str().map(ToOwned::to_owned);
    let params = &message["params"];
    let version = text(&params["_meta"]["io.modelcontextprotocol/protocolVersion"]);
    let protocol = ProtocolHeaders {
        method: version.as_ref().and_then(|_| text(&message["method"])),
        name: version.as_ref().and_then(|_| text(&params["name"])),
        version,
    };
    Call {
        method: "POST",
        path: "/mcp",
        api_token: Some(token.into()),
        accept: Some("application/json, text/event-stream".into()),
        content_type: Some("application/json".into()),
        private: PrivateHeaders { protocol, ..PrivateHeaders::default() },
        ..Call::default()
    }
}

fn send(server: &Server, token: &str, message: &Value) -> ReplyOf<Server> {
    server.call(&call(token, message), message.to_string().as_bytes())
}

/// A request of the newest revision.
fn request(method: &str, params: &Value) -> Value {
    let mut params = params.clone();
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": NEWEST,
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

/// A request of an earlier revision.
fn earlier(method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": "a", "method": method, "params": params})
}

/// A call of a tool.
fn tool(name: &str, arguments: &Value) -> Value {
    request("tools/call", &json!({"name": name, "arguments": arguments}))
}

/// The reply to a call of a tool.
pub(crate) fn call_tool(server: &Server, token: &str, name: &str, arguments: &Value) -> ReplyOf<Server> {
    send(server, token, &tool(name, arguments))
}

fn body(reply: &ReplyOf<Server>) -> Value {
    serde_json::from_str(&reply.body_text()).unwrap_or_else(|_| panic!("{}", reply.body_text()))
}

/// The data of a tool's answer.
fn data(server: &Server, token: &str, name: &str, arguments: &Value) -> Value {
    let reply = call_tool(server, token, name, arguments);
    let result = &body(&reply)["result"];
    assert_eq!((reply.status, &result["isError"]), (200, &json!(false)), "{}", reply.body_text());
    result["structuredContent"].clone()
}

/// The data of an answer that has at most so many characters, as JavaScript counts them.
pub(crate) fn structured(reply: &ReplyOf<Server>, max_chars: usize) -> Value {
    let result = body(reply)["result"].take();
    assert_eq!(result["isError"], false, "{result}");
    let length = result["content"][0]["text"].as_str().unwrap().encode_utf16().count();
    assert!(length <= max_chars, "{length} of {max_chars}");
    result["structuredContent"].clone()
}

/// The error of a tool's answer.
pub(crate) fn failure(reply: &ReplyOf<Server>) -> Value {
    let result = &body(reply)["result"];
    assert_eq!((reply.status, &result["isError"]), (200, &json!(true)), "{}", reply.body_text());
    assert_eq!(result["structuredContent"], Value::Null);
    serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap()
}

/// The parameters and codes of what is wrong with arguments.
fn faults(server: &Server, token: &str, name: &str, arguments: &Value) -> Vec<(String, String)> {
    let error = failure(&call_tool(server, token, name, arguments));
    assert_eq!(error["code"], "INVALID_PARAMETER", "{arguments}");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let details = error["details"].as_array().unwrap();
    details.iter().map(|fault| (text(&fault["parameter"]), text(&fault["code"]))).collect()
}
