// Storage that fails before, after or halfway through each batch of each address: the right error, nothing lost, nothing charged
// that was not served, and nothing twice. The long form, with every kind of fault, is `npm run prove -- faults`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { api } from "../openapi/document.mjs";
import { eventually } from "../support/eventually.mjs";
import { OVERLOADED, runAll } from "../support/faults/cases.mjs";
import { endpoints } from "../support/faults/endpoints.mjs";
import { World } from "../support/faults/world.mjs";
import { fieldsOf } from "../support/operations.mjs";
import { fault } from "./support/api.mjs";
import { postern } from "./support/cli.mjs";
import { post } from "./support/posts.mjs";

/** One of each sort; the long form has all. */
const KINDS = ["overloaded", "lost before", "lost after", "result cut"];
const LOST = "D1_ERROR: Network connection lost.";
/** The batches of a page for an account that the isolate does not know: the token, the posts, the debit. */
const [TOKEN, POSTS, DEBIT] = [1, 2, 3];
const PATIENCE_MS = 15_000;

let world;
before(async () => {
  world = await World.start();
});
after(async () => {
  await world?.stop();
});

/** The addresses that the sources name: those of the document, and those of owners and of Stripe, which are not in it. */
function addresses() {
  const documented = Object.entries(api.paths).flatMap(([path, item]) => Object.keys(item).filter((method) => item[method].responses).map((method) => `${method.toUpperCase()} ${path}`));
  const dashboard = readFileSync(inRoot("src", "router", "dashboard.rs"), "utf8");
  const places = [...dashboard.matchAll(/^ {4}\("([\w.-]+)", Place::\w+, "dashboard\/[\w-]+", "([A-Z, ]+)"\),$/gm)];
  assert.equal(places.length, Number(/const PLACES: \[.*; (\d+)\]/.exec(dashboard)[1]));
  const [, methods] = /const RECEIPT: .* = \("dashboard\/receipt", "([A-Z, ]+)"\)/.exec(dashboard);
  const all = [...places.map(([, place, of]) => [place === "outbox" ? "/dashboard/outbox" : `/dashboard/api/${place}`, of]), ["/dashboard/api/payments/{session}/receipt", methods]];
  return [...documented, ...all.flatMap(([path, of]) => of.split(", ").map((method) => `${method} ${path}`)), "POST /payments/stripe/webhook"];
}

test("every address has its case, and no case is of none", () => {
  const covered = endpoints.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual([...new Set(covered)].sort(), addresses().sort());
});

test("whichever batch of whichever address fails, the answer is right, and nothing is lost or twice", { timeout: 280_000 }, async (t) => {
  const { faults, ...counts } = await runAll(world, endpoints, KINDS, { healthKinds: ["overloaded"] });
  assert.deepEqual(faults, []);
  const { body } = await world.operate("/stats");
  assert.equal(body.data.ledger.mismatched, 0);
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.cases > 400 && counts.succeeded > 100 && counts.refused > 100, JSON.stringify(counts));
});

/** A page of the shelf, under a key or none: a function that asks for it under an order, and one that says what was charged. */
async function page({ keyed = true } = {}) {
  const account = await world.account(100);
  const headers = keyed ? { "idempotency-key": `of-${account.id}` } : {};
  const path = `/api/v1/posts/by-user/instagram/${world.shelf.username}`;
  return { account, ask: (order) => world.call(path, { bearer: account.token, headers, order }), charged: async () => 100 - (await world.money(account)).balance };
}

/** Waits until that is charged, for a while. */
async function until(charged, credits) {
  await eventually(async () => (await charged()) === credits, 20_000);
  assert.equal(await charged(), credits);
}

