// The guide's samples of the npm package, as the page shows them: in Node, a plain page, a Vite build and a Worker, each
// with a server that gives browser tokens where the sample asks for one.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { NODE } from "../../scripts/lib/paths.mjs";
import { launch, stop } from "../../scripts/lib/run.mjs";
import { freePort } from "../../scripts/lib/server.mjs";
import { WRANGLER, wranglerEnvironment } from "../../scripts/lib/wrangler.mjs";
import { load, post } from "../api/support/posts.mjs";
import { sample, samples } from "../support/samples.mjs";
import { startServer } from "../support/server.mjs";
import { launch as launchBrowser, serve, untilTitled } from "./support/browser.mjs";
import { project, run, write } from "./support/installed.mjs";

const TITLE = "5 posts";
const PAGE = (script) => `<!doctype html><meta charset="utf-8"><title>Loading</title><script type="module" src="${script}"></script>`;

let server;
let browser;
let consumer;
let tokens;
before(async () => {
  [server, browser, consumer] = await Promise.all([startServer(), launchBrowser(), project()]);
  await load(server, [
    ...Array.from({ length: 30 }, (_, n) => post(`c${n}`, { username: "teyra.enelmar", content: "coral", likes_count: n === 7 ? null : n })),
    ...Array.from({ length: 6 }, (_, n) => post(`t${n}`, { platform: "tiktok", content: "ebb #lowtide" })),
  ]);
  tokens = await starting("token-server", { PORT: String(await freePort()) });
});
after(async () => {
  await Promise.all([tokens?.stop(), server?.stop(), browser?.close()]);
  await consumer?.remove();
});

const code = (id) => sample("call", id, server.url);
const environment = () => ({ ...process.env, POSTERN_TOKEN: server.token });

/** Runs a sample in Node, and gives what it wrote. */
async function node(id) {
  write(consumer.folder, { [`${id}.mjs`]: code(id) });
  return (await run(NODE, [`${id}.mjs`], { cwd: consumer.folder, env: environment() })).stdout;
}

/** Starts the sample that is a server. */
async function starting(id, env) {
  write(consumer.folder, { [`${id}.mjs`]: code(id) });
  const child = launch(NODE, [`${id}.mjs`], { cwd: consumer.folder, env: { ...environment(), ...env } });
  const url = `http://127.0.0.1:${env.PORT}`;
  for (let tries = 0; !(await fetch(url).catch(() => null)); tries += 1) {
    assert.ok(tries < 100 && child.exitCode === null, `${id} did not start`);
    await sleep(50);
  }
  return { url, stop: () => stop(child) };
}

