//! One JSON line for each call, and one for each daily job. Never a token, an address or a keyword.

use super::d1::Text;
use super::time;
use crate::account::upkeep::Report;
use crate::answer::reply::Reply;
use crate::store::{StorageError, json};
use crate::time::Timestamp;
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
    cause: Option<&'a str>,
}

/// Says what became of a call.
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
        cause: note.cause.as_deref(),
    });
    if reply.status >= 500 { console_error!("{line}") } else { console_log!("{line}") }
}

/// Says what the daily job did: as an error where money does not add up.
pub(super) fn daily(outcome: &Result<Report, StorageError>) {
    match outcome {
        Ok(report) if report.mismatched == 0 => console_log!("{}", json(report)),
        Ok(report) => console_error!("{}", json(report)),
        Err(error) => console_error!("the daily job failed: {error}"),
    }
}
