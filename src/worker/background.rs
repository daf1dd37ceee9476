//! What is done on the accounts beside the answer, since it could not be done before.

use super::d1::D1;
use super::log::alarm;
use super::time::{sleep, within};
use crate::store::retry::jitter;
use crate::store::{Database, Statement, Storage};
use core::time::Duration;
use worker::js_sys::Math;
use worker::{Context, Env};

/// Milliseconds before each try, at most: databases that went away are mostly back soon, and one that is overloaded is left alone
/// for as long as callers are told. With [`PATIENCE`] for each, all of it is over before the 30 seconds after which the
/// platform ends what is left of a call.
const WAITS: [f64; 3] = [1_000.0, 6_000.0, 9_000.0];
/// How long a try may take.
const PATIENCE: Duration = Duration::from_secs(4);

/// Runs a batch until it passes. What does not is an alarm.
pub(super) fn run(env: &Env, context: &Context, statements: Vec<Statement>, about: String) {
    let env = env.clone();
    context.wait_until(async move {
        let mut cause = "no answer in time".to_owned();
        for wait in WAITS {
            sleep(jitter(wait, Math::random())).await;
            let database = D1::new(&env, false);
            match within(PATIENCE, database.batch(Database::Accounts, statements.clone())).await {
                Some(Ok(_)) => return,
                Some(Err(error)) => cause = error.message,
                None => {}
            }
        }
        alarm("reversal", &format!("{about}: {cause}"));
    });
}
