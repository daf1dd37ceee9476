//! Arguments of a JavaScript caller, checked in the browser as the Worker checks them, before anything is sent.

#![cfg(target_arch = "wasm32")]

use postern::browser::Postern;
use postern_browser_tests::{Calls, Stub, code, faults, get, pairs, script, set, text, thrown, value};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const SEARCH: &str = "https://posts.example/api/v1/posts/search";

/// The address that a search asks.
async fn url(options: JsValue) -> String {
    let stub = Stub::new("return page()");
    stub.client("").search(options).await.unwrap();
    stub.url(0)
}

/// What is wrong with the options of a search, which then asks nothing.
async fn refused(options: JsValue) -> Vec<(String, String)> {
    let stub = Stub::new("return page()");
    let faults = faults(stub.client("").search(options).await);
    assert_eq!(stub.calls(), 0);
    faults
}

#[wasm_bindgen_test]
async fn no_options_list_all_posts() {
    for options in [JsValue::UNDEFINED, JsValue::NULL, value("{}"), value(r#"{"keyword":null}"#)] {
        assert_eq!(url(options).await, SEARCH);
    }
}

#[wasm_bindgen_test]
async fn options_become_parameters() {
    let options = r#"{"platform":"X","keyword":"a&b +","limit":7,"minLikes":9007199254740991,"minComments":0,
        "mediaType":"reel","sortBy":"likes_count","sortOrder":"asc","fromDate":"2026-03-01","hashtag":"\#é"}"#;
    let expected = "?platform=X&keyword=a%26b%20%2B&limit=7&min_likes=9007199254740991&min_comments=0\
        &media_type=reel&sort_by=likes_count&sort_order=asc&from_date=2026-03-01&hashtag=%23%C3%A9";
    assert_eq!(url(value(&options.replace("\\#", "#"))).await, format!("{SEARCH}{expected}"));
}

