//! A service, a network and callers that misbehave: each gives a clear error, and the next call works.

#![cfg(target_arch = "wasm32")]

use postern::browser::Postern;
use postern_browser_tests::{Calls, Stub, code, get, script, set, text, thrown, value};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const NONE: JsValue = JsValue::UNDEFINED;
const ONCE: &str = r#"{"retries":0}"#;

/// The code that a search without retries fails with, given what `fetch` does first. The second call must work.
async fn first(body: &str) -> String {
    let stub = Stub::new(&format!("if (calls.length === 1) {{ {body} }} return page()"));
    let client = stub.client("");
    let code = code(client.search(value(ONCE)).await);
    client.search(value(ONCE)).await.unwrap();
    assert_eq!(stub.calls(), 2);
    code
}

#[wasm_bindgen_test]
async fn a_page_brings_what_stands_in_headers() {
    let stub = Stub::new("return page([{ id: 'x:1' }], 'next')");
    let page = stub.client("").search(NONE).await.unwrap();
    assert_eq!(text(&get(&get(&page, "posts"), "0"), "id"), "x:1");
    let credits = get(&page, "credits");
    assert_eq!(
        (get(&credits, "charged").as_f64(), get(&credits, "remaining").as_f64()),
        (Some(1.0), Some(41.0))
    );
    assert_eq!(text(&page, "requestId"), "r1");
    assert_eq!(stub.header(0, "Authorization"), "Bearer t");
    assert_eq!(stub.header(0, "Idempotency-Key").len(), 32);
}

#[wasm_bindgen_test]
async fn answers_that_are_no_answers_of_the_api() {
    for body in [
        "return json('<!doctype html><p>Welcome', { headers: { 'Content-Type': 'text/html' } })",
        "return json('{\"success\":true,\"data\":{\"posts\":[{')",
        "return json('x'.repeat(10_000_000))",
        "return json('')",
        "return json('null')",
        "return json('[]')",
        "return json({ success: true })",
        "return json({ success: true, data: { posts: [], query: {} } })",
        "return json({ success: true, data: { posts: {}, query: {}, page: { limit: 1, has_more: false, next_cursor: null } } })",
        "return json({ success: true, data: { posts: [], query: {}, page: { limit: 1, has_more: true, next_cursor: null } } })",
        "return json({ success: false })",
        "return json({ success: false, error: { code: 7, message: 'no' } }, { status: 400 })",
        "return json({ success: true, data: { posts: [], query: {}, page: { limit: 1, has_more: false, next_cursor: null } } }, { status: 500 })",
        "return Response.redirect('https://elsewhere.example/')",
        "return json('bad gateway', { status: 502 })",
    ] {
        assert_eq!(first(body).await, "DECODE_ERROR", "{body}");
    }
}

#[wasm_bindgen_test]
async fn a_large_page_is_a_page() {
    let stub = Stub::new("return page([{ content: 'x'.repeat(10_000_000) }])");
    let page = stub.client("").search(NONE).await.unwrap();
    assert_eq!(text(&get(&get(&page, "posts"), "0"), "content").len(), 10_000_000);
}

#[wasm_bindgen_test]
async fn networks_that_fail() {
    for body in [
        "return Promise.reject(new TypeError('offline'))",
        "return Promise.reject('no Error at all')",
        "return Promise.reject(undefined)",
        "throw new Error('at once')",
        "return undefined",
        "return Promise.resolve({ ok: true })",
        "return { status: 200, headers: { get() { throw 'no headers' } }, text: () => page().text() }",
        "return { status: 200, headers: { get: () => 7 }, text: () => page().text() }",
        "return { status: 200, headers: new Map(), text() { throw 'no text' } }",
        "return { status: 200, headers: new Map(), text: () => 7 }",
        "return new Response(new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(3)); c.error(new Error('cut')); } }))",
        "return new Response(new ReadableStream({ pull(c) { c.error('no Error'); } }))",
    ] {
        assert_eq!(first(body).await, "NETWORK_ERROR", "{body}");
    }
}

#[wasm_bindgen_test]
async fn answers_of_another_class_are_read() {
    let body = "return { status: 200, headers: new Map(), text: () => page().text() }";
    assert!(Stub::new(body).client("").search(NONE).await.is_ok());
}

#[wasm_bindgen_test]
async fn the_services_errors_keep_what_they_say() {
    let body = r#"return json({ success: false, error: { code: "INVALID_PARAMETER", message: "sort_by: no", request_id: "r9",
        details: [{ parameter: "sort_by", code: "INVALID_VALUE", message: "no" }] } }, { status: 400 })"#;
    let stub = Stub::new(body);
    let error = thrown(stub.client("").search(NONE).await);
    assert_eq!((text(&error, "code"), text(&error, "requestId")), ("INVALID_PARAMETER".into(), "r9".into()));
    assert_eq!(get(&error, "status").as_f64(), Some(400.0));
    assert_eq!(text(&get(&get(&error, "details"), "0"), "option"), "sortBy");
    assert_eq!(String::from(error.message()), "sort_by: no");
    assert_eq!(stub.calls(), 1);
    let body = "return failed(402, 'A_CODE_OF_LATER')";
    assert_eq!(code(Stub::new(body).client("").search(NONE).await), "A_CODE_OF_LATER");
}

