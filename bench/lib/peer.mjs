// The peer as the bench runs it: bundled by esbuild, over a local D1 with the same posts as Postern's.

import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot, NODE, npmTool } from "../../scripts/lib/paths.mjs";
import { launch, lines } from "../../scripts/lib/run.mjs";
import { Fault, task } from "../../scripts/lib/say.mjs";
import { hashOf, unlessStamped } from "../../scripts/lib/stamp.mjs";
import { crc32 } from "../peer/worker/crc32.js";
import { Client } from "./client.mjs";
import { KEPT, named } from "./data.mjs";
import { modules } from "./postern.mjs";
import { serve } from "./runtime.mjs";

const PEER = inRoot("bench", "peer");
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CREDITS = 1_000_000_000;

/** The database of a binding among the files of a state folder: the one with a table of this name. */
function databaseWith(state, table) {
  const folder = join(state, "v3", "d1", "miniflare-D1DatabaseObject");
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => /^[0-9a-f]+\.sqlite$/.test(name)) : [];
  const script = `const { DatabaseSync } = require("node:sqlite");
    for (const path of process.argv.slice(1)) {
      const database = new DatabaseSync(path, { readOnly: true });
      if (database.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").get(${JSON.stringify(table)})) console.log(path);
    }`;
  return execFileSync(NODE, ["--no-warnings", "-e", script, ...files.map((name) => join(folder, name))], { encoding: "utf8" }).trim();
}

/** Bundles the peer, minified as one deploys it, and returns its one module. */
function bundle() {
  const path = join(KEPT, "peer", "index.js");
  const args = ["--bundle", "--minify", "--format=esm", "--target=esnext", `--outfile=${path}`, "--log-level=warning"];
  execFileSync(npmTool("esbuild"), [join(PEER, "worker", "index.js"), ...args], { stdio: ["ignore", "ignore", "inherit"] });
  return path;
}

const options = (files, root) => ({
  name: "peer",
  compatibilityDate: "2026-11-01",
  compatibilityFlags: ["no_nodejs_compat", "no_nodejs_compat_v2"],
  d1Databases: { DB: "peer" },
  ratelimits: Object.fromEntries(["CALLS", "REFUSALS"].map((name, number) => [name, { namespace_id: String(2001 + number), simple: { limit: 1_000_000, period: 60 } }])),
  modulesRoot: root,
  modules: modules(files),
});

/** Makes the file of an empty database, which only the runtime knows the name of. */
async function createDatabase(state) {
  const path = join(KEPT, "peer", "empty.js");
  writeFileSync(path, `export default { async fetch(_, env) { await env.DB.prepare("CREATE TABLE peer_mark (x)").run(); return new Response("made"); } };`);
  const runtime = await serve(state, options([path], join(KEPT, "peer")));
  await fetch(runtime.url);
  await runtime.stop();
  return databaseWith(state, "peer_mark");
}

/** Sees to the peer's database with the posts of a loaded Postern. */
async function filled(postern, count) {
  const state = join(KEPT, String(count), "peer");
  const stamp = hashOf(["bench/peer/schema.sql", "bench/peer/fill.mjs"], readFileSync(join(KEPT, String(count), "postern.stamp"), "utf8"));
  await unlessStamped(`${state}.stamp`, stamp, async () => {
    rmSync(state, { recursive: true, force: true });
    mkdirSync(state, { recursive: true });
    const running = task(`Filling the peer's database with ${named(count)} posts`);
    const to = await createDatabase(state);
    const child = launch(NODE, ["--no-warnings", join(PEER, "fill.mjs"), databaseWith(postern, "documents"), to, join(PEER, "schema.sql")]);
    const complaints = [];
    lines(child.stdout, (line) => running.update(line));
    lines(child.stderr, (line) => complaints.push(line));
    const { code } = await child.ended;
    if (code !== 0) {
      running.fail();
      throw new Fault("The peer's database could not be filled.", { output: complaints.join("\n"), expected: "exit code 0" });
    }
    running.done();
  });
  return state;
}

/** A token of the form that both services share. */
function newToken() {
  const digits = (bytes) => Array.from(bytes, (byte) => BASE62[byte % 62]).join("");
  const body = `postern_live_${digits(randomBytes(43))}`;
  let [sum, check] = [crc32(Buffer.from(body)), ""];
  for (; check.length < 6; sum = Math.floor(sum / 62)) check = BASE62[sum % 62] + check;
  return body + check;
}

/** Makes an account with a new token in the peer's database. */
function makeAccount(state) {
  const token = newToken();
  const script = `const { DatabaseSync } = require("node:sqlite");
    const [path, hash, credits] = process.argv.slice(1);
    const database = new DatabaseSync(path);
    database.exec("DELETE FROM tokens");
    database.prepare("INSERT INTO accounts (id, email, name, company, status, balance, created_at) VALUES (1, 'bench@example.com', 'Bench', 'Example Ltd', 'active', ?, 0) ON CONFLICT DO UPDATE SET balance = excluded.balance").run(Number(credits));
    database.prepare("INSERT INTO tokens VALUES (?, 1, 0)").run(hash);`;
  const hash = createHash("sha256").update(token).digest("hex");
  execFileSync(NODE, ["--no-warnings", "-e", script, databaseWith(state, "posts_text"), hash, String(CREDITS)]);
  return token;
}

/**
 * Starts the peer with the posts of a loaded Postern.
 *
 * @param {(worker: object) => object} [wrapped] changes what miniflare is told, to put something around the Worker
 */
export async function startPeer(postern, count, wrapped = (worker) => worker) {
  mkdirSync(join(KEPT, "peer"), { recursive: true });
  const state = await filled(postern, count);
  const token = makeAccount(state);
  const runtime = await serve(state, wrapped(options([bundle()], join(KEPT, "peer"))));
  const client = new Client(runtime.url, token);
  const stop = async () => {
    client.close();
    await runtime.stop();
  };
  return { ...runtime, token, client, folder: state, stop };
}
