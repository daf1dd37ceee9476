//! A real Worker, asked by a real browser. `npm test` starts one and says where it is; without it there is nothing to
//! test here.

#![cfg(target_arch = "wasm32")]

use postern::browser::Postern;
use postern_browser_tests::{Calls, code, get, set, text, value};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const URL: Option<&str> = option_env!("POSTERN_TEST_URL");
const TOKEN: Option<&str> = option_env!("POSTERN_TEST_TOKEN");

fn client(token: Option<&str>) -> Option<Postern> {
    let settings = value("{}");
    set(&settings, "baseUrl", &URL?.into());
    set(&settings, "token", &token?.into());
    Some(Postern::new(&settings).unwrap())
}

#[wasm_bindgen_test]
async fn pages_of_a_real_service_lead_on() {
    let Some(client) = client(TOKEN) else { return };
    let first = client.search(value(r#"{"limit":2,"sortBy":"likes_count"}"#)).await.unwrap();
    assert_eq!(get(&get(&first, "posts"), "length").as_f64(), Some(2.0));
    assert_eq!(get(&get(&first, "credits"), "charged").as_f64(), Some(1.0));
    assert!(get(&get(&first, "credits"), "remaining").as_f64().is_some());
    assert!(!text(&first, "requestId").is_empty());
    let options = value(r#"{"limit":2,"sortBy":"likes_count"}"#);
    set(&options, "cursor", &get(&get(&first, "page"), "next_cursor"));
    let second = client.search(options).await.unwrap();
    assert_ne!(text(&get(&get(&second, "posts"), "0"), "id"), text(&get(&get(&first, "posts"), "0"), "id"));
}

#[wasm_bindgen_test]
async fn a_real_service_says_who_asks_and_how_it_is() {
    let Some(client) = client(TOKEN) else { return };
    let account = client.account(JsValue::UNDEFINED).await.unwrap();
    assert_eq!(text(&get(&account, "account"), "status"), "active");
    assert_eq!(text(&client.health(JsValue::UNDEFINED).await.unwrap(), "status"), "healthy");
}

#[wasm_bindgen_test]
async fn a_real_service_refuses_what_only_it_can_judge() {
    let Some(client) = client(TOKEN) else { return };
    assert_eq!(code(client.search(value(r#"{"keyword":"★"}"#)).await), "INVALID_PARAMETER");
    let stranger = self::client(Some("postern_live_x")).unwrap();
    assert_eq!(code(stranger.search(JsValue::UNDEFINED).await), "INVALID_API_TOKEN");
}
