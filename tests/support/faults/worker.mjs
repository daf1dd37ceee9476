// The built Worker, between which and its storage stands somebody who breaks what he is told to: `main` of a server's
// configuration, in tests only. The Worker itself knows nothing of it. A call brings its order in the header `x-test-fault`,
// and its answer says in `x-test-asked` which batches there were, each by a letter and its binding, and in `x-test-failed` how
// often the order was followed. The letter is `r` of a batch that only reads, `v` of one that notes that a session is used, `m` of
// one that only writes a mail, `w` of any other. The sending of mails is not counted: it is no part of the call. Without the
// header, the call takes the next order of those that were left at `/__faults`.
//
// An order is `{ at, kind, ... }`: the `at`th batch of the call fails, and what is asked the same again, `times` times in all.
//   slow     it takes `ms` milliseconds longer
//   before   it fails with `message`, and is not done
//   after    it is done, and fails with `message`: the answer is lost
//   late     it is done, and the answer takes `ms` milliseconds longer
//   cut      the last statement's result is missing
//   rowless  the last result has no rows, not even none
//   failed   the last result says that it failed, which D1 itself does not look at
//   nothing  instead of results there is nothing
//   bare     rows have none of their columns
// With `stays`, a debit that is taken back after the answer is not: that fails with `message`.
// Or `{ kv, ms }`: what KV does: `slow`, `before`, `after`, `half`.

import { WorkerEntrypoint } from "cloudflare:workers";
import Postern from "../../../build/index.js";

const left = [];
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What becomes of the results that came. */
const SPOILT = {
  cut: (results) => results.slice(0, -1),
  rowless: (results) => results.with(-1, { ...results.at(-1), results: undefined }),
  failed: (results) => results.with(-1, { success: false, error: "something went wrong", meta: {}, results: [] }),
  nothing: () => undefined,
  bare: (results) => results.map((one) => ({ ...one, results: one.results.map(() => ({})) })),
};

const READS = /^(SELECT|WITH)\b/;

const isReversal = ({ sql }) => sql.includes("?3 || '-'");

/** What a batch is about; null: sending mails. */
function letter(statements) {
  const writes = statements.map(({ sql }) => sql.replace(/^\/\*.*?\*\/ /, "")).filter((sql) => !READS.test(sql));
  if (writes.length === 0) return "r";
  if (writes.every((sql) => /^(UPDATE mails|DELETE FROM mails)\b/.test(sql))) return null;
  if (writes.every((sql) => /^UPDATE sessions SET seen_at\b/.test(sql))) return "v";
  return writes.every((sql) => /^(INSERT INTO mails|UPDATE accounts SET balance = balance WHERE)\b/.test(sql)) ? "m" : "w";
}

/** The batches of one call. */
class Batches {
  asked = [];
  failed = 0;
  #order;
  #sql = null;

  constructor(order) {
    this.#order = order ?? {};
  }

  #isDue(sql) {
    const { at, times = 1 } = this.#order;
    if (this.asked.length === at) this.#sql = sql;
    if (this.#sql !== sql || this.failed === times) return false;
    this.failed += 1;
    return true;
  }

  async run(binding, statements, batch) {
    const run = () => batch(statements.map((one) => one.bound));
    const about = letter(statements);
    if (about === null) return run();
    if (this.#order.stays && statements.some(isReversal)) throw new Error(this.#order.message);
    this.asked.push(`${about}:${binding}`);
    if (!this.#isDue([binding, ...statements.map((one) => one.sql)].join(";"))) return run();
    const { kind, message, ms } = this.#order;
    if (kind === "slow") await sleep(ms);
    if (kind === "before") throw new Error(message);
    const results = await run();
    if (kind === "after") throw new Error(message);
    if (kind === "late") await sleep(ms);
    return SPOILT[kind] ? SPOILT[kind](results) : results;
  }

  /** A database, or a session with it. */
  wrap(binding, database) {
    const prepare = (sql) => {
      const statement = database.prepare(sql);
      return { bind: (...values) => ({ sql, bound: statement.bind(...values) }) };
    };
    return {
      prepare,
      batch: (statements) => this.run(binding, statements, (bound) => database.batch(bound)),
      withSession: (constraint) => this.wrap(binding, database.withSession(constraint)),
      getBookmark: () => database.getBookmark(),
    };
  }
}

function faultyKv(kv, { kv: kind, ms } = {}) {
  const act = async (action) => {
    if (kind === "slow") await sleep(ms);
    if (kind === "before") throw new Error("KV is down");
    const done = await action();
    if (kind === "after") throw new Error("KV is down");
    return kind === "half" && typeof done === "string" ? done.slice(0, done.length / 2) : done;
  };
  return {
    get: (key) => act(() => kv.get(key)),
    put: (key, value, options) => act(() => kv.put(key, kind === "half" ? value.slice(0, value.length / 2) : value, options)),
  };
}

export default class extends WorkerEntrypoint {
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === "/__faults") return Response.json(left.push(...(await request.json())));
    if (pathname === "/__sql") {
      const { binding, sql, values } = await request.json();
      return Response.json((await this.env[binding].prepare(sql).bind(...values).all()).results);
    }
    const told = request.headers.get("x-test-fault");
    const order = told ? JSON.parse(told) : left.shift();
    const batches = new Batches(order);
    const env = { ...this.env, PAGES: faultyKv(this.env.PAGES, order ?? {}) };
    for (const name of Object.keys(env)) if (/^(ACCOUNTS|POSTS_\d+)$/.test(name)) env[name] = batches.wrap(name, this.env[name]);
    const answer = await new Postern(this.ctx, env).fetch(request);
    const headers = new Headers(answer.headers);
    headers.set("x-test-asked", batches.asked.join(" "));
    headers.set("x-test-failed", String(batches.failed));
    return new Response(answer.body, { status: answer.status, headers });
  }

  async scheduled(controller) {
    return new Postern(this.ctx, this.env).scheduled(controller);
  }
}
