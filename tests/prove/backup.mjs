// Both kinds of databases are lost and brought back, at a size where it can be timed.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../scripts/lib/migrate.mjs";
import { Fault, seconds } from "../../scripts/lib/say.mjs";
import { newAccount, operator } from "../api/support/api.mjs";
import { postern } from "../api/support/cli.mjs";
import { lose, maintain } from "../support/maintenance.mjs";
import { prepareService } from "../support/prepare.mjs";
import { startServer } from "../support/server.mjs";

export const title = "backup, loss and restore of all databases";
export const about = "All databases are lost and come back as they were, but for what was erased since; timed";
export const takes = "5 min";

const POSTS = 50_000;
const ACCOUNTS = 500;
const SHARDS = 2;
const ERASED = 20;

async function succeed(server, command, ...args) {
  const began = performance.now();
  const { code, text } = await maintain(server, command, ...args);
  if (code !== 0) throw new Fault(`npm run ${command} ended with exit code ${code}.`, { output: text, expected: "exit code 0" });
  return performance.now() - began;
}

async function cli(server, args, input) {
  const { code, out, err } = await postern(server, args, input);
  if (code !== 0) throw new Fault(`postern ${args.join(" ")} ended with exit code ${code}.`, { output: err, expected: "exit code 0" });
  return out;
}

const everything = async (server) => (await cli(server, ["export"])).split("\n").filter(Boolean);
const balances = async (server) => (await operator(server)("/stats")).body.data.ledger;

async function fill(server, say) {
  say(`  loading ${POSTS} posts, making ${ACCOUNTS} accounts`);
  await cli(server, ["import", "-"], await cli(server, ["sample", String(POSTS), "--seed", "7"]));
  await cli(server, ["shards", "spread", String(SHARDS)]);
  for (let n = 0; n < ACCOUNTS; n += 1) await newAccount(server, `owner${n}@example.com`, n);
}

/** Erases some posts. Returns their ids. */
async function erase(server, lines) {
  const ids = lines.slice(0, ERASED).map((line) => JSON.parse(line)).map(({ platform, platform_post_id: id }) => `${platform}:${id}`);
  for (const id of ids) {
    const { status, text } = await server.call(`/operator/v1/posts/${encodeURIComponent(id)}`, { method: "DELETE", bearer: server.operatorSecret });
    assert.equal(status, 200, text);
  }
  return ids;
}

/** Loses and restores. Returns how long each took, in milliseconds. */
async function through(server, folder) {
  const [backup, late] = [join(folder, "one"), join(folder, "two")];
  const took = { backup: await succeed(server, "backup", backup) };
  await erase(server, await everything(server));
  const before = await everything(server);

  await lose(server, ...Array.from({ length: SHARDS }, (_, n) => `POSTS_${n}`));
  rmSync(join(server.state, "migrations.json"));
  await migrate(server.state, join(server.state, "wrangler.json"));
  await server.restart();
  took.posts = await succeed(server, "restore", backup, "--posts");
  assert.ok((await everything(server)).join("\n") === before.join("\n"), "the posts are those that there were, without what was erased since");

  await succeed(server, "backup", late);
  const money = await balances(server);
  await lose(server, "ACCOUNTS");
  took.accounts = await succeed(server, "restore", late, "--accounts");
  await server.restart();
  assert.deepEqual(await balances(server), money);
  return { took, accounts: money.accounts, posts: before.length, bytes: readFileSync(join(backup, "posts.ndjson")).length };
}

export async function run({ say }) {
  await prepareService({ cli: true });
  const server = await startServer({ shards: SHARDS });
  const folder = mkdtempSync(join(tmpdir(), "postern-prove-"));
  try {
    await fill(server, say);
    const { took, accounts, posts, bytes } = await through(server, folder);
    return [
      ["Backed up", `${POSTS.toLocaleString("en")} posts (${(bytes / 1e6).toFixed(0)} MB), ${accounts} accounts, on ${SHARDS} databases of posts`],
      ["Time of the backup", seconds(took.backup)],
      ["Posts restored after both their databases were lost", `${posts.toLocaleString("en")}, byte for byte; ${ERASED} erased since the backup stayed so`],
      ["Time of that", seconds(took.posts)],
      ["Accounts restored after their database was lost", `${accounts}, every balance the sum of its ledger`],
      ["Time of that", seconds(took.accounts)],
    ];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
