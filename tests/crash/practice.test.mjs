// What OPERATIONS.md says under "Practise it", line by line: `npm start`, a backup, both databases lost, and both back.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../../scripts/lib/client.mjs";
import { inRoot, NODE } from "../../scripts/lib/paths.mjs";
import { launch, stop } from "../../scripts/lib/run.mjs";
import { freePort } from "../../scripts/lib/server.mjs";
import { API, SEARCH } from "../api/support/api.mjs";

const READY = "Postern is ready at";
/** More than the longest step takes on a busy machine. */
const PATIENCE_MS = 240_000;

let folder;
let state;
let backup;
let environment;
let running = null;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "postern-practice-"));
  [state, backup] = ["state", "backup"].map((name) => join(folder, name));
  environment = { ...process.env, POSTERN_STATE: state, PORT: String(await freePort()), NO_COLOR: "1" };
});
after(async () => {
  await end();
  rmSync(folder, { recursive: true, force: true });
});

/** A script of the project, and what it says. */
function run(name, ...args) {
  const child = launch(NODE, [inRoot("scripts", `${name}.mjs`), ...args], { env: environment });
  const one = { child, ended: child.ended, text: "" };
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (one.text += data));
  return one;
}

async function succeed(name, ...args) {
  const one = run(name, ...args);
  assert.equal((await one.ended).code, 0, one.text);
  return one.text;
}

/** `npm start`: what it says until it is ready. */
async function start() {
  running = run("start");
  let over = false;
  running.ended.then(() => (over = true));
  for (let waited = 0; !running.text.includes(READY); waited += 100) {
    assert.ok(!over && waited < PATIENCE_MS, running.text);
    await sleep(100);
  }
  return running.text;
}

async function end() {
  if (running) await stop(running.child, "SIGINT");
  running = null;
}

/** The statuses of health and of a page, by the token of `dev.json`, and the page. */
async function look() {
  const { url, api_token } = JSON.parse(readFileSync(join(state, "dev.json"), "utf8"));
  const health = await call(`${url}${API}/health`);
  const page = await call(`${url}${SEARCH}?limit=5`, { bearer: api_token });
  return { statuses: [health.status, page.status], posts: page.body?.data };
}

test("both databases are lost and come back, as the document says", { timeout: 2 * PATIENCE_MS }, async () => {
  assert.doesNotMatch(await start(), /pages are refused/);
  const good = await look();
  assert.deepEqual(good.statuses, [200, 200]);
  await succeed("backup", backup, "--local");
  await end();
  for (const lost of ["v3/d1", "migrations.json"]) rmSync(join(state, lost), { recursive: true });
  assert.match(await succeed("restore", backup, "--accounts", "--local"), /every balance the sum of its ledger/);
  assert.match(await start(), /warning: .* pages are refused\. After a loss: `npm run restore -- FOLDER --posts --local`\./);
  assert.deepEqual((await look()).statuses, [503, 503]);
  await succeed("restore", backup, "--posts", "--local");
  await sleep(5_100); // health is held for five seconds
  const again = await look();
  assert.deepEqual(again.statuses, [200, 200]);
  assert.deepEqual(again.posts, good.posts);
});

test("the document has these commands, in this order", () => {
  const [, block] = /### Practise it\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(readFileSync(inRoot("OPERATIONS.md"), "utf8"));
  const commands = block.split("\n").map((line) => line.replace(/ +#.*$/, "")).filter(Boolean);
  assert.deepEqual(commands, [
    "export POSTERN_STATE=~/practice",
    "npm start",
    "npm run backup -- ~/practice-backup --local",
    "rm -r ~/practice/v3/d1 ~/practice/migrations.json",
    "npm run restore -- ~/practice-backup --accounts --local",
    "npm start",
    "npm run restore -- ~/practice-backup --posts --local",
  ]);
});
