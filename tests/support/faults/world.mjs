// A service whose storage can be broken, and what calls of it need: accounts, sessions, links, payments and posts, each of
// them made anew, so that no case sees what another one did.

import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { inRoot } from "../../../scripts/lib/paths.mjs";
import { operator } from "../../api/support/api.mjs";
import { load, post } from "../../api/support/posts.mjs";
import { startServer } from "../server.mjs";
import { startStripe, stripeSecrets } from "../stripe.mjs";

export const PACK = { name: "Starter", credits: 1_000, price: 900, currency: "usd" };
/** The mark below which owners are told that credits run low. */
const LOW_BALANCE = "5";
const OWN_HEADERS = ["x-test-asked", "x-test-failed"];

const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const secret = () => randomBytes(32).toString("base64url");
let number = 0;
/** A name that nothing else has. */
export const fresh = (prefix) => `${prefix}${(number += 1)}`;

export class World {
  /** The databases of posts. */
  shards = [];
  /** An author whose posts stay: a page of them is read again where an import comes in between. */
  shelf = null;

  /** Starts a service, and a stand-in for Stripe. */
  static async start(options = {}) {
    const world = new World();
    world.shards = Array.from({ length: options.shards ?? 1 }, (_, n) => `POSTS_${n}`);
    world.stripe = await startStripe(stripeSecrets());
    world.stripe.isHolding = true;
    const { vars, secrets } = world.stripe.settings;
    const main = inRoot("tests", "support", "faults", "worker.mjs");
    world.server = await startServer({ account: false, main, vars: { ...vars, LOW_BALANCE }, secrets, ...options });
    world.stripe.sendTo(world.server);
    world.shelf = await world.author(2);
    return world;
  }

  async stop() {
    await this.server?.stop();
    await this.stripe?.stop();
  }

  /** Runs SQL on a database past the Worker, in the runtime: a second program that writes would lock it. */
  async rows(sql, values = [], binding = "ACCOUNTS") {
    const answer = await this.server.call("/__sql", { method: "POST", json: { binding, sql, values } });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  /**
   * Calls the service under an order (see worker.mjs). The answer also has `asked`, the batches there were, and `failed`, how
   * often the order was followed.
   */
  async call(path, { order, headers = {}, ...options } = {}) {
    return this.#told(await this.server.call(path, { ...options, headers: { ...headers, ...ordered(order) } }));
  }

  /** Sends an event of Stripe's under an order. */
  async event(event, order) {
    return this.#told(await this.stripe.send(event, { headers: ordered(order) }));
  }

  #told(answer) {
    const [asked, failed] = OWN_HEADERS.map((name) => answer.headers[name] ?? "");
    for (const name of OWN_HEADERS) delete answer.headers[name];
    return { ...answer, asked: asked.split(" ").filter(Boolean), failed: Number(failed) };
  }

  /** Calls the operators' API. */
  operate(path, { method, json, order, headers = {}, body } = {}) {
    const verb = method ?? (json === undefined && body === undefined ? "GET" : "POST");
    return this.call(`/operator/v1${path}`, { method: verb, bearer: this.server.operatorSecret, json, body, headers, order });
  }

  /** A new account, with a token unless it waits for its first payment. */
  async account(credits = 100) {
    const email = `${fresh("owner")}@example.com`;
    const made = await operator(this.server)("/accounts", { email, credits });
    assert.equal(made.status, 201, made.text);
    const [{ account_id: id }] = await this.rows("SELECT account_id FROM accounts WHERE email_key = ?", [email]);
    return { id, email, token: made.body.data.token, reference: `account_${id}`, cookie: await this.#session(id) };
  }

  /** A session of an account: the cookie. */
  async #session(account) {
    const value = secret();
    await this.rows("INSERT INTO sessions VALUES (?, ?, ?, ?)", [sha256(value), account, Date.now(), Date.now()]);
    return `__Host-session=${value}`;
  }

  /** A link that was mailed: its secret, and the cookie of the browser that asked for it. */
  async link(purpose, email, account = null) {
    const [value, browser] = [secret(), secret()];
    const row = [sha256(value), purpose, email, email, "", "", account, sha256(browser), "12345678", 0, Date.now() + 600_000, null, "asker"];
    await this.rows(`INSERT INTO links VALUES (${row.map(() => "?").join(", ")})`, row);
    return { value, browser: `__Host-browser=${browser}` };
  }

  /** Calls the dashboard as a page of the service does. */
  dashboard(cookie, place, { method = "GET", json, order } = {}) {
    return this.call(`/dashboard/${place}`, { method, json, order, headers: { cookie, "sec-fetch-site": "same-origin" } });
  }

  /** An event that says that a session of this account is paid, and the session. */
  async paid(reference, over = {}) {
    const session = this.stripe.strangeSession({ client_reference_id: reference, amount_total: PACK.price, currency: PACK.currency, ...over });
    return { session, event: await this.stripe.pay(session) };
  }

  /** An account that has paid. */
  async payer() {
    const account = await this.account();
    const { session, event } = await this.paid(account.reference);
    assert.equal((await this.event(event)).status, 200);
    return { ...account, session };
  }

  /** An account whose token waits to be shown. */
  async waiting() {
    const account = await this.account(0);
    await this.rows("DELETE FROM tokens WHERE account_id = ?", [account.id]);
    await this.rows("UPDATE accounts SET status = 'pending' WHERE account_id = ?", [account.id]);
    const { event } = await this.paid(account.reference);
    assert.equal((await this.event(event)).status, 200);
    return account;
  }

  /** Posts of a new author. */
  async author(posts = 1) {
    const username = fresh("author");
    const lines = Array.from({ length: posts }, () => post(fresh("post"), { username, content: `#${username} ${username}` }));
    await load(this.server, lines);
    return { username, ids: lines.map((line) => `instagram:${line.platform_post_id}`) };
  }

  /** What money says of an account. Debits that were taken back, or kept out, are no entries. */
  async money({ id }) {
    const [row] = await this.rows(
      `SELECT balance, total_used, (SELECT sum(credits) FROM ledger l WHERE l.account_id = a.account_id) AS ledger,
       (SELECT count(*) - 2 * sum(kind = 'page' AND credits > 0) - sum(kind = 'page' AND credits = 0)
        FROM ledger l WHERE l.account_id = a.account_id) AS entries,
       (SELECT coalesce(sum(credits), 0) FROM usage u WHERE u.account_id = a.account_id) AS used FROM accounts a WHERE account_id = ?`,
      [id],
    );
    return row;
  }
}

const ordered = (order) => (order ? { "x-test-fault": JSON.stringify(order) } : {});
