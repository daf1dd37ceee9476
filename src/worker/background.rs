//! Writes to the accounts database that continue after the answer, because they failed before it.

use super::d1::D1;
use super::log::alarm;
use super::time::{sleep, within};
use crate::store::retry::jitter;
use crate::store::{Database, Statement, Storage};
use core::time::Duration;
use worker::js_sys::Math;
use worker::{Context, Env};

/// The longest wait before each try, in milliseconds. Databases that were lost are mostly back soon, and an overloaded one is
/// left alone for as long as `Retry-After` tells callers. With [`TIMEOUT`] for each try, all of it is over before the platform
/// ends the call after 30 seconds.
const WAITS: [f64; 3] = [1_000.0, 6_000.0, 9_000.0];
/// The timeout of a try.
const TIMEOUT: Duration = Duration::from_secs(4);

/// Runs a batch until it succeeds. If no try does, an alarm is logged.
pub(super) fn run(env: &Env, context: &Context, statements: Vec<Statement>, about: String) {
    let env = env.clone();
    context.wait_until(async move {
        let mut cause = "no answer in time".to_owned();
        for wait in WAITS {
            sleep(jitter(wait, Math::random())).await;
            let database = D1::new(&env, false);
            match within(TIMEOUT, database.batch(Database::Accounts, statements.clone())).await {
                Some(Ok(_)) => return,
                Some(Err(error)) => cause = error.message,
                None => {}
            }
        }
        alarm("reversal", &format!("{about}: {cause}"));
    });
}
