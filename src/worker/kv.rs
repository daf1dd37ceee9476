//! Expensive pages in KV. A failure counts as a page that is not cached, and never fails a call.

use super::d1::message;
use super::log::alarm;
use super::time::within;
use core::time::Duration;
use worker::{Context, Env, KvError};

const BINDING: &str = "PAGES";
/// The timeout of reading a page. Later than this, reading the databases would be faster.
const TIMEOUT: Duration = Duration::from_secs(1);
/// Seconds that a page stays in the cache: a day.
const TIME_TO_LIVE: u64 = 86_400;

/// Looks a page up in the cache.
pub(super) async fn cached_page(env: &Env, key: &str) -> Option<String> {
    match within(TIMEOUT, get(env, key)).await {
        Some(Ok(page)) => page,
        Some(Err(error)) => {
            log_failure(error);
            None
        }
        None => {
            alarm("page", "no answer in time");
            None
        }
    }
}

async fn get(env: &Env, key: &str) -> worker::Result<Option<String>> {
    Ok(env.kv(BINDING)?.get(key).text().await?)
}

/// Caches a page without delaying the reply.
pub(super) fn cache_page(env: &Env, context: &Context, key: String, page: String) {
    let env = env.clone();
    context.wait_until(async move {
        if let Err(error) = put(&env, &key, &page).await {
            log_failure(error);
        }
    });
}

async fn put(env: &Env, key: &str, page: &str) -> worker::Result<()> {
    Ok(env.kv(BINDING)?.put(key, page)?.expiration_ttl(TIME_TO_LIVE).execute().await?)
}

/// Logs why a page was not read or written, in KV's own words.
fn log_failure(error: worker::Error) {
    let error = match error {
        worker::Error::KvError(KvError::JavaScript(error)) => error,
        error => error.into(),
    };
    alarm("page", &message(&error));
}