/** Serves a folder with the package beside it, whose `/browser-token` is the sample's server. */
async function site(folder) {
  const files = await serve({ "/": folder, "/postern/": join(consumer.folder, "node_modules/@postern/client/dist") }, server.url);
  const front = createServer(async (request, response) => {
    const answer = await fetch((request.url === "/browser-token" ? tokens.url : files.url) + request.url);
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type"), "content-security-policy": answer.headers.get("content-security-policy") ?? "" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise((resolve) => front.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise((resolve) => front.close(resolve).closeAllConnections());
  return { url: `http://localhost:${front.address().port}/`, stop: () => Promise.all([files.stop(), close()]) };
}

/** Opens a folder's page until its title says what it found. */
async function opens(folder, title = TITLE) {
  const served = await site(folder);
  try {
    await (await untilTitled(browser, served.url, title)).close();
  } finally {
    await served.stop();
  }
}

/** A folder with these files. */
function folderOf(name, files) {
  const folder = join(consumer.folder, name);
  mkdirSync(folder, { recursive: true });
  write(folder, files);
  return folder;
}

/** What each sample does. */
const SAMPLES = {
  "token-server": async () => {
    const token = await (await fetch(`${tokens.url}/browser-token`)).text();
    const tried = (path) => server.call(`/api/v1/posts/${path}`, { bearer: token });
    assert.equal((await tried("by-user/instagram/teyra.enelmar")).body.data.page.limit, 20);
    assert.equal((await tried("by-user/instagram/someone.else")).body.error.code, "INSUFFICIENT_SCOPE");
    assert.equal((await fetch(`${tokens.url}/else`)).status, 404);
  },
  "token-page": () => opens(folderOf("token-page", { "index.html": PAGE("/main.js"), "main.js": code("token-page") }), "20 posts"),
  "package-node": async () => {
    const lines = (await node("package-node")).trim().split("\n");
    assert.equal(lines.length, 30);
    assert.deepEqual([lines[0], lines.at(-1)], ["29 instagram:c29", "unknown instagram:c7"]);
  },
  "package-page": () => opens(folderOf("plain", { "index.html": code("package-page") })),
  "package-vite": async () => {
    const { build } = await import("vite");
    write(consumer.folder, { "index.html": PAGE("/main.js"), "main.js": code("package-vite") });
    await build({ root: consumer.folder, logLevel: "error", configFile: false, build: { outDir: "vite", target: "es2022" } });
    await opens(join(consumer.folder, "vite"));
  },
  "package-vite-config": async () => {
    const { createServer: startVite } = await import("vite");
    write(consumer.folder, { "index.html": PAGE("/main.js"), "main.js": code("package-vite"), "vite.config.js": code("package-vite-config") });
    const vite = await startVite({ root: consumer.folder, logLevel: "error", server: { host: "127.0.0.1", port: 0, proxy: { "/browser-token": tokens.url } } });
    await vite.listen();
    try {
      await (await untilTitled(browser, `http://127.0.0.1:${vite.httpServer.address().port}/`, TITLE)).close();
    } finally {
      await vite.close();
    }
  },
  "package-worker": async () => {
    write(consumer.folder, { "worker.js": code("package-worker") });
    const port = await freePort();
    const args = ["dev", "worker.js", "--local", "--name", "consumer", "--compatibility-date", "2026-01-01", "--ip", "127.0.0.1", "--port", String(port)];
    const more = ["--var", `POSTERN_TOKEN:${server.token}`, "--show-interactive-dev-session=false", "--inspector-port", String(await freePort())];
    const worker = launch(WRANGLER[0], [...WRANGLER.slice(1), ...args, ...more], { cwd: consumer.folder, env: wranglerEnvironment(consumer.folder) });
    try {
      let answer;
      for (let tries = 0; !answer; tries += 1) {
        assert.ok(tries < 300 && worker.exitCode === null, "the Worker did not start");
        await sleep(100);
        answer = await fetch(`http://127.0.0.1:${port}`).catch(() => null);
      }
      assert.equal((await answer.json()).filter((id) => /^tiktok:t\d$/.test(id)).length, 5);
    } finally {
      await stop(worker);
    }
  },
  "package-error": async () => assert.equal(await node("package-error"), "INVALID_PARAMETER limit 100\n"),
  "offline-node": async () => {
    const [, size, likes] = /^(\d+) \[ (\d+, \d+, \d+) \]\n$/.exec(await node("offline-node")) ?? [];
    assert.equal(size, "300");
    const counts = likes.split(", ").map(Number);
    assert.deepEqual(counts, [...counts].sort((a, b) => b - a));
  },
  "import-page": async () => {
    const served = await site(folderOf("import", { "index.html": code("import-page") }));
    try {
      const page = await untilTitled(browser, served.url, "Open");
      const lines = [post("a", { content: "kelp", likes_count: 3 }), post("b", { content: "reef", likes_count: 8 })].map((one) => JSON.stringify(one)).join("\n");
      await page.locator("input").setInputFiles({ name: "posts.ndjson", mimeType: "application/x-ndjson", buffer: Buffer.from(lines) });
      await page.getByText(/^2 posts \(.+\)\. Most liked: reef$/).waitFor();
      await page.close();
    } finally {
      await served.stop();
    }
  },
};

for (const [id, check] of Object.entries(SAMPLES)) test(id, check);

test("every sample of the package is here", () => {
  const own = samples("call").filter(({ run: kind, code: text }) => kind && kind !== "sh" && (kind !== "node" || /from "@postern\//.test(text)));
  assert.deepEqual(own.map(({ id }) => id).sort(), Object.keys(SAMPLES).sort());
});
