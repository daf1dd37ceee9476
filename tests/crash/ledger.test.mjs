// Purchases, pages, refunds and grants at once, while the runtime is killed fifty times. Whatever got no answer is sent
// again, as Stripe and careful callers do. In the end every credit is accounted for.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { load, post } from "../api/support/posts.mjs";
import { newAccount, operator } from "../api/support/api.mjs";
import { withDatabase } from "../api/support/databases.mjs";
import { startServer } from "../support/server.mjs";
import { startStripe, stripeSecrets } from "../support/stripe.mjs";

const CRASHES = 50;
/** How long the runtime may work before it is killed, in milliseconds: from hardly having begun to right in the middle. */
const LIVES_MS = [100, 700];
const PACK = { credits: 1_000, price: 900, currency: "usd" };
const PAGE = "/api/v1/posts/search?limit=1";
const OWNERS = 3;

let stripe;
let server;
before(async () => {
  stripe = await startStripe(stripeSecrets());
  stripe.isHolding = true; // events are made, and sent by hand
  server = await startServer({ account: false, ...stripe.settings });
  stripe.sendTo(server);
});
after(async () => {
  await server?.stop();
  await stripe?.stop();
});

const between = (least, most) => Math.floor(least + Math.random() * (most - least));
const any = (list) => list[between(0, list.length)];

/** What was asked for so far, and what came of it. */
class Storm {
  isOver = false;
  /** Accounts: `number`, `email`, `token`. */
  owners = [];
  /** Sessions that were paid, by their account. */
  sessions = [];
  /** Credits by the reference of the grant. */
  grants = new Map();
  /** Calls with a key, each of which is to be charged once; and calls without, which were served or got no answer. */
  keys = 0;
  served = 0;
  lost = 0;
  /** What got no answer and is sent again: a function that says whether it has one now. */
  unanswered = [];
  counts = { answered: 0, again: 0 };

  /** Sends something, until it is answered or the runtime is gone; then it waits for the next one. */
  async insist(send) {
    const answer = await send().catch(() => null);
    if (answer !== null && answer.status < 500) {
      this.counts.answered += 1;
      return answer;
    }
    this.counts.again += 1;
    this.unanswered.push(send);
    return null;
  }

  /** Sends again what got no answer, all at once. */
  async repeat() {
    const due = this.unanswered.splice(0);
    await Promise.all(due.map((send) => this.insist(send)));
    return due.length;
  }
}

/** An answer that has to be the expected one, if there is any. */
const expecting = (status, send) => async () => {
  const answer = await send();
  if (answer.status < 500) assert.equal(answer.status, status, answer.text);
  return answer;
};

/** A payment of an account, some of which comes twice, or after its refund. */
async function purchase(storm) {
  const owner = any(storm.owners);
  const session = stripe.strangeSession({ client_reference_id: `account_${owner.number}`, amount_total: PACK.price, currency: PACK.currency, customer_details: { email: owner.email } });
  storm.sessions.push(session);
  const paid = await stripe.pay(session);
  const send = expecting(200, () => stripe.send(paid));
  if (Math.random() < 0.2) await refund(storm, session);
  const twice = Math.random() < 0.3 ? [storm.insist(send)] : [];
  await Promise.all([storm.insist(send), ...twice]);
}

/** A part of a payment is paid back; a late event may tell an amount that a later one has passed. */
async function refund(storm, session = any(storm.sessions)) {
  if (!session || stripe.charge(session).refunded) return;
  const event = await stripe.refund(session, between(1, PACK.price / 2));
  const send = expecting(200, () => stripe.send(event));
  if (Math.random() < 0.2) storm.unanswered.push(send);
  else await storm.insist(send);
}

async function grant(storm) {
  const { email } = any(storm.owners);
  const body = { credits: Math.random() < 0.3 ? -between(1, 5) : between(1, 50), reference: randomUUID() };
  storm.grants.set(body.reference, body.credits);
  await storm.insist(expecting(200, () => operator(server)(`/accounts/${encodeURIComponent(email)}/credits`, body)));
}

/** A page without a key: one that got no answer may have been charged, and is not asked for again. */
async function page(storm) {
  const answer = await server.call(PAGE, { bearer: any(storm.owners).token }).catch(() => null);
  if (answer === null || answer.status >= 500) storm.lost += 1;
  else {
    assert.equal(answer.status, 200, answer.text);
    storm.served += 1;
  }
}

/** A page under a key, asked for until it comes. */
async function keyedPage(storm) {
  const { token } = any(storm.owners);
  const headers = { "idempotency-key": randomUUID() };
  storm.keys += 1;
  await storm.insist(expecting(200, () => server.call(PAGE, { bearer: token, headers })));
}

const WORK = [purchase, purchase, refund, grant, page, page, keyedPage];

