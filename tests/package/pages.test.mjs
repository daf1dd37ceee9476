// The README's snippets in a real browser: as they are, and built by Vite, webpack and esbuild.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { load, post } from "../api/support/posts.mjs";
import { startServer } from "../support/server.mjs";
import { launch, serve, untilTitled } from "./support/browser.mjs";
import { project, write } from "./support/installed.mjs";
import { snippet, snippets } from "./support/snippets.mjs";
import { SPEED } from "./support/speed.mjs";

const TITLE = "5 posts";
const PAGE = (script) => `<!doctype html><meta charset="utf-8"><title>Loading</title><script type="module" src="${script}"></script>`;

let server;
let browser;
let consumer;
before(async () => {
  [server, browser, consumer] = await Promise.all([startServer(), launch(), project()]);
  await load(server, Array.from({ length: 100 }, (_, n) => post(`p${n}`, { content: `low tide ${n} `.repeat(20), hashtags: ["Tide"], likes_count: n })));
});
after(() => Promise.all([server?.stop(), browser?.close(), consumer?.remove()]));

const WITH_INPUT = (script) => PAGE(script).replace("<script", '<input type="file"><script');
const FILE = { name: "posts.ndjson", mimeType: "application/x-ndjson", buffer: Buffer.from(Array.from({ length: 5 }, (_, n) => JSON.stringify(post(`f${n}`, { content: "reef" }))).join("\n")) };

/** Opens the page with workers, and gives it a file. */
async function reads(url) {
  const page = await untilTitled(browser, url, "Choose a file");
  await page.locator("input").setInputFiles(FILE);
  await page.waitForFunction((title) => document.title === title, TITLE, { timeout: 20_000 });
  await page.close();
}

async function readsIn(folder, folders = {}) {
  const files = await serve({ "/": folder, ...folders }, server.url);
  try {
    await reads(`${files.url}/`);
  } finally {
    await files.stop();
  }
}

/** Serves a folder, and opens its page until the snippet has done its work. */
async function opens(folder, folders = {}) {
  const files = await serve({ "/": folder, ...folders }, server.url);
  try {
    const page = await untilTitled(browser, `${files.url}/`, TITLE);
    await page.close();
  } finally {
    await files.stop();
  }
}

test("a plain page", async () => {
  const folder = join(consumer.folder, "plain");
  write(folder, { "index.html": snippet("Plain page", server) });
  await opens(folder, { "/postern/": join(consumer.folder, "node_modules/@postern/client/dist") });
});

test("a page whose policy allows no WebAssembly is told what it needs", async () => {
  const folder = join(consumer.folder, "forbidden");
  write(folder, { "index.html": PAGE("/main.js"), "main.js": 'import { init } from "/postern/core/index.js"; init().catch(({ code, message }) => { globalThis.message = message; document.title = code; });' });
  const files = await serve({ "/": folder, "/postern/": join(consumer.folder, "node_modules/@postern/client/dist") }, server.url, { wasm: false });
  try {
    const page = await untilTitled(browser, `${files.url}/`, "NETWORK_ERROR");
    assert.match(await page.evaluate(() => globalThis.message), /The policy of a page needs 'wasm-unsafe-eval' in script-src$/);
    await page.close();
  } finally {
    await files.stop();
  }
});

test("a page built by Vite", async () => {
  const { build } = await import("vite");
  write(consumer.folder, { "index.html": PAGE("/main.js"), "main.js": snippet("Vite", server) });
  await build({ root: consumer.folder, logLevel: "error", configFile: false, build: { outDir: "vite", target: "es2022" } });
  await opens(join(consumer.folder, "vite"));
});

test("web workers in a page built by Vite", async () => {
  const { build } = await import("vite");
  write(consumer.folder, { "index.html": WITH_INPUT("/main.js"), "main.js": snippet("In a web worker", server) });
  await build({ root: consumer.folder, logLevel: "error", configFile: false, build: { outDir: "vite-workers", target: "es2022" } });
  await readsIn(join(consumer.folder, "vite-workers"));
});

