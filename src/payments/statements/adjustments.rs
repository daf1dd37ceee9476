//! Adjustments of the ledger: the credits that refunds and disputes take back or give back.

use super::deductions::{DISPUTED, REFUNDED};
use super::{Cause, mail};
use crate::accounts::mail::Mail;
use crate::accounts::statements::mails;
use crate::payments::event::{Dispute, Refund, Refunded};
use crate::payments::mails::RefundMails;
use crate::store::Statement;
use crate::store::builder::statement;
use crate::time::Timestamp;

/// Records the sum of a payment's refunds, as an event reported it at `told_at`, and takes back its share of the credits.
/// The latest event counts; among events of the same time, or without a time, the one with the largest sum.
pub fn refunded(
    sum: &Refunded,
    told_at: Option<Timestamp>,
    notice: &RefundMails,
    cause: &Cause<'_>,
) -> Vec<Statement> {
    let Refunded { intent, amount, currency } = sum;
    let record = statement!(
        "INSERT INTO refunds (intent, amount, currency, told_at) VALUES (?1, CAST(?2 AS INTEGER), ?3, CAST(?4 AS INTEGER)) \
         ON CONFLICT (intent) DO UPDATE SET amount = excluded.amount, currency = excluded.currency, told_at = excluded.told_at \
         WHERE (excluded.told_at, excluded.amount) > (coalesce(refunds.told_at, \
         (SELECT value FROM progress WHERE name = 'refunds by name'), 0), refunds.amount) \
         OR refunds.told_at IS NULL AND excluded.amount > refunds.amount",
        intent.as_str(),
        *amount,
        currency.as_deref(),
        told_at.map(|time| time.0)
    );
    record_refund(record, intent, notice, cause)
}

/// Records the state of a refund, as an event reported it at `told_at`. Takes back its share of the credits, or gives them
/// back if it failed. A failure is final, whatever arrives later.
pub fn refund(
    refund: &Refund,
    told_at: Timestamp,
    notice: &RefundMails,
    cause: &Cause<'_>,
) -> Vec<Statement> {
    let record = statement!(
        "INSERT INTO refunds_by_name (refund, intent, amount, currency, created_at, failed_at) \
         VALUES (?1, ?2, CAST(?3 AS INTEGER), ?4, CAST(?5 AS INTEGER), CAST(?6 AS INTEGER)) \
         ON CONFLICT (refund) DO UPDATE SET failed_at = excluded.failed_at \
         WHERE excluded.failed_at < coalesce(refunds_by_name.failed_at, excluded.failed_at + 1)",
        refund.refund.as_str(),
        refund.intent.as_str(),
        refund.amount,
        refund.currency.as_str(),
        refund.created.unwrap_or(told_at).0,
        refund.is_failed.then_some(told_at.0)
    );
    record_refund(record, &refund.intent, notice, cause)
}

/// Records something about the refunds of an intent, adjusts the ledger, and tells the owner the result.
fn record_refund(record: Statement, intent: &str, notice: &RefundMails, cause: &Cause<'_>) -> Vec<Statement> {
    let mut statements = vec![record];
    statements.extend(adjust_ledger("intent", intent, Some("refund"), cause));
    statements.push(mail_of_refund(intent, notice, cause));
    statements
}

/// Writes the mail about a refund if the statement before changed a row. The entry of the ledger decides which mail it is.
fn mail_of_refund(intent: &str, notice: &RefundMails, cause: &Cause<'_>) -> Statement {
    statement!(
        mails::insert_sql(
            "SELECT CAST(?2 AS INTEGER), a.account_id, a.email, iif(l.credits < 0, ?4, ?6), \
             replace(iif(l.credits < 0, ?5, ?7), '{balance}', a.balance), 0, 0 FROM payments p \
             JOIN accounts a ON a.account_id = p.account_id JOIN ledger l ON l.account_id = p.account_id \
             AND l.at = CAST(?2 AS INTEGER) AND l.reference = 'purchase:' || p.session || ':' || ?3 \
             WHERE p.intent = ?1 AND changes() = 1"
        ),
        intent,
        cause.at.0,
        cause.name,
        notice.refunded.subject.as_str(),
        notice.refunded.text.as_str(),
        notice.failed.subject.as_str(),
        notice.failed.text.as_str()
    )
}

