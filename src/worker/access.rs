//! Checks signatures of Cloudflare Access with the platform's Web Crypto. RS256 in Rust would take up a tenth of the Worker.

use super::time::crypto;
use crate::http::runtime::PublicKey;
use worker::js_sys::{Array, Object, Reflect};
use worker::wasm_bindgen::prelude::JsValue;
use worker::wasm_bindgen_futures::JsFuture;
use worker::web_sys::CryptoKey;

const RS256: &str = "RSASSA-PKCS1-v1_5";

/// Whether `signature` is an RS256 signature of the text by this key.
pub(super) async fn is_signed(key: &PublicKey, signed: &str, signature: &[u8]) -> Result<bool, JsValue> {
    let subtle = crypto()?.subtle();
    let algorithm = object(&[("name", RS256), ("hash", "SHA-256")])?;
    let key = object(&[("kty", "RSA"), ("n", &key.n), ("e", &key.e)])?;
    let usages = Array::of1(&"verify".into());
    let key = subtle.import_key_with_object("jwk", &key, &algorithm, false, &usages)?;
    let key: CryptoKey = JsFuture::from(key).await?.into();
    let verified =
        subtle.verify_with_str_and_u8_array_and_u8_array(RS256, &key, signature, signed.as_bytes())?;
    Ok(JsFuture::from(verified).await?.is_truthy())
}

fn object(members: &[(&str, &str)]) -> Result<Object, JsValue> {
    let object = Object::new();
    for (name, value) in members {
        Reflect::set(&object, &(*name).into(), &(*value).into())?;
    }
    Ok(object)
}
