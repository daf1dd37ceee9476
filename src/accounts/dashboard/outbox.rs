//! `/dashboard/outbox`: mails that would have been sent, on a developer's machine and nowhere else.

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

/// What a call for the outbox gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The page, a file of the static site.
    Page,
    /// The mails.
    Mails,
    /// Nothing: this is no developer's machine.
    Nothing,
}

/// What a call for the outbox gets. Browsers take anything, and want the page.
pub(crate) fn found(call: &Call<'_>, settings: &Settings) -> Wanted {
    let accept = call.accept.as_deref();
    match settings.development {
        false => Wanted::Nothing,
        true if accept::takes_json(accept) && !accept::takes(accept, "text/html") => Wanted::Mails,
        true => Wanted::Page,
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
    fn read(row: &impl Row) -> Result<Self, StorageError> {
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
    let mails = rows.iter().map(Mail::read).collect::<Result<_, _>>()?;
    Ok(Reply::success(200, &Data { mails }))
}
