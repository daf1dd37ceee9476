//! The validator in a real browser, through what the npm package exports.
#![cfg(target_arch = "wasm32")]

use js_sys::{Array, Error, JSON, Object, Reflect};
use postern::browser::search_url;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn json(text: &str) -> JsValue {
    JSON::parse(text).unwrap()
}

/// What was thrown, which has to be a real `Error`: its code, and the parameter and code of each detail.
fn refused(options: &JsValue) -> (String, Vec<(String, String)>) {
    let thrown = JsValue::from(search_url(options).unwrap_err());
    assert!(thrown.is_instance_of::<Error>());
    let property = |object: &JsValue, name: &str| Reflect::get(object, &name.into()).unwrap();
    let text = |object: &JsValue, name: &str| property(object, name).as_string().unwrap();
    assert_eq!(text(&thrown, "name"), "PosternError");
    let details: Array = property(&thrown, "details").unchecked_into();
    let details = details.iter().map(|detail| (text(&detail, "parameter"), text(&detail, "code"))).collect();
    (text(&thrown, "code"), details)
}

#[wasm_bindgen_test]
fn an_address_is_made_of_strings_and_numbers() {
    let options = json(r#"{"keyword":"coral reef","limit":7,"min_likes":0,"platform":"X","cursor":null}"#);
    let expected = "/api/v1/posts/search?platform=x&keyword=coral%20reef&min_likes=0&limit=7";
    assert_eq!(search_url(&options).unwrap(), expected);
    assert_eq!(search_url(&JsValue::UNDEFINED).unwrap(), "/api/v1/posts/search");
}

#[wasm_bindgen_test]
fn every_fault_is_named_as_the_worker_names_it() {
    let options =
        json(r#"{"limit":101,"min_like":5,"keyword":"-only","from_date":"2026-02-30","sort_by":"likes"}"#);
    let (code, details) = refused(&options);
    assert_eq!(code, "INVALID_PARAMETER");
    let expected = [
        ("limit", "OUT_OF_RANGE"),
        ("min_like", "UNKNOWN_PARAMETER"),
        ("keyword", "INVALID_VALUE"),
        ("from_date", "INVALID_VALUE"),
        ("sort_by", "INVALID_VALUE"),
    ];
    assert_eq!(details, expected.map(|(name, code)| (name.to_owned(), code.to_owned())));
}

#[wasm_bindgen_test]
fn numbers_that_are_not_whole_and_other_values_are_refused() {
    for (options, name) in [
        (r#"{"limit":1.5}"#, "limit"),
        (r#"{"limit":1e21}"#, "limit"),
        (r#"{"keyword":["a"]}"#, "keyword"),
        (r#"{"limit":true}"#, "limit"),
        (r#"["keyword"]"#, "options"),
    ] {
        let (_, details) = refused(&json(options));
        assert_eq!(details, [(name.to_owned(), "INVALID_VALUE".to_owned())], "{options}");
    }
    assert!(search_url(&Object::new().into()).is_ok());
}
