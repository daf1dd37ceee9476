// What a call has to answer, and storage to have, whichever of its batches fails, and how.

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { fault } from "../../api/support/api.mjs";
import { describedBy } from "../../api/support/document.mjs";

const LOST = "D1_ERROR: Network connection lost.";
export const OVERLOADED = "D1_ERROR: D1 DB is overloaded. Requests queued for too long.";
/** More often than anything is tried. */
const ALWAYS = 9;
const TRIES = 3;

/**
 * The kinds of faults. `passes` says that the service itself tries again what it may; `once` that the fault passes by then.
 * `done` says that the batch is done all the same.
 */
export const KINDS = {
  slow: { order: { kind: "slow", ms: 300 }, harmless: true },
  overloaded: { order: { kind: "before", message: OVERLOADED, times: ALWAYS } },
  refused: { order: { kind: "before", message: "D1_ERROR: no such table: nothing: SQLITE_ERROR", times: ALWAYS } },
  "lost before": { order: { kind: "before", message: LOST }, passes: true, once: true },
  "lost before, always": { order: { kind: "before", message: LOST, times: ALWAYS }, passes: true },
  reset: { order: { kind: "before", message: "D1_ERROR: D1 DB reset because its code was updated." }, passes: true, once: true },
  "lost after": { order: { kind: "after", message: LOST }, passes: true, once: true, done: true },
  "lost after, always": { order: { kind: "after", message: LOST, times: ALWAYS }, passes: true, done: true },
  "answer cut": { order: { kind: "after", message: 'D1_ERROR: Failed to parse body as JSON, got: [{"results":[{"acc' }, passes: true, once: true, done: true },
  "result cut": { order: { kind: "cut" }, passes: true, once: true, done: true },
  "result cut, always": { order: { kind: "cut", times: ALWAYS }, passes: true, done: true },
  "rows missing": { order: { kind: "rowless" }, passes: true, once: true, done: true },
  "result failed": { order: { kind: "failed" }, passes: true, once: true, done: true },
  "no results": { order: { kind: "nothing" }, passes: true, once: true, done: true },
  // Nobody reads the rows of a batch that only writes.
  "columns missing": { order: { kind: "bare", times: ALWAYS }, done: true, unseen: true },
};

/** A debit of which nobody knows is taken back a second or so after the answer; longer than that. */
const UNDOING_MS = 5_000;
const HEALTH = "/api/v1/health";
/** The service holds what storage said of its health for five seconds. */
const HEALTH_IS_HELD_MS = 5_100;

const isDocumented = ({ path }) => /^\/(api|operator)\//.test(path);
/** A call's address and method for the document: of the address that was called, whatever it was. */
function checkDocumented(endpoint, answer) {
  if (isDocumented(endpoint)) describedBy(endpoint.path, endpoint.method, answer);
}

/** A call that got an error: the right one, in the right form. */
function checkError(endpoint, answer) {
  checkDocumented(endpoint, answer);
  assert.equal(answer.status, 503);
  if (endpoint.path === HEALTH) return assert.ok(endpoint.method === "HEAD" || answer.body.status === "unhealthy");
  assert.equal(answer.headers["retry-after"], "5");
  if (endpoint.method === "HEAD") return assert.equal(answer.text, "");
  const { message } = fault(answer, 503, "STORAGE_UNAVAILABLE");
  assert.doesNotMatch(message, /D1|SQL|lost|table/);
}

function checkSuccess(endpoint, answer) {
  assert.ok([200, 201, 202, 204, 303].includes(answer.status), `expected a success, got ${answer.status} ${answer.text.slice(0, 300)}`);
  checkDocumented(endpoint, answer);
}

/** What comes of a fault in a batch: whether the call succeeds, and how often the batch was tried. */
function expected(endpoint, batch, at, { order, passes, once, harmless }) {
  const isOptional = batch.startsWith("m:");
  const mayRepeat = batch.startsWith("r:") || batch.startsWith("v:") || [batch, `${at}:${batch}`].some((one) => endpoint.safe.includes(one));
  const tries = passes && mayRepeat ? TRIES : 1;
  const succeeds = harmless || isOptional || (passes && once && mayRepeat);
  return { succeeds, failed: Math.min(order.times ?? 1, tries) };
}

/** Whether nothing was written before a batch. */
const isFirstToWrite = (asked, at) => !asked.slice(0, at - 1).some((batch) => batch.startsWith("w:"));

/** The batches of a call to which nothing happens. It is also held to what is expected of it, and a broken KV is not seen. */
async function baseline(world, endpoint) {
  await (await endpoint.make(world)).send(); // where posts are is asked once
  if (endpoint.path === HEALTH) await sleep(HEALTH_IS_HELD_MS);
  const one = await endpoint.make(world);
  const before = await one.effect();
  const answer = await one.send({ kv: "before" });
  checkSuccess(endpoint, answer);
  await one.done(before, await one.effect(), answer);
  return answer.asked;
}

