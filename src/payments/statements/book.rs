//! Booking a payment: credits, status and token of an account, once for each checkout session.

use super::adjustments::{adjust_ledger, suspend};
use super::{Cause, mail};
use crate::accounts::credits::MAX_CREDITS;
use crate::accounts::statements::accounts::{NewToken, by_email};
use crate::accounts::statements::deletion::NOT_CLOSED;
use crate::payments::event::Session;
use crate::payments::mails::Mails;
use crate::store::Statement;
use crate::store::builder::statement;

/// States of a session that is not paid yet.
const UNPAID: &str = "state IN ('open', 'waiting', 'failed')";

/// What a booking needs besides the payment.
#[derive(Debug, Clone, Copy)]
pub struct Booking<'a> {
    /// The reason and the time.
    pub cause: Cause<'a>,
    /// A token, in case this is the account's first payment.
    pub token: NewToken<'a>,
    /// The text of that token, encrypted, until it is shown to its owner.
    pub waiting: &'a str,
    /// The mails to the owner.
    pub mails: &'a Mails,
}

/// Books a session that Stripe reports as paid. An unknown session counts as one that was created now, if it names an
/// account and costs what a pack with these credits costs. A session that matches no account, or differs from what was
/// agreed, is kept as unmatched.
pub fn paid(
    session: &Session,
    account: Option<i64>,
    credits: Option<i64>,
    booking: &Booking<'_>,
) -> Vec<Statement> {
    let at = booking.cause.at.0;
    let known = statement!(
        format!(
            "INSERT INTO payments (session, account_id, at, state, amount, currency, credits) SELECT ?1, \
             (SELECT account_id FROM accounts WHERE account_id = CAST(?2 AS INTEGER) AND {NOT_CLOSED}), \
             CAST(?3 AS INTEGER), 'open', CAST(?4 AS INTEGER), ?5, CAST(?6 AS INTEGER) WHERE true ON CONFLICT DO NOTHING"
        ),
        session.session.as_str(),
        account,
        at,
        session.amount,
        session.currency.as_str(),
        credits.unwrap_or_default()
    );
    let checked = statement!(
        format!(
            "UPDATE payments SET reason = CASE WHEN account_id IS NULL THEN 'it names no account' \
             WHEN ?2 <> 'account_' || account_id THEN 'its session was made for account_' || account_id \
             WHEN amount <> CAST(?3 AS INTEGER) OR currency <> ?4 THEN 'agreed were ' || amount || ' ' || currency \
             WHEN credits = 0 THEN 'it is the price of no pack' \
             WHEN credits + (SELECT balance FROM accounts a WHERE a.account_id = payments.account_id) > {MAX_CREDITS} \
             THEN 'the balance would be too large' END WHERE session = ?1 AND {UNPAID}"
        ),
        session.session.as_str(),
        session.reference.as_deref(),
        session.amount,
        session.currency.as_str()
    );
    // An intent belongs to one session only. A second session with it would fail again and again.
    let decided = statement!(
        format!(
            "UPDATE payments SET state = iif(reason IS NULL, 'paid', 'unmatched'), \
             account_id = iif(reason IS NULL, account_id, NULL), credits = iif(reason IS NULL, credits, 0), \
             email = iif(reason IS NULL, NULL, ?2), reference = iif(reason IS NULL, NULL, ?3), \
             amount = CAST(?4 AS INTEGER), currency = ?5, invoice = ?7, \
             intent = iif(EXISTS (SELECT 1 FROM payments o WHERE o.intent = ?6), NULL, ?6) \
             WHERE session = ?1 AND {UNPAID}"
        ),
        session.session.as_str(),
        session.email.as_deref(),
        session.reference.as_deref(),
        session.amount,
        session.currency.as_str(),
        session.intent.as_deref(),
        session.invoice.as_deref()
    );
    let mut statements = vec![known, checked, decided];
    statements.extend(booked(&session.session, booking));
    statements
}

/// Assigns an unmatched payment to an account, for this many credits. The last two statements return the payment (`state`,
/// `credits`, `email_key`) and the account.
pub fn assign(session: &str, email_key: &str, credits: i64, booking: &Booking<'_>) -> Vec<Statement> {
    // The product of credits and amount has to fit: what a refund takes back is computed from it.
    let given = statement!(
        format!(
            "UPDATE payments SET state = 'paid', account_id = a.account_id, credits = CAST(?3 AS INTEGER) \
             FROM accounts a WHERE session = ?1 AND state = 'unmatched' AND a.email_key = ?2 \
             AND a.balance + CAST(?3 AS INTEGER) <= {MAX_CREDITS} \
             AND CAST(?3 AS INTEGER) <= {} / max(amount, 1)",
            1_i64 << 62
        ),
        session,
        email_key,
        credits
    );
    let change = statement!(
        "INSERT INTO changes (at, action, subject) SELECT CAST(?2 AS INTEGER), 'assign payment', \
         'account ' || account_id || ': ' || credits || ' for ' || session FROM payments \
         WHERE session = ?1 AND changes() = 1",
        session,
        booking.cause.at.0
    );
    let meant = statement!(
        "SELECT p.state, p.credits, a.email_key FROM payments p LEFT JOIN accounts a ON a.account_id = p.account_id \
         WHERE p.session = ?1",
        session
    );
    let mut statements = vec![given, change];
    statements.extend(booked(session, booking));
    statements.extend([meant, by_email(email_key)]);
    statements
}

/// The consequences of a payment, if the statement before made it paid: credits, and for the first one a token and the
/// status. Refunds and disputes that were reported earlier are applied at once.
fn booked(session: &str, booking: &Booking<'_>) -> Vec<Statement> {
    let Booking { cause, token, waiting, mails } = booking;
    let entry = statement!(
        "INSERT INTO ledger (account_id, at, reference, kind, credits) \
         SELECT account_id, CAST(?2 AS INTEGER), 'purchase:' || session, 'purchase', credits FROM payments \
         WHERE session = ?1 AND state = 'paid' AND changes() = 1",
        session,
        cause.at.0
    );
    let balance = statement!(
        "UPDATE accounts SET balance = balance + p.credits FROM payments p \
         WHERE p.session = ?1 AND accounts.account_id = p.account_id AND changes() = 1",
        session
    );
    let first_token = statement!(
        "INSERT INTO tokens (token_key, account_id, sealed, last_four, created_at, waiting) \
         SELECT ?2, a.account_id, ?3, ?4, CAST(?5 AS INTEGER), ?6 FROM payments p JOIN accounts a \
         ON a.account_id = p.account_id WHERE p.session = ?1 AND a.status = 'pending' AND changes() = 1 \
         AND NOT EXISTS (SELECT 1 FROM tokens t WHERE t.account_id = a.account_id)",
        session,
        token.key,
        token.sealed,
        token.last_four,
        cause.at.0,
        *waiting
    );
    let active = statement!(
        "UPDATE accounts SET status = 'active' WHERE status = 'pending' \
         AND account_id = (SELECT account_id FROM payments WHERE session = ?1 AND state = 'paid')",
        session
    );
    let mut statements = vec![
        entry,
        balance,
        mail("session", session, &mails.paid, cause.at),
        first_token,
        mail("session", session, &mails.token, cause.at),
        active,
        suspend(session, cause.at),
    ];
    statements.extend(adjust_ledger("session", session, None, cause));
    statements
}