/** Everybody works until the runtime is killed. */
async function live(storm, milliseconds) {
  let isOver = false;
  const work = async (one) => {
    while (!isOver) await one(storm);
  };
  const working = Promise.all(WORK.map(work));
  await Promise.race([sleep(milliseconds), working]); // a fault of `working` is thrown here
  isOver = true;
  await server.crash();
  await working;
}

async function stats() {
  const { status, body, text } = await operator(server)("/stats");
  assert.equal(status, 200, text);
  return body.data;
}

async function run(storm) {
  for (let number = 1; number <= OWNERS; number += 1) {
    const email = `owner${number}@example.com`;
    storm.owners.push({ number, email, token: await newAccount(server, email, 100_000) });
  }
  for (let crash = 0; crash < CRASHES; crash += 1) {
    await live(storm, between(...LIVES_MS));
    await server.restart();
    // Balances equal their ledgers at every moment, also at that of a crash.
    assert.equal((await stats()).ledger.mismatched, 0, `after crash ${crash + 1}`);
    await Promise.race([storm.repeat(), sleep(1_000)]);
  }
  while (storm.unanswered.length > 0) await storm.repeat();
}

/** The credits that refunds of a session take back: the share of what was paid, rounded up. */
const takenBack = (session) => Math.ceil((PACK.credits * stripe.charge(session).amount_refunded) / PACK.price);

/** Rows of the accounts' database. */
const rows = (sql) => withDatabase(server.state, "ACCOUNTS", (database) => database.prepare(sql).all().map((row) => ({ ...row })));
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

test("fifty crashes lose and double nothing", { timeout: 850_000 }, async (t) => {
  await load(server, [post("1", { content: "reef" })]);
  const storm = new Storm();
  await run(storm);
  assert.equal((await stats()).ledger.mismatched, 0);
  await server.crash();

  const { sessions, counts, keys, served, lost } = storm;
  const accounts = rows("SELECT account_id, balance, total_used, (SELECT sum(credits) FROM ledger l WHERE l.account_id = a.account_id) AS ledger, (SELECT sum(credits) FROM usage u WHERE u.account_id = a.account_id) AS used, (SELECT sum(calls) FROM usage u WHERE u.account_id = a.account_id) AS calls FROM accounts a");
  assert.equal(accounts.length, OWNERS);
  for (const { balance, ledger } of accounts) assert.equal(balance, ledger, "a balance is the sum of its ledger");

  const of = (kind) => rows(`SELECT reference, sum(credits) AS credits, count(*) AS rows FROM ledger WHERE kind = '${kind}' GROUP BY reference ORDER BY reference`);
  const purchases = sessions.map(({ id }) => ({ reference: `purchase:${id}`, credits: PACK.credits, rows: 1 }));
  const byReference = (one, other) => (one.reference < other.reference ? -1 : 1);
  assert.deepEqual(of("purchase"), purchases.sort(byReference), "each payment is credited once");
  assert.deepEqual(rows("SELECT count(*) AS payments FROM payments WHERE state <> 'paid'"), [{ payments: 0 }]);

  const grants = [...storm.grants].map(([reference, credits]) => ({ reference: `grant:${reference}`, credits, rows: 1 }));
  assert.deepEqual(of("grant"), grants.sort(byReference), "each grant is given once");
  assert.equal(sum(of("refund").map(({ credits }) => credits)), -sum(sessions.map(takenBack)), "refunds take back their share once");

  const [{ debits, references }] = rows("SELECT -coalesce(sum(credits), 0) AS debits, count(DISTINCT reference) AS \"references\" FROM ledger WHERE kind IN ('page', 'pages')");
  const least = keys + served;
  assert.ok(least <= debits && debits <= least + lost, `expected ${least} <= ${debits} <= ${least} + ${lost}`);
  assert.equal(references, debits, "each debit has a reference of its own");
  const total = (column) => sum(accounts.map((account) => account[column]));
  assert.deepEqual([total("total_used"), total("used")], [debits, debits], "a debit, its usage and the total are of one transaction");
  // A page that came again under its key is a call, too, and costs nothing.
  assert.ok(total("calls") >= debits && total("calls") <= debits + counts.again, `expected ${debits} <= ${total("calls")} <= ${debits} + ${counts.again}`);

  const refunded = sessions.filter((session) => takenBack(session) > 0).length;
  t.diagnostic(`${CRASHES} crashes: ${sessions.length} payments, ${refunded} of them refunded, ${storm.grants.size} grants, ${keys} pages under keys, ${served} without (${lost} lost, of which ${debits - least} were charged); ${counts.again} calls got no answer and came again`);
  assert.ok(counts.again + lost >= CRASHES / 2, "the crashes hit work that was under way");
  for (const many of [sessions.length, refunded, storm.grants.size, keys, served]) assert.ok(many >= CRASHES);
});