#[wasm_bindgen_test]
async fn what_may_pass_is_tried_again_under_one_key() {
    for body in [
        "throw new TypeError('offline')",
        "return failed(503, 'STORAGE_UNAVAILABLE', { 'Retry-After': '0' })",
        "return failed(429, 'RATE_LIMITED', { 'Retry-After': new Date(Date.now() - 5000).toUTCString() })",
        "return json('<p>busy', { status: 503 })",
    ] {
        let stub = Stub::new(&format!("if (calls.length < 3) {{ {body} }} return page()"));
        stub.client("").search(NONE).await.unwrap();
        assert_eq!(stub.calls(), 3, "{body}");
        let key = stub.header(0, "Idempotency-Key");
        assert_eq!(
            (stub.header(1, "Idempotency-Key"), stub.header(2, "Idempotency-Key")),
            (key.clone(), key)
        );
    }
}

#[wasm_bindgen_test]
async fn nothing_else_is_tried_again() {
    for (status, code) in [
        (400, "INVALID_PARAMETER"),
        (401, "INVALID_API_TOKEN"),
        (402, "INSUFFICIENT_CREDITS"),
        (500, "INTERNAL_ERROR"),
    ] {
        let stub = Stub::new(&format!("return failed({status}, '{code}', {{ 'Retry-After': '0' }})"));
        stub.client("").search(NONE).await.unwrap_err();
        assert_eq!(stub.calls(), 1, "{code}");
    }
}

