// The README's page that opens without the network: what a newcomer builds from it, with as many posts as there are to be.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { load, post } from "../api/support/posts.mjs";
import { startServer } from "../support/server.mjs";
import { launch, serve } from "./support/browser.mjs";
import { project, write } from "./support/installed.mjs";
import { snippets } from "./support/snippets.mjs";

const COUNT = 10_000;
const POSTS = Array.from({ length: COUNT }, (_, n) => post(`p${n}`, { content: n % 1_000 === 7 ? `spring tide ${n}` : `fog ${n}` }));

test("a page has a copy of 10,000 posts, and searches it without the network after it was closed", async () => {
  const [browser, consumer, server] = await Promise.all([launch(), project(), startServer()]);
  const [html, worker] = snippets("A page that opens without the network", server);
  write(join(consumer.folder, "page"), { "index.html": html, "service-worker.js": worker });
  const site = await serve({ "/": join(consumer.folder, "page"), "/postern/": join(consumer.folder, "node_modules/@postern/client/dist") }, server.url);
  const context = await browser.newContext();
  try {
    for (let from = 0; from < COUNT; from += 1_000) await load(server, POSTS.slice(from, from + 1_000));
    const first = await context.newPage();
    await first.goto(site.url);
    await first.getByText(`${COUNT} posts`).waitFor({ timeout: 120_000 });
    await first.evaluate(() => navigator.serviceWorker.ready);
    await first.close();
    await Promise.all([site.stop(), server.stop()]);

    const again = await context.newPage();
    await again.goto(site.url);
    await again.getByText(`${COUNT} posts. Not up to date`).waitFor();
    await again.fill("input", "tide");
    await again.getByText("spring tide 9007").waitFor();
    assert.equal(await again.locator("li").count(), COUNT / 1_000);
    await again.fill("input", '"tide');
    await again.getByText("closing quote").waitFor();
  } finally {
    await Promise.all([context.close(), site.stop(), server.stop()]);
    await Promise.all([browser.close(), consumer.remove()]);
  }
});
