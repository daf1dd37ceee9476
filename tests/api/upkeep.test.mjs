// The daily job, in the real runtime.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "../support/server.mjs";
import { SEARCH, caller } from "./support/api.mjs";
import { load, post } from "./support/posts.mjs";

const CRON = "/cdn-cgi/handler/scheduled?cron=17+3+*+*+*";

/** What the job logged, as soon as it has. */
async function report(server) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const line = /\{"job":"daily".*\}/.exec(server.logs());
    if (line) return JSON.parse(line[0]);
    await sleep(50);
  }
  assert.fail(`the job logged nothing:\n${server.logs()}`);
}

test("the daily job says that every balance is the sum of its ledger", async () => {
  const server = await startServer();
  try {
    await load(server, [post("1")]);
    assert.equal((await caller(server)(SEARCH)).status, 200);
    assert.equal((await server.call(CRON)).status, 200);
    assert.deepEqual(await report(server), { job: "daily", roll_ups: 0, accounts: 1, mismatched: 0 });
  } finally {
    await server.stop();
  }
});
