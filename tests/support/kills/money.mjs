// Payments by Stripe's events and by hand, refunds, grants, and pages that are charged: each once.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { newAccount, operator } from "../../api/support/api.mjs";
import { withDatabase } from "../../api/support/databases.mjs";
import { browser } from "../../api/support/dashboard.mjs";
import { load, post } from "../../api/support/posts.mjs";
import { any, between, sum } from "./storm.mjs";

const PACK = { name: "Starter", credits: 1_000, price: 900, currency: "usd" };
const PAGE = "/api/v1/posts/by-user/instagram/reef.watch?limit=1";
const OWNERS = 3;

export class Money {
  /** Accounts: `number`, `email`, `token`, `page`. */
  #owners = [];
  /** Sessions that were paid. */
  #sessions = [];
  /** Those of test payments that were answered, and how many were not. */
  #tests = { sessions: [], lost: 0 };
  /** Credits by the reference of the grant. */
  #grants = new Map();
  /** Calls with a key, each of which is to be charged once; and calls without, which were served or got no answer. */
  #pages = { keys: 0, served: 0, lost: 0 };

  constructor(storm) {
    this.storm = storm;
  }

  async begin() {
    const { server } = this.storm;
    await load(server, [post("1")]);
    for (let number = 1; number <= OWNERS; number += 1) {
      const email = `owner${number}@example.com`;
      const token = await newAccount(server, email, 100_000);
      const page = browser(server);
      await page.enter("sign-in", email);
      this.#owners.push({ number, email, token, page });
    }
  }

