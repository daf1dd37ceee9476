// The installed package in Node, against a real Worker.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { load, post } from "../api/support/posts.mjs";
import { startServer } from "../support/server.mjs";
import { project, run, write } from "./support/installed.mjs";
import { snippet } from "./support/snippets.mjs";

const POSTS = Array.from({ length: 130 }, (_, n) => post(`n${n}`, { username: n % 2 ? "reef.watch" : "kelp", content: `low tide ${n}`, hashtags: ["Tide"], likes_count: n }));

let server;
let consumer;
let Postern;
let PosternError;
let posts;
before(async () => {
  [server, consumer] = await Promise.all([startServer(), project()]);
  await load(server, POSTS);
  ({ Postern, PosternError } = await import(entry(consumer)));
  posts = new Postern({ baseUrl: server.url, token: server.token });
});
after(() => Promise.all([server?.stop(), consumer?.remove()]));

const entry = ({ folder }) => pathToFileURL(join(folder, "node_modules/postern/dist/core/index.js"));
const collect = async (walk) => {
  const all = [];
  for await (const one of walk) all.push(one);
  return all;
};
const balance = async () => (await posts.account()).balance.current;

test("each call gives what the service has", async () => {
  const page = await posts.byUser("instagram", "Reef.Watch", { limit: 3, sortBy: "likes_count", fromDate: "2026-01-01" });
  assert.deepEqual(page.posts.map((one) => one.likes_count), [129, 127, 125]);
  assert.equal(page.query.username, "reef.watch");
  assert.deepEqual(Object.keys(page).sort(), ["credits", "page", "posts", "query", "requestId"]);
  assert.equal(page.credits.charged, 1);
  assert.equal(page.credits.remaining, await balance());
  assert.equal((await posts.byHashtag("instagram", "tide", { minLikes: 128 })).posts.length, 2);
  assert.equal((await posts.search({ keyword: "\"tide 7\"" })).posts.length, 1);
  assert.equal((await posts.health()).status, "healthy");
  assert.equal((await posts.account()).account.status, "active");
});

test("a walk gives every post once, and pays for no page in vain", async () => {
  const before = await balance();
  const all = await collect(posts.search({ limit: 50 }).all());
  assert.equal(new Set(all.map((one) => one.id)).size, POSTS.length);
  assert.equal(all.length, POSTS.length);
  assert.equal(before - (await balance()), 3);
  const some = await collect(posts.search({ limit: 50 }).pages({ max: 60 }));
  assert.deepEqual(some.map(({ page }) => page.limit), [50, 10]);
  assert.equal((await collect(posts.search().all({ max: 7 }))).length, 7);
  assert.equal((await collect(posts.search({ keyword: "nothing" }).all())).length, 0);
  assert.equal(before - (await balance()), 6);
});

test("nothing is sent before it is awaited", async () => {
  const before = await balance();
  const one = posts.search();
  assert.ok(one instanceof Promise);
  assert.equal(await balance(), before);
  const [first, again] = await Promise.all([one, one.finally(() => {})]);
  assert.equal(first, again);
  assert.equal(before - (await balance()), 1);
});

test("bad arguments are refused as the service does, without a call", async () => {
  await assert.rejects(posts.search({ limit: 0 }), (error) => {
    assert.ok(error instanceof PosternError && error instanceof Error);
    assert.equal(error.code, "INVALID_PARAMETER");
    assert.equal(error.status, null);
    return true;
  });
  const theirs = await server.call("/api/v1/posts/search?limit=0&sort_by=likes", { bearer: server.token });
  await posts.search({ limit: 0, sortBy: "likes" }).catch(({ details }) => {
    const ours = details.map(({ option: _, ...fault }) => fault);
    assert.deepEqual(ours, theirs.body.error.details);
  });
  for (const max of [-1, 1.5, "5", {}]) {
    await assert.rejects(collect(posts.search().all({ max })), { code: "INVALID_PARAMETER", name: "PosternError" });
  }
  await assert.rejects(collect(posts.search(7).all()), { code: "INVALID_PARAMETER" });
  await assert.rejects(collect(posts.search({ limit: 101 }).all({ max: 3 })), { code: "INVALID_PARAMETER" });
});

