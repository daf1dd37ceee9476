//! What an isolate remembers between calls: settings, and hints. Never anything of one call's.

use crate::account::recent::RecentTokens;
use crate::answer::public::health::HealthMemory;
use crate::settings::{SettingError, Settings};
use core::cell::OnceCell;
use worker::Env;
use worker::js_sys::Reflect;

/// The memory.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) recent: RecentTokens,
    pub(super) health: HealthMemory,
    settings: OnceCell<Result<Settings, SettingError>>,
}

thread_local! {
    static MEMORY: &'static Memory = Box::leak(Box::default());
}

impl Memory {
    /// The one of this isolate: it lives as long as that does.
    pub(super) fn of_isolate() -> &'static Self {
        MEMORY.with(|memory| *memory)
    }

    /// The settings: an isolate's never change.
    pub(super) fn settings(&self, env: &Env) -> Result<&Settings, &SettingError> {
        let var = |name: &str| Reflect::get(env, &name.into()).ok()?.as_string();
        self.settings.get_or_init(|| Settings::read(var)).as_ref()
    }
}
