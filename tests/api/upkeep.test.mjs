// The scheduled jobs, in the real runtime.

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { fieldsOf } from "../support/operations.mjs";
import { startServer } from "../support/server.mjs";
import { SEARCH, caller } from "./support/api.mjs";
import { breakTables, withDatabase } from "./support/databases.mjs";
import { load, post } from "./support/posts.mjs";

const CRON = "/cdn-cgi/handler/scheduled?cron=17+3+*+*+*";

/** What the job logged, as soon as it has. */
async function report(server, pattern = /\{"job":"daily".*\}/) {
  const line = await eventually(() => pattern.exec(server.logs()));
  assert.ok(line, `the job logged nothing:\n${server.logs()}`);
  return JSON.parse(line[0]);
}

test("the daily job says that every balance is the sum of its ledger", async () => {
  const server = await startServer();
  try {
    await load(server, [post("1")]);
    assert.equal((await caller(server)(SEARCH)).status, 200);
    assert.equal((await server.call(CRON)).status, 200);
    const line = await report(server);
    assert.deepEqual(line, { job: "daily", accounts: 1, mismatched: 0, partial: false, detail_days: null });
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
    assert.match(job.cause, /^forget keys: .*no such table: idempotency/);
    await report(server, /\{"alarm":"job","cause":"roll up: .*\}/);
    assert.match(mails.cause, /no such table: mails/);
  } finally {
    await server.stop();
  }
});

test("an operator merges the full-text index that imports leave in many segments", async () => {
  const server = await startServer();
  try {
    for (let batch = 0; batch < 10; batch += 1) await load(server, [post(`merged-${batch}`, { content: "coral and kelp" })]);
    const segments = () => withDatabase(server.state, "POSTS_0", (database) => database.prepare("SELECT count(DISTINCT segid) AS n FROM words_idx").get().n);
    assert.ok(segments() > 2, String(segments()));
    const found = async () => (await caller(server)(`${SEARCH}?keyword=coral`)).body.data.posts.length;
    assert.equal(await found(), 10);
    const answer = await server.call("/operator/v1/index", { method: "POST", bearer: server.operatorSecret, json: {} });
    assert.deepEqual([answer.status, answer.body.data], [200, { shards_left: 0 }]);
    assert.equal(segments(), 1);
    assert.equal(await found(), 10);
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

test("every ten minutes old pages become one row a day, and what is left of a deleted account goes", async () => {
  const server = await startServer();
  try {
    const day = 86_400_000;
    const old = Math.floor(Date.now() / day) * day - 40 * day;
    withDatabase(server.state, "ACCOUNTS", (database) =>
      database.exec(
        `INSERT INTO ledger (account_id, at, reference, kind, credits) VALUES (1, ${old + 1}, 'a', 'page', -1), (1, ${old + 2}, 'b', 'page', -2), (1, ${old}, 'c', 'grant', 3);
         INSERT INTO accounts (account_id, email_key, email, name, company, status, balance, total_used, created_at) VALUES (7, 'DELETED:7', '', '', '', 'suspended', -1, 1, 0);
         INSERT INTO ledger (account_id, at, reference, kind, credits) VALUES (7, ${Date.now()}, 'a', 'page', -1)`,
      ),
    );
    assert.equal((await server.call("/cdn-cgi/handler/scheduled?cron=*/10+*+*+*+*")).status, 200);
    const rows = (sql) => withDatabase(server.state, "ACCOUNTS", (database) => database.prepare(sql).all().map((row) => ({ ...row })));
    assert.deepEqual(rows(`SELECT reference, credits FROM ledger WHERE account_id = 1 AND at < ${old + day} AND kind <> 'grant'`), [{ reference: `pages:${old / day}`, credits: -3 }]);
    assert.deepEqual(rows("SELECT account_id FROM ledger WHERE account_id = 7 UNION ALL SELECT account_id FROM accounts WHERE account_id = 7 UNION ALL SELECT account_id FROM deleted_accounts"), [{ account_id: 7 }]);
    assert.doesNotMatch(server.logs(), /"alarm"/);
  } finally {
    await server.stop();
  }
});

test("the daily job says what it found although another part of it fails", async () => {
  const server = await startServer();
  try {
    withDatabase(server.state, "ACCOUNTS", (database) => database.exec("UPDATE accounts SET balance = balance + 1; DROP TABLE links"));
    assert.equal((await server.call(CRON)).status, 200);
    await report(server, /\{"alarm":"ledger".*\}/);
    assert.match((await report(server, /\{"alarm":"job".*\}/)).cause, /^forget links: /);
  } finally {
    await server.stop();
  }
});
