// Two hundred accounts at once: each keeps to its own rate limit and its own balance, whatever the others do.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { address, caller, newAccount, operator, SEARCH } from "./support/api.mjs";
import { roomInMinute } from "./support/minute.mjs";
import { load, post } from "./support/posts.mjs";

const ACCOUNTS = 200;
/** Calls a minute that an account may make, and how many it tries: more than that. */
const LIMIT = 3;
const LANES = 2;
const CALLS_OF_A_LANE = 2;
/** What the accounts have, by turns: nothing that would pay for all, exactly enough, more than enough. */
const CREDITS = [1, 2, LIMIT, 1_000];
const AT_ONCE = 25;
const SECONDS = 45;

let server;
let get;
before(async () => {
  server = await startServer({ rateLimits: { calls: LIMIT } });
  get = caller(server);
  await load(server, [post("a"), post("b")]);
});
after(() => server?.stop());

/** Does something for each of many, so many at once. */
async function forEach(all, act, atOnce = AT_ONCE) {
  const waiting = [...all];
  const lane = async () => {
    while (waiting.length > 0) await act(waiting.shift());
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** All calls of one account, in lanes that run beside each other; keeps the status of each answer. */
async function tryAll({ token, answers }) {
  const lane = async () => {
    for (let n = 0; n < CALLS_OF_A_LANE; n += 1) answers.push((await get(`${SEARCH}?limit=1`, { token })).status);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** The balance of every account, by its e-mail address, as the operator lists them. */
async function allBalances() {
  const found = new Map();
  for (let cursor; cursor !== null; ) {
    const { accounts, page } = (await operator(server)(address("/accounts", { limit: 100, cursor }))).body.data;
    for (const { email, balance } of accounts) found.set(email, [balance.current, balance.total_used]);
    cursor = page.next_cursor;
  }
  return found;
}

const countOf = (answers, status) => answers.filter((one) => one === status).length;

test("each of 200 accounts has its own limit and pays for its own pages, with all of them calling at once", async () => {
  const accounts = Array.from({ length: ACCOUNTS }, (_, n) => ({ email: `crowd${n}@example.com`, credits: CREDITS[n % CREDITS.length], answers: [] }));
  await forEach(accounts, async (one) => Object.assign(one, { token: await newAccount(server, one.email, one.credits) }));

  await roomInMinute(SECONDS);
  await forEach(accounts, tryAll, ACCOUNTS);
  const tried = LANES * CALLS_OF_A_LANE;
  for (const { email, credits, answers } of accounts) {
    const served = Math.min(credits, LIMIT);
    const counts = [200, 402, 429].map((status) => countOf(answers, status));
    assert.deepEqual([email, ...counts], [email, served, LIMIT - served, tried - LIMIT], answers.join());
  }

  const balances = await allBalances();
  for (const { email, credits } of accounts) {
    const used = Math.min(credits, LIMIT);
    assert.deepEqual(balances.get(email), [credits - used, used], email);
  }
  const { ledger } = (await operator(server)("/stats")).body.data;
  assert.deepEqual(ledger, { accounts: ACCOUNTS + 1, mismatched: 0 });
});
