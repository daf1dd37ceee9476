// The entry with its module inside: in an installed package that has no WebAssembly file any more.

import assert from "node:assert/strict";
import { createContext, runInContext } from "node:vm";
import { after, before, test } from "node:test";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { load, post } from "../api/support/posts.mjs";
import { ENTRIES } from "../../scripts/lib/package.mjs";
import { startServer } from "../support/server.mjs";
import { launch, serve, untilTitled } from "./support/browser.mjs";
import { project, run, write } from "./support/installed.mjs";

let server;
let consumer;
before(async () => {
  [server, consumer] = await Promise.all([startServer(), project()]);
  await load(server, [1, 2, 3].map((n) => post(`i${n}`, { likes_count: n })));
  for (const { name } of ENTRIES) rmSync(join(dist(), name, `${name}_bg.wasm`));
});
after(() => Promise.all([server?.stop(), consumer?.remove()]));

const dist = (...path) => join(consumer.folder, "node_modules/@postern/client/dist", ...path);

/** What a program does with the entry, without an address that it could load a module from. */
const USE = () => `
  const loaded = [];
  const calls = (...call) => (loaded.push(String(call[0])), fetch(...call));
  const posts = new Postern({ baseUrl: ${JSON.stringify(server.url)}, token: ${JSON.stringify(server.token)}, fetch: calls });
  const likes = [];
  for await (const post of posts.search({ limit: 2, fields: ["likes_count"] }).all()) likes.push(post.likes_count);
  const { total } = await posts.counts();
  const wrong = await posts.search({ limit: 0 }).catch((error) => error);
  console.log(JSON.stringify([likes.sort(), total.posts, wrong instanceof PosternError, wrong.code, loaded.every((url) => url.includes("/api/v1/"))]));
`;
const USED = [[1, 2, 3], 3, true, "INVALID_PARAMETER", true];

/** The Node that runs the tests, and the machine's own, which may be older. */
const nodes = () => new Set([process.execPath, process.env.npm_node_execpath ?? process.execPath]);

async function runs(file) {
  for (const node of nodes()) assert.deepEqual(JSON.parse((await run(node, [file], { cwd: consumer.folder })).stdout), USED, `${file} in ${node}`);
}

test("an import works without a file beside it", async () => {
  write(consumer.folder, { "inline.mjs": `import { Postern, PosternError } from "@postern/client/inline"; ${USE()}` });
  await runs("inline.mjs");
});

test("require works, too", async () => {
  write(consumer.folder, { "inline.cjs": `const { Postern, PosternError } = require("@postern/client/inline"); (async () => { ${USE()} })();` });
  await runs("inline.cjs");
});

test("importing it does nothing", async () => {
  write(consumer.folder, { "idle.mjs": `globalThis.fetch = WebAssembly.instantiate = WebAssembly.compile = globalThis.atob = () => { throw new Error("did something"); }; await import("@postern/client/inline"); console.log("idle");` });
  assert.equal((await run(process.execPath, ["idle.mjs"], { cwd: consumer.folder })).stdout, "idle\n");
});

test("errors of all entries that are imported are of one class", async () => {
  write(consumer.folder, { "class.mjs": `import { PosternError } from "@postern/client"; import { PosternError as Same } from "@postern/client/inline"; console.log(PosternError === Same);` });
  assert.equal((await run(process.execPath, ["class.mjs"], { cwd: consumer.folder })).stdout, "true\n");
});

test("it works in a page that a test runner makes up: another realm, which has no text encoder and no fetch", async () => {
  const body = JSON.stringify({ success: true, data: { posts: [{ id: "x:é🪸" }], query: {}, page: { limit: 50, returned: 1, has_more: false, next_cursor: null } } });
  const outside = { URL, AbortController, AbortSignal, setTimeout, clearTimeout, atob, process, console, done: null, body, module: { exports: {} } };
  const realm = createContext(outside);
  assert.equal(runInContext("typeof TextDecoder + typeof fetch", realm), "undefinedundefined");
  runInContext(`(function () { ${readFileSync(dist("inline", "index.cjs"), "utf8")} })()`, realm);
  const found = await runInContext(`(async () => {
    const { Postern, PosternError } = module.exports;
    const answer = { status: 200, headers: { get: () => null }, text: async () => body };
    const posts = new Postern({ baseUrl: "https://posts.example", token: "t", fetch: async () => answer });
    const wrong = await posts.search({ keyword: "é".repeat(300) }).catch((error) => error);
    const without = await new Postern({ baseUrl: "https://posts.example", token: "t" }).search().catch((error) => error);
    return JSON.stringify([(await posts.search({ fields: ["id"] })).posts[0].id, wrong instanceof PosternError, wrong.details[0].code, without.message]);
  })()`, realm);
  const [id, is, code, message] = JSON.parse(found);
  assert.deepEqual([id, is, code], ["x:é🪸", true, "OUT_OF_RANGE"]);
  assert.match(message, /expected a fetch, and there is none here.* as the setting fetch, or .*jest-fixed-jsdom/);
});

test("it works in a page whose policy lets it load nothing but the service's answers", async () => {
  const [browser, folder] = [await launch(), join(consumer.folder, "page")];
  write(folder, { "index.html": `<!doctype html><title>-</title><script type="module">import { Postern, PosternError } from "/postern/inline/index.js"; const console = { log: (text) => (document.title = text) }; ${USE()}</script>` });
  const files = await serve({ "/": folder, "/postern/": dist() }, server.url);
  try {
    await (await untilTitled(browser, `${files.url}/`, JSON.stringify(USED))).close();
  } finally {
    await Promise.all([files.stop(), browser.close()]);
  }
});

test("where the main entry's file is gone, the error names this entry", async () => {
  write(consumer.folder, {
    "gone.mjs": `
      import { Postern } from "./node_modules/@postern/client/dist/core/index.js"; // as bundlers of pages take it
      import { PostSet } from "./node_modules/@postern/client/dist/offline/index.js";
      for (const call of [() => new Postern({ baseUrl: "https://posts.example" }).health(), () => PostSet.from([])]) console.log(await call().catch(({ code, message }) => code + " " + message));`,
  });
  const [core, offline] = (await run(process.execPath, ["gone.mjs"], { cwd: consumer.folder })).stdout.trim().split("\n");
  assert.match(core, /^NETWORK_ERROR .*core_bg\.wasm: .*ENOENT.*import @postern\/client\/inline, which has it inside$/);
  assert.match(offline, /^NETWORK_ERROR .*offline_bg\.wasm: .*or give the address of the file to init$/);
});