test("a walk stops where cursors go round", async () => {
  const [one] = (await posts.search({ limit: 1 })).posts;
  let calls = 0;
  const data = { posts: [one], query: {}, page: { limit: 1, returned: 1, has_more: true, next_cursor: "A".repeat(28) } };
  const broken = new Postern({ baseUrl: server.url, token: "t", fetch: () => (calls += 1, Promise.resolve(Response.json({ success: true, data }))) });
  await assert.rejects(collect(broken.search().all()), { code: "DECODE_ERROR" });
  assert.equal(calls, 2);
});

test("one key pays for one page however often it is asked for", async () => {
  const before = await balance();
  let calls = 0;
  const flaky = async (...call) => {
    const answer = await fetch(...call);
    if ((calls += 1) === 1) throw new TypeError("the answer was lost");
    return answer;
  };
  const page = await new Postern({ baseUrl: `${server.url}/api/v1/`, token: server.token, fetch: flaky }).search({ limit: 2 });
  assert.deepEqual([calls, page.posts.length, before - (await balance())], [2, 2, 1]);
});

test("the module can come from bytes, an address, an answer or a compiled module", async () => {
  const file = join(consumer.folder, "node_modules/postern/dist/core/core_bg.wasm");
  write(consumer.folder, {
    "sources.mjs": `
      import assert from "node:assert/strict";
      import { readFileSync } from "node:fs";
      import { pathToFileURL } from "node:url";
      const bytes = readFileSync(${JSON.stringify(file)});
      const sources = [bytes, pathToFileURL(${JSON.stringify(file)}), String(pathToFileURL(${JSON.stringify(file)})), new WebAssembly.Module(bytes),
        new Response(bytes, { headers: { "content-type": "application/wasm" } })];
      for (const [at, source] of sources.entries()) {
        const { init, Postern } = await import(${JSON.stringify(String(entry(consumer)))} + "?" + at);
        if (at === 0) await assert.rejects(init(new Uint8Array(3)), { name: "PosternError", code: "NETWORK_ERROR" });
        await init(source);
        assert.equal((await new Postern({ baseUrl: ${JSON.stringify(server.url)} }).health()).status, "healthy");
      }
      console.log("all of them");`,
  });
  const { stdout } = await run(process.execPath, ["sources.mjs"], { cwd: consumer.folder });
  assert.equal(stdout, "all of them\n");
});

test("the README's snippet runs, in the oldest Node too", async () => {
  write(consumer.folder, { "snippet.mjs": snippet("Node", server) });
  const env = { ...process.env, POSTERN_TOKEN: server.token };
  for (const node of new Set([process.execPath, oldest()])) {
    const { stdout } = await run(node, ["snippet.mjs"], { cwd: consumer.folder, env });
    assert.deepEqual(stdout.trim().split("\n"), [129, 128, 127, 126, 125].map((n) => `instagram:n${n}`));
  }
});

/** The machine's own Node, which may be older than the one that runs the tests. */
function oldest() {
  return process.env.npm_node_execpath ?? process.execPath;
}

test("importing has no effect", async () => {
  assert.equal(JSON.parse(readFileSync(join(consumer.folder, "node_modules/postern/package.json"), "utf8")).sideEffects, false);
  const imports = ["", "/browser-token", "/offline", "/import"].map((name) => `await import("postern${name}");`).join(" ");
  write(consumer.folder, { "idle.mjs": `globalThis.fetch = () => { throw new Error("fetched"); }; WebAssembly.instantiate = globalThis.fetch; ${imports}` });
  await run(process.execPath, ["idle.mjs"], { cwd: consumer.folder });
});
