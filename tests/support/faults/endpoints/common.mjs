// What cases of several addresses have in common.

import assert from "node:assert/strict";

export const API = "/api/v1";

/** The number that a statement counts. */
export const count = async (world, sql, value, binding) => (await world.rows(sql, [value], binding))[0].n;

export const NOTHING = { effect: () => null, done: () => {} };

/** A call that changes nothing. */
export const reading = (send) => ({ ...NOTHING, send });

/** A call that needs nobody. */
export const open = (method, path) => [`${method} ${path}`, async (world) => reading((order) => world.call(path, { method, order }))];

/** A change of an account's token by this call: `shown` is that of the answer. */
export const token = (world, account, send, shown) => ({
  send,
  effect: () => world.rows("SELECT token_key FROM tokens WHERE account_id = ?", [account.id]),
  async done(before, now, answer) {
    const next = shown(answer);
    assert.equal(now.length, next === null ? 0 : 1);
    assert.notDeepEqual(now, before);
    const works = async (one) => (await world.call(`${API}/account`, { bearer: one })).status;
    assert.equal(await works(account.token), 401, "the old token is dead");
    if (next !== null) assert.equal(await works(next), 200, "the token that was shown works");
  },
});
