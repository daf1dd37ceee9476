//! What an isolate remembers between calls: settings, and the core's hints.

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
    /// This one: it lives as long as its thread does.
    pub(super) fn of_thread() -> &'static Self {
        ISOLATE.with(|isolate| *isolate)
    }

    /// The settings: an isolate's never change.
    pub(super) fn settings(&self, env: &Env) -> Result<&Settings, &SettingError> {
        // A list of wrangler.toml comes as an array, for which the worker crate has no reading.
        let written = |value: &JsValue| JSON::stringify(value).ok()?.as_string();
        let var = |name: &str| {
            let value = Reflect::get(env, &name.into()).ok().filter(|value| !value.is_undefined())?;
            value.as_string().or_else(|| written(&value))
        };
        self.settings.get_or_init(|| Settings::read(var)).as_ref()
    }
}
