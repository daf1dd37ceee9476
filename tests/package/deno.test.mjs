// The installed package in Deno, checked by its compiler and run with no more permissions than it needs.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { npmTool } from "../../scripts/lib/paths.mjs";
import { load } from "../api/support/posts.mjs";
import { startServer } from "../support/server.mjs";
import { NEWEST, POSTS } from "./support/exercise.mjs";
import { project, run, write } from "./support/installed.mjs";
import { snippet } from "./support/snippets.mjs";

let server;
let consumer;
before(async () => {
  [server, consumer] = await Promise.all([startServer(), project()]);
  await load(server, POSTS);
});
after(() => Promise.all([server?.stop(), consumer?.remove()]));

/** Runs a file in Deno with these permissions, and returns what it printed. */
async function deno(file, text, ...permissions) {
  write(consumer.folder, { [file]: text });
  const own = { DENO_DIR: join(consumer.folder, ".deno"), DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" };
  const env = { ...process.env, ...own, POSTERN_TOKEN: server.token };
  const { stdout } = await run(npmTool("deno"), ["run", "--check", "--no-prompt", "--no-remote", ...permissions, file], { cwd: consumer.folder, env });
  return stdout.trim();
}

const allowed = () => [`--allow-net=${new URL(server.url).host}`, "--allow-read=node_modules/@postern/client"];

test("the README's snippet compiles and runs", async () => {
  const printed = await deno("snippet.ts", snippet("Deno", server), ...allowed(), "--allow-env=POSTERN_TOKEN");
  assert.deepEqual(printed.split("\n"), NEWEST);
});

test("its compiler knows the types", async () => {
  const text = (limit) => `import { type Page, Postern } from "@postern/client";\nexport const page = (posts: Postern): Promise<Page> => posts.search({ limit: ${limit} });\n`;
  assert.equal(await deno("right.ts", text("5")), "");
  await assert.rejects(deno("wrong.ts", text('"five"')), /Type 'string' is not assignable to type 'number/);
});

test("who may not read the module is told what is missing", async () => {
  const text = `import { init, PosternError } from "@postern/client/import";
    const failure = await init().catch((error) => error);
    console.log(JSON.stringify([failure instanceof PosternError, failure.code, failure.message]));`;
  const [is, code, message] = JSON.parse(await deno("denied.js", text));
  assert.deepEqual([is, code], [true, "NETWORK_ERROR"]);
  assert.match(message, /--allow-read/);
});
