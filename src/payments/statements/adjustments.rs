//! Adjustments of the ledger: the credits that refunds and disputes take back or give back.

use super::gone::{DISPUTED, REFUNDED};
use super::{Cause, mail};
use crate::accounts::mail::Mail;
use crate::accounts::statements::mails;
use crate::payments::event::{Dispute, Refund, Refunded};
use crate::payments::mails::RefundMails;
use crate::store::Statement;
use crate::store::builder::statement;
use crate::time::Timestamp;

/// Takes note of the sum of a payment's refunds, as told by an event of a time, and takes back its share of the credits. The latest
/// event decides, of two of one time the larger sum, and of sums without a time the largest.
pub fn refunded(
    sum: &Refunded,
    told_at: Option<Timestamp>,
    told: &RefundMails,
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
    record_refund(record, intent, told, cause)
}

/// Takes note of what a refund is, as told by an event of a time: takes back its share of the credits, or gives them back if it
/// failed. What failed stays so, whatever comes late.
pub fn refund(refund: &Refund, told_at: Timestamp, told: &RefundMails, cause: &Cause<'_>) -> Vec<Statement> {
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
    record_refund(record, &refund.intent, told, cause)
}

/// Records something about refunds of an intent, adjusts the ledger, and tells the owner what came of it.
fn record_refund(record: Statement, intent: &str, told: &RefundMails, cause: &Cause<'_>) -> Vec<Statement> {
    let mut statements = vec![record];
    statements.extend(adjust_ledger("intent", intent, Some("refund"), cause));
    statements.push(mail_of_refund(intent, told, cause));
    statements
}

/// The mail about a refund, if the statement before changed a row: which one, says the entry of the ledger.
fn mail_of_refund(intent: &str, told: &RefundMails, cause: &Cause<'_>) -> Statement {
    statement!(
        mails::insert(
            "SELECT CAST(?2 AS INTEGER), a.account_id, a.email, iif(l.credits < 0, ?4, ?6), \
             replace(iif(l.credits < 0, ?5, ?7), '{balance}', a.balance), 0, 0 FROM payments p \
             JOIN accounts a ON a.account_id = p.account_id JOIN ledger l ON l.account_id = p.account_id \
             AND l.at = CAST(?2 AS INTEGER) AND l.reference = 'purchase:' || p.session || ':' || ?3 \
             WHERE p.intent = ?1 AND changes() = 1"
        ),
        intent,
        cause.at.0,
        cause.name,
        told.refunded.subject.as_str(),
        told.refunded.text.as_str(),
        told.failed.subject.as_str(),
        told.failed.text.as_str()
    )
}

/// Takes note of a dispute. One that is new, and not won, suspends the account; one that is won gives back its credits,
/// and the status unless an operator decided about it since, or there is another dispute.
pub fn disputed(dispute: &Dispute, told: &Mail, over: &Mail, cause: &Cause<'_>) -> Vec<Statement> {
    let Dispute { dispute: name, intent, amount, currency, state } = dispute;
    // What comes after lost is late, but for a win on appeal; what comes after won is.
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
    let mut statements = vec![change, record, suspend, mail("intent", intent, told, cause.at)];
    statements.extend(adjust_ledger("intent", intent, Some("dispute"), cause));
    statements.push(restore(intent));
    statements.push(mail("intent", intent, over, cause.at));
    statements
}

/// Suspends the account of a payment, and keeps the status to go back to.
const SUSPEND: &str = "UPDATE accounts SET status_before_dispute = coalesce(status_before_dispute, status), \
     status = 'suspended' FROM payments p WHERE p.account_id = accounts.account_id AND p.state = 'paid'";

/// Suspends the account of a payment that was disputed before it was booked, which was right now.
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

/// Gives an account its status back, if none of its payments is disputed or lost.
fn restore(intent: &str) -> Statement {
    statement!(
        "UPDATE accounts SET status = status_before_dispute, status_before_dispute = NULL \
         WHERE account_id = (SELECT account_id FROM payments WHERE intent = ?1) AND status_before_dispute IS NOT NULL \
         AND NOT EXISTS (SELECT 1 FROM payments p JOIN disputes d ON d.intent = p.intent \
         WHERE p.account_id = accounts.account_id AND d.state <> 'won')",
        intent
    )
}

/// Brings the ledger to what refunds and disputes of a payment, which is found by one of its columns, take back in all:
/// credits times what is gone over what was paid, rounded up. The last statement changes a row if there was anything to do.
pub(crate) fn adjust_ledger(
    column: &str,
    value: &str,
    kind: Option<&str>,
    cause: &Cause<'_>,
) -> [Statement; 2] {
    // Credits times amount fits: packs are checked for it, and payments when an operator gives them to an account.
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