#[wasm_bindgen_test]
async fn retries_end() {
    let stub = Stub::new("return failed(503, 'STORAGE_UNAVAILABLE', { 'Retry-After': '0' })");
    assert_eq!(code(stub.client(r#","retries":1"#).search(NONE).await), "STORAGE_UNAVAILABLE");
    assert_eq!(stub.calls(), 2);
}

#[wasm_bindgen_test]
async fn who_is_to_wait_too_long_is_told_at_once() {
    for after in ["'61'", "'99999999999'", "'Fri, 01 Jan 2100 00:00:00 GMT'"] {
        let stub = Stub::new(&format!("return failed(429, 'RATE_LIMITED', {{ 'Retry-After': {after} }})"));
        let error = thrown(stub.client("").search(NONE).await);
        assert_eq!(text(&error, "code"), "RATE_LIMITED");
        assert!(get(&error, "retryAfter").as_f64().is_some_and(|seconds| seconds > 60.0), "{after}");
        assert_eq!(stub.calls(), 1, "{after}");
    }
    let stub = Stub::new("return failed(429, 'RATE_LIMITED', { 'Retry-After': '5' })");
    assert_eq!(code(stub.client(r#","timeout":1000"#).search(NONE).await), "RATE_LIMITED");
}

#[wasm_bindgen_test]
async fn a_call_ends_when_its_time_is_up() {
    for body in ["return new Promise(() => {})", "return new Response(new ReadableStream({}))"] {
        let stub = Stub::new(body);
        let error = thrown(stub.client("").search(value(r#"{"timeout":20}"#)).await);
        assert_eq!(text(&error, "code"), "TIMEOUT", "{body}");
        assert_eq!(stub.calls(), 1);
    }
}

#[wasm_bindgen_test]
async fn an_abort_ends_a_call_before_and_while_it_runs() {
    let slow = Stub::new(
        "init.signal.addEventListener('abort', () => (this.stopped = true)); return new Promise(() => {})",
    );
    let client = slow.client("");
    for reason in ["new Error('left')", "'a text'", "undefined"] {
        let options = script(&format!(
            "(() => {{ const c = new AbortController(); setTimeout(() => c.abort({reason}), 10); return {{ signal: c.signal }} }})()"
        ));
        let error = thrown(client.search(options.clone()).await);
        assert_eq!(text(&error, "code"), "ABORTED");
        let given = get(&get(&options, "signal"), "reason"); // the browser's own, where none was given
        assert!(js_sys::Object::is(&get(&error, "cause"), &given), "{reason}");
        let calls = slow.calls();
        assert_eq!(code(client.search(options).await), "ABORTED");
        assert_eq!(slow.calls(), calls, "a call whose signal was aborted asks nothing");
    }
}

#[wasm_bindgen_test]
async fn an_abort_ends_a_pause() {
    let stub = Stub::new("return failed(503, 'STORAGE_UNAVAILABLE', { 'Retry-After': '20' })");
    let options = script("({ signal: AbortSignal.timeout(50) })");
    assert_eq!(code(stub.client("").search(options).await), "ABORTED");
}

#[wasm_bindgen_test]
async fn an_abort_after_a_call_changes_nothing() {
    let stub = Stub::new("return page()");
    let controller = script("new AbortController()");
    let options = value("{}");
    set(&options, "signal", &get(&controller, "signal"));
    let client = stub.client("");
    client.search(options).await.unwrap();
    controller.unchecked_into::<web_sys::AbortController>().abort();
    client.search(NONE).await.unwrap();
}

/// A client whose token is a function, in JavaScript.
fn with_token(stub: &Stub, function: &str) -> (Postern, JsValue) {
    let settings = script("({ baseUrl: 'https://posts.example' })");
    let state = script("({ asked: 0 })");
    let make =
        js_sys::Function::new_with_args("state", &format!("return () => {{ state.asked++; {function} }}"));
    set(&settings, "token", &make.call1(&NONE, &state).unwrap());
    set(&settings, "fetch", &stub.fetch());
    (Postern::new(&settings).unwrap(), state)
}

fn asked(state: &JsValue) -> Option<f64> {
    get(state, "asked").as_f64()
}

#[wasm_bindgen_test]
async fn a_token_function_is_called_again_when_its_token_is_refused() {
    let stub = Stub::new(
        "return init.headers.Authorization === 'Bearer t2' ? page() : failed(401, 'INVALID_API_TOKEN')",
    );
    let (client, state) = with_token(&stub, "return Promise.resolve(`t${state.asked}`)");
    client.search(NONE).await.unwrap();
    client.search(NONE).await.unwrap();
    assert_eq!((asked(&state), stub.calls()), (Some(2.0), 3));
    let stub = Stub::new("return failed(401, 'INVALID_API_TOKEN')");
    let (client, state) = with_token(&stub, "return 'same'");
    assert_eq!(code(client.search(NONE).await), "INVALID_API_TOKEN");
    assert_eq!((asked(&state), stub.calls()), (Some(2.0), 2));
}

#[wasm_bindgen_test]
async fn a_token_function_that_fails_is_asked_again_by_the_next_call() {
    for failing in [
        "throw new Error('boom')",
        "return Promise.reject('boom')",
        "return 7",
        "return undefined",
        "return Promise.resolve()",
    ] {
        let stub = Stub::new("return page()");
        let (client, _) = with_token(&stub, &format!("if (state.asked === 1) {{ {failing} }} return 't'"));
        assert_eq!(code(client.search(NONE).await), "MISSING_API_TOKEN", "{failing}");
        client.search(NONE).await.unwrap();
    }
    let stub = Stub::new("return page()");
    let (client, _) = with_token(&stub, "return new Promise(() => {})");
    assert_eq!(code(client.search(value(r#"{"timeout":20}"#)).await), "TIMEOUT");
}

#[wasm_bindgen_test]
async fn health_is_an_answer_also_when_it_is_bad() {
    let stub =
        Stub::new("return json({ status: 'unhealthy', version: 'v1', timestamp: '' }, { status: 503 })");
    let client = stub.client(r#","token":null"#);
    assert_eq!(text(&client.health(NONE).await.unwrap(), "status"), "unhealthy");
    assert_eq!((stub.calls(), stub.header(0, "Authorization")), (1, String::new()));
    assert_eq!(first("return json('no', { status: 404 })").await, "DECODE_ERROR");
}

#[wasm_bindgen_test]
async fn answers_that_lack_parts_are_no_answers() {
    for (method, data) in [
        ("post", "{}"),
        ("posts", "{ posts: [], query: {} }"),
        ("counts", "{ total: {}, groups: [], query: {}, page: { has_more: true, next_cursor: null } }"),
        ("counts", "{ groups: [], query: {}, page: { has_more: false, next_cursor: null } }"),
        ("changes", "{ changes: [], query: {}, page: { has_more: true, next_since: null } }"),
        ("changes", "{ changes: {}, query: {}, page: { has_more: true, next_since: 'a' } }"),
    ] {
        let stub = Stub::new(&format!("return json({{ success: true, data: {data} }})"));
        let outcome = stub.client("").make(method, &["x:1".into()], value(ONCE)).await;
        assert_eq!(code(outcome), "DECODE_ERROR", "{method} {data}");
    }
}

#[wasm_bindgen_test]
async fn a_file_that_is_json_or_breaks_off_is_an_error() {
    let csv = "{ headers: { 'content-type': 'text/csv' } }";
    for (body, expected) in [
        ("return page()", "DECODE_ERROR"),
        ("return failed(402, 'INSUFFICIENT_CREDITS')", "INSUFFICIENT_CREDITS"),
        (&format!("return new Response('id', {{ ...{csv}, status: 404 }})"), "DECODE_ERROR"),
        (
            &format!(
                "return new Response(new ReadableStream({{ pull(body) {{ body.error('no'); }} }}), {csv})"
            ),
            "NETWORK_ERROR",
        ),
    ] {
        let client = Stub::new(body).client("");
        assert_eq!(code(client.call("search", vec![], value(ONCE), Some(false)).await), expected, "{body}");
    }
}
