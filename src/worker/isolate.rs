//! What an isolate remembers between calls: the settings, and the core's hints.

use crate::router::memory::Memory;
use crate::router::settings::Settings;
use crate::settings::SettingError;
use core::cell::OnceCell;
use worker::Env;
use worker::js_sys::{JSON, Reflect};
use worker::wasm_bindgen::JsValue;

/// The memory of an isolate.
#[derive(Debug, Default)]
pub(super) struct Isolate {
    pub(super) memory: Memory,
    settings: OnceCell<Result<Settings, SettingError>>,
}

thread_local! {
    static ISOLATE: &'static Isolate = Box::leak(Box::default());
}

impl Isolate {
    /// The isolate of this thread. It lives as long as the thread does.
    pub(super) fn current() -> &'static Self {
        ISOLATE.with(|isolate| *isolate)
    }

    /// The settings, which never change within an isolate.
    pub(super) fn settings(&self, env: &Env) -> Result<&Settings, &SettingError> {
        // A list in wrangler.toml arrives as an array, which the worker crate can't read.
        let to_json = |value: &JsValue| JSON::stringify(value).ok()?.as_string();
        let var = |name: &str| {
            let value = Reflect::get(env, &name.into()).ok().filter(|value| !value.is_undefined())?;
            value.as_string().or_else(|| to_json(&value))
        };
        self.settings.get_or_init(|| Settings::from_variables(var)).as_ref()
    }
}