  tasks() {
    const all = [this.#purchase, this.#purchase, this.#test, this.#refund, this.#grant, this.#page, this.#page, this.#keyedPage];
    return all.map((task) => task.bind(this));
  }

  /** A payment of an account, some of which comes twice, or after its refund. */
  async #purchase() {
    const { storm } = this;
    const owner = any(this.#owners);
    const session = storm.stripe.strangeSession({ client_reference_id: this.#reference(owner), amount_total: PACK.price, currency: PACK.currency, customer_details: { email: owner.email } });
    this.#sessions.push(session);
    const paid = await storm.stripe.pay(session);
    const send = () => storm.stripe.send(paid);
    if (Math.random() < 0.2) await this.#refund(session);
    const twice = Math.random() < 0.3 ? [storm.insist(send)] : [];
    await Promise.all([storm.insist(send), ...twice]);
  }

  #reference = ({ number }) => `account_${number}`;

  /** A payment with nobody's money. Another call is another payment, so one that got no answer is not made again. */
  async #test() {
    const { page } = any(this.#owners);
    const answer = await this.storm.heard(() => page.post("test-payments", { pack: PACK.name }));
    if (answer === null) this.#tests.lost += 1;
    else {
      assert.equal(answer.status, 200, answer.text);
      this.#tests.sessions.push(answer.body.data.session);
    }
  }

  /** A part of a payment is paid back; a late event may tell an amount that a later one has passed. */
  async #refund(session = any(this.#sessions)) {
    const { storm } = this;
    if (!session || storm.stripe.charge(session).refunded) return;
    const event = await storm.stripe.refund(session, between(1, PACK.price / 2));
    const send = () => storm.stripe.send(event);
    if (Math.random() < 0.2) storm.later(send, 200);
    else await storm.insist(send);
  }

  async #grant() {
    const { email } = any(this.#owners);
    const body = { credits: Math.random() < 0.3 ? -between(1, 5) : between(1, 50), reference: randomUUID() };
    this.#grants.set(body.reference, body.credits);
    await this.storm.insist(() => operator(this.storm.server)(`/accounts/${encodeURIComponent(email)}/credits`, body));
  }

  /** A page without a key: one that got no answer may have been charged, and is not asked for again. */
  async #page() {
    const answer = await this.storm.heard(() => this.storm.server.call(PAGE, { bearer: any(this.#owners).token }));
    if (answer === null) this.#pages.lost += 1;
    else {
      assert.equal(answer.status, 200, answer.text);
      this.#pages.served += 1;
    }
  }

  /** A page under a key, asked for until it comes. */
  async #keyedPage() {
    const { token } = any(this.#owners);
    const headers = { "idempotency-key": randomUUID() };
    this.#pages.keys += 1;
    await this.storm.insist(() => this.storm.server.call(PAGE, { bearer: token, headers }));
  }

  /** Balances equal their ledgers at every moment, also at that of a kill. */
  async check(when) {
    const { status, body, text } = await operator(this.storm.server)("/stats");
    assert.equal(status, 200, text);
    assert.equal(body.data.ledger.mismatched, 0, when);
  }

  async end() {
    await this.storm.server.crash();
    const { server, stripe } = this.storm;
    /** Rows of the accounts' database, of these owners. */
    const rows = (sql) => withDatabase(server.state, "ACCOUNTS", (database) => database.prepare(sql).all().map((row) => ({ ...row })));
    const mine = `account_id IN (SELECT account_id FROM accounts WHERE email_key LIKE 'owner%')`;
    const accounts = rows(`SELECT account_id, balance, total_used, (SELECT sum(credits) FROM ledger l WHERE l.account_id = a.account_id) AS ledger, (SELECT sum(credits) FROM usage u WHERE u.account_id = a.account_id) AS used, (SELECT sum(calls) FROM usage u WHERE u.account_id = a.account_id) AS calls FROM accounts a WHERE ${mine}`);
    assert.equal(accounts.length, OWNERS);
    for (const { balance, ledger } of accounts) assert.equal(balance, ledger, "a balance is the sum of its ledger");

    const of = (kind) => rows(`SELECT reference, sum(credits) AS credits, count(*) AS rows FROM ledger WHERE kind = '${kind}' AND ${mine} GROUP BY reference ORDER BY reference`);
    const bought = of("purchase");
    const paid = new Set(this.#sessions.map(({ id }) => `purchase:${id}`));
    const tests = bought.filter(({ reference }) => !paid.has(reference));
    assert.deepEqual(bought.filter(({ credits, rows: n }) => credits !== PACK.credits || n !== 1), [], "each payment is credited once");
    assert.equal(bought.length - tests.length, this.#sessions.length, "each payment is credited");
    const answered = this.#tests.sessions.map((id) => `purchase:${id}`);
    assert.deepEqual(answered.filter((reference) => !tests.some((one) => one.reference === reference)), [], "each test payment that was answered is credited");
    assert.ok(tests.length <= answered.length + this.#tests.lost, `${tests.length} test payments of ${answered.length} and ${this.#tests.lost}`);

    const byReference = (one, other) => (one.reference < other.reference ? -1 : 1);
    const grants = [...this.#grants].map(([reference, credits]) => ({ reference: `grant:${reference}`, credits, rows: 1 }));
    assert.deepEqual(of("grant"), grants.sort(byReference), "each grant is given once");
    const takenBack = (session) => Math.ceil((PACK.credits * stripe.charge(session).amount_refunded) / PACK.price);
    assert.equal(sum(of("refund").map(({ credits }) => credits)), -sum(this.#sessions.map(takenBack)), "refunds take back their share once");

    const [{ debits, references }] = rows(`SELECT -coalesce(sum(credits), 0) AS debits, count(DISTINCT CASE WHEN credits < 0 THEN reference END) AS "references" FROM ledger WHERE kind IN ('page', 'pages') AND ${mine}`);
    const { keys, served, lost } = this.#pages;
    const least = keys + served;
    assert.ok(least <= debits && debits <= least + lost, `expected ${least} <= ${debits} <= ${least} + ${lost}`);
    assert.equal(references, debits, "each debit has a reference of its own");
    const total = (column) => sum(accounts.map((account) => account[column]));
    assert.deepEqual([total("total_used"), total("used")], [debits, debits], "a debit, its usage and the total are of one transaction");
    // A page that came again under its key is a call, too, and costs nothing.
    const { again } = this.storm.counts;
    assert.ok(total("calls") >= debits && total("calls") <= debits + again, `expected ${debits} <= ${total("calls")} <= ${debits} + ${again}`);
    await server.restart();
    return {
      payments: this.#sessions.length,
      "payments that were refunded": this.#sessions.filter((session) => takenBack(session) > 0).length,
      "test payments": tests.length,
      grants: this.#grants.size,
      "pages under a key": keys,
      "pages without a key": served,
      "pages without a key that got no answer": lost,
      "of these, charged": debits - least,
    };
  }
}
