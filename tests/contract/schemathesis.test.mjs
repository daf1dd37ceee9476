// The API document against a running Postern, by schemathesis. In short: `npm run prove -- contract` is the long form.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { campaign, shortcomings, statuses } from "./support/campaign.mjs";

let outcome;
before(async () => {
  outcome = await campaign({ seeds: [1], examples: 6, isShort: true });
});

test("no check of schemathesis finds a fault", () => {
  assert.deepEqual(outcome.faults, []);
  assert.deepEqual(outcome.failed, []);
});

test("no answer is a server error", () => {
  assert.deepEqual(Object.keys(statuses(outcome)).filter((status) => Number(status) >= 500 || status === "none"), []);
});

test("every phase, every check and every operation is reached", () => {
  assert.deepEqual(shortcomings(outcome, { cases: 1_500, successes: 1 }), []);
});
