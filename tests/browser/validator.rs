//! Parameters of a JavaScript caller, checked in the browser as the Worker checks them.

#![cfg(target_arch = "wasm32")]

use js_sys::{Array, Error, JSON, Reflect};
use postern::browser::search_url;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// The value that a JSON text stands for.
fn value(json: &str) -> JsValue {
    JSON::parse(json).unwrap()
}

fn url(json: &str) -> String {
    search_url(&value(json)).unwrap()
}

/// The `Error` that a JavaScript caller catches.
fn thrown(options: &JsValue) -> Error {
    JsValue::from(search_url(options).unwrap_err()).dyn_into().expect("an instance of Error")
}

fn property(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap()
}

fn text(object: &JsValue, name: &str) -> String {
    property(object, name).as_string().unwrap_or_default()
}

/// The parameter and code of each fault, in order.
fn faults(error: &Error) -> Vec<(String, String)> {
    let details: Array = property(error, "details").dyn_into().expect("a list of details");
    details.iter().map(|fault| (text(&fault, "parameter"), text(&fault, "code"))).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|&(parameter, code)| (parameter.to_owned(), code.to_owned())).collect()
}

#[wasm_bindgen_test]
fn no_options_list_all_posts() {
    for options in [JsValue::UNDEFINED, JsValue::NULL, value("{}")] {
        assert_eq!(search_url(&options).unwrap(), "/api/v1/posts/search");
    }
}

#[wasm_bindgen_test]
fn names_lose_their_marks_and_text_is_escaped() {
    assert_eq!(url(r##"{"hashtag":"#Reef"}"##), "/api/v1/posts/search?hashtag=Reef");
    assert_eq!(url(r#"{"username":"@Reef.Watch"}"#), "/api/v1/posts/search?username=Reef.Watch");
    assert_eq!(url(r#"{"keyword":"a&b"}"#), "/api/v1/posts/search?keyword=a%26b");
}

#[wasm_bindgen_test]
fn numbers_are_read_as_their_digits() {
    assert_eq!(url(r#"{"limit":7}"#), url(r#"{"limit":"7"}"#));
    assert_eq!(url(r#"{"min_likes":9007199254740991}"#), "/api/v1/posts/search?min_likes=9007199254740991");
}

#[wasm_bindgen_test]
fn an_address_is_made_of_strings_and_numbers() {
    let options = r#"{"keyword":"coral reef","limit":7,"min_likes":0,"platform":"X","cursor":null}"#;
    let expected = "/api/v1/posts/search?platform=x&keyword=coral%20reef&min_likes=0&limit=7";
    assert_eq!(url(options), expected);
}

#[wasm_bindgen_test]
fn null_and_undefined_properties_are_absent() {
    let options = value(r#"{"keyword":null}"#);
    Reflect::set(&options, &"limit".into(), &JsValue::UNDEFINED).unwrap();
    assert_eq!(search_url(&options).unwrap(), "/api/v1/posts/search");
}

#[wasm_bindgen_test]
fn what_is_thrown_is_an_error_with_a_code() {
    let error = thrown(&value(r#"{"limit":0}"#));
    assert_eq!(String::from(error.name()), "PosternError");
    assert_eq!(text(&error, "code"), "INVALID_PARAMETER");
    assert_ne!(String::from(error.message()), "");
}

#[wasm_bindgen_test]
fn every_fault_is_named_as_the_worker_names_it() {
    let options =
        r#"{"limit":101,"min_like":5,"keyword":"-only","from_date":"2026-02-30","sort_by":"likes"}"#;
    let expected = [
        ("limit", "OUT_OF_RANGE"),
        ("min_like", "UNKNOWN_PARAMETER"),
        ("keyword", "INVALID_VALUE"),
        ("from_date", "INVALID_VALUE"),
        ("sort_by", "INVALID_VALUE"),
    ];
    assert_eq!(faults(&thrown(&value(options))), pairs(&expected));
}

#[wasm_bindgen_test]
fn a_platform_and_an_empty_text_have_codes_of_their_own() {
    let error = thrown(&value(r#"{"platform":"myspace","keyword":""}"#));
    assert_eq!(faults(&error), pairs(&[("platform", "UNSUPPORTED_PLATFORM"), ("keyword", "EMPTY_VALUE")]));
}

#[wasm_bindgen_test]
fn a_fault_tells_the_limits_and_the_likely_name() {
    let limit: Array = property(&thrown(&value(r#"{"limit":0}"#)), "details").dyn_into().unwrap();
    assert_eq!(property(&limit.get(0), "minimum").as_f64(), Some(1.0));
    assert_eq!(property(&limit.get(0), "maximum").as_f64(), Some(100.0));
    let unknown: Array = property(&thrown(&value(r#"{"min_like":3}"#)), "details").dyn_into().unwrap();
    assert_eq!(text(&unknown.get(0), "did_you_mean"), "min_likes");
}

#[wasm_bindgen_test]
fn numbers_that_are_not_whole_are_refused() {
    for limit in ["1.5", "1e21", "-1", "true"] {
        let error = thrown(&value(&format!(r#"{{"limit":{limit}}}"#)));
        assert_eq!(text(&error, "code"), "INVALID_PARAMETER", "limit {limit}");
    }
}

#[wasm_bindgen_test]
fn options_that_are_no_plain_object_are_refused() {
    for options in [value("[]"), value("7"), value(r#""keyword=a""#), value("true")] {
        assert_eq!(faults(&thrown(&options)), pairs(&[("options", "INVALID_VALUE")]));
    }
}

#[wasm_bindgen_test]
fn a_property_of_another_type_is_refused_by_name() {
    assert_eq!(faults(&thrown(&value(r#"{"keyword":["a"]}"#))), pairs(&[("keyword", "INVALID_VALUE")]));
}
