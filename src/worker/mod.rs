//! The Cloudflare Worker: entry points and bindings, and nothing that could be tested natively.

mod access;
mod background;
mod binding;
mod d1;
mod d1_row;
mod fetching;
mod incoming;
mod isolate;
mod kv;
mod log;
mod mails;
mod outgoing;
mod runtime;
mod time;

use crate::http::error::ApiError;
use crate::http::reply::Reply;
use crate::router::service::Service;
use crate::router::{answer, answer_with_error, answer_without_file, request_id};
use crate::store::budget::Plan;
use crate::upkeep::jobs::{check, daily, often};
use incoming::Incoming;
use isolate::Isolate;
use runtime::Bindings;
use worker::wasm_bindgen::JsValue;
use worker::web_sys::{Request, Response};
use worker::{Context, Env, ScheduleContext, ScheduledEvent, event};

/// Answers a call.
///
/// # Errors
/// When the platform can't create the response. The platform logs it.
#[event(fetch)]
pub async fn fetch(request: Request, env: Env, context: Context) -> Result<Response, String> {
    respond(&request, &env, &context).await.map_err(|error| d1::message(&error))
}

async fn respond(request: &Request, env: &Env, context: &Context) -> Result<Response, JsValue> {
    let began = time::now();
    let isolate = Isolate::current();
    let entropy = time::entropy()?;
    let incoming = Incoming::from_request(request);
    let call = incoming.call();
    let settings = match isolate.settings(env) {
        Ok(settings) => settings,
        Err(error) => {
            let error = ApiError::Internal(error.to_string());
            let reply = answer_with_error(&call, &entropy, &error);
            log::call(&reply, began, 0);
            return outgoing::response(outgoing::with_hsts(reply), None);
        }
    };
    let bindings = Bindings::new(env, context, request, settings);
    let service = Service { runtime: &bindings, settings, memory: &isolate.memory, now: began, entropy };
    let Some(reply) = answer(&call, &service).await else {
        let file = outgoing::static_file(env, request, settings).await?;
        let unknown = || answer_without_file(&call, &service.entropy);
        if let Some(reply) = (file.status() == 404).then(unknown).flatten() {
            log::call(&reply, began, 0);
            return outgoing::response(outgoing::with_environment(reply, settings, bindings.done()), None);
        }
        let seen =
            Reply::new(file.status()).named("static").with("X-Request-Id", request_id(&call, &entropy));
        log::call(&seen, began, 0);
        return Ok(file);
    };
    let (reply, bytes) = outgoing::with_file(reply, env, &call).await?;
    let done = bindings.done();
    log::call(&reply, began, done.read);
    outgoing::response(outgoing::with_environment(reply, settings, done), bytes)
}

/// Runs the jobs of the cron triggers in `wrangler.toml`. Each sends mails that still wait. The daily job, whose hour is fixed,
/// raises an alarm if a balance is not the sum of its ledger, removes what has expired, and merges indexes. The other one, whose
/// schedule begins with `*`, does what can't wait for the daily job. If a setting is invalid, they run with the smaller budget and
/// send no mails.
#[event(scheduled)]
pub async fn scheduled(event: ScheduledEvent, env: Env, _: ScheduleContext) {
    let settings = Isolate::current().settings(&env);
    if let Ok(settings) = settings {
        mails::deliver_some(&env, settings, &[], settings.plan.mails_per_job()).await;
    }
    let mut budget = settings.map_or(Plan::Free, |settings| settings.plan).job_budget();
    let (storage, now) = (d1::D1::new(&env, false), time::now());
    if event.cron().starts_with('*') {
        log::job_errors(&often(&storage, &mut budget, now).await);
        return;
    }
    let (report, failure) = check(&storage, &mut budget, now).await;
    log::ledger_check(&report);
    log::job_errors(failure.as_slice());
    log::job_errors(&daily(&storage, &mut budget, now).await);
}
