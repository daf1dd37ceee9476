// The README's snippet in a Cloudflare Worker, built and run by wrangler, against a real Worker of ours.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { freePort } from "../../scripts/lib/server.mjs";
import { launch, stop } from "../../scripts/lib/run.mjs";
import { WRANGLER, wranglerEnvironment } from "../../scripts/lib/wrangler.mjs";
import { setTimeout as sleep } from "node:timers/promises";
import { load, post } from "../api/support/posts.mjs";
import { startServer } from "../support/server.mjs";
import { project } from "./support/installed.mjs";
import { snippet } from "./support/snippets.mjs";

let server;
let consumer;
before(async () => {
  server = await startServer();
  await load(server, Array.from({ length: 6 }, (_, n) => post(`w${n}`, { published_at: `2026-03-0${n + 1}T00:00:00Z` })));
  const own = `
    import { init, Postern, PosternError } from "@postern/client";
    import module from "@postern/client/core.wasm";
    export default {
      async fetch(request, env) {
        await init(module);
        const posts = new Postern({ baseUrl: "${server.url}/", token: env.POSTERN_TOKEN, fetch: (...call) => fetch(...call) });
        try {
          return Response.json(await posts.search({ limit: Number(new URL(request.url).searchParams.get("limit")) }));
        } catch (error) {
          return Response.json({ is: error instanceof PosternError, code: error.code }, { status: 500 });
        }
      },
    };`;
  const entries = `
    import { createBrowserToken } from "@postern/client/browser-token";
    import { readFiles } from "@postern/client/import";
    import { PostSet } from "@postern/client/offline";
    export default {
      async fetch(request, env) {
        const { posts } = await readFiles([{ name: "lines", data: await request.blob() }]);
        const set = await PostSet.from(posts);
        return Response.json({ size: set.size, token: await createBrowserToken(env.POSTERN_TOKEN, { expiresIn: 60 }) });
      },
    };`;
  // A Worker may not compile bytes: this entry has the module of the main one there.
  const inline = own.replace('"@postern/client"', '"@postern/client/inline"').replace("await init(module);", "");
  consumer = await project({ "snippet.js": snippet("Worker", server), "own.js": own, "inline.js": inline, "entries.js": entries });
});
after(() => Promise.all([server?.stop(), consumer?.remove()]));

/** Runs a Worker of the consumer until `use` is done with it. */
async function running(main, use) {
  const port = await freePort();
  const args = ["dev", main, "--local", "--name", "consumer", "--compatibility-date", "2026-01-01", "--ip", "127.0.0.1", "--port", String(port)];
  const more = ["--var", `POSTERN_TOKEN:${server.token}`, "--show-interactive-dev-session=false", "--inspector-port", String(await freePort())];
  const [node, ...wrangler] = WRANGLER;
  const worker = launch(node, [...wrangler, ...args, ...more], { cwd: consumer.folder, env: wranglerEnvironment(consumer.folder) });
  let written = "";
  for (const stream of [worker.stdout, worker.stderr]) stream.on("data", (text) => (written += text));
  const url = `http://127.0.0.1:${port}`;
  try {
    for (let tries = 0; !(await fetch(url).catch(() => null)); tries += 1) {
      assert.ok(tries < 300 && worker.exitCode === null, `the Worker did not start: ${written}`);
      await sleep(100);
    }
    return await use(url);
  } finally {
    await stop(worker);
  }
}

test("the module is part of the Worker", async () => {
  const ids = await running("snippet.js", async (url) => (await fetch(url)).json());
  assert.deepEqual(ids, [5, 4, 3, 2, 1].map((n) => `instagram:w${n}`));
});

test("the module can be handed over, and errors are errors", async () => {
  for (const main of ["own.js", "inline.js"]) {
    await running(main, async (url) => {
      assert.equal((await (await fetch(`${url}/?limit=2`)).json()).posts.length, 2);
      assert.deepEqual(await (await fetch(`${url}/?limit=0`)).json(), { is: true, code: "INVALID_PARAMETER" });
    });
  }
});

test("the other entries run in a Worker, too", async () => {
  const body = [1, 2].map((n) => JSON.stringify(post(`w${n}`))).join("\n");
  const { size, token } = await running("entries.js", async (url) => (await fetch(url, { method: "POST", body })).json());
  assert.equal(size, 2);
  assert.equal((await server.call("/api/v1/posts/search", { bearer: token })).status, 200);
});