describe("a page", () => {
  test("whose debit nobody heard of is paid once, however often it is asked for", async () => {
    const { ask, charged } = await page();
    fault(await ask({ at: DEBIT, kind: "after", message: LOST, times: 9 }), 503, "STORAGE_UNAVAILABLE");
    assert.equal(await charged(), 1);
    for (let time = 0; time < 3; time += 1) {
      const again = await ask();
      assert.deepEqual([again.status, again.headers["x-credits-charged"], await charged()], [200, "0", 1]);
    }
    await sleep(2_000);
    assert.equal(await charged(), 1, "what was served is not taken back");
  });

  test("whose debit nobody heard of is free in the end, if nobody asks for it again", async () => {
    for (const keyed of [true, false]) {
      const { account, ask, charged } = await page({ keyed });
      fault(await ask({ at: DEBIT, kind: "after", message: LOST, times: 9 }), 503, "STORAGE_UNAVAILABLE");
      assert.equal(await charged(), 1);
      await until(charged, 0);
      assert.deepEqual([(await ask()).headers["x-credits-charged"], await charged()], ["1", 1]);
      assert.deepEqual(await world.rows("SELECT calls, credits FROM usage WHERE account_id = ?", [account.id]), [{ calls: 1, credits: 1 }]);
    }
  });

  test("whose debit can't be taken back is an alarm that says whose, how much and which", { timeout: 60_000 }, async () => {
    const message = `${LOST} For long.`;
    const { account, ask, charged } = await page();
    fault(await ask({ at: DEBIT, kind: "after", message, times: 9, stays: true }), 503, "STORAGE_UNAVAILABLE");
    const alarms = () => lines("alarm").filter(({ cause }) => cause.endsWith(message));
    await eventually(alarms, 30_000);
    const [{ reference }] = await world.rows("SELECT reference FROM ledger WHERE account_id = ? AND kind = 'page'", [account.id]);
    assert.deepEqual(alarms(), [{ alarm: "reversal", cause: `account ${account.id}, reference ${reference}, credits 1: ${message}` }]);
    assert.equal(await charged(), 1);
  });

  test("that an overloaded database does not give is a 503 that says when to come back, asked for once, and free", async () => {
    for (const at of [TOKEN, POSTS, DEBIT]) {
      const { ask, charged } = await page();
      const answer = await ask({ at, kind: "before", message: OVERLOADED, times: 9 });
      fault(answer, 503, "STORAGE_UNAVAILABLE");
      assert.deepEqual([answer.failed, answer.headers["retry-after"], await charged()], [1, "5", 0]);
      assert.deepEqual([(await ask()).headers["x-credits-charged"], await charged()], ["1", 1]);
    }
  });

  test("whose debit is answered later than a call may wait is a 503, and paid once if it is asked for again", { timeout: 90_000 }, async () => {
    const { ask, charged } = await page();
    const began = performance.now();
    fault(await ask({ at: DEBIT, kind: "late", ms: PATIENCE_MS + 1_000 }), 503, "STORAGE_UNAVAILABLE");
    const took = performance.now() - began;
    assert.ok(took > PATIENCE_MS && took < PATIENCE_MS + 5_000, String(took));
    assert.equal(await charged(), 1);
    const again = await ask();
    assert.deepEqual([again.status, again.headers["x-credits-charged"], await charged()], [200, "0", 1]);
    const other = await page({ keyed: false });
    fault(await other.ask({ at: DEBIT, kind: "late", ms: PATIENCE_MS + 1_000 }), 503, "STORAGE_UNAVAILABLE");
    await until(other.charged, 0);
  });
});

/** The lines of the log with a field, of this cause or any. */
function lines(field, cause = null) {
  const all = world.server.logs().split("\n").map((line) => new RegExp(`\\{"${field}":.*\\}`).exec(line)?.[0]);
  return all.filter(Boolean).map((line) => JSON.parse(line)).filter((line) => cause === null || line.cause === cause);
}

test("a batch that is tried again has a line that says so, and overload an alarm", async () => {
  const [lost, overloaded] = [`${LOST} Twice.`, `${OVERLOADED} Once.`];
  const { ask } = await page();
  assert.equal((await ask({ at: POSTS, kind: "before", message: lost, times: 2 })).status, 200);
  assert.equal((await ask({ at: 1, kind: "before", message: overloaded })).status, 503);
  await eventually(() => lines("alarm", overloaded));
  const retries = lines("retry", lost);
  assert.deepEqual(retries, Array(2).fill({ retry: "POSTS_0", cause: lost }));
  assert.deepEqual(Object.keys(retries[0]), fieldsOf("a retry"));
  assert.deepEqual(lines("alarm", overloaded), [{ alarm: "overload", cause: overloaded }]);
  assert.deepEqual(lines("retry", overloaded), []);
});

test("the command line waits as long as an overloaded service asks, and what it imports is there once", { timeout: 60_000 }, async () => {
  const id = "of-the-command-line";
  await world.server.call("/__faults", { method: "POST", json: [{ at: 1, kind: "before", message: OVERLOADED }, { at: 2, kind: "after", message: LOST }] });
  const { code, err } = await postern(world.server, ["import", "-"], `${JSON.stringify(post(id))}\n`);
  assert.equal(code, 0, err);
  assert.match(err, /trying again in 5 s/);
  assert.equal((await world.rows("SELECT count(*) AS n FROM documents WHERE id = ?", [`instagram:${id}`], "POSTS_0"))[0].n, 1);
});