#[wasm_bindgen_test]
async fn lists_are_arrays_or_texts_with_commas() {
    let options = r#"{"platform":["x","tiktok"],"username":"a,b","kind":["reply"],"refersTo":"x:1","excludeHashtag":["ad"]}"#;
    let expected = "?platform=x%2Ctiktok&username=a%2Cb&kind=reply&refers_to=x%3A1&exclude_hashtag=ad";
    assert_eq!(url(value(options)).await, format!("{SEARCH}{expected}"));
    for (options, name) in [
        (r#"{"username":["a,b"]}"#, "username"),
        (r#"{"username":[]}"#, "username"),
        (r#"{"username":["a",7]}"#, "username"),
        (r#"{"kind":["reply","reply"]}"#, "kind"),
        (r#"{"platform":["x","twitter"]}"#, "platform"),
    ] {
        assert_eq!(refused(value(options)).await, pairs(&[(name, "INVALID_VALUE")]), "{options}");
    }
}

#[wasm_bindgen_test]
async fn dates_are_instants() {
    let options = script("({ toDate: new Date(1) })");
    assert_eq!(url(options).await, format!("{SEARCH}?to_date=1970-01-01T00%3A00%3A00.001Z"));
}

#[wasm_bindgen_test]
async fn the_names_of_the_api_are_options_too() {
    assert_eq!(url(value(r#"{"min_likes":"3"}"#)).await, format!("{SEARCH}?min_likes=3"));
    let both = value(r#"{"min_likes":3,"minLikes":3}"#);
    assert_eq!(refused(both).await, pairs(&[("min_likes", "DUPLICATE_PARAMETER")]));
}

#[wasm_bindgen_test]
async fn names_stand_in_the_path() {
    let stub = Stub::new("return page()");
    let client = stub.client("");
    let given = [("reef.watch", "reef.watch"), ("@a+b", "%40a%2Bb"), ("..", "@..")];
    for (at, (name, expected)) in (0..).zip(given) {
        client.by_user("x".into(), name.into(), JsValue::UNDEFINED).await.unwrap();
        assert_eq!(stub.url(at), format!("https://posts.example/api/v1/posts/by-user/x/{expected}"));
    }
    client.by_hashtag("tiktok".into(), "#a/b".into(), value(r#"{"limit":1}"#)).await.unwrap();
    assert_eq!(stub.url(3), "https://posts.example/api/v1/posts/by-hashtag/tiktok/%23a%2Fb?limit=1");
}

#[wasm_bindgen_test]
async fn every_fault_is_named_as_the_worker_names_it() {
    let options = r#"{"limit":101,"minLike":5,"keyword":"-only","fromDate":"2026-02-30","sortBy":"likes",
        "platform":"myspace","username":"","token":"postern_live_x"}"#;
    let expected = [
        ("limit", "OUT_OF_RANGE"),
        ("minLike", "UNKNOWN_PARAMETER"),
        ("keyword", "INVALID_VALUE"),
        ("fromDate", "INVALID_VALUE"),
        ("sortBy", "INVALID_VALUE"),
        ("platform", "UNSUPPORTED_PLATFORM"),
        ("username", "EMPTY_VALUE"),
        ("token", "TOKEN_IN_QUERY"),
    ];
    assert_eq!(refused(value(options)).await, pairs(&expected));
}

#[wasm_bindgen_test]
async fn what_comes_of_another_realm_is_told_by_its_form() {
    let frame = "document.body.appendChild(document.createElement('iframe')).contentWindow";
    let options = "({ toDate: new Date(1), limit: 7, signal: new AbortController().signal })";
    let options = script(&format!("{frame}.eval(`{options}`)"));
    assert_eq!(url(options).await, format!("{SEARCH}?to_date=1970-01-01T00%3A00%3A00.001Z&limit=7"));
    let options = script(&format!("{frame}.eval('({{ keyword: [], fromDate: new Date(NaN) }})')"));
    assert_eq!(refused(options).await, pairs(&[("keyword", "INVALID_VALUE"), ("fromDate", "INVALID_VALUE")]));
    let stub = Stub::new(&format!("return new ({frame}).Response('{{\"status\":\"healthy\"}}')"));
    assert_eq!(text(&stub.client("").health(JsValue::UNDEFINED).await.unwrap(), "status"), "healthy");
    let stub = Stub::new(&format!("return {frame}.eval('Promise.reject(new TypeError())')"));
    assert_eq!(code(stub.client(r#","retries":0"#).health(JsValue::UNDEFINED).await), "NETWORK_ERROR");
}

#[wasm_bindgen_test]
async fn a_fault_says_what_was_meant_in_the_callers_terms() {
    let stub = Stub::new("return page()");
    let error = thrown(stub.client("").search(value(r#"{"minLike":5}"#)).await);
    let expected = "minLike: expected one of limit, fromDate, toDate, mediaType, kind, language, mentions, refersTo, \
        minLikes, minComments, minViews, minShares, excludeUsername, excludeHashtag, excludeMentions, cursor, \
        sortBy, sortOrder, platform, username, hashtag, keyword, fields";
    assert_eq!(String::from(error.message()), expected);
    let detail = get(&get(&error, "details"), "0");
    assert_eq!(text(&detail, "did_you_mean"), "minLikes");
    let error = thrown(stub.client("").search(value(r#"{"limit":0}"#)).await);
    let detail = get(&get(&error, "details"), "0");
    assert_eq!(
        (get(&detail, "minimum").as_f64(), get(&detail, "maximum").as_f64()),
        (Some(1.0), Some(100.0))
    );
    assert_eq!(String::from(error.message()), "limit: expected a whole number from 1 to 100, and 0 came");
}

#[wasm_bindgen_test]
async fn values_of_other_types_are_refused_by_name() {
    let circular =
        script("(() => { const list = []; list.push(list); return { limit: list, timeout: list } })()");
    assert_eq!(refused(circular).await, pairs(&[("limit", "INVALID_VALUE"), ("timeout", "INVALID_VALUE")]));
    for options in ["{ keyword: 42 }", "{ keyword: ['a'] }", "{ keyword: Symbol('a') }", "{ keyword: 1n }"] {
        assert_eq!(
            refused(script(&format!("({options})"))).await,
            pairs(&[("keyword", "INVALID_VALUE")]),
            "{options}"
        );
    }
    for limit in ["1.5", "true", "NaN", "{}", "'ten'", "1e300", "10n"] {
        let faults = refused(script(&format!("({{ limit: {limit} }})"))).await;
        assert_eq!(faults, pairs(&[("limit", "INVALID_VALUE")]), "{limit}");
    }
    assert_eq!(
        refused(script("({ fromDate: new Date('x') })")).await,
        pairs(&[("fromDate", "INVALID_VALUE")])
    );
    for options in ["[]", "7", "'keyword=a'", "true", "() => 1", "{ get limit() { throw new Error('no') } }"]
    {
        assert_eq!(
            refused(script(&format!("({options})"))).await,
            pairs(&[("options", "INVALID_VALUE")]),
            "{options}"
        );
    }
}

#[wasm_bindgen_test]
async fn the_manner_of_a_call_is_checked() {
    let bad = "({ signal: {}, timeout: 0, retries: 11 })";
    let expected = [("signal", "INVALID_VALUE"), ("timeout", "OUT_OF_RANGE"), ("retries", "OUT_OF_RANGE")];
    assert_eq!(refused(script(bad)).await, pairs(&expected));
    let client = Stub::new("return json({ status: 'healthy' })").client("");
    assert_eq!(
        faults(client.health(value(r#"{"limit":5}"#)).await),
        pairs(&[("limit", "UNKNOWN_PARAMETER")])
    );
    assert_eq!(faults(client.account(value("7")).await), pairs(&[("options", "INVALID_VALUE")]));
}

#[wasm_bindgen_test]
async fn names_have_to_be_there() {
    let stub = Stub::new("return page()");
    for name in [JsValue::UNDEFINED, JsValue::NULL, "".into(), 5.into(), "a b".into(), value("[]")] {
        let outcome = stub.client("").by_user("x".into(), name, JsValue::UNDEFINED).await;
        assert_eq!(faults(outcome), pairs(&[("username", "INVALID_VALUE")]));
    }
    let outcome =
        stub.client("").by_hashtag("myspace".into(), "#".into(), value(r#"{"platform":"x"}"#)).await;
    let expected = [
        ("platform", "UNSUPPORTED_PLATFORM"),
        ("hashtag", "INVALID_VALUE"),
        ("platform", "UNKNOWN_PARAMETER"),
    ];
    assert_eq!(faults(outcome), pairs(&expected));
    assert_eq!(stub.calls(), 0);
}

#[wasm_bindgen_test]
async fn a_service_has_many_spellings() {
    let spellings = [
        ("https://posts.example", "https://posts.example"),
        ("https://posts.example/", "https://posts.example"),
        ("https://posts.example/api/v1", "https://posts.example"),
        ("HTTPS://Posts.Example:443/api/v1//", "https://posts.example"),
        ("http://localhost:8787/proxied/", "http://localhost:8787/proxied"),
        ("http://localhost:8787/proxied/api/v1", "http://localhost:8787/proxied"),
    ];
    for (base, expected) in spellings {
        let stub = Stub::new("return json({ status: 'healthy' })");
        let client = stub.client(&format!(r#","baseUrl":"{base}""#));
        client.health(JsValue::UNDEFINED).await.unwrap();
        assert_eq!(stub.url(0), format!("{expected}/api/v1/health"), "{base}");
    }
}

#[wasm_bindgen_test]
fn settings_are_checked_together() {
    for base in [
        "",
        "posts.example",
        "/api/v1",
        "ftp://posts.example",
        "https://a:b@posts.example",
        "https://posts.example/?a=b",
    ] {
        let settings = value("{}");
        set(&settings, "baseUrl", &base.into());
        assert_eq!(faults(Postern::new(&settings)), pairs(&[("baseUrl", "INVALID_VALUE")]), "{base}");
    }
    let settings = script("({ baseUrl: 7, token: 7, fetch: 7, timeout: '7', retries: -1 })");
    let expected = [
        ("timeout", "INVALID_VALUE"),
        ("retries", "OUT_OF_RANGE"),
        ("baseUrl", "INVALID_VALUE"),
        ("token", "INVALID_VALUE"),
        ("fetch", "INVALID_VALUE"),
    ];
    assert_eq!(faults(Postern::new(&settings)), pairs(&expected));
    for settings in [JsValue::UNDEFINED, JsValue::NULL, value("7"), value("[]")] {
        assert_eq!(faults(Postern::new(&settings)), pairs(&[("settings", "INVALID_VALUE")]));
    }
    let unknown = script("({ baseUrl: 'https://posts.example', timeOut: 7 })");
    assert_eq!(faults(Postern::new(&unknown)), pairs(&[("timeOut", "UNKNOWN_PARAMETER")]));
    assert!(
        Postern::new(&script("({ baseUrl: new URL('https://posts.example'), token: null, fetch: null })"))
            .is_ok()
    );
}

#[wasm_bindgen_test]
async fn what_needs_a_token_says_so() {
    let stub = Stub::new("return page()");
    for token in ["null", "\"\"", "\"a\\nb\"", "\"é\""] {
        let client = stub.client(&format!(r#","token":{token}"#));
        let expected = if token == "null" { "MISSING_API_TOKEN" } else { "INVALID_API_TOKEN" };
        assert_eq!(code(client.search(JsValue::UNDEFINED).await), expected, "{token}");
    }
    assert_eq!(stub.calls(), 0);
}

/// What a call fails with, which then asks nothing; the address that it asks otherwise.
async fn asked(method: &str, argument: &str, options: &str) -> Result<String, Vec<(String, String)>> {
    let stub = Stub::new("return json({ success: true, data: {} })");
    let client = stub.client(r#","retries":0"#);
    let failure = client.make(method, &[value(argument)], value(options)).await;
    if stub.calls() == 1 {
        Ok(stub.url(0).replace("https://posts.example/api/v1", ""))
    } else {
        Err(faults(failure))
    }
}

#[wasm_bindgen_test]
async fn posts_are_asked_for_by_ids_and_addresses() {
    for (ids, expected) in [
        (r#"["x:1","Twitter:2"]"#, "x%3A1%2CTwitter%3A2"),
        (r#""x:1,x:2""#, "x%3A1%2Cx%3A2"),
        (
            r#"["https://x.com/a/status/1?s=2,3","x:1"]"#,
            "https%3A%2F%2Fx.com%2Fa%2Fstatus%2F1%3Fs%3D2%252C3%2Cx%3A1",
        ),
    ] {
        assert_eq!(asked("posts", ids, "{}").await, Ok(format!("/posts?ids={expected}")), "{ids}");
    }
    let one = asked("post", r#""linkedin:activity:1""#, r#"{"fields":["content","author.url"]}"#).await;
    assert_eq!(one, Ok("/posts/linkedin%3Aactivity%3A1?fields=content%2Cauthor.url".to_owned()));
    for (method, argument, options, expected) in [
        ("posts", "null", "{}", &[("ids", "INVALID_VALUE")] as &[_]),
        ("posts", "[]", "{}", &[("ids", "EMPTY_VALUE")]),
        ("posts", "[7]", "{}", &[("ids", "INVALID_VALUE")]),
        ("posts", r#"["x:1,x:2"]"#, "{}", &[("ids", "INVALID_VALUE")]),
        (
            "posts",
            r#"["x","x:1","https://vm.tiktok.com/a"]"#,
            "{}",
            &[("ids", "INVALID_VALUE"), ("ids", "INVALID_VALUE")],
        ),
        ("posts", r#"["x:1"]"#, r#"{"limit":5}"#, &[("limit", "UNKNOWN_PARAMETER")]),
        (
            "posts",
            r#"["x:1"]"#,
            r#"{"fields":["a","id","b"]}"#,
            &[("fields", "INVALID_VALUE"), ("fields", "INVALID_VALUE")],
        ),
        ("post", "7", "{}", &[("id", "INVALID_VALUE")]),
        ("post", r#""""#, r#"{"fields":[]}"#, &[("fields", "INVALID_VALUE"), ("id", "INVALID_VALUE")]),
        ("post", r#""https://x.com/a/status/1""#, "{}", &[("id", "INVALID_VALUE")]),
    ] {
        assert_eq!(
            asked(method, argument, options).await,
            Err(pairs(expected)),
            "{method} {argument} {options}"
        );
    }
}

#[wasm_bindgen_test]
async fn counts_and_changes_have_options_of_their_own() {
    for (method, options, expected) in [
        ("counts", "{}", "counts"),
        (
            "counts",
            r#"{"groupBy":"hashtag","top":5,"platform":["x"]}"#,
            "counts?group_by=hashtag&top=5&platform=x",
        ),
        ("changes", r#"{"since":0,"limit":3,"fields":"content"}"#, "changes?since=0&limit=3&fields=content"),
        ("changes", r#"{"since":"0","hashtag":["a","b"]}"#, "changes?since=0&hashtag=a%2Cb"),
    ] {
        assert_eq!(asked(method, "null", options).await, Ok(format!("/posts/{expected}")), "{options}");
    }
    for (method, options, expected) in [
        ("counts", r#"{"groupBy":"hour"}"#, ("groupBy", "INVALID_VALUE")),
        ("counts", r#"{"top":5}"#, ("top", "INVALID_VALUE")),
        ("counts", r#"{"top":101,"groupBy":"hashtag"}"#, ("top", "OUT_OF_RANGE")),
        ("counts", r#"{"sortBy":"likes_count"}"#, ("sortBy", "UNKNOWN_PARAMETER")),
        ("counts", r#"{"limit":5}"#, ("limit", "UNKNOWN_PARAMETER")),
        ("counts", r#"{"cursor":"x"}"#, ("cursor", "INVALID_CURSOR")),
        ("changes", r#"{"since":1}"#, ("since", "INVALID_CURSOR")),
        ("changes", r#"{"since":[]}"#, ("since", "INVALID_VALUE")),
        ("changes", r#"{"keyword":"a"}"#, ("keyword", "UNKNOWN_PARAMETER")),
        ("changes", r#"{"cursor":"a"}"#, ("cursor", "UNKNOWN_PARAMETER")),
    ] {
        assert_eq!(asked(method, "null", options).await, Err(pairs(&[expected])), "{options}");
    }
}

#[wasm_bindgen_test]
async fn a_file_is_asked_for_by_its_format() {
    let stub =
        Stub::new("return new Response('id', { headers: { 'content-type': 'text/csv; charset=utf-8' } })");
    let client = stub.client("");
    for (at, method, options, mark, expected) in [
        (0, "search", r#"{"limit":5}"#, false, "/search?limit=5&format=csv"),
        (1, "search", "{}", false, "/search?format=csv"),
        (2, "posts", r#"{"fields":"url"}"#, true, "?fields=url&ids=x%3A1&format=csv&mark=1"),
    ] {
        let file = client.call(method, vec![value(r#"["x:1"]"#)], value(options), Some(mark)).await.unwrap();
        assert_eq!(get(&get(&file, "blob"), "size").as_f64(), Some(2.0));
        assert_eq!(stub.url(at), format!("https://posts.example/api/v1/posts{expected}"));
        assert_eq!(stub.header(at, "Accept"), "text/csv");
    }
}
