// How the contract tests read what schemathesis reports, and when they are content with it.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { CHECKS, reached, shortcomings, statuses } from "../contract/support/campaign.mjs";
import { Tally } from "../contract/support/report.mjs";
import { operations } from "../openapi/document.mjs";

const SEARCH = { method: "GET", path: "/api/v1/posts/search", meta: { generation: { mode: "positive" } } };
const passed = [{ name: "not_a_server_error", status: "success" }];
const failed = [{ name: "not_a_server_error", status: "failure", failure_info: { failure: { title: "Server error", message: "got 500" } } }];
const answer = (status_code) => ({ response: { status_code } });

/** A tally of events that were reported. */
async function tallied(events) {
  const folder = mkdtempSync(join(tmpdir(), "postern-report-"));
  const path = join(folder, "events.ndjson");
  writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  try {
    const tally = new Tally();
    await tally.read(path);
    return tally;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const scenario = (cases, checks, interactions) => ({ ScenarioFinished: { phase: "fuzzing", recorder: { label: "x", cases, checks, interactions } } });

test("cases are counted by phase, check, operation and status", async () => {
  const cases = { a: { value: SEARCH }, b: { value: SEARCH } };
  const tally = await tallied([{ Initialize: {} }, scenario(cases, { a: passed, b: passed }, { a: answer(200), b: answer(400) })]);
  const { cases: count, phases, checks, operations: all } = tally.summary;
  assert.deepEqual([count, phases, checks], [2, { fuzzing: 2 }, { not_a_server_error: 2 }]);
  assert.deepEqual(all["GET /api/v1/posts/search"].statuses, { 200: 1, 400: 1 });
  assert.equal(tally.faults.size, 0);
});

test("a case that no check saw does not count", async () => {
  const tally = await tallied([scenario({ a: { value: SEARCH } }, { a: [] }, { a: answer(200) }), scenario({ a: { value: SEARCH } })]);
  assert.equal(tally.cases, 0);
});

test("a check that failed, and an error of the run itself, are faults", async () => {
  const tally = await tallied([scenario({ a: { value: SEARCH } }, { a: failed }, { a: answer(500) }), { NonFatalError: { value: { message: "a hook broke" } } }]);
  const [first, second] = tally.faults;
  assert.equal(first, "GET /api/v1/posts/search: not_a_server_error: Server error got 500");
  assert.match(second, /a hook broke/);
});

/** A campaign in which everything was reached. */
const content = () => ({
  cases: 100,
  phases: { examples: 1, coverage: 1, fuzzing: 1, stateful: 1 },
  checks: Object.fromEntries(CHECKS.map((name) => [name, 1])),
  operations: Object.fromEntries(operations().map(({ method, path }) => [`${method.toUpperCase()} ${path}`, { cases: 3, statuses: { 200: 2, 400: 1 } }])),
});

test("a campaign in which everything was reached has no shortcomings", () => {
  assert.deepEqual(shortcomings(content(), { cases: 100, successes: 2 }), []);
  assert.deepEqual(statuses(content()), { 200: 2 * operations().length, 400: operations().length });
});

test("too few cases, a phase, a check or an operation that was not reached is named", () => {
  const outcome = content();
  outcome.cases = 99;
  delete outcome.phases.stateful;
  delete outcome.checks.ignored_auth;
  delete outcome.operations["GET /api/v1/account"];
  outcome.operations["GET /api/v1/health"].statuses = { 200: 1, 503: 9 };
  assert.deepEqual(shortcomings(outcome, { cases: 100, successes: 2 }), [
    "expected at least 100 cases, and there were 99",
    "expected the phase stateful, and it had no case",
    "expected the check ignored_auth, and it was never made",
    "GET /api/v1/account: expected at least 2 successes, and there were 0",
    "GET /api/v1/health: expected at least 2 successes, and there were 1",
  ]);
  assert.equal(reached(outcome).length, operations().length);
});
