// The scheduled jobs, in the real runtime.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fieldsOf } from "../support/operations.mjs";
import { startServer } from "../support/server.mjs";
import { SEARCH, caller } from "./support/api.mjs";
import { breakTables, withDatabase } from "./support/databases.mjs";
import { load, post } from "./support/posts.mjs";

const CRON = "/cdn-cgi/handler/scheduled?cron=17+3+*+*+*";

/** What the job logged, as soon as it has. */
async function report(server, pattern = /\{"job":"daily".*\}/) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const line = pattern.exec(server.logs());
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
    const line = await report(server);
    assert.deepEqual(line, { job: "daily", roll_ups: 0, accounts: 1, mismatched: 0 });
    assert.deepEqual(Object.keys(line), fieldsOf("the job"));
    assert.doesNotMatch(server.logs(), /"alarm"/);
  } finally {
    await server.stop();
  }
});

test("a ledger that does not add up, and a job that breaks off, are alarms", async () => {
  const server = await startServer();
  try {
    withDatabase(server.state, "ACCOUNTS", (database) => database.exec("UPDATE accounts SET balance = balance + 1"));
    assert.equal((await server.call(CRON)).status, 200);
    const alarm = await report(server, /\{"alarm":"ledger".*\}/);
    assert.deepEqual(alarm, { alarm: "ledger", cause: "a balance is not the sum of its ledger" });
    assert.deepEqual(Object.keys(alarm), fieldsOf("an alarm"));
    breakTables(server.state, "ACCOUNTS");
    assert.equal((await server.call("/cdn-cgi/handler/scheduled?cron=*/10+*+*+*+*")).status, 200);
    const [job, mails] = [await report(server, /\{"alarm":"job".*\}/), await report(server, /\{"alarm":"mails".*\}/)];
    assert.match(job.cause, /no such table: idempotency/);
    assert.match(mails.cause, /no such table: mails/);
  } finally {
    await server.stop();
  }
});

test("every ten minutes idempotency keys go that no longer count", async () => {
  const server = await startServer();
  try {
    const keys = (sql) => withDatabase(server.state, "ACCOUNTS", (database) => database.prepare(sql).all().map((row) => row.key));
    withDatabase(server.state, "ACCOUNTS", (database) => database.exec(`INSERT INTO idempotency (account_id, key, at) VALUES (1, 'old', 1), (1, 'good', ${Date.now()})`));
    assert.equal((await server.call("/cdn-cgi/handler/scheduled?cron=*/10+*+*+*+*")).status, 200);
    assert.deepEqual(keys("SELECT key FROM idempotency"), ["good"]);
  } finally {
    await server.stop();
  }
});