/// Records a dispute. A new one that is not won suspends the account. One that is won gives back its credits. It also
/// restores the status, unless an operator has changed that since, or there is another dispute.
pub fn disputed(dispute: &Dispute, notice: &Mail, over: &Mail, cause: &Cause<'_>) -> Vec<Statement> {
    let Dispute { dispute: name, intent, amount, currency, state } = dispute;
    // What arrives after a loss is out of date, except for a win on appeal. What arrives after a win always is.
    let change = statement!(
        "UPDATE disputes SET state = ?2, amount = max(amount, CAST(?3 AS INTEGER)), currency = coalesce(?4, currency) \
         WHERE dispute = ?1 AND (state = 'open' OR state = 'lost' AND ?2 = 'won')",
        name.as_str(),
        *state,
        *amount,
        currency.as_deref()
    );
    let record = statement!(
        "INSERT INTO disputes (dispute, intent, amount, state, at, currency) \
         VALUES (?1, ?2, CAST(?3 AS INTEGER), ?4, CAST(?5 AS INTEGER), ?6) ON CONFLICT DO NOTHING",
        name.as_str(),
        intent.as_str(),
        *amount,
        *state,
        cause.at.0,
        currency.as_deref()
    );
    let suspend = statement!(
        format!("{SUSPEND} AND p.intent = ?1 AND ?2 <> 'won' AND changes() = 1"),
        intent.as_str(),
        *state
    );
    let mut statements = vec![change, record, suspend, mail("intent", intent, notice, cause.at)];
    statements.extend(adjust_ledger("intent", intent, Some("dispute"), cause));
    statements.push(restore(intent));
    statements.push(mail("intent", intent, over, cause.at));
    statements
}

/// Suspends the account of a payment, and remembers its status.
const SUSPEND: &str = "UPDATE accounts SET status_before_dispute = coalesce(status_before_dispute, status), \
     status = 'suspended' FROM payments p WHERE p.account_id = accounts.account_id AND p.state = 'paid'";

/// Suspends the account of a payment that was booked in this transaction, if it was disputed before that.
pub(crate) fn suspend(session: &str, at: Timestamp) -> Statement {
    statement!(
        format!(
            "{SUSPEND} AND p.session = ?1 \
             AND EXISTS (SELECT 1 FROM disputes d WHERE d.intent = p.intent AND d.state <> 'won') \
             AND EXISTS (SELECT 1 FROM ledger l WHERE l.account_id = p.account_id AND l.at = CAST(?2 AS INTEGER) \
             AND l.reference = 'purchase:' || p.session)"
        ),
        session,
        at.0
    )
}

/// Restores an account's status if none of its payments is disputed or lost.
fn restore(intent: &str) -> Statement {
    statement!(
        "UPDATE accounts SET status = status_before_dispute, status_before_dispute = NULL \
         WHERE account_id = (SELECT account_id FROM payments WHERE intent = ?1) AND status_before_dispute IS NOT NULL \
         AND NOT EXISTS (SELECT 1 FROM payments p JOIN disputes d ON d.intent = p.intent \
         WHERE p.account_id = accounts.account_id AND d.state <> 'won')",
        intent
    )
}

/// Books the difference between what the refunds and disputes of a payment should take back in total, and what the ledger
/// says they took back. The payment is found by one of its columns. The total is the credits, times the deducted amount
/// over the paid amount, rounded up. The last statement changes a row if there was a difference.
pub(crate) fn adjust_ledger(
    column: &str,
    value: &str,
    kind: Option<&str>,
    cause: &Cause<'_>,
) -> [Statement; 2] {
    // The product of credits and amount fits into 64 bits: this is checked for packs, and when an operator assigns a
    // payment.
    let difference = statement!(
        format!(
            "INSERT INTO ledger (account_id, at, reference, kind, credits) \
             SELECT account_id, CAST(?3 AS INTEGER), 'purchase:' || session || ':' || ?2, \
             CASE WHEN back < taken THEN iif(?4 = 'refund', 'refund_failed', 'dispute_won') WHEN ?4 IS NOT NULL THEN ?4 WHEN disputed > 0 THEN 'dispute' \
             ELSE 'refund' END, taken - back FROM (SELECT account_id, session, disputed, \
             (credits * min(amount, refunded + disputed) + max(amount, 1) - 1) / max(amount, 1) AS back, \
             -(SELECT coalesce(sum(l.credits), 0) FROM ledger l INDEXED BY ledger_references \
             WHERE l.account_id = f.account_id AND l.kind <> 'page' \
             AND l.reference > 'purchase:' || session || ':' AND l.reference < 'purchase:' || session || ';') AS taken \
             FROM (SELECT p.*, {REFUNDED} AS refunded, {DISPUTED} AS disputed FROM payments p JOIN accounts a ON a.account_id = p.account_id \
             WHERE p.{column} = ?1 AND p.state = 'paid') f) WHERE back <> taken"
        ),
        value,
        cause.name,
        cause.at.0,
        kind
    );
    let balance = statement!(
        format!(
            "UPDATE accounts SET balance = balance + l.credits FROM payments p JOIN ledger l \
             ON l.account_id = p.account_id AND l.at = CAST(?3 AS INTEGER) \
             AND l.reference = 'purchase:' || p.session || ':' || ?2 \
             WHERE p.{column} = ?1 AND accounts.account_id = p.account_id AND changes() = 1"
        ),
        value,
        cause.name,
        cause.at.0
    );
    [difference, balance]
}
