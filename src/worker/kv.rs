//! Expensive pages in KV. A failure is a page that is not there: it never fails a call.

use super::d1::message;
use super::log::alarm;
use super::time::within;
use core::time::Duration;
use worker::{Context, Env, KvError};

const BINDING: &str = "PAGES";
/// How long a page may take to come. It is no use later than the databases would be.
const PATIENCE: Duration = Duration::from_secs(1);
/// Seconds that a page stays in the cache: a day.
const TIME_TO_LIVE: u64 = 86_400;

/// The cached page of a key.
pub(super) async fn cached_page(env: &Env, key: &str) -> Option<String> {
    match within(PATIENCE, read(env, key)).await {
        Some(Ok(page)) => page,
        Some(Err(error)) => {
            failed(error);
            None
        }
        None => {
            alarm("page", "no answer in time");
            None
        }
    }
}

async fn read(env: &Env, key: &str) -> worker::Result<Option<String>> {
    Ok(env.kv(BINDING)?.get(key).text().await?)
}

/// Caches a page without delaying the reply.
pub(super) fn cache_page(env: &Env, context: &Context, key: String, page: String) {
    let env = env.clone();
    context.wait_until(async move {
        if let Err(error) = write(&env, &key, &page).await {
            failed(error);
        }
    });
}

async fn write(env: &Env, key: &str, page: &str) -> worker::Result<()> {
    Ok(env.kv(BINDING)?.put(key, page)?.expiration_ttl(TIME_TO_LIVE).execute().await?)
}

/// Says in KV's own words why a page was not read or written.
fn failed(error: worker::Error) {
    let error = match error {
        worker::Error::KvError(KvError::JavaScript(error)) => error,
        error => error.into(),
    };
    alarm("page", &message(&error));
}
