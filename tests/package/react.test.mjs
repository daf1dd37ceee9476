// The hooks with React itself: rendered on a server, taken over by a page in strict mode, with arguments that change and components
// that go.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { load, post } from "../api/support/posts.mjs";
import { startServer } from "../support/server.mjs";
import { launch, serve } from "./support/browser.mjs";
import { project, run, write } from "./support/installed.mjs";
import { snippet } from "./support/snippets.mjs";

const APP = readFileSync(inRoot("tests", "package", "support", "app.mjs"), "utf8");

/** What a page runs: it knows each call of the service, and what React complains about. */
const PAGE = `
import { createElement as h } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { Postern } from "@postern/client";
import { App, Copy, List, Search } from "./app.mjs";
const PARTS = { Search, List, Copy };
globalThis.calls = [];
globalThis.complaints = [];
console.error = (...parts) => complaints.push(parts.map(String).join(" "));
globalThis.mount = ({ url, token }, name, props, html) => {
  const delayed = (request, options) => {
    const call = { url: request.url ?? String(request), signal: request.signal ?? options?.signal };
    calls.push(call);
    return globalThis.slow ? new Promise((_, reject) => call.signal.addEventListener("abort", () => reject(call.signal.reason))) : fetch(request, options);
  };
  const client = new Postern({ baseUrl: url, token, retries: 0, fetch: delayed });
  const part = h(PARTS[name], { source: client, client, ...props, initial: props?.later ? Promise.resolve(props.initial) : props?.initial });
  const root = document.querySelector("#root");
  root.innerHTML = html ?? "";
  const onRecoverableError = (error) => complaints.push(String(error));
  if (html === undefined) createRoot(root, { onRecoverableError }).render(h(App, { parts: part }));
  else hydrateRoot(root, h(App, { parts: part }), { onRecoverableError });
};
document.title = "ready";
`;

/** What a server runs: it writes what it renders of each part, and how many calls that took. */
const SERVER = `
import { createElement as h } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { Writable } from "node:stream";
import { Postern } from "@postern/client";
import { App, Copy, List, Search } from "./app.mjs";
const [url, token] = process.argv.slice(2);
let calls = 0;
const client = new Postern({ baseUrl: url, token, fetch: (...call) => { calls += 1; return fetch(...call); } });
const initial = await client.search({ keyword: "tide", limit: 3 });
calls = 0;
const rendered = (part, props) =>
  new Promise((resolve, reject) => {
    const written = [];
    const into = new Writable({ write: (chunk, _, done) => (written.push(chunk), done()), final: (done) => (resolve(Buffer.concat(written).toString()), done()) });
    const { pipe } = renderToPipeableStream(h(App, { parts: h(part, { source: client, client, name: "server", ...props }) }), { onAllReady: () => pipe(into), onError: reject });
  });
const html = {
  empty: await rendered(Search),
  full: await rendered(Search, { initial }),
  promised: await rendered(Search, { initial: new Promise((resolve) => setTimeout(resolve, 30, initial)) }),
  list: await rendered(List),
  copy: await rendered(Copy),
};
console.log(JSON.stringify({ html, calls, initial }));
`;

const TIDE = ["r9", "r7", "r5"].map((id) => `instagram:${id}`);
const FOG = ["r8", "r6", "r4"].map((id) => `instagram:${id}`);

let browser;
let consumer;
let server;
let files;
let rendered;
before(async () => {
  [browser, consumer, server] = await Promise.all([launch(), project({}, { links: ["react", "react-dom", "scheduler"] }), startServer()]);
  await load(server, Array.from({ length: 10 }, (_, n) => post(`r${n}`, { content: n % 2 ? "low tide" : "fog", published_at: `2026-03-01T12:00:0${n}Z` })));
  const page = '<!doctype html><meta charset="utf-8"><title>React</title><div id="root"></div><script type="module" src="/page.js"></script>';
  write(consumer.folder, { "app.mjs": APP, "page.mjs": PAGE, "server.mjs": SERVER, "page/index.html": page });
  await build({ absWorkingDir: consumer.folder, entryPoints: ["page.mjs"], bundle: true, format: "esm", outfile: "page/page.js", define: { "process.env.NODE_ENV": '"development"' }, logLevel: "error" });
  for (const name of ["core", "offline"]) cpSync(join(consumer.folder, `node_modules/@postern/client/dist/${name}/${name}_bg.wasm`), join(consumer.folder, `page/${name}_bg.wasm`));
  files = await serve({ "/": join(consumer.folder, "page") }, server.url);
  rendered = JSON.parse((await run(process.execPath, ["server.mjs", server.url, server.token], { cwd: consumer.folder })).stdout);
});
after(async () => {
  await Promise.all([files?.stop(), browser?.close(), server?.stop()]);
  await consumer?.remove();
});

/** A page that shows a part of the app. */
async function showing(name, props, html, use) {
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    await page.goto(files.url);
    await page.waitForFunction(() => document.title === "ready");
    await page.evaluate(([service, ...args]) => mount(service, ...args), [{ url: server.url, token: server.token }, name, props, html]);
    const shows = async (id, value) => {
      const text = JSON.stringify(value);
      await page.waitForFunction(([at, expected]) => document.querySelector(at)?.textContent === expected, [`#${id}`, text], { timeout: 10_000 }).catch(async () => assert.equal(await page.textContent(`#${id}`), text));
    };
    const calls = () => page.evaluate(() => calls.length);
    const click = (id) => page.click(`#${id}`);
    await use({ page, shows, calls, click });
    assert.deepEqual(await page.evaluate(() => complaints), []);
  } finally {
    await context.close();
  }
}

