//! How much of a payment was refunded or is held back by a bank: SQL expressions about a payment `p`, in the smallest unit
//! of its currency.

/// The amount that was refunded.
///
/// There are two sources, and the larger one counts: the refunds that are known by id, without those that failed; and the
/// sum that was reported last, without refunds in it that have failed since. If all refunds are known by id, the first is
/// exact and the second is never larger. If a service gets no such events, or the refunds are older than this table, the
/// second is all there is. Such an old sum has no time, and counts as reported when refunds by id began.
///
/// A refund in another currency than the payment's can't be compared with it, and takes back all of it.
pub(crate) const REFUNDED: &str = "max(coalesce((SELECT sum(iif(f.currency <> p.currency, p.amount, f.amount)) \
     FROM refunds_by_name f WHERE f.intent = p.intent AND f.failed_at IS NULL AND f.amount > 0), 0), \
     coalesce((SELECT iif(t.currency <> p.currency AND t.amount > 0, p.amount, t.amount) FROM (SELECT r.currency, r.amount \
     - coalesce((SELECT sum(iif(f.currency <> r.currency, r.amount, f.amount)) FROM refunds_by_name f \
     WHERE f.intent = r.intent AND f.failed_at >= coalesce(r.told_at, 0) \
     AND f.created_at <= coalesce(r.told_at, (SELECT value FROM progress WHERE name = 'refunds by name'), 0)), 0) AS amount \
     FROM refunds r WHERE r.intent = p.intent) t), 0))";

/// The amount that is disputed or lost. A dispute in another currency takes back all of the payment, too.
pub(crate) const DISPUTED: &str = "coalesce((SELECT sum(iif(d.currency <> p.currency, p.amount, d.amount)) \
     FROM disputes d WHERE d.intent = p.intent AND d.state <> 'won'), 0)";
