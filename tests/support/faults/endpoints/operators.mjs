// The operators' addresses.

import assert from "node:assert/strict";
import { ndjson, post } from "../../../api/support/posts.mjs";
import { fresh } from "../world.mjs";
import { count, reading, token } from "./common.mjs";

const listing = (path, prepare = async () => {}) => [
  `GET /operator/v1${path.split("?")[0]}`,
  async (world) => {
    await prepare(world);
    return reading((order) => world.operate(path, { order }));
  },
];

/** Posts that storage has, by their ids. */
async function stored(world, ids) {
  const sql = "SELECT count(*) AS n FROM posts JOIN documents d USING (post_id) WHERE d.id = ?";
  const inAll = (id) => Promise.all(world.shards.map((shard) => count(world, sql, id, shard)));
  return Promise.all(ids.map(async (id) => (await inAll(id)).reduce((sum, n) => sum + n, 0)));
}

async function importing(world) {
  const username = fresh("author"); // of two authors, posts may go to two databases
  const lines = [post(fresh("new"), { username }), post(fresh("new"), { username })];
  const ids = lines.map((line) => `instagram:${line.platform_post_id}`);
  const headers = { "content-type": "application/x-ndjson" };
  return {
    send: (order) => world.operate("/posts", { body: ndjson(lines), headers, order }),
    effect: () => stored(world, ids),
    done(_, now, answer) {
      assert.deepEqual(now, [1, 1]);
      const { received, inserted, updated, unchanged, rejected } = answer.body.data;
      assert.deepEqual([received, inserted + unchanged, updated, rejected], [2, 2, 0, []]);
    },
  };
}

const erasing = (path) => async (world) => {
  const author = await world.author(2);
  const ids = path.includes("authors") ? author.ids : author.ids.slice(0, 1);
  const address = path.replace("{id}", ids[0]).replace("{platform}", "instagram").replace("{username}", author.username);
  return {
    send: (order) => world.operate(address, { method: "DELETE", order }),
    effect: () => stored(world, ids),
    done: (_, now) => assert.deepEqual(now, ids.map(() => 0)),
  };
};

async function creating(world) {
  const email = `${fresh("made")}@example.com`;
  const made = "SELECT count(*) AS accounts, count(token_key) AS tokens, coalesce(sum(balance), 0) AS credits FROM accounts a LEFT JOIN tokens t USING (account_id) WHERE email_key = ?";
  return {
    send: (order) => world.operate("/accounts", { json: { email, credits: 7 }, order }),
    effect: () => world.rows(made, [email]),
    done: (_, now) => assert.deepEqual(now, [{ accounts: 1, tokens: 1, credits: 7 }]),
    // Who got no answer has no token either, and makes one.
    again: [201, 409],
  };
}

const ofAccount = (path, make) => [`POST /operator/v1/accounts/{email}/${path}`, async (world) => make(world, await world.account(100))];

function granting(world, account) {
  const json = { credits: 7, reference: fresh("reference") };
  return {
    send: (order) => world.operate(`/accounts/${account.email}/credits`, { json, order }),
    effect: () => world.money(account),
    done: (before, now) => assert.deepEqual(now, { ...before, balance: before.balance + 7, ledger: before.ledger + 7, entries: before.entries + 1 }),
  };
}

const statusing = (world, account) => ({
  send: (order) => world.operate(`/accounts/${account.email}/status`, { json: { status: "suspended" }, order }),
  effect: () => world.rows("SELECT status FROM accounts WHERE account_id = ?", [account.id]),
  done: (_, now) => assert.deepEqual(now, [{ status: "suspended" }]),
});

const operatorToken = (action) => (world, account) => {
  const send = (order) => world.operate(`/accounts/${account.email}/token`, { json: { action }, order });
  return token(world, account, send, (answer) => answer.body.data.token);
};

async function assigning(world) {
  const [account, { session, event }] = [await world.account(0), await world.paid(null)];
  assert.equal((await world.event(event)).status, 200);
  return {
    send: (order) => world.operate(`/payments/${session.id}`, { json: { email: account.email, credits: 9 }, order }),
    effect: () => world.money(account),
    done: (before, now) => assert.deepEqual(now, { ...before, balance: 9, ledger: 9, entries: before.entries + 1 }),
  };
}

export const operators = [
  listing("/posts?limit=5"),
  ["POST /operator/v1/posts", importing, { safe: ["w:ACCOUNTS"] }],
  ["DELETE /operator/v1/posts/{id}", erasing("/posts/{id}")],
  ["DELETE /operator/v1/authors/{platform}/{username}", erasing("/authors/{platform}/{username}")],
  listing("/accounts?limit=5", (world) => world.account()),
  ["POST /operator/v1/accounts", creating],
  withSafe(ofAccount("credits", granting), ["w:ACCOUNTS"]),
  ofAccount("status", statusing),
  named(ofAccount("token", operatorToken("regenerate")), "regenerate"),
  named(ofAccount("token", operatorToken("revoke")), "revoke"),
  listing("/changes?limit=5"),
  listing("/shards"),
  ["POST /operator/v1/shards", async (world) => reading((order) => world.operate("/shards", { json: { shards: world.shards.length }, order }))],
  listing("/counts?group_by=month"),
  ["POST /operator/v1/fill", async (world) => reading((order) => world.operate("/fill", { json: {}, order }))],
  ["POST /operator/v1/index", async (world) => reading((order) => world.operate("/index", { json: {}, order }))],
  listing("/payments?limit=5"),
  ["POST /operator/v1/payments/{session}", assigning, { safe: ["w:ACCOUNTS"] }],
  listing("/stats"),
];

function withSafe([name, make], safe) {
  return [name, make, { safe }];
}

function named([name, make, options], what) {
  return [`${name} (${what})`, make, options];
}
