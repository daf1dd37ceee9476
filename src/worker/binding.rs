//! The bindings of the Worker, by their names in `wrangler.toml`.

use worker::Env;
use worker::js_sys::Reflect;
use worker::wasm_bindgen::{JsCast, JsValue};

/// A binding, which the platform made of the type that is expected.
pub(super) fn binding<T: JsCast>(env: &Env, name: &str) -> Result<T, JsValue> {
    let binding = Reflect::get(env, &name.into())?;
    if binding.is_undefined() {
        return Err(format!("the binding {name} is missing").into());
    }
    Ok(binding.unchecked_into())
}
