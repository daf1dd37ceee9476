//! Refunds and disputes: what they take back, and give back.

use super::{Cause, mail};
use crate::mail::Mail;
use crate::payment::event::Dispute;
use crate::sql::statement;
use crate::store::Statement;
use crate::time::Timestamp;

/// Takes note that so much of a payment was paid back, and takes back its share of the credits.
pub fn refunded(intent: &str, amount: i64, told: &Mail, cause: &Cause<'_>) -> Vec<Statement> {
    let keep = statement!(
        "INSERT INTO refunds (intent, amount) VALUES (?1, CAST(?2 AS INTEGER)) \
         ON CONFLICT (intent) DO UPDATE SET amount = max(amount, excluded.amount)",
        intent,
        amount
    );
    let mut statements = vec![keep];
    statements.extend(settle("intent", intent, Some("refund"), cause));
    statements.push(mail("intent", intent, told, cause.at));
    statements
}

/// Takes note of a dispute. One that is new, and not won, suspends the account; one that is won gives back its credits,
/// and the status unless an operator decided about it since, or there is another dispute.
pub fn disputed(dispute: &Dispute, told: &Mail, over: &Mail, cause: &Cause<'_>) -> Vec<Statement> {
    let Dispute { dispute: name, intent, amount, state } = dispute;
    // What comes after lost is late, but for a win on appeal; what comes after won is.
    let change = statement!(
        "UPDATE disputes SET state = ?2, amount = max(amount, CAST(?3 AS INTEGER)) WHERE dispute = ?1 AND (state = 'open' OR state = 'lost' AND ?2 = 'won')",
        name.as_str(),
        *state,
        *amount
    );
    let keep = statement!(
        "INSERT INTO disputes (dispute, intent, amount, state, at) \
         VALUES (?1, ?2, CAST(?3 AS INTEGER), ?4, CAST(?5 AS INTEGER)) ON CONFLICT DO NOTHING",
        name.as_str(),
        intent.as_str(),
        *amount,
        *state,
        cause.at.0
    );
    let suspend = statement!(
        format!("{SUSPEND} AND p.intent = ?1 AND ?2 <> 'won' AND changes() = 1"),
        intent.as_str(),
        *state
    );
    let mut statements = vec![change, keep, suspend, mail("intent", intent, told, cause.at)];
    statements.extend(settle("intent", intent, Some("dispute"), cause));
    statements.push(restore(intent));
    statements.push(mail("intent", intent, over, cause.at));
    statements
}

/// Suspends the account of a payment, and keeps the status to go back to.
const SUSPEND: &str = "UPDATE accounts SET status_before_dispute = coalesce(status_before_dispute, status), \
     status = 'suspended' FROM payments p WHERE p.account_id = accounts.account_id AND p.state = 'paid'";

/// Suspends the account of a payment that was disputed before it was booked, which was right now.
pub(super) fn suspend(session: &str, at: Timestamp) -> Statement {
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
pub(super) fn settle(column: &str, value: &str, kind: Option<&str>, cause: &Cause<'_>) -> [Statement; 2] {
    // Credits times amount fits: packs are checked for it, and payments when an operator gives them to an account.
    let difference = statement!(
        format!(
            "INSERT INTO ledger (account_id, at, reference, kind, credits) \
             SELECT account_id, CAST(?3 AS INTEGER), 'purchase:' || session || ':' || ?2, \
             CASE WHEN back < taken THEN 'dispute_won' WHEN ?4 IS NOT NULL THEN ?4 WHEN disputed > 0 THEN 'dispute' \
             ELSE 'refund' END, taken - back FROM (SELECT account_id, session, disputed, \
             (credits * min(amount, refunded + disputed) + max(amount, 1) - 1) / max(amount, 1) AS back, \
             -(SELECT coalesce(sum(l.credits), 0) FROM ledger l INDEXED BY ledger_references \
             WHERE l.account_id = f.account_id AND l.kind <> 'page' \
             AND l.reference > 'purchase:' || session || ':' AND l.reference < 'purchase:' || session || ';') AS taken \
             FROM (SELECT p.*, \
             coalesce((SELECT r.amount FROM refunds r WHERE r.intent = p.intent), 0) AS refunded, \
             coalesce((SELECT sum(d.amount) FROM disputes d WHERE d.intent = p.intent AND d.state <> 'won'), 0) AS disputed \
             FROM payments p JOIN accounts a ON a.account_id = p.account_id \
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
