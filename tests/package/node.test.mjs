// The installed package in Node, against a real Worker.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { load, post } from "../api/support/posts.mjs";
import { buildPackage } from "../../scripts/lib/package.mjs";
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

const entry = ({ folder }) => pathToFileURL(join(folder, "node_modules/@postern/client/dist/core/index.js"));
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
  const { posts: [one], page: { next_cursor } } = await posts.search({ limit: 1 });
  let calls = 0;
  const data = { posts: [one], query: {}, page: { limit: 1, returned: 1, has_more: true, next_cursor } };
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
  const file = join(consumer.folder, "node_modules/@postern/client/dist/core/core_bg.wasm");
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
  assert.equal(JSON.parse(readFileSync(join(consumer.folder, "node_modules/@postern/client/package.json"), "utf8")).sideEffects, false);
  const imports = ["", "/browser-token", "/offline", "/import"].map((name) => `await import("@postern/client${name}");`).join(" ");
  write(consumer.folder, { "idle.mjs": `globalThis.fetch = () => { throw new Error("fetched"); }; WebAssembly.instantiate = globalThis.fetch; ${imports}` });
  await run(process.execPath, ["idle.mjs"], { cwd: consumer.folder });
});

test("a service has the package that fits it", async () => {
  const answer = await fetch(`${server.url}/package/postern.tgz`);
  assert.equal(answer.status, 200);
  assert.ok(Buffer.from(await answer.arrayBuffer()).equals(readFileSync(await buildPackage())));
});

test("a walk with a bound gives what a browser token may", async () => {
  const { createBrowserToken } = await import(pathToFileURL(join(consumer.folder, "node_modules/@postern/client/dist/browser-token/index.js")));
  const token = await createBrowserToken(server.token, { expiresIn: 60, maxLimit: 20 });
  const visitor = new Postern({ baseUrl: server.url, token });
  const pages = await collect(visitor.search().pages({ max: 30 }));
  assert.deepEqual(pages.map((page) => page.posts.length), [20, 10]);
  await assert.rejects(visitor.search({ limit: 30 }), { code: "INSUFFICIENT_SCOPE" });
  await assert.rejects(collect(visitor.search({ limit: 30 }).all({ max: 25 })), { code: "INSUFFICIENT_SCOPE" });
});

test("options and settings of the wrong form are refused, and not read as none", async () => {
  const refused = { name: "PosternError", code: "INVALID_PARAMETER" };
  for (const wrong of [5, "3", [], { Max: 5 }, { mx: 3 }, { get max() { throw new Error("no"); } }]) await assert.rejects(collect(posts.search().all(wrong)), refused);
  const inherited = Object.create({ limit: 5 });
  class Options { get limit() { return 5; } }
  for (const wrong of [new Map([["keyword", "reef"]]), new URLSearchParams("limit=5"), new Date(), inherited, new Options(), [], () => {}]) {
    await assert.rejects(posts.search(wrong), refused);
    await assert.rejects(collect(posts.search(wrong).all()), refused);
  }
  await assert.rejects(collect(posts.search({ get limit() { throw new Error("no"); } }).all()), refused);
  assert.equal((await posts.search(Object.assign(Object.create(null), { limit: 1 }))).posts.length, 1);
  for (const settings of [{ baseUrl: server.url, timeOut: 5 }, { baseUrl: server.url, tokn: "t" }, "http://localhost", undefined, null, new Map()]) {
    await assert.rejects(new Postern(settings).health(), refused);
  }
  await assert.rejects(posts.search({ timeout: 0 }), ({ details: [fault] }) => fault.minimum === 1 && fault.maximum === 2_147_483_647);
});

test("no message has a secret in it", async () => {
  const failures = [
    new Postern({ baseUrl: server.token, token: server.url }).health(),
    new Postern({ baseUrl: "https://bob:hunter2@posts.example" }).health(),
    posts.byUser(server.token, "reef"),
    posts.byUser("instagram", server.token),
    posts.byHashtag("instagram", server.token),
    posts.search({ [server.token]: 1 }),
    new Postern({ baseUrl: server.url, token: server.token, fetch: async (_, { headers }) => new Response(JSON.stringify(headers), { status: 502 }) }).search(),
    new Postern({ baseUrl: server.url, token: server.token, fetch: async (_, { headers }) => new Response(`<p>${headers.Authorization}`, { status: 400 }) }).search(),
  ];
  for (const failure of failures) {
    const error = await failure.then(() => assert.fail("expected an error"), (thrown) => thrown);
    const text = [error.message, error.stack, JSON.stringify(error.details)].join();
    assert.ok(!text.includes(server.token.slice(13, 40)) && !text.includes("hunter2"), text.replaceAll(server.token, "TOKEN"));
  }
});

test("a client works behind a proxy, and with the end of a line after its token", async () => {
  assert.equal((await new Proxy(posts, {}).search({ limit: 1 })).posts.length, 1);
  assert.equal((await new Postern({ baseUrl: server.url, token: () => `${server.token}\n` }).account()).account.status, "active");
  assert.equal(Postern.name, "Postern");
});

test("a module that does not come holds a call no longer than it may take", async () => {
  const stuck = (more) => `
    const { init, Postern } = await import("@postern/client");
    init(new Promise(() => {}));
    const posts = new Postern({ baseUrl: ${JSON.stringify(server.url)}, timeout: 400 });
    console.log(await ${more}.catch(({ name, code }) => [name, code].join(" ")));
    process.exit();`;
  const cases = { "posts.health()": "TIMEOUT", "posts.search({ timeout: 100 })": "TIMEOUT", "posts.search({ signal: AbortSignal.abort() })": "ABORTED", "posts.search({ signal: AbortSignal.timeout(50) })": "ABORTED" };
  for (const [call, code] of Object.entries(cases)) {
    write(consumer.folder, { "stuck.mjs": stuck(call) });
    assert.equal((await run(process.execPath, ["stuck.mjs"], { cwd: consumer.folder })).stdout, `PosternError ${code}\n`, call);
  }
});

test("a module of another kind is refused, and the right one still works", async () => {
  write(consumer.folder, {
    "other.mjs": `
      const { init, Postern } = await import("@postern/client");
      const other = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
      console.log(await init(other).catch(({ code }) => code));
      await init();
      console.log((await new Postern({ baseUrl: ${JSON.stringify(server.url)} }).health()).status);`,
  });
  assert.equal((await run(process.execPath, ["other.mjs"], { cwd: consumer.folder })).stdout, "NETWORK_ERROR\nhealthy\n");
});
