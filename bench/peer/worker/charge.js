// Charging a page: one batch, which is one transaction. Each statement goes ahead only if the one before it did.

import { ApiError } from "./error.js";

/** The statements, which see the token again: it may have been revoked since. */
function statements(database, { tokenHash, accountId, price, at }) {
  const debit = database
    .prepare(
      `UPDATE accounts SET balance = balance - ?1, total_used = total_used + ?1
       WHERE id = ?2 AND status = 'active' AND balance >= ?1 AND EXISTS (SELECT 1 FROM tokens WHERE hash = ?3 AND account_id = ?2)
       RETURNING balance`,
    )
    .bind(price, accountId, tokenHash);
  const entry = database
    .prepare(`INSERT INTO ledger (account_id, at, reference, kind, credits) SELECT ?, ?, ?, 'page', ? WHERE changes() = 1`)
    .bind(accountId, at, crypto.randomUUID(), -price);
  return [debit, entry, usage(database, accountId, at, price, "changes() = 1")];
}

function usage(database, accountId, at, credits, condition) {
  return database
    .prepare(
      `INSERT INTO usage (account_id, day, calls, credits) SELECT ?1, ?2, 1, ?3 WHERE ${condition}
       ON CONFLICT (account_id, day) DO UPDATE SET calls = calls + 1, credits = credits + excluded.credits`,
    )
    .bind(accountId, new Date(at).toISOString().slice(0, 10), credits);
}

/** Charges a page and returns the balance after it. */
export async function charge(database, debit) {
  const [{ results }] = await database.batch(statements(database, debit));
  if (results.length === 0) throw new ApiError("INSUFFICIENT_CREDITS");
  return results[0].balance;
}

/** Counts a call that costs nothing. */
export async function countCall(database, { accountId, at }) {
  await usage(database, accountId, at, 0, "true").run();
}