test("a server renders what there is, suspends for what is promised, and asks nobody", () => {
  const text = (html) => html.replaceAll("&quot;", '"');
  const { empty, full, promised, list, copy } = rendered.html;
  assert.ok(text(empty).includes('[true,null,null,[]]'), empty);
  for (const html of [full, promised]) assert.ok(text(html).includes(JSON.stringify([false, null, "tide", TIDE])), html);
  assert.ok(text(list).includes("[true,null,false,0]"), list);
  assert.ok(text(copy).includes("[null,null,false,null,0]"), copy);
  assert.equal(rendered.calls, 0);
});

test("a page takes over what a server rendered, and asks for what is missing", async () => {
  await showing("Search", {}, rendered.html.empty, async ({ shows, calls }) => {
    await shows("search", [false, null, "tide", TIDE]);
    assert.equal(await calls(), 1);
  });
  for (const later of [false, true]) {
    await showing("Search", { initial: rendered.initial, later }, rendered.html.full, async ({ shows, calls, click }) => {
      await shows("search", [false, null, "tide", TIDE]);
      assert.equal(await calls(), 0);
      await click("refresh");
      await shows("search", [false, null, "tide", TIDE]);
      assert.equal(await calls(), 1);
    });
  }
});

test("other arguments are asked for once, errors are told, and what works again is shown", async () => {
  await showing("Search", {}, undefined, async ({ shows, calls, click }) => {
    await shows("search", [false, null, "tide", TIDE]);
    await click("fog");
    await shows("search", [false, null, "fog", FOG]);
    assert.equal(await calls(), 2); // strict mode pays for none in vain
    await click("wrong");
    await shows("search", [false, "INVALID_PARAMETER", null, []]);
    await click("fog");
    await shows("search", [false, null, "fog", FOG]);
    assert.equal(await calls(), 3);
  });
});

test("a call that nobody waits for any more is aborted", async () => {
  await showing("Search", {}, undefined, async ({ page, shows, click }) => {
    await shows("search", [false, null, "tide", TIDE]);
    await page.evaluate(() => (globalThis.slow = true));
    await click("fog");
    await shows("search", [true, null, "tide", TIDE]);
    await page.waitForFunction(() => calls.length === 2);
    await page.evaluate(() => (globalThis.slow = false));
    await click("refresh");
    await page.waitForFunction(() => calls[1].signal.aborted);
    await shows("search", [false, null, "fog", FOG]);
    await page.evaluate(() => (globalThis.slow = true));
    await click("refresh");
    await page.waitForFunction(() => calls.length === 4);
    await click("hide");
    await page.waitForFunction(() => calls[3].signal.aborted);
  });
});

test("pages come one after the other", async () => {
  await showing("List", {}, undefined, async ({ page, shows, calls, click }) => {
    for (const [hasMore, count] of [[true, 4], [true, 8], [false, 10]]) {
      await shows("list", [false, null, hasMore, count]);
      await click("more");
    }
    assert.equal(await calls(), 3);
    assert.deepEqual(await page.evaluate(() => calls.map(({ url }) => url.includes("cursor="))), [false, true, true]);
  });
});

test("a replica is open as long as its component is there, and its changes are seen", async () => {
  await showing("Copy", { name: "shown", filter: { platform: "instagram" } }, undefined, async ({ page, shows, click }) => {
    await shows("copy", ["shown", 10, false, null, 10]);
    await load(server, [post("later", { content: "spring tide" })]);
    await click("sync");
    await shows("copy", ["shown", 11, false, null, 11]);
    await page.evaluate(() => (globalThis.slow = true));
    await click("sync");
    await shows("copy", ["shown", 11, true, null, 11]);
    await click("hide");
    await page.waitForFunction(() => calls.at(-1).signal.aborted);
    assert.equal(await page.evaluate(() => indexedDB.databases().then((all) => all.length)), 1);
  });
});

test("the README's snippet runs", async () => {
  write(consumer.folder, { "snippet.jsx": snippet("React", server), "snippet/index.html": '<!doctype html><meta charset="utf-8"><title>React</title><main></main><script type="module" src="/snippet.js"></script>' });
  await build({ absWorkingDir: consumer.folder, entryPoints: ["snippet.jsx"], bundle: true, jsx: "automatic", format: "esm", outfile: "snippet/snippet.js", define: { "process.env.NODE_ENV": '"production"' }, logLevel: "error" });
  for (const name of ["core", "offline"]) cpSync(join(consumer.folder, `page/${name}_bg.wasm`), join(consumer.folder, `snippet/${name}_bg.wasm`));
  await load(server, [post("coral", { content: "coral spawning", hashtags: ["reef"] }), post("sand", { content: "sand", hashtags: ["reef"] })]);
  const served = await serve({ "/": join(consumer.folder, "snippet") }, server.url);
  const page = await browser.newPage();
  try {
    await page.goto(served.url);
    await page.getByText("sand").waitFor();
    await page.fill("input", "spawn*");
    await page.getByText("sand").waitFor({ state: "detached" });
    assert.deepEqual(await page.locator("li").allTextContents(), ["coral spawning"]);
  } finally {
    await page.close();
    await served.stop();
  }
});
