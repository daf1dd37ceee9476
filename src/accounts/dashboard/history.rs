//! Usage and ledger of an account, as JSON and as CSV.

use super::session::Session;
use crate::accounts::USAGE_DAYS;
use crate::accounts::service::Service;
use crate::accounts::statements::owners;
use crate::http::call::Call;
use crate::http::csv_file::CsvFile;
use crate::http::error::ApiError;
use crate::http::listing::Window;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::store::{Database, Row, StorageError, integer, text};
use crate::time::Timestamp;
use serde::Serialize;

/// The list that cursors of the ledger are bound to.
const LEDGER: [u8; 8] = *b"myledger";

/// The usage of one day.
#[derive(Serialize)]
struct DayUsage {
    day: String,
    calls: i64,
    credits: i64,
}

impl DayUsage {
    fn from_row(row: &impl Row) -> Result<Self, StorageError> {
        Ok(Self { day: text(row, "day")?, calls: integer(row, "calls")?, credits: integer(row, "credits")? })
    }
}

/// A ledger entry, with the balance after it.
#[derive(Serialize)]
struct Entry {
    at: Timestamp,
    kind: String,
    credits: i64,
    balance: i64,
    reference: String,
    reason: Option<String>,
}

impl Entry {
    fn from_row(row: &impl Row) -> Result<Self, StorageError> {
        Ok(Self {
            at: Timestamp(integer(row, "at")?),
            kind: text(row, "kind")?,
            credits: integer(row, "credits")?,
            balance: integer(row, "balance")?,
            reference: text(row, "reference")?,
            reason: row.text("reason")?,
        })
    }
}

/// Answers with the calls and credits of the last 30 days.
pub(crate) async fn usage<S: Runtime>(
    service: &Service<'_, S>,
    session: &Session,
) -> Result<ReplyOf<S>, ApiError> {
    #[derive(Serialize)]
    struct Data {
        days: Vec<DayUsage>,
    }
    Ok(Reply::success(200, &Data { days: days(service, session).await? }))
}

/// Answers with the same as a CSV file.
pub(crate) async fn usage_file<S: Runtime>(
    service: &Service<'_, S>,
    session: &Session,
) -> Result<ReplyOf<S>, ApiError> {
    let mut file = CsvFile::new(&["day", "calls", "credits"]);
    for DayUsage { day, calls, credits } in days(service, session).await? {
        file.line(&[&day, &calls, &credits], &[]);
    }
    Ok(file.reply("usage"))
}

async fn days<S: Runtime>(
    service: &Service<'_, S>,
    session: &Session,
) -> Result<Vec<DayUsage>, StorageError> {
    let statement = owners::usage(session.account, service.now.day(), USAGE_DAYS + 1);
    let rows = service.runtime.rows(Database::Accounts, statement).await?;
    rows.rows.iter().map(DayUsage::from_row).collect()
}

/// Answers with a page of the ledger, newest first.
pub(crate) async fn ledger<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    session: &Session,
) -> Result<ReplyOf<S>, ApiError> {
    let window = Window::parse_query(call.query, LEDGER)?;
    let statement = owners::ledger(session.account, window.before(), window.rows(), service.now);
    let rows = service.runtime.rows(Database::Accounts, statement).await?;
    window.page("entries", "number", &rows, Entry::from_row)
}

/// Answers with the whole ledger as a CSV file.
pub(crate) async fn ledger_file<S: Runtime>(
    service: &Service<'_, S>,
    session: &Session,
) -> Result<ReplyOf<S>, ApiError> {
    let statement = owners::ledger_file(session.account, service.now);
    let rows = service.runtime.rows(Database::Accounts, statement).await?;
    let mut file = CsvFile::new(&["at", "kind", "credits", "balance", "reference", "reason"]);
    for row in &rows.rows {
        let Entry { at, kind, credits, balance, reference, reason } = Entry::from_row(row)?;
        file.line(&[&at, &kind, &credits, &balance], &[&reference, &reason.unwrap_or_default()]);
    }
    Ok(file.reply("ledger"))
}
