//! The log: one JSON line for each call, each daily job, each retry of a batch and each alarm. `OPERATIONS.md` explains every
//! field and every alarm. Never a token, an address or a keyword.

use super::d1_row::Text;
use super::time;
use crate::http::deprecation::DEPRECATED;
use crate::http::reply::Reply;
use crate::store::json;
use crate::time::Timestamp;
use crate::upkeep::jobs::{JobError, Report};
use serde::Serialize;
use worker::{console_error, console_log};

#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    route: &'static str,
    status: u16,
    ms: i64,
    rows_read: u64,
    credits: i64,
    account: Option<i64>,
    plan: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deprecated: Option<&'a str>,
}

/// Logs how a call was answered.
pub(super) fn call(reply: &Reply<Text>, began: Timestamp, rows_read: u64) {
    let note = &reply.note;
    let line = json(&Line {
        id: reply.header("X-Request-Id").unwrap_or_default(),
        route: note.route,
        status: reply.status,
        ms: time::now().0 - began.0,
        rows_read,
        credits: note.credits,
        account: note.account,
        plan: note.plan.as_deref(),
        change: note.change,
        cause: note.cause.as_deref(),
        failed: note.failed,
        // Not in the Worker while nothing is deprecated.
        deprecated: note.deprecated.as_deref().filter(|_| !DEPRECATED.is_empty()),
    });
    // A tool of `/mcp` answers what went wrong on our side with a 200.
    let is_ours = reply.status >= 500 || note.cause.is_some();
    if is_ours { console_error!("{line}") } else { console_log!("{line}") }
}

/// Logs the result of the check of ledgers, also if the check failed before its end.
pub(super) fn ledger_check(report: &Report) {
    console_log!("{}", json(report));
    if report.mismatched > 0 {
        alarm("ledger", "a balance is not the sum of its ledger");
    }
}

/// Logs an alarm for each part of a job that failed.
pub(super) fn job_errors(errors: &[JobError]) {
    for error in errors {
        alarm("job", &error.to_string());
    }
}

/// Logs that a batch failed and is retried.
pub(super) fn retry(database: &str, cause: &str) {
    #[derive(Serialize)]
    struct Retry<'a> {
        retry: &'a str,
        cause: &'a str,
    }
    console_log!("{}", json(&Retry { retry: database, cause }));
}

/// Logs that an operator is needed, or soon will be.
pub(super) fn alarm(alarm: &str, cause: &str) {
    #[derive(Serialize)]
    struct Alarm<'a> {
        alarm: &'a str,
        cause: &'a str,
    }
    console_error!("{}", json(&Alarm { alarm, cause }));
}
