//! What happens to a payment, as a story: the events that Stripe tells it by, and what is left of its credits in the end.

use crate::stripe::{Refund, completed, disputed_in, event, refunded_at, session};
use proptest::prelude::*;
use serde_json::Value;

/// When refunds began to be known by name, in seconds.
pub(crate) const BEGAN: i64 = 250;

/// How a service hears of refunds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// By name.
    Names,
    /// As a sum: its webhook is sent nothing else.
    Sums,
    /// Both.
    Both,
    /// Both, and the first ones when only the sum was written down.
    Before,
}

/// What becomes of a refund.
#[derive(Debug, Clone, Copy)]
struct Refunding {
    amount: i64,
    is_foreign: bool,
    /// The status that it fails with, and how many hundred seconds after it was made.
    end: Option<(&'static str, i64)>,
}

/// What becomes of a dispute.
#[derive(Debug, Clone, Copy)]
struct Disputing {
    amount: i64,
    is_foreign: bool,
    end: &'static str,
}

/// What happens to a payment.
#[derive(Debug, Clone)]
pub(crate) struct Story {
    pub(crate) account: i64,
    pub(crate) credits: i64,
    pub(crate) amount: i64,
    /// Whether the session was made by us. If not, a Payment Link names the account.
    pub(crate) ours: bool,
    /// How it is paid: at once, later, or never.
    paid: u8,
    source: Source,
    refunds: Vec<Refunding>,
    disputes: Vec<Disputing>,
}

fn refunding() -> impl Strategy<Value = Refunding> {
    let end = prop::option::of((prop::sample::select(vec!["failed", "canceled"]), 0..5_i64));
    (0..500_i64, prop::bool::weighted(0.1), end).prop_map(|(amount, is_foreign, end)| Refunding {
        amount,
        is_foreign,
        end,
    })
}

fn disputing() -> impl Strategy<Value = Disputing> {
    let end = prop::sample::select(vec!["needs_response", "won", "lost"]);
    (1..1000_i64, prop::bool::weighted(0.2), end).prop_map(|(amount, is_foreign, end)| Disputing {
        amount,
        is_foreign,
        end,
    })
}

pub(crate) fn story() -> impl Strategy<Value = Story> {
    let source = prop::sample::select(vec![Source::Names, Source::Sums, Source::Both, Source::Before]);
    let pack = prop::sample::select(vec![(1000, 900), (7, 300)]);
    let refunds = prop::collection::vec(refunding(), 0..5);
    let disputes = prop::collection::vec(disputing(), 0..3);
    (1..4_i64, pack, any::<bool>(), 0..4_u8, source, refunds, disputes).prop_map(
        |(account, (credits, amount), ours, paid, source, refunds, disputes)| Story {
            account,
            credits,
            amount,
            ours,
            paid,
            source,
            refunds,
            disputes,
        },
    )
}

impl Story {
    pub(crate) fn is_paid(&self) -> bool {
        self.paid < 3
    }

    pub(crate) fn is_disputed(&self) -> bool {
        self.disputes.iter().any(|dispute| dispute.end != "won")
    }

    /// The events that Stripe sends.
    pub(crate) fn events(&self, name: &str) -> Vec<Value> {
        let mut events = self.payment(name);
        for number in 0..self.refunds.len() {
            events.extend(self.told_by_name(name, number));
            if self.source != Source::Names {
                events.push(refunded_at(name, self.sum_at(made(number)), made(number)));
            }
        }
        for (number, dispute) in self.disputes.iter().enumerate() {
            let status = ["warning_needs_response", "needs_response", "under_review", dispute.end];
            let currency = currency(dispute.is_foreign);
            events.extend(status.map(|status| disputed_in(currency, name, number, dispute.amount, status)));
        }
        events
    }

