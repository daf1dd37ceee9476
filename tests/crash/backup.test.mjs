// Backup and restore, end to end, in the real runtime: both databases are lost, and come back as they were, but for what was
// erased. The same commands as in production, on local databases.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { migrate } from "../../scripts/lib/migrate.mjs";
import { lose, maintain } from "../support/maintenance.mjs";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, caller, fault, ids, operator, walk } from "../api/support/api.mjs";
import { postern } from "../api/support/cli.mjs";
import { databaseFile, withDatabase } from "../api/support/databases.mjs";
import { load, ndjson, post, send } from "../api/support/posts.mjs";

const POSTS = 1_000;
/** An author and a post that are erased before the backup, and others after it. */
const [GONE, GONE_LATER] = ["gone.before", "gone.after"];

let server;
let get;
let folder;
let backup;
before(async () => {
  server = await startServer({ shards: 2 });
  get = caller(server);
  folder = mkdtempSync(join(tmpdir(), "postern-backup-"));
  backup = join(folder, "one");
  const { out } = await postern(server, ["sample", String(POSTS)]);
  assert.equal((await postern(server, ["import", "-"], out)).code, 0);
  assert.equal((await postern(server, ["shards", "spread", "2"])).code, 0);
  await load(server, [
    ...["a1", "a2"].map((id) => post(id, { username: GONE, content: "seagrass" })),
    ...["b1", "b2"].map((id) => post(id, { username: GONE_LATER, content: "seagrass" })),
    ...["p1", "p2", "p3"].map((id) => post(id, { content: "seagrass" })),
  ]);
  await erase(`/authors/instagram/${GONE}`);
  await erase("/posts/instagram:p1");
  await operator(server)("/accounts", { email: "second@example.com", name: "Ο'Νίκος; --", credits: 50 });
  for (let n = 0; n < 20; n += 1) await get(address(SEARCH, { limit: 5, sort_by: "likes_count", min_likes: n }));
});
after(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function erase(path) {
  const answer = await server.call(`/operator/v1${path}`, { method: "DELETE", bearer: server.operatorSecret });
  assert.equal(answer.status, 200, answer.text);
}

const run = (command, ...args) => maintain(server, command, ...args);

async function succeed(command, ...args) {
  const { code, text } = await run(command, ...args);
  assert.equal(code, 0, text);
  return text;
}

/** Pages as they are answered: their bytes and ETags. */
async function pages() {
  const queries = [{}, { keyword: "coral" }, { sort_by: "likes_count" }, { platform: "x", sort_by: "views_count", sort_order: "asc" }, { keyword: "seagrass" }, { username: "reef.watch" }];
  const all = [];
  for (const query of queries) {
    for (let cursor, page = 0; page < 4; page += 1) {
      const answer = await get(address(SEARCH, { ...query, limit: 100, cursor }));
      assert.equal(answer.status, 200, answer.text);
      all.push([answer.headers.etag, createHash("sha256").update(answer.text).digest("hex")]);
      cursor = answer.body.data.page.next_cursor;
      if (!cursor) break;
    }
  }
  return all;
}

/** What is there of money: every row of the tables that have to do with it. */
function money() {
  return withDatabase(server.state, "ACCOUNTS", (database) => {
    const rows = (table) => database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3`).all().map((row) => ({ ...row }));
    return Object.fromEntries(["accounts", "tokens", "ledger", "payments", "usage"].map((table) => [table, rows(table)]));
  });
}

const everything = async () => (await postern(server, ["export"])).out;

test("a backup has the posts, the accounts and what was erased, readable by its owner only", async () => {
  const text = await succeed("backup", backup);
  assert.match(text, new RegExp(`Backed up ${POSTS + 4} posts, 4 tombstones and the accounts of local`));
  assert.deepEqual(readdirSync(backup).sort(), ["accounts.sql", "backup.json", "posts.ndjson", "tombstones.ndjson"]);
  assert.equal(statSync(backup).mode & 0o777, 0o700);
  for (const name of readdirSync(backup)) assert.equal(statSync(join(backup, name)).mode & 0o777, 0o600, name);
  const keys = readFileSync(join(backup, "tombstones.ndjson"), "utf8").trim().split("\n").map((line) => JSON.parse(line).key);
  assert.deepEqual(keys, [`author 2:${GONE}`, "post instagram:a1", "post instagram:a2", "post instagram:p1"]);
  assert.equal(readFileSync(join(backup, "posts.ndjson"), "utf8"), await everything());
  const again = await run("backup", backup);
  assert.equal(again.code, 1);
  assert.match(again.text, /has a backup in it/);
});

test("both databases of posts are lost: what was erased since stays so, and all else is as it was", async () => {
  // After the backup: an author, a post of the backup, and a post that came and went.
  await erase(`/authors/instagram/${GONE_LATER}`);
  await erase("/posts/instagram:p2");
  await load(server, [post("c1", { content: "seagrass" })]);
  await erase("/posts/instagram:c1");
  const before = { pages: await pages(), money: money(), posts: await everything() };
  await lose(server, "POSTS_0", "POSTS_1");
  rmSync(join(server.state, "migrations.json"));
  await migrate(server.state, join(server.state, "wrangler.json"));
  await server.restart();

  fault(await get(SEARCH), 503, "STORAGE_UNAVAILABLE");
  const restoring = succeed("restore", backup, "--posts");
  // Nobody can read what is half there.
  for (let n = 0, is = null; is === null; n += 1) {
    is = await Promise.race([restoring, sleep(500).then(() => get(address(SEARCH, { username: GONE_LATER, sort_by: "likes_count" })))]);
    if (typeof is === "string") break;
    assert.ok(is.status === 503 || ids(is).length === 0, is.text);
    is = null;
  }
  assert.match(await restoring, /POSTS_0, POSTS_1: erased 3 posts again, by 5 erasures/);

  assert.deepEqual(await pages(), before.pages);
  assert.equal(await everything(), before.posts);
  const lines = ["a1", "a2", "b1", "b2", "p1", "p2", "c1", "new"].map((id) => post(id, { username: id === "new" ? GONE_LATER : "another.name" }));
  const { inserted, erased } = (await send(server, ndjson(lines))).body.data;
  assert.deepEqual([inserted, erased], [0, lines.length], "no import brings back what was erased");
  const after = money();
  assert.equal(after.accounts[0].balance, before.money.accounts[0].balance - before.pages.length, "only the pages of this test were charged");
  assert.deepEqual(after.tokens, before.money.tokens);
  assert.match(await succeed("restore", backup, "--posts"), /Nothing to do/);
});

test("the accounts are lost: balances, ledgers, tokens and prices of pages are those of the backup, and nobody is signed in", async () => {
  const second = join(folder, "two");
  await load(server, [post("later", { content: "seagrass" })]);
  await succeed("backup", second);
  const before = { money: money(), pages: readFileSync(join(second, "posts.ndjson"), "utf8") };
  withDatabase(server.state, "ACCOUNTS", (database) => database.exec("INSERT INTO sessions VALUES ('key', 1, 1, 1)"));
  const full = await run("restore", second, "--accounts");
  assert.equal(full.code, 1);
  assert.match(full.text, /has tables in it/);
  await lose(server, "ACCOUNTS");
  assert.match(await succeed("restore", second, "--accounts"), /2 accounts, every balance the sum of its ledger/);
  await server.restart();
  assert.deepEqual(money(), before.money);
  assert.equal(await everything(), before.pages);
  assert.equal((await get(SEARCH)).headers["x-credits-remaining"], String(before.money.accounts[0].balance - 1));
  const { body } = await operator(server)("/stats");
  assert.deepEqual(body.data.ledger, { accounts: 2, mismatched: 0 });
  assert.equal(withDatabase(server.state, "ACCOUNTS", (database) => database.prepare("SELECT count(*) AS n FROM sessions").get().n), 0);
});

test("a database of posts that went back in time is shut until what was erased since is erased again", async () => {
  await load(server, ["t1", "t2"].map((id) => post(id, { username: "traveller", content: "tide" })));
  const kept = join(folder, "as-it-was");
  const d1 = join(server.state, "v3", "d1");
  await server.crash();
  cpSync(d1, kept, { recursive: true });
  await server.restart();
  await erase("/posts/instagram:t1");
  const before = await everything();
  await lose(server, "POSTS_0", "POSTS_1");
  for (const binding of ["POSTS_0", "POSTS_1"]) {
    const path = databaseFile(server.state, binding);
    for (const suffix of ["", "-wal", "-shm"]) {
      const copy = path.replace(d1, kept) + suffix;
      if (existsSync(copy)) cpSync(copy, path + suffix);
    }
  }
  await server.restart();
  fault(await get(address(SEARCH, { keyword: "tide" })), 503, "STORAGE_UNAVAILABLE");
  assert.match(await succeed("restore", "--posts"), /erased 1 posts again, by 6 erasures/);
  assert.deepEqual(ids(await get(address(SEARCH, { keyword: "tide" }))), ["t2"]);
  assert.equal(await everything(), before);
  assert.equal((await walk(get, `${API}/posts/by-user/instagram/traveller`)).length, 1);
  const { body } = await operator(server)("/changes");
  assert.deepEqual([body.data.changes[0].action, body.data.changes[0].subject], ["restore posts", "time travel"]);
});

test("a backup that was changed since is refused", async () => {
  appendFileSync(join(backup, "posts.ndjson"), "\n");
  const { code, text } = await run("restore", backup, "--posts");
  assert.equal(code, 1);
  assert.match(text, /posts\.ndjson is not what was backed up/);
});

test("commands that are unclear are refused before anything is done", async () => {
  for (const [args, expected] of [[[backup], /not clear what to restore/], [["--accounts"], /not clear/], [[backup, "--post"], /option '--post'/], [[backup, "x", "--posts"], /argument "x"/]]) {
    const { code, text } = await run("restore", ...args);
    assert.deepEqual([code, expected.test(text)], [2, true], text);
  }
  for (const command of ["backup", "restore"]) {
    const { code, text } = await run(command, "--help");
    assert.deepEqual([code, text.startsWith(`npm run ${command} -- FOLDER`)], [0, true], text);
  }
});