/** Starts Vite's development server in the consumer's folder. */
async function developing(use) {
  const { createServer } = await import("vite");
  const vite = await createServer({ root: consumer.folder, logLevel: "error", configFile: false, optimizeDeps: { exclude: ["@postern/client"] }, server: { host: "127.0.0.1", port: 0 } });
  await vite.listen();
  try {
    await use(`http://127.0.0.1:${vite.httpServer.address().port}/`);
  } finally {
    await vite.close();
  }
}

test("a page of Vite's development server", async () => {
  write(consumer.folder, { "index.html": PAGE("/main.js"), "main.js": snippet("Vite", server) });
  await developing(async (url) => (await untilTitled(browser, url, TITLE)).close());
});

test("web workers in a page of Vite's development server", async () => {
  write(consumer.folder, { "index.html": WITH_INPUT("/main.js"), "main.js": snippet("In a web worker", server) });
  await developing(reads);
});

/** Builds a script by webpack, into a folder of its own. */
async function webpacked(name, script, page, performance) {
  const { default: webpack } = await import("webpack");
  const folder = join(consumer.folder, name);
  write(consumer.folder, { [`${name}.js`]: script, [`${name}/index.html`]: page });
  const stats = await new Promise((resolve, reject) =>
    webpack({ context: consumer.folder, mode: "production", entry: `./${name}.js`, output: { path: folder }, performance }, (error, done) => (error ? reject(error) : resolve(done))),
  );
  assert.equal(stats.hasErrors() || stats.hasWarnings(), false, stats.toString({ colors: false }));
  return folder;
}

test("a page built by webpack", async () => {
  await opens(await webpacked("webpack", snippet("Vite", server), PAGE("/main.js")));
});

test("web workers in a page built by webpack", async () => {
  await readsIn(await webpacked("webpack-workers", snippet("In a web worker", server), WITH_INPUT("/main.js"), false)); // the import module is large
});

/** Builds a script by esbuild, into a folder of its own. */
async function esbuilt(name, script, page) {
  const { build } = await import("esbuild");
  const folder = join(consumer.folder, name);
  write(consumer.folder, { [`${name}.js`]: script, [`${name}/index.html`]: page });
  await build({ absWorkingDir: consumer.folder, entryPoints: [`${name}.js`], bundle: true, format: "esm", minify: true, loader: { ".wasm": "file" }, outdir: folder, logLevel: "error" });
  return folder;
}

test("a page built by esbuild", async () => {
  await opens(await esbuilt("esbuild", snippet("esbuild", server), PAGE("/esbuild.js")));
});

test("web workers in a page built by esbuild, with the package's folder beside it", async () => {
  const [configured] = snippets("In a web worker", server).slice(1);
  const folder = await esbuilt("esbuild-workers", `${configured}\n${snippet("In a web worker", server)}`, WITH_INPUT("/esbuild-workers.js"));
  await readsIn(folder, { "/postern/": join(consumer.folder, "node_modules/@postern/client/dist") });
});

test("what is not used is not in a build", async () => {
  const { build } = await import("esbuild");
  write(consumer.folder, { "unused.js": 'import { Postern } from "@postern/client"; console.log("nothing of it");' });
  const { outputFiles } = await build({ absWorkingDir: consumer.folder, entryPoints: ["unused.js"], bundle: true, format: "esm", minify: true, write: false, logLevel: "error" });
  assert.equal(outputFiles[0].text.trim(), 'console.log("nothing of it");');
});

test("a page of 100 posts takes at most twice as long as JSON.parse", async (t) => {
  mkdirSync(join(consumer.folder, "speed"), { recursive: true });
  write(consumer.folder, { "speed/index.html": PAGE("/speed.js"), "speed/speed.js": SPEED(server) });
  const files = await serve({ "/": join(consumer.folder, "speed"), "/postern/": join(consumer.folder, "node_modules/@postern/client/dist") }, server.url);
  try {
    const page = await untilTitled(browser, `${files.url}/`, "measured");
    const { ratio, posts, bytes, times } = await page.evaluate(() => globalThis.measured);
    t.diagnostic(`${posts} posts, ${bytes} bytes: ${ratio.toFixed(2)} times JSON.parse (${JSON.stringify(times)} ms)`);
    assert.equal(posts, 100);
    assert.ok(ratio <= 2, `expected at most 2 times, and it took ${ratio}`);
    await page.close();
  } finally {
    await files.stop();
  }
});