    fn payment(&self, name: &str) -> Vec<Value> {
        let reference = format!("account_{}", self.account);
        let paid = session(name, Some(&reference), self.amount, "paid");
        let unpaid = session(name, Some(&reference), self.amount, "unpaid");
        match self.paid {
            0 => vec![completed(name, Some(&reference), self.amount)],
            1 => vec![
                event("checkout.session.completed", &unpaid),
                event("checkout.session.async_payment_succeeded", &paid),
            ],
            2 => vec![
                event("checkout.session.completed", &paid),
                event("checkout.session.async_payment_succeeded", &paid),
                event("checkout.session.expired", &unpaid),
            ],
            _ => vec![
                event("checkout.session.completed", &unpaid),
                event("checkout.session.async_payment_failed", &unpaid),
            ],
        }
    }

    /// What is said of a refund by name: of one from before, only that it failed.
    fn told_by_name(&self, name: &str, number: usize) -> Vec<Value> {
        let Refunding { amount, end, .. } = self.refunds[number];
        let created = made(number);
        let currency = currency(self.is_foreign(number));
        let refund = Refund { of: name, number, amount, currency, created };
        let mut events = Vec::new();
        if self.source == Source::Sums {
            return events;
        }
        if !self.is_of_before(number) {
            events.push(refund.told("refund.created", "pending", created));
            events.push(refund.told("refund.updated", "succeeded", created + 1));
        }
        if let (Some((status, _)), Some(at)) = (end, self.failed(number)) {
            events.push(refund.told("refund.failed", status, at));
            events.push(refund.told("charge.refund.updated", status, at + 1));
        }
        events
    }

    fn is_of_before(&self, number: usize) -> bool {
        self.source == Source::Before && made(number) < BEGAN
    }

    /// A sum says nothing of currencies, and what is from before fails after it.
    fn is_foreign(&self, number: usize) -> bool {
        self.refunds[number].is_foreign && matches!(self.source, Source::Names | Source::Both)
    }

    /// When a refund failed. Only where all are known by name may that be the very second in which another one was made: a sum
    /// of that second does not say whether it is in it.
    fn failed(&self, number: usize) -> Option<i64> {
        let (_, hundreds) = self.refunds[number].end?;
        let apart = match self.source {
            Source::Names | Source::Both => 0,
            Source::Sums => 50,
            Source::Before => 250,
        };
        Some(made(number) + 100 * hundreds + apart)
    }

    /// The sum that a charge has at a time.
    fn sum_at(&self, time: i64) -> i64 {
        let counts =
            |number: &usize| made(*number) <= time && self.failed(*number).is_none_or(|at| at > time);
        (0..self.refunds.len()).filter(counts).map(|number| self.refunds[number].amount).sum()
    }

    /// The sum that was written down before names were known.
    pub(crate) fn sum_of_before(&self) -> Option<i64> {
        let has_some = self.source == Source::Before && !self.refunds.is_empty();
        has_some.then(|| self.sum_at(BEGAN))
    }

    /// What was refunded in the end: what did not fail, but as far as it is known.
    fn refunded(&self) -> i64 {
        let Some(last) = self.refunds.len().checked_sub(1) else { return 0 };
        if self.source == Source::Sums {
            return self.sum_at(made(last));
        }
        let counts = |number: &usize| self.failed(*number).is_none();
        let takes = |number: usize| match self.refunds[number].amount {
            amount if self.is_foreign(number) && amount > 0 => self.amount,
            amount => amount,
        };
        (0..=last).filter(counts).map(takes).sum()
    }

    /// The credits that are left of it.
    pub(crate) fn left(&self) -> i64 {
        let takes = |dispute: &Disputing| if dispute.is_foreign { self.amount } else { dispute.amount };
        let disputed: i64 = self.disputes.iter().filter(|dispute| dispute.end != "won").map(takes).sum();
        let gone = i128::from((self.refunded() + disputed).min(self.amount));
        let exact = i128::from(self.credits) * gone;
        let amount = i128::from(self.amount);
        let back = exact / amount + i128::from(exact % amount != 0);
        self.credits - i64::try_from(back).unwrap()
    }
}

/// When a refund was made, in seconds.
fn made(number: usize) -> i64 {
    100 * i64::try_from(number + 1).unwrap()
}

const fn currency(is_foreign: bool) -> &'static str {
    if is_foreign { "eur" } else { "usd" }
}