/** What a call left, after what is done beside its answer. */
async function leftBy(one, before) {
  const ends = performance.now() + UNDOING_MS;
  for (;;) {
    const now = await one.effect();
    if (isDeepStrictEqual(now, before) || performance.now() > ends) return now;
    await sleep(100);
  }
}

/** Takes note of what may not change any more: a check that it does not. */
async function lasting(one) {
  const now = await one.effect();
  return async () => assert.deepEqual(await one.effect(), now, "what was done is changed later");
}

/**
 * One fault in the `at`th batch of a call. Returns whether the call succeeded all the same, and perhaps a check for later.
 */
async function tryFault(world, endpoint, asked, at, kind) {
  const fault = KINDS[kind];
  const batch = asked[at - 1];
  if (endpoint.path === HEALTH) await sleep(HEALTH_IS_HELD_MS);
  const one = await endpoint.make(world);
  const before = await one.effect();
  const answer = await one.send({ at, ...fault.order });
  const { succeeds, failed } = expected(endpoint, batch, at, fault);
  const now = answer.status >= 400 && endpoint.undone ? await leftBy(one, before) : await one.effect();
  if (answer.status < 400) {
    assert.ok(succeeds || fault.unseen, `expected a 503, got ${answer.status} ${answer.text.slice(0, 300)}`);
    checkSuccess(endpoint, answer);
    await one.done(before, now, answer);
    if (!fault.unseen) assert.equal(answer.failed, failed, "how often the batch was tried");
    if (!endpoint.volatile) assert.equal(answer.text, (await one.send()).text, "half an answer, or another one");
    return { succeeded: true };
  }
  assert.ok(!succeeds, `expected a success, got ${answer.status} ${answer.text.slice(0, 300)}`);
  checkError(endpoint, answer);
  assert.equal(answer.failed, failed, "how often the batch was tried");
  const leavesNothing = endpoint.undone || (!fault.done && isFirstToWrite(asked, at));
  if (leavesNothing) assert.deepEqual(now, before, "a call whose writing did not happen, or is undone, leaves nothing");
  if (endpoint.path === HEALTH) return { succeeded: false };
  const again = await one.send();
  assert.ok((one.again ?? [200, 201, 202, 303]).includes(again.status), `again: ${again.status} ${again.text.slice(0, 300)}`);
  await one.done(before, await one.effect(), again);
  return { succeeded: false, later: endpoint.lasting && (await lasting(one)) };
}

/** Every case of an endpoint, as functions by their names. */
async function casesOf(world, endpoint, kinds) {
  const asked = await baseline(world, endpoint);
  return asked.flatMap((batch, index) => kinds.map((kind) => ({ name: `${endpoint.name}: batch ${index + 1} (${batch}) ${kind}`, run: () => tryFault(world, endpoint, asked, index + 1, kind) })));
}

/** Endpoints that change posts stand in each other's way, and one whose answer is held stands in its own. */
const laneOf = ({ name, path }) => {
  if (path === HEALTH) return "health";
  return /^(POST|DELETE) \/operator\/v1\/(posts|authors|shards)/.test(name) ? "posts" : null;
};

/**
 * Runs all cases, some at a time. Every fault that is found is told: returns them, with the counts.
 *
 * @returns {Promise<{ endpoints: number, batches: number, cases: number, succeeded: number, refused: number, faults: string[] }>}
 */
export async function runAll(world, endpoints, kinds, { say = () => {}, atOnce = 6, healthKinds = kinds } = {}) {
  const outcome = { endpoints: endpoints.length, batches: 0, cases: 0, succeeded: 0, refused: 0, faults: [] };
  const later = [];
  const perform = async (name, run) => {
    try {
      return await run();
    } catch (error) {
      outcome.faults.push(`${name}: ${error.message}`);
      return null;
    }
  };
  const one = async (endpoint) => {
    const cases = await perform(`${endpoint.name}: without a fault`, () => casesOf(world, endpoint, laneOf(endpoint) === "health" ? healthKinds : kinds));
    outcome.batches += new Set((cases ?? []).map(({ name }) => name.split(")")[0])).size;
    for (const { name, run } of cases ?? []) {
      const came = await perform(name, run);
      outcome.cases += 1;
      if (came !== null) outcome[came.succeeded ? "succeeded" : "refused"] += 1;
      if (came?.later) later.push([name, came.later]);
    }
    say(`  ${endpoint.name}: ${(cases ?? []).length} cases`);
  };
  const inTurn = async (list) => {
    for (let endpoint = list.shift(); endpoint; endpoint = list.shift()) await one(endpoint);
  };
  const lane = (name) => endpoints.filter((endpoint) => laneOf(endpoint) === name);
  const health = inTurn(lane("health"));
  await inTurn(lane("posts"));
  const rest = lane(null);
  await Promise.all(Array.from({ length: atOnce }, () => inTurn(rest)));
  await health;
  await sleep(UNDOING_MS);
  for (const [name, check] of later) await perform(`${name}, later`, check);
  return outcome;
}
