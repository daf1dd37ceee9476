//! Stand-in for the browser tests.
#![cfg(target_arch = "wasm32")]

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn platforms_parse_in_the_browser() {
    assert!("x".parse::<postern::platform::Platform>().is_ok());
}
