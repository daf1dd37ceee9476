//! `/dashboard/outbox`: mails that would have been sent. It exists only in development.

use crate::accounts::statements::mails;
use crate::http::accept;
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::http::service::Service;
use crate::http::settings::Settings;
use crate::store::{Database, Row, StorageError, integer, text};
use crate::time::Timestamp;
use serde::Serialize;

/// How a call for the outbox is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutboxReply {
    /// With the page, a file of the static site.
    Page,
    /// With the mails, as JSON.
    Mails,
    /// Not at all: the service is not in development.
    Nothing,
}

/// Chooses the answer. Browsers accept anything, and get the page.
pub(crate) fn negotiate(call: &Call<'_>, settings: &Settings) -> OutboxReply {
    let accept = call.accept.as_deref();
    match settings.development {
        false => OutboxReply::Nothing,
        true if accept::takes_json(accept) && !accept::takes(accept, "text/html") => OutboxReply::Mails,
        true => OutboxReply::Page,
    }
}

#[derive(Serialize)]
struct Data {
    mails: Vec<Mail>,
}

#[derive(Serialize)]
struct Mail {
    at: Timestamp,
    to: String,
    subject: String,
    text: String,
}

impl Mail {
    fn from_row(row: &impl Row) -> Result<Self, StorageError> {
        Ok(Self {
            at: Timestamp(integer(row, "at")?),
            to: text(row, "recipient")?,
            subject: text(row, "subject")?,
            text: text(row, "text")?,
        })
    }
}

/// Lists the mails.
pub(crate) async fn answer<S: Runtime>(service: &Service<'_, S>) -> Result<ReplyOf<S>, ApiError> {
    if !service.settings.development {
        return Err(ApiError::NotFound);
    }
    let rows = service.runtime.rows(Database::Accounts, mails::outbox()).await?.rows;
    let mails = rows.iter().map(Mail::from_row).collect::<Result<_, _>>()?;
    Ok(Reply::success(200, &Data { mails }))
}
