//! What an isolate remembers between calls: settings, and the core's hints.

use crate::answer::memory::Memory;
use crate::settings::{SettingError, Settings};
use core::cell::OnceCell;
use worker::Env;
use worker::js_sys::Reflect;

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
        let var = |name: &str| Reflect::get(env, &name.into()).ok()?.as_string();
        self.settings.get_or_init(|| Settings::read(var)).as_ref()
    }
}
