//! How much of a payment is gone: paid back, or held back by a bank. SQL of a payment `p`, in its currency's smallest unit.

/// What was refunded.
///
/// There are two sources, and neither falls behind for good: the refunds that are known by name, without those that failed; and
/// the sum that was told last, without those that were part of it and have failed since. Where all are known by name, the
/// first is exact and the second never larger; where a service is not sent them, or they are from before, the second is all
/// there is. A sum from before has no time, and counts as told when names began.
///
/// A refund in another currency than the payment's can't be held against it, and takes all of it.
pub(crate) const REFUNDED: &str = "max(coalesce((SELECT sum(iif(f.currency <> p.currency, p.amount, f.amount)) \
     FROM refunds_by_name f WHERE f.intent = p.intent AND f.failed_at IS NULL AND f.amount > 0), 0), \
     coalesce((SELECT iif(t.currency <> p.currency AND t.amount > 0, p.amount, t.amount) FROM (SELECT r.currency, r.amount \
     - coalesce((SELECT sum(iif(f.currency <> r.currency, r.amount, f.amount)) FROM refunds_by_name f \
     WHERE f.intent = r.intent AND f.failed_at >= coalesce(r.told_at, 0) \
     AND f.created_at <= coalesce(r.told_at, (SELECT value FROM progress WHERE name = 'refunds by name'), 0)), 0) AS amount \
     FROM refunds r WHERE r.intent = p.intent) t), 0))";

/// What is disputed, or lost. A bank may dispute an amount in another currency: it takes all of the payment, too.
pub(crate) const DISPUTED: &str = "coalesce((SELECT sum(iif(d.currency <> p.currency, p.amount, d.amount)) \
     FROM disputes d WHERE d.intent = p.intent AND d.state <> 'won'), 0)";
