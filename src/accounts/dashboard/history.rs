//! What was used and what was booked, as JSON and as CSV ([RFC 4180](https://www.rfc-editor.org/rfc/rfc4180)).

use super::account::written;
use super::visitor::Visitor;
use crate::accounts::USAGE_DAYS;
use crate::accounts::service::Service;
use crate::accounts::statements::owners;
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::listing::Window;
use crate::http::reply::Reply;
use crate::http::reply::ReplyOf;
use crate::http::runtime::Surroundings;
use crate::store::{Database, Row, Statement, required};

/// What the cursors of the ledger are bound to.
const LEDGER: [u8; 8] = *b"myledger";

/// Calls and credits of the last 30 days.
pub(crate) async fn usage<S: Surroundings>(
    service: &Service<'_, S>,
    visitor: &Visitor,
) -> Result<ReplyOf<S>, ApiError> {
    written(service, days(service, visitor)).await
}

/// The same as a file.
pub(crate) async fn usage_file<S: Surroundings>(
    service: &Service<'_, S>,
    visitor: &Visitor,
) -> Result<ReplyOf<S>, ApiError> {
    file(service, days(service, visitor), "usage", "day,calls,credits").await
}

fn days<S>(service: &Service<'_, S>, visitor: &Visitor) -> Statement {
    owners::usage(visitor.account, service.now.day(), USAGE_DAYS + 1)
}

/// A page of the ledger, newest first.
pub(crate) async fn ledger<S: Surroundings>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    visitor: &Visitor,
) -> Result<ReplyOf<S>, ApiError> {
    let window = Window::read(call.query, LEDGER)?;
    let statement = owners::ledger(visitor.account, window.before(), window.rows(), service.now);
    let rows = service.surroundings.rows(Database::Accounts, statement).await?;
    window.page("entries", "number", &rows)
}

/// All of it as a file.
pub(crate) async fn ledger_file<S: Surroundings>(
    service: &Service<'_, S>,
    visitor: &Visitor,
) -> Result<ReplyOf<S>, ApiError> {
    let statement = owners::ledger_file(visitor.account, service.now);
    file(service, statement, "ledger", "at,kind,credits,balance,reference,reason").await
}

async fn file<S: Surroundings>(
    service: &Service<'_, S>,
    statement: Statement,
    name: &str,
    head: &str,
) -> Result<ReplyOf<S>, ApiError> {
    let rows = service.surroundings.rows(Database::Accounts, statement).await?;
    let mut text = head.to_owned();
    for row in &rows.rows {
        text.push('\n');
        text.push_str(&harmless(&required(row.text("csv")?, "csv")?));
    }
    let text = text.replace('\n', "\r\n") + "\r\n";
    let disposition = format!("attachment; filename=\"postern-{name}.csv\"");
    Ok(Reply::of(200, "text/csv; charset=utf-8", text).with("Content-Disposition", disposition))
}

/// A line in which no part of a text is a formula for a spreadsheet that splits it at `;` or a tab, as some do by their
/// country: an apostrophe makes it text. What begins a cell is seen to where the line is made.
fn harmless(line: &str) -> String {
    let mut made = String::with_capacity(line.len());
    let mut may_begin = false;
    for char in line.chars() {
        if may_begin && matches!(char, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠') {
            made.push('\'');
        }
        may_begin =
            matches!(char, ';' | '\t' | '\r' | '\n') || may_begin && matches!(char, ' ' | '\u{a0}' | '"');
        made.push(char);
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_part_of_a_line_is_a_formula_where_it_is_split_elsewhere() {
        assert_eq!(harmless("1,-5,\"a;=1+1; \"\"@b\t-2\""), "1,-5,\"a;'=1+1; \"\"'@b\t'-2\"");
        assert_eq!(harmless("1,-5,\"a=b; c-d\""), "1,-5,\"a=b; c-d\"");
    }
}
